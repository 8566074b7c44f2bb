import type { ItemKey } from '../ports/store.ts'
import { createQueueShards } from './queue-shards.ts'

/**
 * Every key of the table, and nothing else builds one. `docs/data-model.md` lists who writes and
 * reads each. The separator cannot occur in an id, a date, a slug or an index status.
 */

const METADATA = '#METADATA'

/**
 * The base-table partitions that spread a queue of due or pending work. For more of them add a line,
 * `{ sinceEpochMilliseconds: Date.parse('2026-12-01T00:00:00Z'), shards: 64 }`, with a time at which the
 * last process without it has ended; see docs/scale.md.
 */
const QUEUE_SHARDS = createQueueShards([{ sinceEpochMilliseconds: 0, shards: 8 }])
/** Every shard of a queue. */
export const ALL_SHARDS = QUEUE_SHARDS.all

/** The smallest string above every sort key that begins with `prefix`, as an inclusive upper end. */
export const prefixEnd = (prefix: string): string => `${prefix}\u{10ffff}`

/** The shard of an id: stable, so that one id always has one. */
export const queueShard = (id: string): number => QUEUE_SHARDS.of(id)

/** What follows the last separator of a key: the id of `BOOKING#bkg_…`, the date of `DAY#2026-04-27`. */
export const keyTail = (key: string): string => key.slice(key.lastIndexOf('#') + 1)

// Ten digits hold every epoch second until the year 2286, so text order is time order.
const seconds = (epochSeconds: number): string => String(epochSeconds).padStart(10, '0')

export const accountKey = (accountId: string): ItemKey => ({
  PK: `ACCOUNT#${accountId}`,
  SK: METADATA,
})
/** Which account a caller through RapidAPI has. */
export const rapidApiUserKey = (user: string): ItemKey => ({
  PK: `RAPIDAPI#${user}`,
  SK: METADATA,
})
/** Marks a store that was set up: which account came first. */
export const setupKey: ItemKey = { PK: 'SETUP', SK: METADATA }

export const accountApiKeyKey = (accountId: string, keyId: string): ItemKey => ({
  PK: `ACCOUNT#${accountId}`,
  SK: `APIKEY#${keyId}`,
})
export const accountApiKeysRange = (accountId: string) => ({
  partition: `ACCOUNT#${accountId}`,
  from: 'APIKEY#',
  to: prefixEnd('APIKEY#'),
})
export const apiKeyKey = (secretHash: string): ItemKey => ({
  PK: `APIKEY#${secretHash}`,
  SK: METADATA,
})

/** A sign-in to the dashboard, by the hash of its token. */
export const sessionKey = (tokenHash: string): ItemKey => ({
  PK: `SESSION#${tokenHash}`,
  SK: METADATA,
})

export const providerKey = (providerId: string): ItemKey => ({
  PK: `PROVIDER#${providerId}`,
  SK: METADATA,
})
export const providerSlugKey = (slug: string): ItemKey => ({
  PK: `PROVIDERSLUG#${slug}`,
  SK: METADATA,
})
/** All that a provider opened on one date: one item, so two openings cannot overlap unseen. */
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
export const blockKey = (providerId: string, blockId: string): ItemKey => ({
  PK: `PROVIDER#${providerId}`,
  SK: `BLOCK#${blockId}`,
})
export const blocksRange = (providerId: string) => ({
  partition: `PROVIDER#${providerId}`,
  from: 'BLOCK#',
  to: prefixEnd('BLOCK#'),
})
export const ledgerKey = (providerId: string, utcDate: string): ItemKey => ({
  PK: `PROVIDER#${providerId}`,
  SK: `DAY#${utcDate}`,
})
/** The ledger of the UTC days `[fromDate, toDate]`, both inclusive. */
export const ledgerRange = (providerId: string, fromDate: string, toDate: string) => ({
  partition: `PROVIDER#${providerId}`,
  from: `DAY#${fromDate}`,
  to: `DAY#${toDate}`,
})
/** The ledger of a UTC day and of all days after it. */
export const ledgerFromDate = (providerId: string, fromDate: string) => ({
  partition: `PROVIDER#${providerId}`,
  from: `DAY#${fromDate}`,
  to: prefixEnd('DAY#'),
})

