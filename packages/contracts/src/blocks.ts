import { z } from '@hono/zod-openapi'
import { absenceIdAnswer } from './absence-parts.ts'
import { resourceId } from './ids.ts'
import { changedFields, listOf, pageQuery } from './lists.ts'
import { proseText } from './text.ts'
import { instantAnswer, instantOrDateText, instantText, isRange, momentText } from './time.ts'

/** `POST /v1/providers/{id}/blocks`: blocks the provider's time in `[start, end)`, at most 1,096 days. */
export const BlockCreate = z
  .strictObject({
    start: instantText().describe('Start of the block.'),
    end: momentText().describe(
      'End of the block, exclusive. Must be after `start`. A fraction of a second is dropped.',
    ),
    reason: proseText().optional().describe('Why the time is blocked. Bookers do not see it.'),
  })
  .refine(isRange, {
    error: 'must be after `start`',
    path: ['end'],
  })
  .openapi('BlockCreate', { description: 'A range `[start, end)` to block.' })

/** A range `[start, end)` in which a provider cannot be booked. */
export const Block = z
  .object({
    id: resourceId('block'),
    providerId: resourceId('provider'),
    start: instantAnswer().describe('Start of the block.'),
    end: instantAnswer().describe('End of the block, exclusive.'),
    reason: z.string().nullable().describe('Why the time is blocked. Bookers do not see it.'),
    absenceId: absenceIdAnswer(),
    ...changedFields,
  })
  .openapi('Block', { description: 'A range `[start, end)` in which a provider cannot be booked.' })

/** `GET /v1/providers/{id}/blocks`. */
export const BlockListQuery = z.strictObject({
  from: instantOrDateText().optional().openapi({
    description:
      "Only blocks that end after this time. A date means midnight in the provider's time zone.",
  }),
  to: instantOrDateText().optional().openapi({
    description:
      "Only blocks that start before this time. A date means midnight in the provider's time zone.",
  }),
  ...pageQuery,
})

/** `GET /v1/providers/{id}/blocks`. */
export const BlockList = listOf(Block, 'BlockList')

export type BlockCreate = z.infer<typeof BlockCreate>
export type Block = z.infer<typeof Block>
