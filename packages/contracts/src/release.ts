import { z } from '@hono/zod-openapi'
import { resourceId } from './ids.ts'
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

/** A year. */
const KEPT_BACK_MINUTES = 525_600

const UNTIL_MINUTES_BEFORE = 'They are offered for starts that are at most so many minutes ahead.'

const KeptBackInput = z
  .strictObject({
    providerIds: z
      .array(resourceId('provider'), { error: 'must be a list of providers' })
      .min(1, { error: 'must have at least one provider' })
      .max(50, { error: 'must have at most 50 providers' })
      .openapi({ description: 'The candidates, each in one entry.' }),
    untilMinutesBefore: wholeNumber(1, KEPT_BACK_MINUTES, 'minutes').openapi({
      description: UNTIL_MINUTES_BEFORE,
      example: 1440,
    }),
  })
  .openapi('KeptBackInput', { description: 'Candidates who are kept back, in a body.' })

const KeptBack = z
  .object({
    providerIds: z.array(z.string()).openapi({ description: 'The candidates.' }),
    untilMinutesBefore: z.int().openapi({ description: UNTIL_MINUTES_BEFORE, example: 1440 }),
  })
  .openapi('KeptBack', { description: 'Candidates who are kept back.' })

const KEPT_BACK =
  'Candidates who are only offered shortly before a start, so that some time is left for emergencies. The account can book them at any time by their `providerId`.'

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
    keptBack: z
      .array(KeptBackInput, { error: 'must be a list of entries' })
      .max(10, { error: 'must have at most 10 entries' })
      .optional()
      .openapi({
        description: `${KEPT_BACK} Only with \`requirements\`. Default: nobody.`,
        example: [],
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
    keptBack: z.array(KeptBack).openapi({ description: KEPT_BACK, example: [] }),
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
      'When time can be booked. Each date opens `daysAhead` local dates before, at `at`, in the time zone of its hours; `maxAdvanceDays` counts too. Replaced as a whole. Null, the default: at midnight, as `maxAdvanceDays` says, with every candidate, and at once when it is freed.',
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
