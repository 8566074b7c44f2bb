import { z } from '@hono/zod-openapi'
import { LIMIT_NAMES } from './limits.ts'

const instant = (description: string) =>
  z.string().optional().openapi({ format: 'date-time', description })
const interval = () =>
  z.object({
    start: z.string().openapi({ format: 'date-time', description: 'Start of the range.' }),
    end: z.string().openapi({ format: 'date-time', description: 'End of the range, exclusive.' }),
  })
const rule = <const Code extends string>(code: Code, description: string) =>
  z.literal(code).describe(description)
const source = () => z.string().optional().describe('The kind of the calendar, such as `google`.')
const claim = () =>
  interval().optional().describe('The time that the booking would take, with its buffers.')

/** A limit that is reached. */
const LIMIT_REACHED = z.object({
  code: rule('limit_reached', 'A limit of the event type or of a provider is reached.'),
  limit: z.enum(LIMIT_NAMES).optional().describe('The limit.'),
  count: z.int().optional().describe('How many bookings or minutes the limit allows.'),
})

/** What a provider lacks at a start. */
const CANDIDATE_REASONS = [
  z.object({
    code: rule('outside_working_hours', 'The provider does not work at this time.'),
    openOnDate: z.array(interval()).optional().describe('The working hours of the same date.'),
  }),
  z.object({
    code: rule('time_off', 'The provider has time off at this time.'),
    timeOff: interval().optional().describe('The time off.'),
  }),
  z.object({
    code: rule('closed', 'The business is closed at this time.'),
    closed: interval().optional().describe('The closed time.'),
  }),
  z.object({
    code: rule('taken', 'A booking or a block takes this time.'),
    claim: claim(),
    occupied: interval().optional().describe('The time that is taken.'),
    keptUntil: instant(
      'Until when the time is kept after a booking freed it (`release.freedAfterMinutes`), if nothing else takes it. The account can book it with `override`.',
    ),
  }),
  z.object({
    code: rule('kept_back', 'The provider is kept back and not offered yet.'),
    untilMinutesBefore: z
      .int()
      .optional()
      .describe('For how many minutes before a start the provider is offered.'),
    offeredFrom: instant('From when on this start is offered.'),
  }),
  z.object({
    code: rule('calendar_busy', 'A connected calendar is busy at this time.'),
    source: source(),
    claim: claim(),
    busy: interval().optional().describe('The busy time of the calendar.'),
  }),
  z.object({
    code: rule('calendar_unknown', 'It is not known whether a connected calendar is busy.'),
    source: source(),
    because: z
      .enum(['not_read', 'stale', 'unreadable', 'out_of_range', 'check_failed'])
      .optional()
      .describe(
        '`not_read`: the calendar was not read yet. `stale`: the last read is too old. `unreadable`: reads fail. `out_of_range`: the time is after `readUntil`. `check_failed`: the check at booking time failed.',
      ),
  }),
  LIMIT_REACHED,
] as const

/**
 * One rule that a start breaks, with the values that were compared. Only the account sees the values;
 * a booker sees only the code.
 */
