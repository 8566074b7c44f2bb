import type { DueQueue } from '../kernel/due-queue.ts'
import {
  aloneIn,
  beginningWith,
  dueBy,
  milliseconds,
  prefixEnd,
  queueShard,
  seconds,
} from '../kernel/keys.ts'
import type { ItemKey } from '../kernel/ports/store.ts'

/** The keys of providers, event types, time that is opened or blocked, bookings and wait lists. */

export const providerKey = (providerId: string): ItemKey => aloneIn(`PROVIDER#${providerId}`)

/** The reservation of a provider's slug in the namespace that the accounts of version 1 share. */
export const providerSlugKey = (slug: string): ItemKey => aloneIn(`PROVIDERSLUG#${slug}`)

/** The reservation of a provider's slug in the namespace of its account. */
export const ownProviderSlugKey = (accountId: string, slug: string): ItemKey =>
  aloneIn(`PROVIDERSLUG#${accountId}#${slug}`)

/** All openings of a provider on one date: one item, so that two of them cannot overlap. */
export const availabilityKey = (providerId: string, date: string): ItemKey => ({
  PK: `PROVIDER#${providerId}`,
  SK: `AVAILABILITY#${date}`,
})

/** All availability of the dates `[fromDate, toDate]`, both inclusive. */
export const availabilityRange = (providerId: string, fromDate: string, toDate: string) => ({
  partition: `PROVIDER#${providerId}`,
  from: `AVAILABILITY#${fromDate}`,
  to: `AVAILABILITY#${toDate}`,
})

/** All availability of a date and of the dates after it. */
export const availabilityFromDate = (providerId: string, fromDate: string) => ({
  partition: `PROVIDER#${providerId}`,
  from: `AVAILABILITY#${fromDate}`,
  to: prefixEnd('AVAILABILITY#'),
})

export const blockKey = (providerId: string, blockId: string): ItemKey => ({
  PK: `PROVIDER#${providerId}`,
  SK: `BLOCK#${blockId}`,
})

export const blocksRange = (providerId: string) => beginningWith(`PROVIDER#${providerId}`, 'BLOCK#')

/** Time off of a provider, ordered by a second at or after its end, so that reads skip what is over. */
export const timeOffKey = (
  providerId: string,
  endsByEpochSeconds: number,
  timeOffId: string,
): ItemKey => ({
  PK: `PROVIDER#${providerId}`,
  SK: `TIMEOFF#${seconds(endsByEpochSeconds)}#${timeOffId}`,
})

/** The time off of a provider that can end after a second. Some of it may have ended before. */
export const timeOffEndingAfter = (providerId: string, epochSeconds: number) => ({
  partition: `PROVIDER#${providerId}`,
  from: `TIMEOFF#${seconds(Math.max(0, Math.floor(epochSeconds)))}`,
  to: prefixEnd('TIMEOFF#'),
})

/** A block or time off for several providers or dates. */
export const absenceKey = (accountId: string, absenceId: string): ItemKey => ({
  PK: `ACCOUNT#${accountId}#ABSENCE`,
  SK: absenceId,
})

/** All absences of an account, the oldest first. */
export const absencesRange = (accountId: string) =>
  beginningWith(`ACCOUNT#${accountId}#ABSENCE`, 'abs_')

/** A closure of an account, ordered by a second at or after its end, so that reads skip what is over. */
export const closureKey = (
  accountId: string,
  endsByEpochSeconds: number,
  closureId: string,
): ItemKey => ({
  PK: `ACCOUNT#${accountId}#CLOSURE`,
  SK: `ENDS#${seconds(endsByEpochSeconds)}#${closureId}`,
})

