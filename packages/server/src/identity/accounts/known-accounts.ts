import { type Dependencies, monotonicMilliseconds } from '../../kernel/dependencies.ts'
import type { Store } from '../../kernel/ports/store.ts'
import { accountKey } from '../keys.ts'
import { type Account, accountEntity, withDefaultSettings } from './account.ts'
import { findAccountBySlug } from './accounts.ts'

type Reads = Pick<Dependencies, 'store' | 'clock'>

/** How long an account is cached. A change on another server is seen after up to this time. */
const CACHED_MILLISECONDS = 5_000
const CACHED_MAX = 10_000

interface Cache {
  /** By id, and by slug after a slash. */
  readonly accounts: Map<string, { readonly account: Account; readonly until: number }>
  /** Counts the clearings, so that a read that began before one does not fill the cache. */
  clearings: number
}

const caches = new WeakMap<Store, Cache>()

function cacheOf(store: Store): Cache {
  const known = caches.get(store)
  if (known) return known
  const cache: Cache = { accounts: new Map(), clearings: 0 }
  caches.set(store, cache)
  return cache
}

/** Clears the cache after an account changed on this server. */
export function forgetAccounts({ store }: Pick<Dependencies, 'store'>): void {
  const cache = cacheOf(store)
  cache.clearings += 1
  cache.accounts.clear()
}

/** The account with an id, at most 5 s old: it costs at most one read every 5 s. */
export const knownAccount = (deps: Reads, accountId: string): Promise<Account | undefined> =>
  cached(deps, accountId, async () => {
    const stored = await accountEntity.read(deps.store, accountKey(accountId))
    return stored && withDefaultSettings(stored)
  })

/** The account with an id if it is cached: what `knownAccount` would resolve with, at once. */
export const cachedAccount = ({ store, clock }: Reads, accountId: string): Account | undefined => {
  const known = cacheOf(store).accounts.get(accountId)
  return known && known.until > monotonicMilliseconds(clock) ? known.account : undefined
}

/** The account with a slug, as old as that of `knownAccount`. */
export const knownAccountBySlug = (deps: Reads, slug: string): Promise<Account | undefined> =>
  cached(deps, `/${slug}`, () => findAccountBySlug(deps, slug))

async function cached(
  { store, clock }: Reads,
  key: string,
  read: () => Promise<Account | undefined>,
): Promise<Account | undefined> {
  const cache = cacheOf(store)
  const known = cache.accounts.get(key)
  const now = monotonicMilliseconds(clock)
  if (known && known.until > now) return known.account
  const before = cache.clearings
  const account = await read()
  cache.accounts.delete(key)
  if (account !== undefined && before === cache.clearings) {
    if (cache.accounts.size >= CACHED_MAX) cache.accounts.clear()
    const entry = { account, until: now + CACHED_MILLISECONDS }
    cache.accounts.set(key, entry)
    // A call that names the account by its slug also needs it by its id.
    cache.accounts.set(account.id, entry)
  }
  return account
}
