import { z } from '@hono/zod-openapi'
import { wholeNumber } from './text.ts'

/** The most parts of a sequence. */
export const SEQUENCE_PARTS_MAX = 5

/** The longest pause between two parts of a sequence, and the one without `maxGapMinutes`. */
export const SEQUENCE_GAP_MAX_MINUTES = 240
export const SEQUENCE_GAP_MINUTES = 15

/** What `visits` of a provider is. */
export const VISITS =
  'Whether bookers of its page may add other services of the page to a booking, as one visit.'

const GAP = 'The longest pause between two services of a visit.'

/** How bookers put visits together, in a body. */
export const VisitRulesInput = z
  .strictObject({
    maxGapMinutes: wholeNumber(0, SEQUENCE_GAP_MAX_MINUTES, 'minutes')
      .optional()
      .openapi({ description: `${GAP} Default: ${SEQUENCE_GAP_MINUTES}.`, example: 15 }),
  })
  .openapi('VisitRulesInput', { description: VISITS })

/** How bookers put visits together. */
export const VisitRules = z
  .object({ maxGapMinutes: z.int().openapi({ description: GAP, example: 15 }) })
  .openapi('VisitRules', { description: VISITS })

/** What its absence is. */
export const NO_VISITS = 'Null: they book each service by itself.'
