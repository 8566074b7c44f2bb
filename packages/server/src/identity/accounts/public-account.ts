import { ok, type Result, refuse } from '@holdfast/engine'
import type { Dependencies } from '../../kernel/dependencies.ts'
import type { Store } from '../../kernel/ports/store.ts'
import { notFound, type Refusal } from '../../kernel/refusals.ts'
import type { Account } from './account.ts'
import { knownAccount, knownAccountBySlug } from './known-accounts.ts'

/** What public links, calls and pages need of an account. */
export interface PublicAccount
  extends Pick<
    Account,
    | 'id'
    | 'bookerContact'
    | 'brand'
    | 'country'
    | 'frameOrigins'
    | 'locale'
    | 'publicDirectory'
    | 'slug'
    | 'slugNamespace'
    | 'status'
  > {
  /** The name of the brand, else that of the account, if it is public. */
  readonly name?: string
}

type Reads = Pick<Dependencies, 'store' | 'clock'>

const NAMESPACES_MAX = 10_000

const namespaces = new WeakMap<Store, Map<string, Account['slugNamespace']>>()

/** Accounts of RapidAPI users were named after them, and accounts without a slug only for their own people. */
const isNamePublic = ({ name, slug, rapidApi }: Account): boolean =>
  slug !== undefined && name !== `RapidAPI ${rapidApi?.user}`

/** The public part of an account. */
export function publicPart(account: Account): PublicAccount {
  const { id, brand, frameOrigins, locale, publicDirectory, slug, slugNamespace, status } = account
  const { bookerContact, country } = account
  const name = brand?.name ?? (isNamePublic(account) ? account.name : undefined)
  return {
    id,
    publicDirectory,
    slugNamespace,
    status,
    ...(name !== undefined && { name }),
    ...(slug !== undefined && { slug }),
    ...(bookerContact !== undefined && { bookerContact }),
    ...(brand !== undefined && { brand }),
    ...(country !== undefined && { country }),
    ...(frameOrigins !== undefined && { frameOrigins }),
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
export async function publicAccount(deps: Reads, accountId: string): Promise<PublicAccount> {
  const account = await knownAccount(deps, accountId)
  return account ? publicPart(account) : nameless(accountId)
}

/** The public part of the account with a slug, as old as that of `publicAccount`. */
export async function publicAccountBySlug(
  deps: Reads,
  slug: string,
): Promise<PublicAccount | undefined> {
  const account = await knownAccountBySlug(deps, slug)
  return account && publicPart(account)
}

/** The namespace of an account's provider slugs. It never changes, so it is read once per process. */
export async function slugNamespaceOf(
  deps: Reads,
  accountId: string,
): Promise<Account['slugNamespace']> {
  const known = namespaces.get(deps.store) ?? new Map<string, Account['slugNamespace']>()
  namespaces.set(deps.store, known)
  const before = known.get(accountId)
  if (before !== undefined) return before
  const { slugNamespace } = await publicAccount(deps, accountId)
  if (known.size >= NAMESPACES_MAX) known.clear()
  known.set(accountId, slugNamespace)
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
