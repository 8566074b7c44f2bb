import type { Dependencies } from '../../kernel/dependencies.ts'
import { queryItems } from '../../kernel/items/query-items.ts'
import { mapAtMost } from '../../kernel/map-at-most.ts'
import { CONFLICT, retryOnConflict } from '../../kernel/retry.ts'
import { transact } from '../../kernel/transaction.ts'
import { bookingIndexKeys, providerKey } from '../keys.ts'
import { type Provider, providerEntity } from '../providers/provider.ts'

/** Providers that are written at once. */
const AT_ONCE = 20

/**
 * Marks all providers of an account, so that readers of their hours look for closures until a second. Repeating it is
 * harmless, and completes one that was interrupted. The index may lack a provider that was created a moment ago.
 */
export async function markProviders(
  deps: Dependencies,
  accountId: string,
  untilEpochSeconds: number,
): Promise<void> {
  const partition = bookingIndexKeys.providersOfAccount(accountId)
  const unmarked: string[] = []
  for await (const item of queryItems(deps.store, { index: 'GSI1', partition })) {
    const provider = providerEntity.decode(item)
    if (!isMarked(provider, untilEpochSeconds)) unmarked.push(provider.id)
  }
  await markNamed(deps, unmarked, untilEpochSeconds)
}

/** Marks some providers, each read by its key: these an index cannot lack. */
export const markNamed = (
  deps: Dependencies,
  providerIds: readonly string[],
  untilEpochSeconds: number,
): Promise<unknown> => mapAtMost(providerIds, AT_ONCE, (id) => mark(deps, id, untilEpochSeconds))

const isMarked = ({ closuresUntilEpochSeconds = 0 }: Provider, until: number): boolean =>
  closuresUntilEpochSeconds >= until

const mark = (deps: Dependencies, providerId: string, until: number): Promise<undefined> =>
  retryOnConflict(`provider ${providerId}`, async () => {
    const before = await providerEntity.read(deps.store, providerKey(providerId))
    const isGone = before === undefined || before.deletedAtEpochSeconds !== undefined
    if (isGone || isMarked(before, until)) return undefined
    const after: Provider = {
      ...before,
      version: before.version + 1,
      closuresUntilEpochSeconds: until,
    }
    const outcome = await transact(deps, { provider: providerEntity.replace(before, after) })
    return outcome.kind === 'done' ? undefined : CONFLICT
  })
