import { z } from '@hono/zod-openapi'
import { WEEKDAYS } from './open-rules.ts'
import { oneOf, wholeNumber } from './text.ts'
import { dateText, timeOfDayText } from './time.ts'

// A stay claims one item per month: 37 for three years, and 74 to move it to another three years.
// Both fit into one transaction of 100 items.
const MAX_NIGHTS = 1096
const MAX_ADVANCE_DAYS = 3653
const CLOSED_STRETCHES = 366

const LIST_ERROR = (max: number) => `must be a list of at most ${max} entries`
const listUpTo = <Entry extends z.ZodType>(entry: Entry, max: number) =>
  z.array(entry, { error: LIST_ERROR(max) }).max(max, { error: LIST_ERROR(max), abort: true })

const ClosedNights = z
  .strictObject({
    from: dateText().describe('The date on which the first closed night begins.'),
    to: dateText().describe('Exclusive. Must be after `from`.'),
  })
  .refine(({ from, to }) => from < to, { error: 'must be after `from`', path: ['to'] })
  .openapi('ClosedNights', {
    description: 'Closed nights, as half-open date ranges `[from, to)`.',
  })

/** Weekdays on which a stay can begin or end. */
export const stayWeekdays = (which: string) =>
  listUpTo(oneOf(WEEKDAYS), WEEKDAYS.length).openapi({
    description: `Weekdays on which a stay can ${which}. Empty if all weekdays are allowed. Default: empty.`,
    example: ['saturday'],
  })

const policyFields = {
  minNights: wholeNumber(1, MAX_NIGHTS, 'nights').openapi({
    description: 'Default: 1.',
    example: 2,
  }),
  maxNights: wholeNumber(1, MAX_NIGHTS, 'nights').openapi({ description: 'Default: 366.' }),
  arrivalWeekdays: stayWeekdays('begin'),
  departureWeekdays: stayWeekdays('end'),
  closedNights: listUpTo(ClosedNights, CLOSED_STRETCHES).describe(
    'Nights that cannot be booked. Default: none.',
  ),
  maxAdvanceDays: wholeNumber(0, MAX_ADVANCE_DAYS, 'days').openapi({
    description: 'How many days ahead a stay can begin. Default: 730.',
  }),
  checkInTime: timeOfDayText().openapi({ description: 'Default: 15:00.', example: '15:00' }),
  checkOutTime: timeOfDayText().openapi({ description: 'Default: 11:00.', example: '11:00' }),
}

/** The rules of a calendar of nights. */
export const StayPolicy = z.object(policyFields).openapi('StayPolicy', {
  description: "The rules for stays, in the calendar's time zone.",
})

/** The rules of a calendar of nights, in a request. */
export const StayPolicyInput = z.strictObject(policyFields).partial().openapi('StayPolicyInput', {
  description: 'Rules for stays. Omitted fields get their defaults.',
})
