import { z } from '@hono/zod-openapi'
import { orNull } from './or-null.ts'
import { wholeNumber } from './text.ts'
import { timeOfDayText } from './time.ts'

const ReleaseInput = z
  .strictObject({
    daysAhead: wholeNumber(1, 1095, 'days').openapi({
      description: 'How many days ahead a date opens. At most `maxAdvanceDays`.',
      example: 14,
    }),
    at: timeOfDayText().openapi({ description: 'The time of day, `HH:MM`.', example: '08:00' }),
  })
  .openapi('ReleaseInput', { description: 'When dates open for booking.' })

const Release = z
  .object({
    daysAhead: z.int().openapi({ description: 'How many days ahead a date opens.', example: 14 }),
    at: z.string().openapi({ description: 'The time of day, `HH:MM`.', example: '08:00' }),
  })
  .openapi('Release', { description: 'When dates open for booking.' })

/** When the dates of an event type open for booking, in a body. */
export const releaseInput = () =>
  ReleaseInput.nullable().optional().openapi({
    description:
      'When each date opens for booking: `daysAhead` local dates before, at `at`, in the time zone of its hours. `maxAdvanceDays` counts too. Null, the default: at midnight, as `maxAdvanceDays` says.',
  })

/** When the dates of an event type open for booking, in an answer. */
export const releaseOrNull = () =>
  orNull(
    Release,
    'When each date opens for booking, in the time zone of its hours. Null: at midnight, as `maxAdvanceDays` says.',
  )
