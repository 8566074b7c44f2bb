import { ok, type Result } from '@holdfast/engine'
import { publicAccount } from '../../identity/accounts/public-account.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { readExisting } from '../../kernel/items/read-existing.ts'
import { mapAtMost } from '../../kernel/map-at-most.ts'
import type { Listed, Page } from '../../kernel/paging.ts'
import { notFound, type Refusal } from '../../kernel/refusals.ts'
import type { LoadedEventType } from '../bookings/offer.ts'
import { type EventType, eventTypeEntity, slotPolicy } from '../event-types/event-type.ts'
import { openRulesOf, readSchedules, scheduleIdsOf } from '../hours/working-hours.ts'
import { eventTypeKey, providerKey } from '../keys.ts'
import { hasSpecialty, type Provider, providerEntity } from '../providers/provider.ts'
import { listProviders } from '../providers/providers.ts'
import {
  activeEventTypes,
  isInSharedDirectory,
  listOfAccount,
  shownEventTypes,
} from '../public/directory.ts'
import { listShared } from '../public/shared-directory.ts'

/** The most event types of one call. */
export const EVENT_TYPES_ASKED = 100

/** The most providers of one page. */
const PROVIDERS_PER_PAGE = 25

const QUERIES_AT_ONCE = 8

/** Loads event types of the account by their ids, with their providers and schedules. */
export async function eventTypesById(
  deps: Dependencies,
  caller: Pick<Caller, 'accountId'>,
  eventTypeIds: readonly string[],
): Promise<Result<readonly LoadedEventType[], Refusal>> {
  const items = await readExisting(deps.store, eventTypeIds.map(eventTypeKey))
  const eventTypes: EventType[] = []
  for (const [index, item] of items.entries()) {
    const eventType = item && eventTypeEntity.decode(item)
    const isKnown =
      eventType?.accountId === caller.accountId && eventType.deletedAtEpochSeconds === undefined
    if (!isKnown) return notFound('event_type', eventTypeIds[index] as string)
    eventTypes.push(eventType)
  }
  const providerIds = [...new Set(eventTypes.map(({ providerId }) => providerId))]
  const providers = new Map<string, Provider>()
  for (const item of await readExisting(deps.store, providerIds.map(providerKey))) {
    const provider = item && providerEntity.decode(item)
    if (provider) providers.set(provider.id, provider)
  }
  const offers: Offered[] = []
  for (const eventType of eventTypes) {
    const provider = providers.get(eventType.providerId)
    if (provider === undefined || provider.deletedAtEpochSeconds !== undefined) {
      return notFound('event_type', eventType.id)
    }
    offers.push({ eventType, provider })
  }
  return ok(await withSchedules(deps, offers))
}

interface Offered {
  readonly eventType: EventType
  readonly provider: Provider
}

async function withSchedules(
  deps: Dependencies,
  offers: readonly Offered[],
): Promise<readonly LoadedEventType[]> {
  const ids = offers.flatMap(({ eventType, provider }) => scheduleIdsOf(eventType, [provider]))
  const schedules = await readSchedules(deps, ids, { consistent: false })
  return offers.map(({ eventType, provider }) => ({
    eventType,
    provider,
    schedules,
    policy: slotPolicy(eventType, openRulesOf(eventType, provider, schedules)),
  }))
}

/** Loads the active event types of a page of the account's providers of a specialty. */
export const eventTypesOfSpecialty = (
  deps: Dependencies,
  caller: Caller,
  specialty: string,
  cursor: string | undefined,
): Promise<Listed<LoadedEventType>> =>
  pageOfEventTypes(deps, cursor, {
    list: (page) => listProviders(deps, caller, { specialty, mayBeOld: true }, page),
    keeps: () => true,
    eventTypesOf: activeEventTypes,
  })

/** Loads the active event types of a page of the shared directory's providers of a specialty. */
export const publicEventTypesOfSpecialty = (
  deps: Dependencies,
  specialty: string,
  cursor: string | undefined,
): Promise<Listed<LoadedEventType>> =>
  pageOfEventTypes(deps, cursor, {
    list: (page) => listShared(deps, specialty, page),
    keeps: async (provider) =>
      hasSpecialty(provider, specialty) &&
      isInSharedDirectory(await publicAccount(deps, provider.accountId)),
    eventTypesOf: shownEventTypes,
  })

/** Loads the active event types of a page of an account's listed providers of a specialty. */
export const listedEventTypesOfSpecialty = (
  deps: Dependencies,
  accountId: string,
  specialty: string,
  cursor: string | undefined,
): Promise<Listed<LoadedEventType>> =>
  pageOfEventTypes(deps, cursor, {
    list: (page) => listOfAccount(deps, accountId, specialty, page),
    keeps: () => true,
    eventTypesOf: shownEventTypes,
  })

/** A list of providers, and which of them count. */
interface ProviderList {
  readonly list: (page: Page) => Promise<Listed<Provider>>
  readonly keeps: (provider: Provider) => boolean | Promise<boolean>
  /** The active event types of a provider, all or those that are not hidden. */
  readonly eventTypesOf: typeof activeEventTypes
}

/**
 * Loads the active event types of a page of providers. The page ends before the provider whose event types
 * would be more than the most of one call; its cursor continues with that provider.
 */
async function pageOfEventTypes(
  deps: Dependencies,
  after: string | undefined,
  { list, keeps, eventTypesOf }: ProviderList,
): Promise<Listed<LoadedEventType>> {
  const from = after === undefined ? {} : { cursor: after }
  const listed = await list({ limit: PROVIDERS_PER_PAGE, ...from })
  const ofProviders = await mapAtMost(listed.data, QUERIES_AT_ONCE, async (provider) =>
    (await keeps(provider))
      ? (await eventTypesOf(deps, provider.id)).map((eventType) => ({ eventType, provider }))
      : [],
  )
  let count = 0
  const cut = ofProviders.findIndex((offers) => {
    count += offers.length
    return count > EVENT_TYPES_ASKED
  })
  if (cut < 0) {
    return { ...listed, data: await withSchedules(deps, ofProviders.flat()) }
  }
  // Read again for the cursor of its end, which only a page of that length has.
  const { cursor } = await list({ limit: cut, ...from })
  return {
    data: await withSchedules(deps, ofProviders.slice(0, cut).flat()),
    ...(cursor !== undefined && { cursor }),
  }
}