/** The closures of an account that can end in `[from, to]`; both are epoch seconds. */
export const closuresEndingIn = (
  accountId: string,
  fromEpochSeconds: number,
  toEpochSeconds: number,
) => ({
  partition: `ACCOUNT#${accountId}#CLOSURE`,
  from: `ENDS#${seconds(Math.max(0, Math.floor(fromEpochSeconds)))}`,
  to: Number.isFinite(toEpochSeconds)
    ? prefixEnd(`ENDS#${seconds(Math.ceil(toEpochSeconds))}`)
    : prefixEnd('ENDS#'),
})

/** How far the closures of an account reach. */
export const closureStateKey = (accountId: string): ItemKey => ({
  PK: `ACCOUNT#${accountId}#CLOSURE`,
  SK: 'REACH',
})

/** A house with units. */
export const propertyKey = (propertyId: string): ItemKey => aloneIn(`PROPERTY#${propertyId}`)

/** A photo that an account uploaded. */
export const photoKey = (accountId: string, photoId: string): ItemKey => ({
  PK: `ACCOUNT#${accountId}#PHOTO`,
  SK: photoId,
})

/** The photos of an account. */
export const photosRange = (accountId: string) =>
  beginningWith(`ACCOUNT#${accountId}#PHOTO`, 'pht_')

/** How many photos an account has. */
export const photoCountKey = (accountId: string): ItemKey => ({
  PK: `ACCOUNT#${accountId}`,
  SK: 'PHOTOCOUNT',
})

/** The file of a size of a photo. Each has a partition of its own, because a partition takes 1 MB of writes a second. */
export const photoSizeKey = (photoId: string, widthPixels: number): ItemKey =>
  aloneIn(`PHOTO#${photoId}#${widthPixels}`)

/** What nights cost. */
export const ratePlanKey = (ratePlanId: string): ItemKey => aloneIn(`RATEPLAN#${ratePlanId}`)

export const scheduleKey = (scheduleId: string): ItemKey => aloneIn(`SCHEDULE#${scheduleId}`)

/** The providers and event types that use a schedule. */
export const scheduleUsersKey = (scheduleId: string): ItemKey => ({
  PK: `SCHEDULE#${scheduleId}`,
  SK: 'USERS',
})

export const eventTypeKey = (eventTypeId: string): ItemKey => aloneIn(`EVENTTYPE#${eventTypeId}`)

/** The session of an event type with seats at one start. */
export const sessionKey = (eventTypeId: string, startEpochSeconds: number): ItemKey => ({
  PK: `EVENTTYPE#${eventTypeId}#SESSION`,
  SK: seconds(startEpochSeconds),
})

/** The sessions of an event type that start in `[from, to)`; both are epoch seconds. */
export const sessionsRange = (
  eventTypeId: string,
  fromEpochSeconds: number,
  toEpochSeconds: number,
) => ({
  partition: `EVENTTYPE#${eventTypeId}#SESSION`,
  from: seconds(Math.max(0, fromEpochSeconds)),
  to: seconds(toEpochSeconds - 1),
})

/** The reservation of an event type's slug. */
export const eventTypeSlugKey = (providerId: string, slug: string): ItemKey => ({
  PK: `PROVIDER#${providerId}`,
  SK: `EVENTTYPE#${slug}`,
})

export const bookingKey = (bookingId: string): ItemKey => aloneIn(`BOOKING#${bookingId}`)

/** Some guests of a booking, beside it. */
export const bookingGuestsKey = (bookingId: string, part: number): ItemKey => ({
  PK: `BOOKING#${bookingId}`,
  SK: `GUESTS#${part}`,
})

/** The summary of the nights of a unit. */
export const unitNightsKey = (accountId: string, unitId: string): ItemKey => ({
  PK: `ACCOUNT#${accountId}#UNITNIGHTS`,
  SK: unitId,
})

/** How far the index of guests has been built. */
export const guestIndexKey: ItemKey = aloneIn('GUESTINDEX')

/** A group of bookings that were made together. */
export const bookingGroupKey = (groupId: string): ItemKey => aloneIn(`BOOKINGGROUP#${groupId}`)

