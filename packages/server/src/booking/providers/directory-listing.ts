import { getAccount } from '../../identity/accounts/accounts.ts'
import { publicAccount } from '../../identity/accounts/public-account.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { queryItems } from '../../kernel/items/query-items.ts'
import { CONFLICT, retryOnConflict } from '../../kernel/retry.ts'
import { transact } from '../../kernel/transaction.ts'
import { bookingIndexKeys, providerKey } from '../keys.ts'
import { type Provider, providerEntity } from './provider.ts'

/** Where a listed provider appears, as members of its item. */
export type Listing = Pick<Provider, 'isListed' | 'directory'>

const listingIn = (directory: 'own' | 'shared'): Listing => ({
  isListed: true,
  ...(directory === 'own' && { directory }),
})

/**
 * The members of a provider that is being listed, by the setting of its account. An account of version 1 is
 * read from the cache, so that this costs it nothing.
 */
export async function newListing(deps: Dependencies, accountId: string): Promise<Listing> {
  const account = await publicAccount(deps, accountId)
  if (account.slugNamespace === 'shared') return listingIn(account.publicDirectory)
  return listingIn((await getAccount(deps, accountId)).publicDirectory)
}

/**
 * Moves the listed providers of an account into or out of the shared directory after its setting
 * `publicDirectory` changed. Repeating it is harmless, and completes one that was interrupted. Until then
 * providers may be missing in the shared directory; those that left are hidden at once, since its readers
 * check the setting. Answers how many providers it changed.
 */
export async function followPublicDirectory(
  deps: Dependencies,
  accountId: string,
): Promise<number> {
  const { publicDirectory } = await getAccount(deps, accountId)
  const partition = bookingIndexKeys.providersOfAccount(accountId)
  let count = 0
  for await (const item of queryItems(deps.store, { index: 'GSI1', partition })) {
    const provider = providerEntity.decode(item)
    if (isPlaced(provider, publicDirectory)) continue
    if (await place(deps, provider.id, publicDirectory)) count += 1
  }
  return count
}

const isPlaced = ({ isListed, directory }: Provider, wanted: 'own' | 'shared'): boolean =>
  isListed !== true || (directory ?? 'shared') === wanted

/** Answers whether the provider was changed. */
function place(deps: Dependencies, providerId: string, wanted: 'own' | 'shared'): Promise<boolean> {
  return retryOnConflict(`provider ${providerId}`, async () => {
    const before = await providerEntity.read(deps.store, providerKey(providerId))
    if (before === undefined || before.deletedAtEpochSeconds !== undefined) return false
    if (isPlaced(before, wanted)) return false
    const { directory: _, ...rest } = before
    const after: Provider = { ...rest, ...listingIn(wanted), version: before.version + 1 }
    const outcome = await transact(deps, { provider: providerEntity.replace(before, after) })
    return outcome.kind === 'done' ? true : CONFLICT
  })
}