export const eventTypeKey = (eventTypeId: string): ItemKey => ({
  PK: `EVENTTYPE#${eventTypeId}`,
  SK: METADATA,
})
/** Holds the slug of an event type for its provider: one item, so two cannot have the same. */
export const eventTypeSlugKey = (providerId: string, slug: string): ItemKey => ({
  PK: `PROVIDER#${providerId}`,
  SK: `EVENTTYPE#${slug}`,
})

export const bookingKey = (bookingId: string): ItemKey => ({
  PK: `BOOKING#${bookingId}`,
  SK: METADATA,
})

/**
 * The expiration trigger of a hold, in a base-table queue by due time: the sweeper reads it
 * consistently and without an index, and TTL removes what the sweeper never saw.
 */
export const expirationTriggerKey = (
  bookingId: string,
  expiresAtEpochSeconds: number,
): ItemKey => ({
  PK: `EXPIRATION_TRIGGER#${queueShard(bookingId)}`,
  SK: `${seconds(expiresAtEpochSeconds)}#${bookingId}`,
})
/** The triggers of one shard that are due at `nowEpochSeconds`, the oldest first. */
export const dueTriggersRange = (shard: number, nowEpochSeconds: number) => ({
  partition: `EXPIRATION_TRIGGER#${shard}`,
  from: '0',
  to: prefixEnd(seconds(nowEpochSeconds)),
})

export const outboxKey = (aggregateId: string, eventId: string): ItemKey => ({
  PK: `OUTBOX#${queueShard(aggregateId)}`,
  SK: eventId,
})
export const outboxPartition = (shard: number): string => `OUTBOX#${shard}`

/** The last position of an account's event log. */
export const eventHeadKey = (accountId: string): ItemKey => ({
  PK: `ACCOUNT#${accountId}`,
  SK: 'EVENTHEAD',
})
/** An event in its account's log. Positions count 1, 2, 3 … without a gap. */
export const eventLogKey = (accountId: string, position: number): ItemKey => ({
  PK: `ACCOUNT#${accountId}#EVENT`,
  SK: positionText(position),
})
/** The log of an account after a position. */
export const eventLogAfter = (accountId: string, position: number) => ({
  partition: `ACCOUNT#${accountId}#EVENT`,
  from: positionText(position + 1),
  to: prefixEnd('9'),
})
const positionText = (position: number): string => String(position).padStart(15, '0')

// Thirteen digits hold every epoch millisecond until the year 2286.
const milliseconds = (epochMilliseconds: number): string =>
  String(epochMilliseconds).padStart(13, '0')

/**
 * Which queue of work a partition is a shard of: `OUTBOX`, `DUE`, `CONNECTIONDUE`, or `QUEUE#` and a
 * consumer; undefined for partitions of anything else.
 */