/**
 * The expiration trigger of a hold, in a base-table queue by due time. The sweeper reads it consistently
 * and without an index; TTL removes a trigger that the sweeper never saw.
 */
export const expirationTriggerKey = (
  bookingId: string,
  expiresAtEpochSeconds: number,
): ItemKey => ({
  PK: `EXPIRATION_TRIGGER#${queueShard(bookingId)}`,
  SK: `${seconds(expiresAtEpochSeconds)}#${bookingId}`,
})

/** The triggers of one shard that are due at `nowEpochSeconds`, the earliest first. */
export const dueTriggersRange = (shard: number, nowEpochSeconds: number) =>
  dueBy(`EXPIRATION_TRIGGER#${shard}`, seconds(nowEpochSeconds))

/** The queue of expiration triggers. */
export const triggersDue: DueQueue = {
  queue: 'EXPIRATION_TRIGGER',
  rangeOf: (shard, now) => dueTriggersRange(shard, Math.floor(now / 1000)),
}

/** The triggers of one shard that are due at or after `fromEpochSeconds`; after `after` if it is given. */
export const laterTriggersRange = (shard: number, fromEpochSeconds: number, after?: string) => ({
  partition: `EXPIRATION_TRIGGER#${shard}`,
  from: after === undefined ? seconds(fromEpochSeconds) : prefixEnd(after),
  to: prefixEnd('9'),
})

/** An entry of a wait list. */
export const waitlistEntryKey = (entryId: string): ItemKey => aloneIn(`WAITLIST#${entryId}`)

/** A place on the wait list of an event type. Ids of entries begin with their time, so they are in the order of the wait list. */
export const waitlistPlaceKey = (eventTypeId: string, entryId: string): ItemKey => ({
  PK: `EVENTTYPE#${eventTypeId}#WAITLIST`,
  SK: entryId,
})

/** The wait list of an event type, who waits longest first. */
export const waitlistLine = (eventTypeId: string) => ({
  partition: `EVENTTYPE#${eventTypeId}#WAITLIST`,
})

/** The reservation of a person on the wait list of an event type, by a mark of their address. */
export const waitlistPersonKey = (eventTypeId: string, mark: string): ItemKey => ({
  PK: `EVENTTYPE#${eventTypeId}#WAITLISTPERSON`,
  SK: mark,
})

/** A wait list to look at, in a queue by due time. `wokenBy` keeps the entries of several wakers apart. */
export const waitlistDueKey = (
  eventTypeId: string,
  dueEpochMilliseconds: number,
  wokenBy?: string,
): ItemKey => ({
  PK: `WAITLISTDUE#${queueShard(eventTypeId)}`,
  SK: `${milliseconds(dueEpochMilliseconds)}#${eventTypeId}${wokenBy === undefined ? '' : `#${wokenBy}`}`,
})

/** The wait lists of one shard that are due, the longest due first. */
export const waitlistsDueRange = (shard: number, nowEpochMilliseconds: number) =>
  dueBy(`WAITLISTDUE#${shard}`, milliseconds(nowEpochMilliseconds))

/** The queue of wait lists that are due to be looked at. */
export const waitlistsDue: DueQueue = { queue: 'WAITLISTDUE', rangeOf: waitlistsDueRange }

const DIRECTORY_LETTERS: readonly string[] = ['0', ...'abcdefghijklmnopqrstuvwxyz', '~']

const directoryOfLetter = (letter: string): string => `DIRECTORY#${letter}`

function letterOf(entry: string): string {
  const first = entry.charAt(0)
  return first < 'a' ? '0' : first > 'z' ? '~' : first
}

