import { type DayClaim, ok, type Result } from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { StoreUnavailable, type Write } from '../../kernel/ports/store.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import { transact } from '../../kernel/transaction.ts'
import type { OwnWrite } from '../../ledger/owner.ts'
import { type ExpirationTrigger, expirationTriggerEntity } from '../bookings/expiration-trigger.ts'
import { blockKey } from '../keys.ts'
import { type Block, blockEntity, partsOfBlock } from './block.ts'
import { claimParts, freeParts } from './commit-parts.ts'

/**
 * A block over more days than one transaction can write grows day by day: each transaction claims some days
 * and moves the end of the block behind them. So the ledger and the block always agree. Until its last
 * transaction the block is unfinished: hidden, and removed by the sweeper if its server died. A long block
 * shrinks in the same way when it is deleted.
 */

/** The ledger days of one transaction, beside the block, its trigger and the idempotency answer. */
export const DAYS_PER_TRANSACTION = 90
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

/** Creates a block in several transactions; removes it again if a part of its time is taken. */
export async function createLongBlock(
  deps: Dependencies,
  caller: Caller<Block>,
  block: Block,
): Promise<Result<Block, Refusal>> {
  const parts = partsOfBlock(block)
  const finishByEpochSeconds = epochSeconds(deps.clock) + UNFINISHED_SECONDS
  const trigger = triggerOfBlock(block, finishByEpochSeconds)
  let current: Block | undefined
  for (let at = 0; at < parts.length; at += DAYS_PER_TRANSACTION) {
    const chunk = parts.slice(at, at + DAYS_PER_TRANSACTION)
    const isLast = at + DAYS_PER_TRANSACTION >= parts.length
    const version = (current?.version ?? 0) + 1
    const next: Block = isLast
      ? { ...block, version }
      : { ...block, version, endEpochSeconds: endOf(chunk), finishByEpochSeconds }
    const own = ownWrites(
      blockEntity.put(current, next),
      isLast
        ? expirationTriggerEntity.discard(trigger)
        : current === undefined
          ? expirationTriggerEntity.create(trigger)
          : undefined,
    )
    const committed = await claimParts(deps, isLast ? caller : {}, {
      block: next,
      parts: chunk,
      own,
    })
    if (committed === 'stale') {
      throw new StoreUnavailable(`block ${block.id} took too long and was removed`, 'not-applied')
    }
    if (!committed.ok) {
      if (current) await shrinkToNothing(deps, current)
      return committed
    }
    current = next
  }
  return ok(current ?? block)
}

/**
 * Frees the time of a block in as many transactions as it needs, and deletes it. Answers whether this call
 * began it: false if the block had changed.
 */
export async function shrinkToNothing(deps: Dependencies, block: Block): Promise<boolean> {
  let current = block
  for (;;) {
    const parts = partsOfBlock(current)
    const kept = parts.slice(0, -DAYS_PER_TRANSACTION)
    const finishBy = current.finishByEpochSeconds
    const isLast = kept.length === 0
    const due = finishBy ?? epochSeconds(deps.clock) + UNFINISHED_SECONDS
    const next: Block = {
      ...current,
      version: current.version + 1,
      endEpochSeconds: endOf(kept),
      finishByEpochSeconds: due,
    }
    const trigger = triggerOfBlock(current, due)
    const isFirst = finishBy === undefined
    const own = ownWrites(
      isLast ? blockEntity.remove(current) : blockEntity.replace(current, next),
      isLast && !isFirst
        ? expirationTriggerEntity.discard(trigger)
        : !isLast && isFirst
          ? expirationTriggerEntity.create(trigger)
          : undefined,
    )
    const freed = parts.slice(-DAYS_PER_TRANSACTION)
    const outcome = await freeParts(deps, {}, { block: current, parts: freed, own })
    // Another writer has gone on with it, and finishes it.
    if (outcome === 'stale') return current !== block
    if (isLast) return true
    current = next
  }
}

/** Removes an unfinished block whose server died, or only its trigger if the block is finished. */
export async function finishBlock(deps: Dependencies, trigger: ExpirationTrigger): Promise<void> {
  const { bookingId: blockId, blockOfProviderId = '', expiresAtEpochSeconds } = trigger
  const block = await blockEntity.read(deps.store, blockKey(blockOfProviderId, blockId))
  if (block?.finishByEpochSeconds === expiresAtEpochSeconds) await shrinkToNothing(deps, block)
  else await transact(deps, { trigger: expirationTriggerEntity.discard(trigger) })
}
