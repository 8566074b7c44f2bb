import { ok, type Result } from '@holdfast/engine'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { notFound, type Refusal } from '../../kernel/refusals.ts'
import type { BookingDependencies } from '../dependencies.ts'
import { providerKey, providerSlugKey } from '../keys.ts'
import { type Provider, providerEntity, providerSlugEntity } from '../providers/provider.ts'
import { firstSlots, openedSlots, type ProviderSlotsAnswer } from '../slots/provider-slots.ts'
import { checkRange, isSkipped, type RangeQuery, rangeOf } from '../slots/slots.ts'

/** Finds a provider by the slug of its public page. The caller then acts for its account. */
export async function findProviderBySlug(
  deps: Pick<Dependencies, 'store'>,
  slug: string,
): Promise<Result<Provider, Refusal>> {
  const reserved = await providerSlugEntity.read(deps.store, providerSlugKey(slug), {
    consistent: true,
  })
  const provider =
    reserved && (await providerEntity.read(deps.store, providerKey(reserved.providerId)))
  return provider === undefined || provider.deletedAtEpochSeconds !== undefined
    ? notFound('provider', slug)
    : ok(provider)
}

/** Lists the free slots that a provider opened, for the public. */
export async function listPublicOpenedSlots(
  deps: BookingDependencies,
  slug: string,
  query: RangeQuery,
): Promise<Result<ProviderSlotsAnswer, Refusal>> {
  const found = await findProviderBySlug(deps, slug)
  if (!found.ok) return found
  const { timeZone } = found.value
  const range = rangeOf(query, timeZone)
  if (isSkipped(query, range)) return ok({ slots: [], timeZone })
  const checked = checkRange(range)
  if (!checked.ok) return checked
  const slots = await openedSlots(deps, found.value, range)
  const free = slots.filter(({ status }) => status === 'available')
  return ok({ ...firstSlots(free), timeZone })
}
