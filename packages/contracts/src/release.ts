import { z } from '@hono/zod-openapi'
import { orNull } from './or-null.ts'
import { wholeNumber } from './text.ts'
import { timeOfDayText } from './time.ts'

/** A day: time that somebody gave back is not lost for longer. */
const FREED_MINUTES = 1440

const FreedAfterInput = z
  .strictObject({
    min: wholeNumber(1, FREED_MINUTES, 'minutes').openapi({
      description: 'At least so long.',
      example: 20,
    }),
    max: wholeNumber(1, FREED_MINUTES, 'minutes').openapi({
      description: 'At most so long. At least `min`.',
      example: 240,
    }),
  })
  .openapi('FreedAfterInput', { description: 'A range of minutes, in a body.' })

const FreedAfter = z
  .object({
    min: z.int().openapi({ description: 'At least so long.', example: 20 }),
    max: z.int().openapi({ description: 'At most so long.', example: 240 }),
  })
  .openapi('FreedAfter', { description: 'A range of minutes.' })

const FREED_AFTER =
  'How long the time of a confirmed booking stays taken after it is cancelled or moved: a time that differs by booking and that nobody can foresee. Meanwhile the account can book it with `override`, and the wait list is offered it.'

const ReleaseInput = z
  .strictObject({
    daysAhead: wholeNumber(1, 1095, 'days').nullable().optional().openapi({
      description:
        'How many days ahead a date opens. At most `maxAdvanceDays`. Null, the default: as many as `maxAdvanceDays`; required with `at`.',
      example: 14,
    }),
    at: timeOfDayText().nullable().optional().openapi({
      description: 'The time of day, `HH:MM`. Null, the default: midnight.',
      example: '08:00',
    }),
    freedAfterMinutes: orNull(
      FreedAfterInput,
      `${FREED_AFTER} Only for bookings made from then on. Not with \`seats\`. Null: not at all.`,
    ).optional(),
  })
  .openapi('ReleaseInput', { description: 'When time can be booked, in a body.' })

const opening = {
  daysAhead: z.int().openapi({ description: 'How many days ahead a date opens.', example: 14 }),
  at: z.string().openapi({ description: 'The time of day, `HH:MM`.', example: '08:00' }),
}

const Release = z
  .object({
    ...opening,
    freedAfterMinutes: orNull(FreedAfter, `${FREED_AFTER} Null: not at all.`),
  })
  .openapi('Release', { description: 'When time can be booked.' })

const Opening = z
  .object(opening)
  .openapi('Opening', { description: 'When dates open for booking.' })

/** When time of an event type can be booked, in a body. */
export const releaseInput = () =>
  ReleaseInput.nullable().optional().openapi({
    description:
      'When time can be booked. Each date opens `daysAhead` local dates before, at `at`, in the time zone of its hours; `maxAdvanceDays` counts too. Replaced as a whole. Null, the default: at midnight, as `maxAdvanceDays` says, and at once when it is freed.',
  })

/** When time of an event type can be booked, in an answer. */
export const releaseOrNull = () =>
  orNull(
    Release,
    'When time can be booked; dates open in the time zone of its hours. Null: at midnight, as `maxAdvanceDays` says, and at once when it is freed.',
  )

/** When the dates of an event type open for booking, as bookers see it. */
export const openingOrNull = () =>
  orNull(
    Opening,
    'When each date opens for booking, in the time zone of its hours. Null: at midnight, as `maxAdvanceDays` says.',
  )
