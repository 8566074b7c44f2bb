import type { Dependencies } from '../../kernel/dependencies.ts'
import { CONFLICT, retryOnConflict } from '../../kernel/retry.ts'
import { transact } from '../../kernel/transaction.ts'
import { bookingIndexKeys, providerKey } from '../keys.ts'
import { type Provider, providerEntity } from '../providers/provider.ts'

const PROVIDERS_PER_READ = 100
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
  let cursor: string | undefined
  do {
    const page = await deps.store.query({
      index: 'GSI1',
      partition,
      limit: PROVIDERS_PER_READ,
      consistent: true,
      ...(cursor !== undefined && { cursor }),
    })
    const unmarked = page.items
      .map(providerEntity.decode)
      .filter((provider) => !isMarked(provider, untilEpochSeconds))
    for (let at = 0; at < unmarked.length; at += AT_ONCE) {
      const batch = unmarked.slice(at, at + AT_ONCE)
      await Promise.all(batch.map(({ id }) => mark(deps, id, untilEpochSeconds)))
    }
    cursor = page.cursor
  } while (cursor !== undefined)
}

/** Marks some providers, each read by its key: these an index cannot lack. */
export async function markNamed(
  deps: Dependencies,
  providerIds: readonly string[],
  untilEpochSeconds: number,
): Promise<void> {
  for (let at = 0; at < providerIds.length; at += AT_ONCE) {
    const batch = providerIds.slice(at, at + AT_ONCE)
    await Promise.all(batch.map((id) => mark(deps, id, untilEpochSeconds)))
  }
}

const isMarked = ({ closuresUntilEpochSeconds = 0 }: Provider, until: number): boolean =>
  closuresUntilEpochSeconds >= until

const mark = (deps: Dependencies, providerId: string, until: number): Promise<undefined> =>
  retryOnConflict(`provider ${providerId}`, async () => {
    const before = await providerEntity.read(deps.store, providerKey(providerId), {
      consistent: true,
    })
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
