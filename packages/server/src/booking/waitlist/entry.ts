import { isErasedBooker, type TimeOfDay, WEEKDAYS, type Wish } from '@holdfast/engine'
import { z } from 'zod'
import { ACTOR_SCHEMA } from '../../kernel/actor.ts'
import { type AttributesOf, defineEntity } from '../../kernel/entity.ts'
import { present } from '../../kernel/items/attributes.ts'
import { keyTail } from '../../kernel/keys.ts'
import { bookingIndexKeys, waitlistEntryKey, waitlistPersonKey, waitlistPlaceKey } from '../keys.ts'

/** Every status of an entry, and whether it is in line with it, or has an offer. */
const STATUSES = {
  unconfirmed: { isLive: false },
  waiting: { isLive: true },
  offered: { isLive: true },
  booked: { isLive: false },
  left: { isLive: false },
  ended: { isLive: false },
} as const

/** The status of an entry. */
export type WaitlistStatus = keyof typeof STATUSES

/** Every status of an entry. */
export const WAITLIST_STATUSES = Object.keys(STATUSES) as [WaitlistStatus, ...WaitlistStatus[]]

/** What somebody on the wait list wants; starts that they declined are not offered to them again. */
export interface PlaceWish extends Wish {
  /** In epoch seconds, at most three. Absent: none. */
  readonly declinedStarts?: readonly number[]
}

/** The hold that somebody on the wait list got last. */
export interface WaitlistOffer {
  readonly bookingId: string
  readonly startEpochSeconds: number
  readonly expiresAtEpochSeconds: number
}

/** A person on the wait list of an event type. */
export interface WaitlistEntry extends PlaceWish, AttributesOf<typeof waitlistEntryAttributes> {
  readonly id: string
}

/** Whether an entry is on the wait list, or has an offer. */
export const isLive = ({ status }: Pick<WaitlistEntry, 'status'>): boolean =>
  STATUSES[status].isLive

const DAY_SECONDS = 24 * 60 * 60

/** How long an entry is stored after its end. */
export const ENDED_DAYS = 30

/** Until when an unconfirmed entry can be confirmed. */
export const confirmableUntil = ({ createdAtEpochSeconds }: WaitlistEntry): number =>
  createdAtEpochSeconds + DAY_SECONDS

const TIME_OF_DAY: z.ZodType<TimeOfDay> = z.object({ startMinute: z.int(), endMinute: z.int() })

const WISH_ATTRIBUTES = {
  fromEpochSeconds: z.int(),
  toEpochSeconds: z.int(),
  weekdays: z.exactOptional(z.array(z.enum(WEEKDAYS))),
  timeOfDay: z.exactOptional(TIME_OF_DAY),
  seats: z.exactOptional(z.int()),
  declinedStarts: z.exactOptional(z.array(z.int())),
}

const waitlistEntryAttributes = z.object({
  accountId: z.string(),
  eventTypeId: z.string(),
  /** The provider of the event type. */
  providerId: z.string(),
  version: z.int(),
  actor: z.exactOptional(ACTOR_SCHEMA),
  status: z.enum(WAITLIST_STATUSES),
  ...WISH_ATTRIBUTES,
  booker: z.object({
    id: z.exactOptional(z.string()),
    name: z.string(),
    email: z.string(),
    timeZone: z.exactOptional(z.string()),
    locale: z.exactOptional(z.string()),
    phone: z.exactOptional(z.string()),
  }),
  /** True if somebody without an account's key gave the details, and nobody has proved to own the address. */
  isUnproven: z.exactOptional(z.boolean()),
  /** The mark of the address, which reserves its place on the wait list. */
  personMark: z.string(),
  /** Absent: there was no offer yet. */
  offer: z.exactOptional(
    z.object({
      bookingId: z.string(),
      startEpochSeconds: z.int(),
      expiresAtEpochSeconds: z.int(),
    }),
  ),
  /** How many offers lapsed or were declined. Absent: none. */
  lapsedOffers: z.exactOptional(z.int()),
  /** SHA-256 of the manage token, 32 bytes. */
  manageTokenHash: z.instanceof(Uint8Array),
  createdAtEpochSeconds: z.int(),
  updatedAtEpochSeconds: z.int(),
})