export const SlotReason = z
  .discriminatedUnion('code', [
    ...CANDIDATE_REASONS,
    z.object({
      code: rule('off_grid', 'No slot begins at this time.'),
      previousStart: instant('The last slot start before it.'),
      nextStart: instant('The first slot start after it.'),
    }),
    z.object({
      code: rule('outside_availability', 'The provider is not available at this time.'),
      openOnDate: z.array(interval()).optional().describe('The open times of the same date.'),
    }),
    z.object({
      code: rule('in_the_past', 'The start is in the past.'),
      now: instant('The current time of the server.'),
    }),
    z.object({
      code: rule('too_soon', 'The start is within the minimum notice.'),
      minNoticeMinutes: z.int().optional().describe('The minimum notice of the event type.'),
      earliestStart: instant('The earliest start that can be booked now.'),
    }),
    z.object({
      code: rule('too_far', 'The start is too far ahead.'),
      maxAdvanceDays: z.int().optional().describe('How many days ahead can be booked.'),
      startsBefore: instant('Starts before this time can be booked now.'),
      opensAt: instant('When this start opens for booking. Absent without `release`.'),
    }),
    z.object({
      code: rule('too_few_candidates', 'Too few candidates of a requirement are free.'),
      requirement: z.string().optional().describe('The name of the requirement.'),
      neededCount: z.int().optional().describe('How many candidates a booking takes.'),
      freeCount: z.int().optional().describe('How many candidates are free.'),
      candidates: z
        .array(
          z.object({
            providerId: z.string().describe('A candidate who is not free.'),
            reasons: z
              .array(z.discriminatedUnion('code', CANDIDATE_REASONS))
              .describe('What the candidate lacks.'),
          }),
        )
        .optional()
        .describe('The candidates who are not free.'),
    }),
    z.object({
      code: rule('session_full', 'The session has too few seats left.'),
      seatsLeft: z.int().optional().describe('How many seats are left.'),
    }),
    z.object({
      code: rule('session_cancelled', 'The session was cancelled, or moved to another start.'),
    }),
    z.object({ code: rule('event_type_inactive', 'The event type is inactive.') }),
    z.object({ code: rule('provider_inactive', 'The provider is inactive.') }),
  ])
  .openapi('SlotReason', {
    description:
      'A rule that a start breaks. Only the account sees the values; a booker sees only the code.',
    example: { code: 'too_soon', minNoticeMinutes: 60, earliestStart: '2026-04-27T10:00:00Z' },
  })

/** What a provider lacks at a start. */
export type CandidateReason = z.infer<(typeof CANDIDATE_REASONS)[number]>

/** One rule that a start breaks. */
export type SlotReason = z.infer<typeof SlotReason>

/** One rule that a stay breaks. */
export const StayReason = z
  .discriminatedUnion('code', [
    z.object({
      code: rule('too_few_nights', 'The stay is too short.'),
      minNights: z.int().describe('The minimum number of nights.'),
    }),
    z.object({
      code: rule('too_many_nights', 'The stay is too long.'),
      maxNights: z.int().describe('The maximum number of nights.'),
    }),
    z.object({
      code: rule('arrival_weekday', 'A stay cannot begin on this weekday.'),
      allowed: z.array(z.string()).describe('The weekdays on which a stay can begin.'),
    }),
    z.object({
      code: rule('departure_weekday', 'A stay cannot end on this weekday.'),
      allowed: z.array(z.string()).describe('The weekdays on which a stay can end.'),
    }),
    z.object({
      code: rule('closed_night', 'A night of the stay is closed.'),
      night: z.string().describe('The first closed night, by the date on which it begins.'),
    }),
    z.object({
      code: rule('in_the_past', 'The stay begins in the past.'),
      today: z.string().describe("The current date in the calendar's time zone."),
    }),
    z.object({
      code: rule('too_far', 'The stay begins too far ahead.'),
      lastArrival: z.string().describe('The last date on which a stay can begin now.'),
    }),
    z.object({
      code: rule('arrival_too_soon', 'The stay begins too soon.'),
      firstArrival: z.string().describe('The first date on which a stay can begin now.'),
    }),
    z.object({
      code: rule('too_many_occupants', 'More people than the unit is for.'),
      max: z.int().describe('The largest number that is possible.'),
    }),
    z.object({
      code: rule('closed_to_arrival', 'No stay can begin on this date.'),
      date: z.string().describe('The date of arrival.'),
    }),
    z.object({
      code: rule('closed_to_departure', 'No stay can end on this date.'),
      date: z.string().describe('The date of departure.'),
    }),
    z.object({
      code: rule('stop_sell', 'A night of the stay is not sold.'),
      night: z.string().describe('The first such night.'),
    }),
    z.object({
      code: rule('no_price', 'The rate plan has no price for a night of the stay.'),
      night: z.string().describe('The first such night.'),
    }),
    z.object({
      code: rule('too_many_prices', 'The price would have too many lines. Book a shorter stay.'),
      max: z.int().describe('The largest number of lines.'),
    }),
    z.object({
      code: rule(
        'nights_are_priced',
        'The stay was paid without a rate plan, and its event type has no price in that currency any more, so it can only move to as many nights.',
      ),
      nights: z.int().describe('The number of nights that its price is for.'),
    }),
  ])
  .openapi('StayReason', {
    description: 'A rule that a stay breaks.',
    example: { code: 'too_few_nights', minNights: 2 },
  })

/** One rule that a stay breaks. */
export type StayReason = z.infer<typeof StayReason>
