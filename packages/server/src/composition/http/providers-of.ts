import { type Booking, providersOf as providersOfBooking } from '@holdfast/engine'
import { bookingEntity } from '../../booking/bookings/booking-item.ts'
import { type EventType, eventTypeEntity } from '../../booking/event-types/event-type.ts'
import { getBookingGroup } from '../../booking/groups/read-group.ts'
import {
  bookingKey,
  eventTypeKey,
  propertyKey,
  providerKey,
  waitlistEntryKey,
} from '../../booking/keys.ts'
import { propertyEntity } from '../../booking/properties/property.ts'
import { providerEntity } from '../../booking/providers/provider.ts'
import { resolveTeam } from '../../booking/requirements/team.ts'
import { waitlistEntryEntity } from '../../booking/waitlist/entry.ts'
import type { ProviderSubject } from '../../kernel/access/policy.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import type { ProvidersOf } from '../../kernel/http/context.ts'

type Reading = Pick<Dependencies, 'store'>
type Owners = readonly string[] | undefined

async function ofProvider({ store }: Reading, id: string, accountId: string): Promise<Owners> {
  const provider = await providerEntity.read(store, providerKey(id))
  const isKnown = provider?.accountId === accountId && provider.deletedAtEpochSeconds === undefined
  return isKnown ? [id] : undefined
}

async function bookingOf(
  { store }: Reading,
  id: string,
  accountId: string,
): Promise<Booking | undefined> {
  const booking = await bookingEntity.read(store, bookingKey(id))
  return booking?.accountId === accountId ? booking : undefined
}

async function eventTypeOf(
  { store }: Reading,
  id: string,
  accountId: string,
): Promise<EventType | undefined> {
  const eventType = await eventTypeEntity.read(store, eventTypeKey(id))
  return eventType?.accountId === accountId ? eventType : undefined
}

/** Who can be taken by a booking of an event type now; of one of nights, the units that it names. */
async function candidatesOf(
  deps: Reading,
  { accountId, providerId, requirements, stay }: EventType,
): Promise<readonly string[]> {
  if (stay?.pool) {
    const { propertyId, pool } = stay
    if (pool.providerIds) return pool.providerIds
    const property = await propertyEntity.read(deps.store, propertyKey(propertyId))
    return property?.unitIds ?? [providerId]
  }
  if (requirements === undefined) return [providerId]
  const { candidates } = await resolveTeam(deps, { accountId, requirements }, { consistent: true })
  return candidates.length > 0 ? candidates.map(({ id }) => id) : [providerId]
}

async function ofEventType(deps: Reading, id: string, accountId: string): Promise<Owners> {
  const eventType = await eventTypeOf(deps, id, accountId)
  if (eventType === undefined) return undefined
  const named = (eventType.requirements ?? []).flatMap(({ providerIds = [] }) => providerIds)
  return [eventType.providerId, ...named, ...(await candidatesOf(deps, eventType))]
}

const LOOK_UPS: Readonly<
  Record<ProviderSubject, (deps: Reading, id: string, accountId: string) => Promise<Owners>>
> = {
  provider: ofProvider,
  async booking(deps, id, accountId) {
    const booking = await bookingOf(deps, id, accountId)
    return booking && providersOfBooking(booking)
  },
  async booking_move(deps, id, accountId) {
    const booking = await bookingOf(deps, id, accountId)
    if (booking === undefined) return undefined
    const { eventTypeId } = booking
    const eventType = eventTypeId && (await eventTypeOf(deps, eventTypeId, accountId))
    const candidates = eventType ? await candidatesOf(deps, eventType) : []
    return [...providersOfBooking(booking), ...candidates]
  },
  async booking_group(deps, id, accountId) {
    const group = await getBookingGroup(deps, { accountId, role: 'account' }, id)
    if (!group.ok) return undefined
    return group.value.bookings.flatMap(providersOfBooking)
  },
  event_type: ofEventType,
  event_type_settings: ofEventType,
  async event_type_time(deps, id, accountId) {
    const eventType = await eventTypeOf(deps, id, accountId)
    return eventType && (await candidatesOf(deps, eventType))
  },
  async waitlist_entry(deps, id, accountId) {
    const entry = await waitlistEntryEntity.read(deps.store, waitlistEntryKey(id))
    if (entry?.accountId !== accountId) return undefined
    return (await ofEventType(deps, entry.eventTypeId, accountId)) ?? [entry.providerId]
  },
}

/** Looks up which providers a resource belongs to, for callers that are restricted to some. */
export const createProvidersOf =
  // The description of the API is built without a store.
    (deps: Reading): ProvidersOf =>
    (kind, id, accountId) =>
      LOOK_UPS[kind](deps, id, accountId)
