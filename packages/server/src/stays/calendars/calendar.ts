import { type StayRules, WEEKDAYS } from '@holdfast/engine'
import { z } from 'zod'
import { type AttributesOf, defineEntity } from '../../kernel/entity.ts'
import { keyTail } from '../../kernel/keys.ts'
import { RESOURCE_ATTRIBUTES } from '../../kernel/resource.ts'
import { calendarKey, calendarRemovalKey, calendarsOfAccount } from '../keys.ts'

const EXCLUSIVE = ['none', 'nights'] as const

/** Whether events of a calendar exclude each other: `none` never do, `nights` are taken by one stay each. */
export type Exclusive = (typeof EXCLUSIVE)[number]

/** The rules for stays, with the times of day at which guests arrive and leave. */
export interface StayPolicy extends StayRules {
  /** Minutes of the day in the calendar's zone. */
  readonly checkInMinute: number
  readonly checkOutMinute: number
}

/** A calendar: of events, or, with exclusive nights, of stays. */
export interface Calendar extends AttributesOf<typeof calendarAttributes> {
  readonly id: string
}

const STAY_POLICY = z.object({
  minNights: z.int(),
  maxNights: z.int(),
  arrivalWeekdays: z.array(z.enum(WEEKDAYS)),
  departureWeekdays: z.array(z.enum(WEEKDAYS)),
  closedNights: z.array(z.object({ fromDay: z.int(), toDay: z.int() })),
  maxAdvanceDays: z.int(),
  checkInMinute: z.int(),
  checkOutMinute: z.int(),
})

const calendarAttributes = z.object({
  ...RESOURCE_ATTRIBUTES,
  name: z.string(),
  /** The IANA zone of the calendar's dates. */
  timeZone: z.string(),
  exclusive: z.enum(EXCLUSIVE),
  /** Set for a calendar of stays. */
  stayPolicy: z.exactOptional(STAY_POLICY),
  /** True if the calendar of stays has a public page, where anybody can book a stay. */
  publicStays: z.exactOptional(z.boolean()),
  /** Set for a calendar of stays whose owner gets an email about the stays of guests. */
  email: z.exactOptional(z.string()),
  /** The unit that books its nights. Absent: none does. */
  unitId: z.exactOptional(z.string()),
  /** SHA-256 of the token in the link to the full feed. Absent: no such link. */
  feedTokenHash: z.exactOptional(z.instanceof(Uint8Array)),
  /** SHA-256 of the token in the link to the feed that shows only availability. Absent: no such link. */
  availabilityFeedTokenHash: z.exactOptional(z.instanceof(Uint8Array)),
  /** Set while the contents are being removed. The calendar then accepts no events. */
  removal: z.exactOptional(z.object({ requestedAtEpochSeconds: z.int(), removedItems: z.int() })),
})

/** The item of a calendar. `GSI1`: calendars of an account, without those that are being removed. */
export const calendarEntity = defineEntity<Calendar, 'id'>({
  name: 'calendar',
  key: ({ id }) => calendarKey(id),
  inKey: { id: ({ PK }) => keyTail(PK) },
  indexes: ({ id, accountId, removal }) => ({
    GSI1: removal === undefined && [calendarsOfAccount(accountId), id],
  }),
  schema: calendarAttributes,
})

/** The entry of a calendar in the queue of removals. */
export interface CalendarRemoval {
  readonly calendarId: string
  readonly dueEpochSeconds: number
  readonly version: 1
}

/** The item of an entry in the queue of removals. */
export const calendarRemovalEntity = defineEntity<
  CalendarRemoval,
  'calendarId' | 'dueEpochSeconds'
>({
  name: 'calendar removal',
  key: ({ calendarId, dueEpochSeconds }) => calendarRemovalKey(calendarId, dueEpochSeconds),
  inKey: {
    calendarId: ({ SK }) => keyTail(SK),
    dueEpochSeconds: ({ SK }) => Number(SK.slice(0, SK.indexOf('#'))),
  },
  schema: z.object({ version: z.literal(1) }),
})

/** The entry that makes the removal of a calendar due at an epoch second. */
export const removalOf = (calendarId: string, dueEpochSeconds: number): CalendarRemoval => ({
  calendarId,
  dueEpochSeconds,
  version: 1,
})
