import {
  type BlockMark,
  type DayClaim,
  formatDate,
  type LedgerDay,
  ok,
  type Result,
  refuse,
} from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { epochSeconds } from '../../kernel/dependencies.ts'
import { ledgerFromItem } from '../../kernel/items/ledger-item.ts'
import { type LedgerState, STORE_LIMITS, type Write } from '../../kernel/ports/store.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import { CONFLICT, retryOnConflict } from '../../kernel/retry.ts'
import { commit, type NamedWrites } from '../../kernel/transaction.ts'
import { replaceDay } from '../../ledger/claim-writes.ts'
import { ledgerKey } from '../../ledger/keys.ts'
import type { Block } from './block.ts'

/** The name of the write of a day, by its number. */
type DayWriteName = `day:${number}`

/** The writes beside the ledger: the block, and the trigger of an unfinished one. */
export type OwnWrites = NamedWrites<'block' | 'trigger'>

/** `stale`: the block was changed by another writer. */
export type PartsCommitted = Result<undefined, Refusal> | 'stale'

/**
 * Claims parts of days for a block, in one transaction with its own writes. A refusal has the first time
 * that is taken. A day that was not read yet is assumed empty, since most blocked days have no
 * bookings.
 */
export async function commitParts(
  deps: Dependencies,
  caller: Pick<Caller<Block>, 'idempotency'>,
  block: Block,
  parts: readonly DayClaim[],
  own: OwnWrites,
): Promise<PartsCommitted> {
  const now = epochSeconds(deps.clock)
  const known = new Map<number, LedgerState>()
  return retryOnConflict<PartsCommitted>(`the ledger of ${block.providerId}`, async () => {
    const days: Partial<Record<DayWriteName, Write>> = {}
    for (const part of parts) {
      const write = blockPart(block, part, known.get(part.dayNumber), now)
      if (!write.ok) return write
      days[`day:${part.dayNumber}`] = write.value
    }
    const committed = await commit<Block, 'block' | 'trigger' | DayWriteName>(
      deps,
      caller,
      { ...own, ...days },
      block,
    )
    if (committed.kind === 'done') return ok(undefined)
    if (committed.kind === 'refused') return refuse(committed.refusal)
    const { conflicts } = committed
    if (conflicts.has('block')) return 'stale'
    for (const { dayNumber } of parts) {
      const name = `day:${dayNumber}` as const
      if (conflicts.has(name)) known.set(dayNumber, ledgerFromItem(conflicts.get(name)))
    }
    return CONFLICT
  })
}

function blockPart(
  block: Block,
  part: DayClaim,
  state: LedgerState | undefined,
  now: number,
): Result<Write, Refusal> {
  const key = ledgerKey(block.providerId, formatDate(part.dayNumber))
  const { firstQuantum, quantumCount } = part
  const mark: BlockMark = { blockId: block.id, firstQuantum, quantumCount }
  if (state === undefined && quantumCount <= STORE_LIMITS.quantaPerLedgerClaim) {
    return ok({ kind: 'ledger-claim', key, firstQuantum, quantumCount, block: mark })
  }
  const empty: LedgerDay = { taken: new Set(), holds: [], blocks: [] }
  const day = state ?? { rev: 0, ...empty }
  const write = replaceDay(key, part.dayNumber, day, { claim: part, block: mark }, now)
  if (write.ok) return write
  const epochMinutes = write.refusal.kind === 'taken' ? write.refusal.epochMinutes : 0
  return refuse({ code: 'slot_taken', startEpochSeconds: epochMinutes * 60 })
}

/** The writes that free parts of days of a block. */
export function releaseParts(
  { id: blockId, providerId }: Pick<Block, 'id' | 'providerId'>,
  parts: readonly DayClaim[],
): Partial<Record<DayWriteName, Write>> {
  const writes: Partial<Record<DayWriteName, Write>> = {}
  for (const { dayNumber, firstQuantum, quantumCount } of parts) {
    writes[`day:${dayNumber}`] = {
      kind: 'ledger-release',
      key: ledgerKey(providerId, formatDate(dayNumber)),
      firstQuantum,
      quantumCount,
      mark: { blockId },
    }
  }
  return writes
}
