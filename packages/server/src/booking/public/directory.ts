import { ok, type Result } from '@holdfast/engine'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { type Listed, listPage, type Page } from '../../kernel/paging.ts'
import { notFound, type Refusal } from '../../kernel/refusals.ts'
import { type EventType, eventTypeFromItem } from '../event-types/event-type.ts'
import { bookingIndexKeys, providerKey, providerSlugKey } from '../keys.ts'
import { directoryRange, type Provider, providerFromItem } from '../providers/provider.ts'

/** A provider and its active event types, as anybody may see them. */
export interface PublicProvider {
  readonly provider: Provider
  readonly eventTypes: readonly EventType[]
}

/** The most event types that a provider's page shows. */
const EVENT_TYPES_SHOWN = 100

async function activeEventTypes(
  deps: Dependencies,
  providerId: string,
): Promise<readonly EventType[]> {
  const { items } = await deps.store.query({
    index: 'GSI1',
    partition: bookingIndexKeys.eventTypesOfProvider(providerId),
    ...bookingIndexKeys.statusRange('active'),
    limit: EVENT_TYPES_SHOWN,
  })
  return items.map(eventTypeFromItem)
}

/** Finds a provider by the slug of its page, with what can be booked there. */
export async function findPublicProvider(
  deps: Dependencies,
  slug: string,
): Promise<Result<PublicProvider, Refusal>> {
  const held = await deps.store.get(providerSlugKey(slug), { consistent: true })
  const item = held && (await deps.store.get(providerKey(held.providerId as string)))
  const provider = item && providerFromItem(item)
  if (provider === undefined || provider.deletedAtEpochSeconds !== undefined) {
    return notFound('provider', slug)
  }
  return ok({ provider, eventTypes: await activeEventTypes(deps, provider.id) })
}

/**
 * Lists the providers of all accounts that asked to be listed and have something to book, by
 * specialty. A page may hold fewer than `limit`, since those with nothing to book are left out; its
 * cursor leads on.
 */
export async function listDirectory(
  deps: Dependencies,
  filter: { readonly specialty?: string },
  page: Page,
): Promise<Listed<PublicProvider>> {
  const range = filter.specialty === undefined ? {} : directoryRange(filter.specialty)
  const request = { index: 'GSI3', partition: bookingIndexKeys.directory, ...range } as const
  const listed = await listPage(deps.store, request, page, providerFromItem)
  const entries = await Promise.all(
    listed.data.map(async (provider) => ({
      provider,
      eventTypes: await activeEventTypes(deps, provider.id),
    })),
  )
  return { ...listed, data: entries.filter(({ eventTypes }) => eventTypes.length > 0) }
}
