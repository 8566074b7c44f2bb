import {
  type BlockMark,
  claimDays,
  type DayClaim,
  formatDate,
  type LedgerDay,
  ok,
  type Result,
  refuse,
  startOfLocalDay,
} from '@holdfast/engine'
import { type Caller, versionMismatch } from '../../kernel/caller.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { ledgerFromItem } from '../../kernel/items/ledger-item.ts'
import { type Listed, listFiltered, type Page } from '../../kernel/paging.ts'
import { type LedgerState, STORE_LIMITS, type Write } from '../../kernel/ports/store.ts'
import { invalid, notFound, type Refusal } from '../../kernel/refusals.ts'
import { CONFLICT, retryOnConflict } from '../../kernel/retry.ts'
import { commit } from '../../kernel/transaction.ts'
import { type LedgerWriteName, ledgerWriteName, replaceDay } from '../bookings/claim-writes.ts'
import { blockKey, blocksRange, ledgerKey } from '../keys.ts'
import { getProvider } from '../providers/providers.ts'
import { type Block, blockEntity } from './block.ts'
import { whatIsInTheWay } from './in-the-way.ts'

/** Time to block. */
export interface BlockInput {
  readonly startEpochSeconds: number
  readonly endEpochSeconds: number
  readonly reason?: string | undefined
}

/**
 * The most days of one block: a ledger item each, beside the block and the idempotency answer, in a
 * transaction of 100 writes. A longer absence is several blocks.
 */
export const BLOCK_DAYS = 92
const SECONDS_PER_DAY = 86_400

const intervalOf = (block: Pick<Block, 'startEpochSeconds' | 'endEpochSeconds'>) => ({
  startEpochMinutes: block.startEpochSeconds / 60,
  endEpochMinutes: block.endEpochSeconds / 60,
})

const partsOf = (block: Pick<Block, 'startEpochSeconds' | 'endEpochSeconds'>) =>
  claimDays(intervalOf(block))

/** Blocks time. A live booking, hold or other block in that time refuses it, and is named. */
export async function createBlock(
  deps: Dependencies,
  caller: Caller<Block>,
  providerId: string,
  input: BlockInput,
): Promise<Result<Block, Refusal>> {
  const wrong = checkTimes(input)
  if (wrong) return wrong
  const provider = await getProvider(deps, caller, providerId)
  if (!provider.ok) return provider
  const now = epochSeconds(deps.clock)
  const block: Block = {
    id: deps.ids.next('block', deps.clock.nowEpochMilliseconds()),
    accountId: caller.accountId,
    providerId,
    version: 1,
    startEpochSeconds: input.startEpochSeconds,
    endEpochSeconds: input.endEpochSeconds,
    ...(input.reason === undefined ? {} : { reason: input.reason }),
    createdAtEpochSeconds: now,
    updatedAtEpochSeconds: now,
  }
  const known = new Map<number, LedgerState>()
  const parts = partsOf(block)
  return retryOnConflict(`the ledger of ${providerId}`, async () => {
    const writes: Record<'block' | LedgerWriteName, Write> = { block: blockEntity.create(block) }
    for (const part of parts) {
      const write = blockPart(block, part, known.get(part.dayNumber), now)
      if (!write.ok) {
        const inTheWay = await whatIsInTheWay(deps, providerId, intervalOf(block))
        return refuse({ ...write.refusal, inTheWay })
      }
      writes[ledgerWriteName(part.dayNumber)] = write.value
    }
    const committed = await commit(deps, caller, writes, block)
    if (committed.kind === 'done') return ok(block)
    if (committed.kind === 'refused') return refuse(committed.refusal)
    for (const { dayNumber } of parts) {
      const name = ledgerWriteName(dayNumber)
      const { conflicts } = committed
      if (conflicts.has(name)) known.set(dayNumber, ledgerFromItem(conflicts.get(name)))
    }
    return CONFLICT
  })
}

/** A day that was not read yet is assumed empty, since most blocked days have no bookings. */
function blockPart(
  block: Block,
  part: DayClaim,
  state: LedgerState | undefined,
  now: number,
): Result<Write, { readonly code: 'slot_taken'; readonly startEpochSeconds: number }> {
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

function checkTimes(input: BlockInput) {
  const { startEpochSeconds: start, endEpochSeconds: end } = input
  if (start % 60 !== 0) return invalid('/start', 'a block starts on a whole minute')
  if (end % 60 !== 0) return invalid('/end', 'a block ends on a whole minute')
  if (end <= start) return invalid('/end', 'the end must be after the start')
  if (end - start > BLOCK_DAYS * SECONDS_PER_DAY) {
    return invalid('/end', `a block lasts at most ${BLOCK_DAYS} days; use several for longer`)
  }
  return undefined
}

/** One end of a range: an instant in epoch minutes, or midnight in the provider's zone. */
type RangeEnd = { readonly epochMinutes: number } | { readonly dayNumber: number }

/** The blocks to list: those that overlap `[from, to)`. An absent end is open. */
export interface BlocksFilter {
  readonly from?: RangeEnd
  readonly to?: RangeEnd
}

/** Lists the blocks of a provider, in the order they were made. */
export async function listBlocks(
  deps: Dependencies,
  caller: Caller,
  providerId: string,
  page: Page,
  filter: BlocksFilter = {},
): Promise<Result<Listed<Block>, Refusal>> {
  const provider = await getProvider(deps, caller, providerId)
  if (!provider.ok) return provider
  const { timeZone } = provider.value
  const secondsOf = (end: RangeEnd): number =>
    60 * ('dayNumber' in end ? startOfLocalDay(timeZone, end.dayNumber) : end.epochMinutes)
  const from = filter.from ? secondsOf(filter.from) : Number.NEGATIVE_INFINITY
  const to = filter.to ? secondsOf(filter.to) : Number.POSITIVE_INFINITY
  if (to <= from) return invalid('to', '`to` must be after `from`; ranges are half-open')
  const isListed = (block: Block): boolean =>
    block.startEpochSeconds < to && from < block.endEpochSeconds
  const request = { ...blocksRange(providerId), filter }
  return ok(await listFiltered(deps.store, request, page, blockEntity.decode, isListed))
}

/** Deletes a block and frees its time. */
export async function deleteBlock(
  deps: Dependencies,
  caller: Caller<undefined>,
  providerId: string,
  blockId: string,
): Promise<Result<undefined, Refusal>> {
  const provider = await getProvider(deps, caller, providerId)
  if (!provider.ok) return provider
  const key = blockKey(providerId, blockId)
  const block = await blockEntity.read(deps.store, key, { consistent: true })
  if (block === undefined) return notFound('block', blockId)
  const stale = versionMismatch(caller, block.version)
  if (stale) return stale
  const writes: Record<'block' | LedgerWriteName, Write> = { block: blockEntity.remove(block) }
  for (const { dayNumber, firstQuantum, quantumCount } of partsOf(block)) {
    writes[ledgerWriteName(dayNumber)] = {
      kind: 'ledger-release',
      key: ledgerKey(providerId, formatDate(dayNumber)),
      firstQuantum,
      quantumCount,
      mark: { blockId },
    }
  }
  const committed = await commit(deps, caller, writes, undefined)
  if (committed.kind === 'done') return ok(undefined)
  if (committed.kind === 'refused') return refuse(committed.refusal)
  return notFound('block', blockId)
}
