import { localDateOf, ok, type Result } from '@holdfast/engine'
import {
  openAccountBySlug,
  type PublicAccount,
  publicAccount,
} from '../../identity/accounts/public-account.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { mapAtMost } from '../../kernel/map-at-most.ts'
import { type Listed, listFiltered, type Page } from '../../kernel/paging.ts'
import { notFound, type Refusal } from '../../kernel/refusals.ts'
import { openedDateEntity } from '../availability/opening.ts'
import { type EventType, eventTypeEntity } from '../event-types/event-type.ts'
import { availabilityFromDate, bookingIndexKeys } from '../keys.ts'
import {
  hasSpecialty,
  type Provider,
  providerEntity,
  specialtyPartition,
} from '../providers/provider.ts'
import { type ProviderName, textOfName } from './provider-name.ts'
import { findProviderByName, type NamedProvider } from './public-opened-slots.ts'
import { listShared } from './shared-directory.ts'

/** A provider with what the public can book. */
export interface PublicProvider extends NamedProvider {
  /** The active ones. */
  readonly eventTypes: readonly EventType[]
  /** The first opened date from today on, `YYYY-MM-DD` in the provider's zone. */
  readonly nextOpenedDate?: string
}

/** The maximum number of event types on a provider's page. */
const EVENT_TYPES_SHOWN = 100

/**
 * The active event types of a provider, at most 100. The index may lack one that was created a moment ago, and show
 * one as it was then: no call decides by them.
 */
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

/** The active event types of a provider that are not hidden, of at most 100. */
export const shownEventTypes = async (
  deps: Dependencies,
  providerId: string,
): Promise<readonly EventType[]> =>
  (await activeEventTypes(deps, providerId)).filter(({ isHidden }) => isHidden !== true)

/**
 * The first date from today on, in its zone, on which a provider opened slots; `YYYY-MM-DD`. May be a moment old: a page
 * shows it.
 */
async function nextOpenedDate(deps: Dependencies, provider: Provider): Promise<string | undefined> {
  const now = Math.floor(epochSeconds(deps.clock) / 60)
  const { items } = await deps.store.query({
    ...availabilityFromDate(provider.id, localDateOf(provider.timeZone, now)),
    limit: 1,
  })
  const [first] = items.map(openedDateEntity.decode)
  return first?.date
}

async function withOffers(deps: Dependencies, named: NamedProvider): Promise<PublicProvider> {
  const { provider } = named
  const [eventTypes, date] = await Promise.all([
    shownEventTypes(deps, provider.id),
    nextOpenedDate(deps, provider),
  ])
  return { ...named, eventTypes, ...(date !== undefined && { nextOpenedDate: date }) }
}

/** Finds an active provider by the name of its page, with what the public can book. */
export async function findPublicProvider(
  deps: Dependencies,
  name: ProviderName,
): Promise<Result<PublicProvider, Refusal>> {
  const found = await findProviderByName(deps, name)
  if (!found.ok) return found
  if (found.value.provider.isInactive) return notFound('provider', textOfName(name))
  return ok(await withOffers(deps, found.value))
}

/** The part of a directory to list. */
export interface DirectoryFilter {
  /** In any case. */
  readonly specialty?: string | undefined
  /** Only the providers of the account with this slug. Absent: those of the shared directory. */
  readonly accountSlug?: string | undefined
}

/**
 * Lists the listed providers that have an active event type or opened dates. The shared directory is ordered
 * by specialty; that of an account, which does not depend on its setting `publicDirectory`, by age. A page may
 * hold fewer than `limit`, since providers without offers are left out; its cursor continues the list.
 */
export async function listDirectory(
  deps: Dependencies,
  { specialty, accountSlug }: DirectoryFilter,
  page: Page,
): Promise<Result<Listed<PublicProvider>, Refusal>> {
  if (accountSlug === undefined) {
    const listed = await listShared(deps, specialty, page)
    const asked = listed.data.filter(
      (provider) => specialty === undefined || hasSpecialty(provider, specialty),
    )
    const open = await mapAtMost(asked, READS_AT_ONCE, async (provider) => ({
      provider,
      account: await publicAccount(deps, provider.accountId),
    }))
    const isShared = ({ account }: NamedProvider) => isInSharedDirectory(account)
    return ok(await bookable(deps, { ...listed, data: open.filter(isShared) }))
  }
  const found = await openAccountBySlug(deps, accountSlug)
  if (!found.ok) return found
  const account = found.value
  const listed = await listOfAccount(deps, account.id, specialty, page)
  const data = listed.data.map((provider) => ({ provider, account }))
  return ok(await bookable(deps, { ...listed, data }))
}

const READS_AT_ONCE = 8

/**
 * Whether the providers of an account may be in the shared directory now. Its index follows a change of the
 * setting with a delay.
 */
export const isInSharedDirectory = ({
  publicDirectory,
  status,
}: Pick<PublicAccount, 'publicDirectory' | 'status'>): boolean =>
  publicDirectory === 'shared' && status === 'active'

/** Lists the listed providers of an account. Unlisted ones are read too. */
export function listOfAccount(
  deps: Dependencies,
  accountId: string,
  specialty: string | undefined,
  page: Page,
): Promise<Listed<Provider>> {
  const request =
    specialty === undefined || specialty === ''
      ? ({ index: 'GSI1', partition: bookingIndexKeys.providersOfAccount(accountId) } as const)
      : ({ index: 'GSI2', partition: specialtyPartition(accountId, specialty) } as const)
  const filter = { listed: true, specialty }
  return listFiltered(
    deps.store,
    // A directory may show a provider as it was a moment ago.
    { ...request, filter, consistent: false },
    page,
    providerEntity.decode,
    (provider) =>
      provider.isListed === true &&
      provider.isInactive !== true &&
      (specialty === undefined || hasSpecialty(provider, specialty)),
  )
}

async function bookable(
  deps: Dependencies,
  listed: Listed<NamedProvider>,
): Promise<Listed<PublicProvider>> {
  const entries = await Promise.all(listed.data.map((named) => withOffers(deps, named)))
  const isBookable = ({ eventTypes, nextOpenedDate }: PublicProvider) =>
    eventTypes.length > 0 || nextOpenedDate !== undefined
  return { ...listed, data: entries.filter(isBookable) }
}
