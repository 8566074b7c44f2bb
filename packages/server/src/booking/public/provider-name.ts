import { ok, type Result } from '@holdfast/engine'
import {
  linkPrefix,
  openAccountBySlug,
  type PublicAccount,
} from '../../identity/accounts/public-account.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import { ownProviderSlugKey, providerSlugKey } from '../keys.ts'
import { type Provider, type ProviderSlug, providerSlugEntity } from '../providers/provider.ts'

/** Names a provider in a public link or call. */
export interface ProviderName {
  readonly providerSlug: string
  /** Absent: the namespace of version 1, whose links do not name the account. */
  readonly accountSlug?: string | undefined
}

/** A name for messages: `ada`, or `lakeside/ada`. */
export const textOfName = ({ accountSlug, providerSlug }: ProviderName): string =>
  accountSlug === undefined ? providerSlug : `${accountSlug}/${providerSlug}`

/**
 * Finds the reservation of a provider's slug. Undefined if there is none. Refused if the account is unknown
 * or answers no public calls. With an account that is cached, it takes one read.
 */
export async function findProviderSlug(
  deps: Pick<Dependencies, 'store' | 'clock'>,
  { accountSlug, providerSlug }: ProviderName,
  options: { readonly consistent: boolean },
): Promise<Result<ProviderSlug | undefined, Refusal>> {
  const read = (key: ReturnType<typeof providerSlugKey>) =>
    providerSlugEntity.read(deps.store, key, options)
  if (accountSlug === undefined) return ok(await read(providerSlugKey(providerSlug)))
  const found = await openAccountBySlug(deps, accountSlug)
  if (!found.ok) return found
  const { id, slugNamespace } = found.value
  if (slugNamespace === 'own') return ok(await read(ownProviderSlugKey(id, providerSlug)))
  const shared = await read(providerSlugKey(providerSlug))
  return ok(shared?.accountId === id ? shared : undefined)
}

/** The path of a provider's public page. */
export const providerPath = (
  { slug }: Pick<Provider, 'slug'>,
  account: Pick<PublicAccount, 'slug' | 'slugNamespace'>,
): string => `${linkPrefix(account)}${slug}`
