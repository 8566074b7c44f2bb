import { z } from '@hono/zod-openapi'
import { oneOf, wholeNumber } from './text.ts'

/** The longest booking of an event type whose hours apply to its start and its end: 14 days. */
export const BOOKING_MINUTES_MAX = 20_160

const DURATIONS_MAX = 24

/** How long a booking is. */
export const bookingMinutes = () => wholeNumber(1, BOOKING_MINUTES_MAX, 'minutes')

/** The durations of an event type, to choose from. */
export const durationOptionsMinutes = () =>
  z
    .array(bookingMinutes(), { error: 'must be a list of durations' })
    .min(2, { error: 'must have at least two durations' })
    .max(DURATIONS_MAX, { error: `must have at most ${DURATIONS_MAX} durations` })
    .refine((list) => new Set(list).size === list.length, { error: 'must not repeat a duration' })

const HOURS_APPLY_TO =
  'What has to be within the hours. `duration`: the whole booking, at most 1,440 minutes. `startAndEnd`: only its start and its end, as of a car that is picked up and returned; it lasts at most 20,160 minutes, which are 14 days, and time off counts throughout.'

const hoursApplyTo = () => oneOf(['duration', 'startAndEnd'])

/** Whether the hours apply to all of a booking, or to its start and its end. */
export const hoursApplyToInput = () =>
  hoursApplyTo()
    .optional()
    .describe(
      `${HOURS_APPLY_TO} Not together with \`seats\`, \`waitlist\` and \`spans\`. Default: \`duration\`.`,
    )

/** What an event type says about the lengths of its bookings. */
export const durationAnswers = {
  durationOptionsMinutes: z.array(z.int()).nullable().openapi({
    description:
      'The durations that bookers choose from, the default first. Null: only `durationMinutes`.',
    example: null,
  }),
  hoursApplyTo: hoursApplyTo().describe(HOURS_APPLY_TO),
}
