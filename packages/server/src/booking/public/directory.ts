import { ok, type Result } from '@holdfast/engine'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { type Listed, listPage, type Page } from '../../kernel/paging.ts'
import { notFound, type Refusal } from '../../kernel/refusals.ts'
import { type EventType, eventTypeEntity } from '../event-types/event-type.ts'
import { bookingIndexKeys, providerKey, providerSlugKey } from '../keys.ts'
import {
  directoryRange,
  hasSpecialty,
  type Provider,
  providerEntity,
  providerSlugEntity,
} from '../providers/provider.ts'

/** A provider and its active event types, for the public. */
export interface PublicProvider {
  readonly provider: Provider
  readonly eventTypes: readonly EventType[]
}

/** The maximum number of event types on a provider's page. */
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
  return items.map(eventTypeEntity.decode)
}

/** Finds a provider by its slug, with its active event types. */
export async function findPublicProvider(
  deps: Dependencies,
  slug: string,
): Promise<Result<PublicProvider, Refusal>> {
  const reserved = await providerSlugEntity.read(deps.store, providerSlugKey(slug), {
    consistent: true,
  })
  const provider =
    reserved && (await providerEntity.read(deps.store, providerKey(reserved.providerId)))
  if (provider === undefined || provider.deletedAtEpochSeconds !== undefined) {
    return notFound('provider', slug)
  }
  return ok({ provider, eventTypes: await activeEventTypes(deps, provider.id) })
}

/**
 * Lists the listed providers of all accounts that have an active event type, by specialty. A page may
 * hold fewer than `limit`, since providers without one are left out; its cursor continues the list.
 */
export async function listDirectory(
  deps: Dependencies,
  filter: { readonly specialty?: string },
  page: Page,
): Promise<Listed<PublicProvider>> {
  const { specialty } = filter
  const range = specialty === undefined ? {} : directoryRange(specialty)
  const request = { index: 'GSI3', partition: bookingIndexKeys.directory, ...range } as const
  const listed = await listPage(deps.store, request, page, providerEntity.decode)
  const providers = listed.data.filter(
    (provider) => specialty === undefined || hasSpecialty(provider, specialty),
  )
  const entries = await Promise.all(
    providers.map(async (provider) => ({
      provider,
      eventTypes: await activeEventTypes(deps, provider.id),
    })),
  )
  return { ...listed, data: entries.filter(({ eventTypes }) => eventTypes.length > 0) }
}
