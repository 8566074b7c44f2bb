import { localDateOf, ok, type Result } from '@holdfast/engine'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { type Listed, listPage, type Page } from '../../kernel/paging.ts'
import { notFound, type Refusal } from '../../kernel/refusals.ts'
import { openedDateEntity } from '../availability/opening.ts'
import { type EventType, eventTypeEntity } from '../event-types/event-type.ts'
import { availabilityFromDate, bookingIndexKeys } from '../keys.ts'
import {
  directoryRange,
  hasSpecialty,
  type Provider,
  providerEntity,
} from '../providers/provider.ts'
import { findProviderBySlug } from './public-opened-slots.ts'

/** A provider with what the public can book. */
export interface PublicProvider {
  readonly provider: Provider
  /** The active ones. */
  readonly eventTypes: readonly EventType[]
  /** The first opened date from today on, `YYYY-MM-DD` in the provider's zone. */
  readonly nextOpenedDate?: string
}

/** The maximum number of event types on a provider's page. */
const EVENT_TYPES_SHOWN = 100

/** The active event types of a provider, at most 100. */
export async function activeEventTypes(
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

/** The first date from today on, in its zone, on which a provider opened slots; `YYYY-MM-DD`. */
async function nextOpenedDate(deps: Dependencies, provider: Provider): Promise<string | undefined> {
  const now = Math.floor(epochSeconds(deps.clock) / 60)
  const { items } = await deps.store.query({
    ...availabilityFromDate(provider.id, localDateOf(provider.timeZone, now)),
    limit: 1,
  })
  const [first] = items.map(openedDateEntity.decode)
  return first?.date
}

async function withOffers(deps: Dependencies, provider: Provider): Promise<PublicProvider> {
  const [eventTypes, date] = await Promise.all([
    activeEventTypes(deps, provider.id),
    nextOpenedDate(deps, provider),
  ])
  return { provider, eventTypes, ...(date !== undefined && { nextOpenedDate: date }) }
}

/** Finds an active provider by its slug, with what the public can book. */
export async function findPublicProvider(
  deps: Dependencies,
  slug: string,
): Promise<Result<PublicProvider, Refusal>> {
  const found = await findProviderBySlug(deps, slug)
  if (!found.ok) return found
  if (found.value.isInactive) return notFound('provider', slug)
  return ok(await withOffers(deps, found.value))
}

/**
 * Lists the listed providers of all accounts that have an active event type or opened dates, by specialty. A
 * page may hold fewer than `limit`, since providers with neither are left out; its cursor continues the
 * list.
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
  const entries = await Promise.all(providers.map((provider) => withOffers(deps, provider)))
  const isBookable = ({ eventTypes, nextOpenedDate }: PublicProvider) =>
    eventTypes.length > 0 || nextOpenedDate !== undefined
  return { ...listed, data: entries.filter(isBookable) }
}
