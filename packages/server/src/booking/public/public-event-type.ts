import { ok, type Result } from '@holdfast/engine'
import {
  openAccount,
  openAccountBySlug,
  type PublicAccount,
} from '../../identity/accounts/public-account.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { readExisting } from '../../kernel/items/read-existing.ts'
import { notFound, type Refusal } from '../../kernel/refusals.ts'
import { type LoadedEventType, loadEventType } from '../bookings/offer.ts'
import type { BookingDependencies } from '../dependencies.ts'
import { eventTypeEntity, eventTypeSlugEntity } from '../event-types/event-type.ts'
import { eventTypeKey, eventTypeSlugKey } from '../keys.ts'
import { type LoadedStayType, loadStayType } from '../units/load-stay-type.ts'
import { findProviderSlug, type ProviderName, textOfName } from './provider-name.ts'

/** An event type with a public page, its provider, their schedules and their account. */
export interface PublicEventType extends LoadedEventType {
  readonly account: PublicAccount
}

/** Names an event type in a public link or call. */
export interface EventTypeName extends ProviderName {
  readonly eventTypeSlug: string
}

/** An event type by its id, or by the name of its public page. */
export type PublicName =
  | { readonly eventTypeId: string; readonly accountSlug?: string | undefined }
  | EventTypeName

/** An event type in a body: by its id, or by the name of its public page. */
export const publicNameOf = ({
  eventTypeId,
  accountSlug,
  providerSlug = '',
  eventTypeSlug = '',
}: {
  readonly [Name in 'eventTypeId' | 'accountSlug' | 'providerSlug' | 'eventTypeSlug']?:
    | string
    | undefined
}): PublicName =>
  eventTypeId === undefined
    ? { accountSlug, providerSlug, eventTypeSlug }
    : { eventTypeId, accountSlug }

/** The refusal of a name that no event type has. */
export const noneNamed = (name: EventTypeName) =>
  notFound('event_type', `${textOfName(name)}/${name.eventTypeSlug}`)

/** Where an event type is, whatever its grain. */
interface Place {
  readonly accountId: string
  readonly eventTypeId: string
}

/** Finds where an event type is by its name. The account of that place is not checked. */
export const placeOfEventType = (
  deps: Dependencies,
  name: PublicName,
): Promise<Result<Place, Refusal>> =>
  'eventTypeId' in name
    ? placeById(deps, name.eventTypeId, name.accountSlug)
    : placeByName(deps, name)

async function placeById(
  deps: Dependencies,
  eventTypeId: string,
  accountSlug: string | undefined,
): Promise<Result<Place, Refusal>> {
  const nothing = notFound('event_type', eventTypeId)
  const [[item], named] = await Promise.all([
    // Says only which account it belongs to, which never changes.
    readExisting(deps.store, [eventTypeKey(eventTypeId)]),
    accountSlug === undefined ? undefined : openAccountBySlug(deps, accountSlug),
  ])
  if (named?.ok === false) return named
  if (item === undefined) return nothing
  const { accountId } = eventTypeEntity.decode(item)
  if (named !== undefined && named.value.id !== accountId) return nothing
  return ok({ accountId, eventTypeId })
}

async function placeByName(
  deps: Dependencies,
  name: EventTypeName,
): Promise<Result<Place, Refusal>> {
  const nothing = noneNamed(name)
  const reserved = await findProviderSlug(deps, name, { consistent: true })
  if (!reserved.ok) return reserved
  if (reserved.value === undefined) return nothing
  const { providerId, accountId } = reserved.value
  const key = eventTypeSlugKey(providerId, name.eventTypeSlug)
  const eventType = await eventTypeSlugEntity.read(deps.store, key)
  return eventType === undefined ? nothing : ok({ accountId, eventTypeId: eventType.eventTypeId })
}

/** Finds an event type of time by its id, or by the name of its public page. The caller then acts for its account. */
export async function findPublicEventType(
  deps: Dependencies,
  name: PublicName,
): Promise<Result<PublicEventType, Refusal>> {
  const place = await placeOfEventType(deps, name)
  if (!place.ok) return place
  const { accountId, eventTypeId } = place.value
  const loading = loadEventType(deps, accountId, eventTypeId, true)
  const found = await withAccount(deps, accountId, loading)
  const isGone = !found.ok && found.refusal.code === 'not_found' && !('eventTypeId' in name)
  return isGone ? noneNamed(name) : found
}

/** What the page of an event type shows, whatever its grain. */
export type PublicPage = Pick<PublicEventType, 'eventType' | 'provider' | 'account'> &
  Partial<Pick<LoadedStayType, 'property' | 'units'>>

/** An event type of nights with a public page, its unit, their property and account. */
export interface PublicStayType extends LoadedStayType {
  readonly account: PublicAccount
}

/** Finds an event type of nights by its id, or by the name of its public page. Refuses one of time at `pointer`. */
export async function findPublicStayType(
  deps: BookingDependencies,
  name: PublicName,
  pointer = '/path/eventTypeSlug',
): Promise<Result<PublicStayType, Refusal>> {
  const place = await placeOfEventType(deps, name)
  if (!place.ok) return place
  const { accountId, eventTypeId } = place.value
  return await withAccount(deps, accountId, loadStayType(deps, accountId, eventTypeId, pointer))
}

/** Finds what the page of an event type shows. One of nights is read in a second step. */
export async function findPublicPage(
  deps: BookingDependencies,
  name: EventTypeName,
): Promise<Result<PublicPage, Refusal>> {
  const found = await findPublicEventType(deps, name)
  if (found.ok || found.refusal.code !== 'validation_failed') return found
  return await findPublicStayType(deps, name)
}

/** What is being loaded, with its account, which must be open. */
async function withAccount<Loaded extends object>(
  deps: Dependencies,
  accountId: string,
  loading: Promise<Result<Loaded, Refusal>>,
): Promise<Result<Loaded & { readonly account: PublicAccount }, Refusal>> {
  const [found, account] = await Promise.all([loading, openAccount(deps, accountId)])
  if (!found.ok) return found
  return account.ok ? ok({ ...found.value, account: account.value }) : account
}
