import { ok, type Result, refuse } from '@holdfast/engine'
import type { Dependencies } from '../../kernel/dependencies.ts'
import type { Store } from '../../kernel/ports/store.ts'
import { notFound, type Refusal } from '../../kernel/refusals.ts'
import { accountKey } from '../keys.ts'
import { type Account, accountEntity, withDefaultSettings } from './account.ts'
import { findAccountBySlug } from './accounts.ts'

/** What public links, calls and pages need of an account. */
export interface PublicAccount
  extends Pick<
    Account,
    'id' | 'brand' | 'locale' | 'publicDirectory' | 'slug' | 'slugNamespace' | 'status'
  > {
  /** The name of the brand, else that of the account, if it is public. */
  readonly name?: string
}

type Reads = Pick<Dependencies, 'store'>

/** How long an account is cached. A change on another server is seen after up to this time. */
const CACHED_MILLISECONDS = 5_000
const CACHED_MAX = 10_000

interface Cache {
  /** By id, and by slug. */
  readonly accounts: Map<string, { readonly account: PublicAccount; readonly until: number }>
  readonly namespaces: Map<string, Account['slugNamespace']>
  /** Counts the clearings, so that a read that began before one does not fill the cache. */
  clearings: number
}

const caches = new WeakMap<Store, Cache>()

function cacheOf(store: Store): Cache {
  const known = caches.get(store)
  if (known) return known
  const cache: Cache = { accounts: new Map(), namespaces: new Map(), clearings: 0 }
  caches.set(store, cache)
  return cache
}

/** Clears the cache after an account changed on this server. */
export function forgetPublicAccounts({ store }: Reads): void {
  const cache = cacheOf(store)
  cache.clearings += 1
  cache.accounts.clear()
}

/** Accounts of RapidAPI users were named after them, and accounts without a slug only for their own people. */
const isNamePublic = ({ name, slug, rapidApi }: Account): boolean =>
  slug !== undefined && name !== `RapidAPI ${rapidApi?.user}`

/** The public part of an account. */
export function publicPart(account: Account): PublicAccount {
  const { id, brand, locale, publicDirectory, slug, slugNamespace, status } = account
  const name = brand?.name ?? (isNamePublic(account) ? account.name : undefined)
  return {
    id,
    publicDirectory,
    slugNamespace,
    status,
    ...(name !== undefined && { name }),
    ...(slug !== undefined && { slug }),
    ...(brand !== undefined && { brand }),
    ...(locale !== undefined && { locale }),
  }
}

/** What an account without an item is taken for. */
const nameless = (id: string): PublicAccount => ({
  id,
  status: 'active',
  slugNamespace: 'shared',
  publicDirectory: 'shared',
})

/** The public part of an account. It is at most 5 s old, so it costs at most one read every 5 s. */
export const publicAccount = async (deps: Reads, accountId: string): Promise<PublicAccount> =>
  (await cached(deps, accountId, async () => {
    const stored = await accountEntity.read(deps.store, accountKey(accountId))
    return stored && withDefaultSettings(stored)
  })) ?? nameless(accountId)

/** The public part of the account with a slug, as old as that of `publicAccount`. */
export const publicAccountBySlug = (
  deps: Reads,
  slug: string,
): Promise<PublicAccount | undefined> =>
  cached(deps, `/${slug}`, () => findAccountBySlug(deps, slug))

async function cached(
  { store }: Reads,
  key: string,
  read: () => Promise<Account | undefined>,
): Promise<PublicAccount | undefined> {
  const cache = cacheOf(store)
  const known = cache.accounts.get(key)
  const now = performance.now()
  if (known && known.until > now) return known.account
  const before = cache.clearings
  const found = await read()
  cache.accounts.delete(key)
  if (found === undefined) return undefined
  const account = publicPart(found)
  if (before === cache.clearings) {
    if (cache.accounts.size >= CACHED_MAX) cache.accounts.clear()
    const entry = { account, until: now + CACHED_MILLISECONDS }
    cache.accounts.set(key, entry)
    // A call that names the account by its slug also needs it by its id.
    cache.accounts.set(account.id, entry)
  }
  return account
}

/** The namespace of an account's provider slugs. It never changes, so it is read once per process. */
export async function slugNamespaceOf(
  deps: Reads,
  accountId: string,
): Promise<Account['slugNamespace']> {
  const { namespaces } = cacheOf(deps.store)
  const known = namespaces.get(accountId)
  if (known !== undefined) return known
  const { slugNamespace } = await publicAccount(deps, accountId)
  if (namespaces.size >= CACHED_MAX) namespaces.clear()
  namespaces.set(accountId, slugNamespace)
  return slugNamespace
}

/**
 * How the paths of an account's public links begin: with its name if the slugs of its providers are unique only
 * within it.
 */
export const linkPrefix = ({
  slug,
  slugNamespace,
}: Pick<Account, 'slug' | 'slugNamespace'>): string =>
  slugNamespace === 'own' && slug !== undefined ? `/a/${slug}/` : '/'

/** The account with a slug, if it answers public calls. */
export async function openAccountBySlug(
  deps: Reads,
  slug: string,
): Promise<Result<PublicAccount, Refusal>> {
  const account = await publicAccountBySlug(deps, slug)
  return account === undefined ? notFound('account', slug) : open(account, slug)
}

/** The account of a public resource, if it answers public calls. */
export const openAccount = async (
  deps: Reads,
  accountId: string,
): Promise<Result<PublicAccount, Refusal>> => open(await publicAccount(deps, accountId), accountId)

function open(account: PublicAccount, id: string): Result<PublicAccount, Refusal> {
  if (account.status === 'deleting') return notFound('account', id)
  return account.status === 'suspended' ? refuse({ code: 'account_suspended' }) : ok(account)
}
