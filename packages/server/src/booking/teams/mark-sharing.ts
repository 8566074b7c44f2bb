import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { CONFLICT, retryOnConflict } from '../../kernel/retry.ts'
import { transact } from '../../kernel/transaction.ts'
import { providerKey } from '../keys.ts'
import { type Provider, providerEntity } from '../providers/provider.ts'

/**
 * Prepares a provider for a booking that takes several, or one in spans: aborts a deletion that is being decided, and
 * records that the provider shares bookings, so that its lists look for them. Writes once in the life of a provider, and
 * once more for the first booking with spans, unless it is being deleted. Answers whether the provider exists.
 */
export async function markSharing(
  deps: Dependencies,
  provider: Provider,
  hasSpans = false,
): Promise<boolean> {
  let current: Provider | undefined = provider
  return retryOnConflict(`provider ${provider.id}`, async () => {
    if (current === undefined || current.deletedAtEpochSeconds !== undefined) return false
    const { deletionBeganAtEpochSeconds, ...rest } = current
    const isMarked = current.sharesBookings && (!hasSpans || current.hasSpans)
    if (isMarked && deletionBeganAtEpochSeconds === undefined) return true
    const after: Provider = {
      ...rest,
      version: current.version + 1,
      sharesBookings: true,
      ...(hasSpans && { hasSpans }),
      updatedAtEpochSeconds: epochSeconds(deps.clock),
    }
    const outcome = await transact(deps, { provider: providerEntity.replace(current, after) })
    if (outcome.kind === 'done') return true
    current = await providerEntity.read(deps.store, providerKey(provider.id), { consistent: true })
    return CONFLICT
  })
}
