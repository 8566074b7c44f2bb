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

type Found = Result<PublicEventType, Refusal>

/** An event type by its id, or by the name of its public page. */
export type PublicName =
  | { readonly eventTypeId: string; readonly accountSlug?: string | undefined }
  | EventTypeName

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
  const nothing = notFound('event_type', `${textOfName(name)}/${name.eventTypeSlug}`)
  const consistent = true
  const reserved = await findProviderSlug(deps, name, { consistent })
  if (!reserved.ok) return reserved
  if (reserved.value === undefined) return nothing
  const { providerId, accountId } = reserved.value
  const key = eventTypeSlugKey(providerId, name.eventTypeSlug)
  const eventType = await eventTypeSlugEntity.read(deps.store, key, { consistent })
  return eventType === undefined ? nothing : ok({ accountId, eventTypeId: eventType.eventTypeId })
}

/** Finds an event type of time by its id. The caller then acts for its account. With `accountSlug`, it must belong to that account. */
export async function findPublicEventTypeById(
  deps: Dependencies,
  eventTypeId: string,
  accountSlug?: string,
): Promise<Found> {
  const place = await placeById(deps, eventTypeId, accountSlug)
  return place.ok ? loadWithAccount(deps, place.value.accountId, eventTypeId) : place
}

/** Finds an event type of time by the name of its public page. The caller then acts for its account. */
export async function findPublicEventType(deps: Dependencies, name: EventTypeName): Promise<Found> {
  const place = await placeByName(deps, name)
  if (!place.ok) return place
  const { accountId, eventTypeId } = place.value
  const found = await loadWithAccount(deps, accountId, eventTypeId)
  return !found.ok && found.refusal.code === 'not_found'
    ? notFound('event_type', `${textOfName(name)}/${name.eventTypeSlug}`)
    : found
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
  const [found, account] = await Promise.all([
    loadStayType(deps, accountId, eventTypeId, pointer),
    openAccount(deps, accountId),
  ])
  if (!found.ok) return found
  return account.ok ? ok({ ...found.value, account: account.value }) : account
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

async function loadWithAccount(
  deps: Dependencies,
  accountId: string,
  eventTypeId: string,
): Promise<Found> {
  const [found, account] = await Promise.all([
    loadEventType(deps, accountId, eventTypeId, true),
    openAccount(deps, accountId),
  ])
  if (!found.ok) return found
  return account.ok ? ok({ ...found.value, account: account.value }) : account
}