/**
 * The item of an entry. `GSI1`: entries of an event type in the order of the wait list, while they are live; `GSI3`: entries of
 * an email address. It is removed a day after it was made if it is not confirmed, and 30 days after its end.
 */
export const waitlistEntryEntity = defineEntity<WaitlistEntry, 'id'>({
  name: 'wait-list entry',
  key: ({ id }) => waitlistEntryKey(id),
  inKey: { id: ({ PK }) => keyTail(PK) },
  indexes: (entry) => ({
    GSI1: isLive(entry) && [bookingIndexKeys.waitlistOfEventType(entry.eventTypeId), entry.id],
    GSI3: !isErasedBooker(entry.booker) && [
      bookingIndexKeys.waitlistOfEmail(entry.accountId, entry.booker.email),
      entry.id,
    ],
  }),
  ttl(entry) {
    if (isLive(entry)) return undefined
    return entry.status === 'unconfirmed'
      ? confirmableUntil(entry)
      : entry.updatedAtEpochSeconds + ENDED_DAYS * DAY_SECONDS
  },
  attributes: (entry) => ({ ...entry, booker: present({ ...entry.booker }) }),
  schema: waitlistEntryAttributes,
})

/** A place on the wait list: of an entry that is `waiting`, with what the search for a start needs. */
export interface WaitlistPlace extends PlaceWish {
  readonly eventTypeId: string
  readonly entryId: string
  readonly accountId: string
}

/** The item of a place on the wait list. It exists exactly while its entry is `waiting`. */
export const waitlistPlaceEntity = defineEntity<WaitlistPlace, 'eventTypeId' | 'entryId'>({
  name: 'place in a wait list',
  key: ({ eventTypeId, entryId }) => waitlistPlaceKey(eventTypeId, entryId),
  inKey: {
    eventTypeId: ({ PK }) => PK.split('#')[1] ?? '',
    entryId: ({ SK }) => SK,
  },
  schema: z.object({ accountId: z.string(), ...WISH_ATTRIBUTES }),
})

/** The place of an entry. */
export const placeOf = (entry: WaitlistEntry): WaitlistPlace => ({
  eventTypeId: entry.eventTypeId,
  entryId: entry.id,
  accountId: entry.accountId,
  fromEpochSeconds: entry.fromEpochSeconds,
  toEpochSeconds: entry.toEpochSeconds,
  ...(entry.weekdays && { weekdays: entry.weekdays }),
  ...(entry.timeOfDay && { timeOfDay: entry.timeOfDay }),
  ...(entry.seats !== undefined && { seats: entry.seats }),
  ...(entry.declinedStarts && { declinedStarts: entry.declinedStarts }),
})

/** The reservation of a person on the wait list of an event type: one live entry each. */
export interface WaitlistPerson {
  readonly eventTypeId: string
  readonly mark: string
  readonly accountId: string
  readonly entryId: string
}

/** The item of a person on the wait list. It exists exactly while the entry is live. */
export const waitlistPersonEntity = defineEntity<WaitlistPerson, 'eventTypeId' | 'mark'>({
  name: 'person in a wait list',
  key: ({ eventTypeId, mark }) => waitlistPersonKey(eventTypeId, mark),
  inKey: {
    eventTypeId: ({ PK }) => PK.split('#')[1] ?? '',
    mark: ({ SK }) => SK,
  },
  schema: z.object({ accountId: z.string(), entryId: z.string() }),
})

/** The reservation of the person of an entry. */
export const personOf = ({
  eventTypeId,
  personMark,
  accountId,
  id,
}: WaitlistEntry): WaitlistPerson => ({ eventTypeId, mark: personMark, accountId, entryId: id })
