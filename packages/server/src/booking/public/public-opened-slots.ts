import { ok, type Result } from '@holdfast/engine'
import { openAccount, type PublicAccount } from '../../identity/accounts/public-account.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { readExisting } from '../../kernel/items/read-existing.ts'
import { notFound, type Refusal } from '../../kernel/refusals.ts'
import type { BookingDependencies } from '../dependencies.ts'
import { providerKey } from '../keys.ts'
import { type Provider, providerEntity } from '../providers/provider.ts'
import { firstSlots, openedSlots, type ProviderSlotsAnswer } from '../slots/provider-slots.ts'
import { checkRange, isSkipped, type RangeQuery, rangeOf } from '../slots/slots.ts'
import { findProviderSlug, type ProviderName, textOfName } from './provider-name.ts'

/** A provider and its account. */
export interface NamedProvider {
  readonly provider: Provider
  readonly account: PublicAccount
}

/** Finds a provider by the name in its public links. The caller then acts for its account. */
export async function findProviderByName(
  deps: Pick<Dependencies, 'store' | 'clock'>,
  name: ProviderName,
): Promise<Result<NamedProvider, Refusal>> {
  const reserved = await findProviderSlug(deps, name, { consistent: true })
  if (!reserved.ok) return reserved
  const nothing = notFound('provider', textOfName(name))
  if (reserved.value === undefined) return nothing
  const { providerId, accountId } = reserved.value
  const [[item], account] = await Promise.all([
    // A page may show it as it was a moment ago, but it is there.
    readExisting(deps.store, [providerKey(providerId)]),
    openAccount(deps, accountId),
  ])
  const provider = item && providerEntity.decode(item)
  if (provider === undefined || provider.deletedAtEpochSeconds !== undefined) return nothing
  return account.ok ? ok({ provider, account: account.value }) : account
}

/** Lists the free slots that a provider opened, for the public. */
export async function listPublicOpenedSlots(
  deps: BookingDependencies,
  name: ProviderName,
  query: RangeQuery,
): Promise<Result<ProviderSlotsAnswer, Refusal>> {
  const found = await findProviderByName(deps, name)
  if (!found.ok) return found
  const { provider } = found.value
  const { timeZone } = provider
  const range = rangeOf(query, timeZone)
  if (isSkipped(query, range)) return ok({ slots: [], timeZone })
  const checked = checkRange(range)
  if (!checked.ok) return checked
  const slots = await openedSlots(deps, provider, range)
  const free = slots.filter(({ status }) => status === 'available')
  return ok({ ...firstSlots(free), timeZone })
}