/** Index partitions and sort keys of the booking context; each codec says which index its item is in. */
export const bookingIndexKeys = {
  providersOfAccount: (accountId: string) => `ACCOUNT#${accountId}#PROVIDER`,
  providersOfKind: (accountId: string, kind: string) => `ACCOUNT#${accountId}#KIND#${kind}`,
  providersBySpecialty: (accountId: string, specialty: string) =>
    `ACCOUNT#${accountId}#SPECIALTY#${specialty}`,
  /**
   * The partitions of the shared directory, in the order of their entries: by the first letter of the specialty; `0`
   * has what sorts before `a`, `~` what sorts after `z`.
   */
  directoryPartitions: DIRECTORY_LETTERS.map(directoryOfLetter),
  /** The partition of an entry of the shared directory. */
  directoryPartition: (entry: string) => directoryOfLetter(letterOf(entry)),
  /** The one partition that the directory had before. A provider leaves it when it is written next. */
  earlierDirectory: 'DIRECTORY',
  directoryEntry: (specialty: string, providerId: string) => `${specialty}#${providerId}`,
  directoryRange: (specialty: string) => ({
    from: `${specialty}#`,
    to: prefixEnd(`${specialty}#`),
  }),
  propertiesOfAccount: (accountId: string) => `ACCOUNT#${accountId}#PROPERTY`,
  ratePlansOfAccount: (accountId: string) => `ACCOUNT#${accountId}#RATEPLAN`,
  schedulesOfAccount: (accountId: string) => `ACCOUNT#${accountId}#SCHEDULE`,
  eventTypesOfAccount: (accountId: string, grain?: 'time' | 'nights') =>
    `ACCOUNT#${accountId}#${grain === 'nights' ? 'STAYTYPE' : 'EVENTTYPE'}`,
  eventTypesOfProvider: (providerId: string, grain?: 'time' | 'nights') =>
    `PROVIDER#${providerId}#${grain === 'nights' ? 'STAYTYPE' : 'EVENTTYPE'}`,
  eventTypesBySlug: (accountId: string, slug: string) => `ACCOUNT#${accountId}#SLUG#${slug}`,
  bookingsOfProvider: (providerId: string) => `PROVIDER#${providerId}#BOOKING`,
  bookingsOfAccount: (accountId: string) => `ACCOUNT#${accountId}#BOOKING`,
  groupsOfAccount: (accountId: string) => `ACCOUNT#${accountId}#BOOKINGGROUP`,
  bookingsOfEventType: (eventTypeId: string) => `EVENTTYPE#${eventTypeId}#BOOKING`,
  bookingsOfBookerId: (accountId: string, bookerId: string) => `BOOKER#${accountId}#ID#${bookerId}`,
  /** `address`: an email address, or the id of a contact without one. */
  bookingsOfBookerEmail: (accountId: string, address: string) =>
    `BOOKER#${accountId}#EMAIL#${address}`,
  /** The bookings of a guest, in each index. */
  bookingsOfGuest: (accountId: string, mark: string) => `GUEST#${accountId}#${mark}`,
  /** The entries of the wait list of an event type, with those that have an offer. */
  waitlistOfEventType: (eventTypeId: string) => `EVENTTYPE#${eventTypeId}#WAITLISTENTRY`,
  waitlistOfEmail: (accountId: string, email: string) => `WAITLISTEMAIL#${accountId}#${email}`,
  /** Sort key by status, then id. */
  statusAndId: (status: string, id: string) => `${status}#${id}`,
  /** All sort keys that begin with one status. */
  statusRange: (status: string) => ({ from: `${status}#`, to: prefixEnd(`${status}#`) }),
  /** The beginning of the sort keys of one status and start, as `start` writes it. */
  statusAndStart: (status: string, startText: string) => `${status}#${startText}`,
  /** Sort key of a booking by status and start; the id comes last, which makes the order total. */
  statusStartAndId: (status: string, startText: string, id: string) =>
    `${status}#${startText}#${id}`,
  /** Sort key of a booking by start and id. */
  startAndId: (startText: string, id: string) => `${startText}#${id}`,
  /** Sort key of a booking by start. */
  start: (startEpochSeconds: number) => seconds(startEpochSeconds),
} as const
