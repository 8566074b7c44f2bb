import { claimDays, type DayClaim } from '@holdfast/engine'
import { z } from 'zod'
import { type AttributesOf, defineEntity } from '../../kernel/entity.ts'
import { keyTail } from '../../kernel/keys.ts'
import { RESOURCE_ATTRIBUTES } from '../../kernel/resource.ts'
import { closedTimeProblems, intervalOfTimes } from '../closed-time/closed-time.ts'
import { blockKey } from '../keys.ts'

const blockAttributes = z.object({
  ...RESOURCE_ATTRIBUTES,
  providerId: z.string(),
  startEpochSeconds: z.int(),
  endEpochSeconds: z.int(),
  reason: z.exactOptional(z.string()),
  /** The absence of which it is a part. Absent: it stands alone. */
  absenceId: z.exactOptional(z.string()),
  /**
   * Set while a block that is too long for one transaction grows or shrinks: `[start, end)` is what it
   * claims so far. It is hidden, and from this second on the sweeper removes it.
   */
  finishByEpochSeconds: z.exactOptional(z.int()),
})

/** Time that a provider takes off: epoch seconds, whole minutes, `[start, end)`. */
export interface Block extends AttributesOf<typeof blockAttributes> {
  readonly id: string
}

/** The item of a block, in its provider's partition. */
export const blockEntity = defineEntity<Block, 'id'>({
  name: 'block',
  key: ({ providerId, id }) => blockKey(providerId, id),
  inKey: { id: ({ SK }) => keyTail(SK) },
  schema: blockAttributes,
})

type Times = Pick<Block, 'startEpochSeconds' | 'endEpochSeconds'>

/** The parts of ledger days that a block claims. */
export const partsOfBlock = (block: Times): readonly DayClaim[] => claimDays(intervalOfTimes(block))

/** The most days of one block. Nothing can be booked further ahead. */
export const BLOCK_DAYS = 1096

/** The problems of a block. */
export function blockProblems(block: Block): readonly string[] {
  const problems = closedTimeProblems(block)
  if (problems.length > 0) return problems
  return block.endEpochSeconds - block.startEpochSeconds <= BLOCK_DAYS * 86_400
    ? []
    : [`The block is longer than ${BLOCK_DAYS} days.`]
}
