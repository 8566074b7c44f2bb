import { areOverlapping, ok, type Result, refuse } from '@holdfast/engine'
import { type Caller, versionMismatch } from '../../kernel/caller.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { intervalOfFilter, type RangeFilter } from '../../kernel/list-range.ts'
import { type Listed, listFiltered, type Page } from '../../kernel/paging.ts'
import { invalid, notFound, type Refusal } from '../../kernel/refusals.ts'
import { newResource } from '../../kernel/resource.ts'
import { intervalOfTimes } from '../closed-time/closed-time.ts'
import { blockKey, blocksRange } from '../keys.ts'
import { isTeam } from '../providers/provider.ts'
import { getProvider } from '../providers/read-providers.ts'
import { checkHasTime } from '../providers/units.ts'
import { BLOCK_DAYS, type Block, blockEntity } from './block.ts'
import { growBlock, shrinkToNothing } from './grow-block.ts'
import { whatIsInTheWay } from './in-the-way.ts'

/** Time to block. */
export interface BlockInput {
  readonly startEpochSeconds: number
  readonly endEpochSeconds: number
  readonly reason?: string | undefined
}

const SECONDS_PER_DAY = 86_400

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
  if (isTeam(provider.value)) return refuse({ code: 'provider_is_team', providerId })
  const hasTime = checkHasTime(provider.value, '/path/id')
  if (!hasTime.ok) return hasTime
  const block: Block = {
    ...newResource(deps, caller.accountId, 'block'),
    providerId,
    startEpochSeconds: input.startEpochSeconds,
    endEpochSeconds: input.endEpochSeconds,
    ...(input.reason === undefined ? {} : { reason: input.reason }),
    actor: caller.actor,
  }
  const made = await growBlock(deps, caller, block)
  if (made.ok || made.refusal.code !== 'slot_taken') return made
  const inTheWay = await whatIsInTheWay(deps, providerId, intervalOfTimes(block))
  return refuse({ ...made.refusal, inTheWay })
}

function checkTimes(input: BlockInput) {
  const { startEpochSeconds: start, endEpochSeconds: end } = input
  if (start % 60 !== 0) return invalid('/start', 'a block starts on a whole minute')
  if (end % 60 !== 0) return invalid('/end', 'a block ends on a whole minute')
  if (end <= start) return invalid('/end', 'the end must be after the start')
  if (end - start > BLOCK_DAYS * SECONDS_PER_DAY) {
    return invalid('/end', `a block lasts at most ${BLOCK_DAYS} days`)
  }
  return undefined
}

/** Lists the blocks of a provider, in the order they were made. */
export async function listBlocks(
  deps: Dependencies,
  caller: Caller,
  providerId: string,
  page: Page,
  filter: RangeFilter = {},
): Promise<Result<Listed<Block>, Refusal>> {
  const provider = await getProvider(deps, caller, providerId)
  if (!provider.ok) return provider
  const range = intervalOfFilter(filter, provider.value.timeZone)
  if (!range.ok) return range
  const isListed = (block: Block): boolean =>
    block.finishByEpochSeconds === undefined && areOverlapping(intervalOfTimes(block), range.value)
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
  const block = await blockEntity.read(deps.store, blockKey(providerId, blockId))
  if (block === undefined || block.finishByEpochSeconds !== undefined) {
    return notFound('block', blockId)
  }
  const stale = versionMismatch(caller, block.version)
  if (stale) return stale
  const freed = await shrinkToNothing(deps, caller, block)
  return freed === 'stale' ? notFound('block', blockId) : freed
}
