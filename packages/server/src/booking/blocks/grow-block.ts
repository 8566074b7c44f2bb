import { type DayClaim, invariant, ok, type Result, refuse } from '@holdfast/engine'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { StoreUnavailable, type Write } from '../../kernel/ports/store.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import { transact } from '../../kernel/transaction.ts'
import type { OwnWrite } from '../../ledger/owner.ts'
import { type ExpirationTrigger, expirationTriggerEntity } from '../bookings/expiration-trigger.ts'
import { blockKey } from '../keys.ts'
import { type Block, blockEntity, partsOfBlock } from './block.ts'
import {
  type BlockParts,
  type BlocksOfOne,
  type Committer,
  claimBlocks,
  freeBlocks,
} from './commit-parts.ts'

/**
 * A block over more days than one transaction can write grows day by day: each transaction claims some days
 * and moves the end of the block behind them. So the ledger and the block always agree. Until its last
 * transaction the block is unfinished: hidden, and removed by the sweeper if its server died. A long block
 * shrinks in the same way when it is deleted. A shorter block takes one transaction either way.
 */

/** The ledger days of one transaction, beside the block, its trigger and the idempotency answer. */
const DAYS_PER_TRANSACTION = 90
/** How long a block may take to grow or shrink before the sweeper removes it. */
const UNFINISHED_SECONDS = 300
const SECONDS_PER_DAY = 86_400

const endOf = (parts: readonly DayClaim[]): number =>
  ((parts.at(-1)?.dayNumber ?? 0) + 1) * SECONDS_PER_DAY

/** The writes beside the ledger: the block, and the trigger of an unfinished one. */
const ownWrites = (block: Write, trigger: Write | undefined): readonly OwnWrite[] => [
  { role: 'basis', write: block },
  ...(trigger ? [{ role: 'effect', write: trigger } as const] : []),
]

/** The trigger of an unfinished block. */
export const triggerOfBlock = (
  { id, accountId, providerId }: Pick<Block, 'id' | 'accountId' | 'providerId'>,
  finishByEpochSeconds: number,
): ExpirationTrigger => ({
  bookingId: id,
  accountId,
  blockOfProviderId: providerId,
  expiresAtEpochSeconds: finishByEpochSeconds,
})

/** The change of the trigger, which exists while the block is unfinished. */
const triggerChange = (
  trigger: ExpirationTrigger,
  wasUnfinished: boolean,
  isUnfinished: boolean,
): Write | undefined =>
  wasUnfinished === isUnfinished
    ? undefined
    : isUnfinished
      ? expirationTriggerEntity.create(trigger)
      : expirationTriggerEntity.discard(trigger)

/** A part of a block as what one transaction changes. */
const ofOne = <Value>(part: BlockParts, value: Value): BlocksOfOne<Value> => ({
  blocks: [part],
  value,
  name: `the ledger of ${part.block.providerId}`,
})

/** Creates a block in as many transactions as it needs; removes it again if a part of its time is taken. */
export async function growBlock(
  deps: Dependencies,
  caller: Committer<Block>,
  block: Block,
): Promise<Result<Block, Refusal>> {
  const parts = partsOfBlock(block)
  const finishByEpochSeconds = epochSeconds(deps.clock) + UNFINISHED_SECONDS
  const trigger = triggerOfBlock(block, finishByEpochSeconds)
  let current: Block | undefined
  for (let at = 0; at < parts.length; at += DAYS_PER_TRANSACTION) {
    const chunk = parts.slice(at, at + DAYS_PER_TRANSACTION)
    const isFirst = current === undefined
    const isLast = at + DAYS_PER_TRANSACTION >= parts.length
    const version = (current?.version ?? 0) + 1
    const next: Block = isLast
      ? { ...block, version }
      : { ...block, version, endEpochSeconds: endOf(chunk), finishByEpochSeconds }
    const own = ownWrites(blockEntity.put(current, next), triggerChange(trigger, !isFirst, !isLast))
    const claimed = await claimBlocks(
      deps,
      isLast ? caller : {},
      ofOne({ block: next, parts: chunk, own }, next),
    )
    if (claimed.kind === 'stale') {
      invariant(!isFirst, 'a new block has the id of an existing one')
      throw new StoreUnavailable(`block ${block.id} took too long and was removed`, 'not-applied')
    }
    if (claimed.kind !== 'done') {
      if (current) await shrinkToNothing(deps, {}, current)
      return refuse(
        claimed.kind === 'refused'
          ? claimed.refusal
          : { code: 'slot_taken', startEpochSeconds: claimed.epochMinutes * 60 },
      )
    }
    current = next
  }
  return ok(current ?? block)
}

/**
 * Frees the time of a block in as many transactions as it needs, and deletes it. The first one decides: `stale` if the
 * block had changed before it.
 */
export async function shrinkToNothing(
  deps: Dependencies,
  caller: Committer<undefined>,
  block: Block,
): Promise<Result<undefined, Refusal> | 'stale'> {
  let current = block
  for (;;) {
    const parts = partsOfBlock(current)
    const kept = parts.slice(0, -DAYS_PER_TRANSACTION)
    const isFirst = current === block
    const isLast = kept.length === 0
    const wasUnfinished = current.finishByEpochSeconds !== undefined
    const due = current.finishByEpochSeconds ?? epochSeconds(deps.clock) + UNFINISHED_SECONDS
    const next: Block = {
      ...current,
      version: current.version + 1,
      endEpochSeconds: endOf(kept),
      finishByEpochSeconds: due,
    }
    const trigger = triggerOfBlock(current, due)
    const own = ownWrites(
      isLast ? blockEntity.remove(current) : blockEntity.replace(current, next),
      triggerChange(trigger, wasUnfinished, !isLast),
    )
    const freed = await freeBlocks(
      deps,
      isFirst ? caller : {},
      ofOne({ block: current, parts: parts.slice(-DAYS_PER_TRANSACTION), own }, undefined),
    )
    if (freed.kind === 'refused') return refuse(freed.refusal)
    // Another writer has gone on with it, and finishes it.
    if (freed.kind === 'stale') return isFirst ? 'stale' : ok(undefined)
    if (isLast) return ok(undefined)
    current = next
  }
}

/** Removes an unfinished block whose server died, or only its trigger if the block is finished. */
export async function finishBlock(deps: Dependencies, trigger: ExpirationTrigger): Promise<void> {
  const { bookingId: blockId, blockOfProviderId = '', expiresAtEpochSeconds } = trigger
  const block = await blockEntity.read(deps.store, blockKey(blockOfProviderId, blockId))
  if (block?.finishByEpochSeconds === expiresAtEpochSeconds) await shrinkToNothing(deps, {}, block)
  else await transact(deps, { trigger: expirationTriggerEntity.discard(trigger) })
}
