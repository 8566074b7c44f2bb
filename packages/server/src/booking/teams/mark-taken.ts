import { endOf, MINUTES_PER_DAY, type Span } from '@holdfast/engine'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { CONFLICT, retryOnConflict } from '../../kernel/retry.ts'
import { transact } from '../../kernel/transaction.ts'
import { providerKey } from '../keys.ts'
import { type Provider, providerEntity } from '../providers/provider.ts'

/** What lists have to know of a provider before a booking takes it. */
export interface TakenProvider {
  /** True if a booking takes it together with others, or in spans, or leaves it: then lists look for marks in its ledger. */
  readonly sharesBookings?: true
  /** How many days after its start the booking may take it; see `Provider`. Absent: it is taken from the start on, for a day. */
  readonly longestDays?: number | undefined
}

/** For how many days after its start a booking may take a provider. Undefined for one without spans of at most a day. */
export const daysTaken = (
  durationMinutes: number,
  spans: readonly Span[] = [],
): number | undefined =>
  spans.length === 0 && durationMinutes <= MINUTES_PER_DAY
    ? undefined
    : Math.ceil(Math.max(durationMinutes, ...spans.map(endOf)) / MINUTES_PER_DAY)

/**
 * Prepares a provider for a booking that lists do not find by its start alone: aborts a deletion that is being decided, and
 * records how they find it. Writes once in the life of a provider, and once more for each booking that lasts longer than
 * all before, unless it is being deleted. Answers whether the provider exists.
 */
export async function markTaken(
  deps: Dependencies,
  provider: Provider,
  { sharesBookings, longestDays = 0 }: TakenProvider,
): Promise<boolean> {
  let current: Provider | undefined = provider
  return retryOnConflict(`provider ${provider.id}`, async () => {
    if (current === undefined || current.deletedAtEpochSeconds !== undefined) return false
    const { deletionBeganAtEpochSeconds, ...rest } = current
    const isLonger = longestDays > (current.longestDays ?? 0)
    const isMarked = !isLonger && (!sharesBookings || current.sharesBookings)
    if (isMarked && deletionBeganAtEpochSeconds === undefined) return true
    const after: Provider = {
      ...rest,
      version: current.version + 1,
      ...(sharesBookings && { sharesBookings }),
      ...(isLonger && { longestDays }),
      updatedAtEpochSeconds: epochSeconds(deps.clock),
    }
    const outcome = await transact(deps, { provider: providerEntity.replace(current, after) })
    if (outcome.kind === 'done') return true
    current = await providerEntity.read(deps.store, providerKey(provider.id))
    return CONFLICT
  })
}