export function queueOfPartition(
  partition: string,
): { readonly queue: string; readonly shard: number } | undefined {
  const [, queue, shard] = /^(OUTBOX|DUE|CONNECTIONDUE|QUEUE#[a-z]+)#(\d+)$/.exec(partition) ?? []
  return queue === undefined ? undefined : { queue, shard: Number(shard) }
}

/** The queue of a consumer, as `queueOfPartition` names it. */
export const consumerQueue = (consumer: string): string => `QUEUE#${consumer}`

/** A task of a consumer's queue, by the time it is due. */
export const taskKey = (
  consumer: string,
  taskId: string,
  dueEpochMilliseconds: number,
): ItemKey => ({
  PK: `QUEUE#${consumer}#${queueShard(taskId)}`,
  SK: `${milliseconds(dueEpochMilliseconds)}#${taskId}`,
})
/** The tasks of one shard that are due, the longest due first. */
export const dueTasksRange = (consumer: string, shard: number, nowEpochMilliseconds: number) => ({
  partition: `QUEUE#${consumer}#${shard}`,
  from: '0',
  to: prefixEnd(milliseconds(nowEpochMilliseconds)),
})
/** A task that was given up, in its account. */
export const deadLetterKey = (accountId: string, consumer: string, taskId: string): ItemKey => ({
  PK: `ACCOUNT#${accountId}#DEADLETTER`,
  SK: `${consumer}#${taskId}`,
})
export const deadLettersRange = (accountId: string, consumer: string | undefined) => ({
  partition: `ACCOUNT#${accountId}#DEADLETTER`,
  from: consumer === undefined ? '0' : `${consumer}#`,
  to: prefixEnd(consumer === undefined ? '' : `${consumer}#`),
})
/** What is to happen to a booking at a time, in a queue by that time. */
export const dueKey = (bookingId: string, kind: string, dueEpochSeconds: number): ItemKey => ({
  PK: `DUE#${queueShard(bookingId)}`,
  SK: `${seconds(dueEpochSeconds)}#${bookingId}#${kind}`,
})
/** What of one shard is due, the longest due first. */
export const dueRange = (shard: number, nowEpochSeconds: number) => ({
  partition: `DUE#${shard}`,
  from: '0',
  to: prefixEnd(seconds(nowEpochSeconds)),
})
/** The contact that an account has for an address. */
export const contactKey = (accountId: string, email: string): ItemKey => ({
  PK: `ACCOUNT#${accountId}#CONTACT`,
  SK: email,
})
export const contactsRange = (accountId: string) => ({
  partition: `ACCOUNT#${accountId}#CONTACT`,
  from: '!',
  to: prefixEnd(''),
})
/** Finds the address of a contact. */
export const contactIdKey = (contactId: string): ItemKey => ({
  PK: `CONTACT#${contactId}`,
  SK: METADATA,
})
/** A booking that is linked to a contact. */
export const contactBookingKey = (contactId: string, bookingId: string): ItemKey => ({
  PK: `CONTACT#${contactId}`,
  SK: `BOOKING#${bookingId}`,
})
/** A webhook endpoint, in its account. */
export const webhookEndpointKey = (accountId: string, endpointId: string): ItemKey => ({
  PK: `ACCOUNT#${accountId}`,
  SK: `WEBHOOK#${endpointId}`,
})
export const webhookEndpointsRange = (accountId: string) => ({
  partition: `ACCOUNT#${accountId}`,
  from: 'WEBHOOK#',
  to: prefixEnd('WEBHOOK#'),
})
/** What became of one event at one endpoint. Event ids rise with time, so the log is in order. */
export const deliveryKey = (endpointId: string, eventId: string): ItemKey => ({
  PK: `WEBHOOK#${endpointId}`,
  SK: `DELIVERY#${eventId}`,
})
export const deliveriesRange = (endpointId: string) => ({
  partition: `WEBHOOK#${endpointId}`,
  from: 'DELIVERY#',
  to: prefixEnd('DELIVERY#'),
})
/** Notes a mail that was sent. */
export const sentMailKey = (mailId: string): ItemKey => ({ PK: `MAIL#${mailId}`, SK: METADATA })
export const calendarKey = (calendarId: string): ItemKey => ({
  PK: `CALENDAR#${calendarId}`,
  SK: METADATA,
})
/** The nights of a calendar in one month, `YYYY-MM`: a ledger item whose quanta are nights. */
export const nightsKey = (calendarId: string, month: string): ItemKey => ({
  PK: `CALENDAR#${calendarId}`,
  SK: `NIGHTS#${month}`,
})
/** The nights of the months `[fromMonth, toMonth]`, both inclusive. */
export const nightsRange = (calendarId: string, fromMonth: string, toMonth: string) => ({
  partition: `CALENDAR#${calendarId}`,
  from: `NIGHTS#${fromMonth}`,
  to: `NIGHTS#${toMonth}`,
})
/** An event in its calendar: by how long it lasts, then by start, with the id last. */
export const calendarEventKey = (
  calendarId: string,
  level: number,
  startEpochSeconds: number,
  eventId: string,
): ItemKey => ({
  PK: `CALENDAR#${calendarId}`,
  SK: `EVENT#${level}#${seconds(startEpochSeconds)}#${eventId}`,
})
/**
 * The events of one level whose start is in `[from, to)`; `after` leads on behind an event that was
 * read.
 */
export const calendarEventsRange = (
  calendarId: string,
  level: number,
  from: { readonly epochSeconds: number } | { readonly after: string },
  toEpochSeconds: number,
) => ({
  partition: `CALENDAR#${calendarId}`,
  from:
    'after' in from
      ? prefixEnd(`EVENT#${level}#${from.after}`)
      : `EVENT#${level}#${seconds(Math.max(0, from.epochSeconds))}`,
  to: `EVENT#${level}#${seconds(toEpochSeconds)}`,
})
/** The order of events over all levels, as it stands in their keys: by start, then id. */
export const calendarEventPosition = (startEpochSeconds: number, eventId: string): string =>
  `${seconds(startEpochSeconds)}#${eventId}`
/** Everything that a calendar holds, but not the calendar itself: `EVENT…` to `UID#`. */
export const calendarContents = (calendarId: string) => ({
  partition: `CALENDAR#${calendarId}`,
  from: 'EVENT#',
  to: prefixEnd('UID#'),
})
/** Which event of a calendar was made from the event of a calendar file with that UID, by its hash. */
export const importedUidKey = (calendarId: string, uidHash: string): ItemKey => ({
  PK: `CALENDAR#${calendarId}`,
  SK: `UID#${uidHash}`,
})
/** An event by its id: the same content once more, so that it is found in one read whatever its start. */
export const calendarEventIdKey = (eventId: string): ItemKey => ({
  PK: `CALENDAREVENT#${eventId}`,
  SK: METADATA,
})
/** A calendar whose contents are to be removed, in a queue by when that is due. */
export const calendarRemovalKey = (calendarId: string, dueEpochSeconds: number): ItemKey => ({
  PK: 'CALENDARREMOVAL',
  SK: `${seconds(dueEpochSeconds)}#${calendarId}`,
})
/** The calendars whose removal is due, the longest due first. */
export const calendarRemovalsDue = (nowEpochSeconds: number) => ({
  partition: 'CALENDARREMOVAL',
  from: '0',
  to: prefixEnd(seconds(nowEpochSeconds)),
})

/** Which process does a kind of background work. */
export const leaseKey = (name: string): ItemKey => ({ PK: `LEASE#${name}`, SK: METADATA })

export const idempotencyKey = (scopeHash: string): ItemKey => ({
  PK: `IDEMPOTENCY#${scopeHash}`,
  SK: METADATA,
})

/** Index partitions and sort keys; the item codecs say which index each is in. */
export const indexKeys = {
  providersOfAccount: (accountId: string) => `ACCOUNT#${accountId}#PROVIDER`,
  providersBySpecialty: (accountId: string, specialty: string) =>
    `ACCOUNT#${accountId}#SPECIALTY#${specialty}`,
  /** The providers of all accounts that want to be found. */
  directory: 'DIRECTORY',
  directoryEntry: (specialty: string, providerId: string) => `${specialty}#${providerId}`,
  directoryRange: (specialty: string) => ({
    from: `${specialty}#`,
    to: prefixEnd(`${specialty}#`),
  }),
  /** The connections to calendars of one account at a vendor, whichever providers they are of. */
  connectionsOfVendorAccount: (kind: string, address: string) => `VENDORACCOUNT#${kind}#${address}`,
  calendarsOfAccount: (accountId: string) => `ACCOUNT#${accountId}#CALENDAR`,
  eventTypesOfAccount: (accountId: string) => `ACCOUNT#${accountId}#EVENTTYPE`,
  eventTypesOfProvider: (providerId: string) => `PROVIDER#${providerId}#EVENTTYPE`,
  eventTypesBySlug: (accountId: string, slug: string) => `ACCOUNT#${accountId}#SLUG#${slug}`,
  bookingsOfProvider: (providerId: string) => `PROVIDER#${providerId}#BOOKING`,
  bookingsOfEventType: (eventTypeId: string) => `EVENTTYPE#${eventTypeId}#BOOKING`,
  bookingsOfBookerId: (accountId: string, bookerId: string) => `BOOKER#${accountId}#ID#${bookerId}`,
  bookingsOfBookerEmail: (accountId: string, email: string) => `BOOKER#${accountId}#EMAIL#${email}`,
  /** Sort key by status, then id. */
  statusAndId: (status: string, id: string) => `${status}#${id}`,
  /** All sort keys of one status that go on with an id. */
  statusRange: (status: string) => ({ from: `${status}#`, to: prefixEnd(`${status}#`) }),
  /** Beginning of the sort keys of one status and start, as `start` writes it. */
  statusAndStart: (status: string, startText: string) => `${status}#${startText}`,
  /** Sort key of a booking by status and start, with the id last so that the order is total. */
  statusStartAndId: (status: string, startText: string, id: string) =>
    `${status}#${startText}#${id}`,
  /** Sort key of a booking by start. */
  start: (startEpochSeconds: number) => seconds(startEpochSeconds),
} as const
