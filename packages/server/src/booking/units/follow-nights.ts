import { bookingOf, type DomainEvent, type DomainEventName } from '../../kernel/events/event.ts'
import type { UnitDependencies } from '../providers/units.ts'
import { followNights } from './unit-nights-summary.ts'

/** The events of a booking after which other nights can be taken. */
const BOOKINGS: ReadonlySet<DomainEventName> = new Set([
  'booking.created',
  'booking.confirmed',
  'booking.rescheduled',
  'booking.reassigned',
  'booking.cancelled',
  'booking.expired',
])
const STAYS: ReadonlySet<DomainEventName> = new Set([
  'stay.created',
  'stay.updated',
  'stay.deleted',
])

/** Whether other nights of a unit can be taken after an event. */
export const changesNights = (event: DomainEvent): boolean =>
  STAYS.has(event.type) || (BOOKINGS.has(event.type) && bookingOf(event).grain === 'nights')

/** Summarizes the units of such an event again that have a summary. */
export async function followNightsOf(deps: UnitDependencies, event: DomainEvent): Promise<void> {
  const { accountId } = event
  for (const unitId of await unitsOf(deps, event)) await followNights(deps, { accountId, unitId })
}

/** The units whose nights an event is about: also the one that a stay had before. */
async function unitsOf(deps: UnitDependencies, event: DomainEvent): Promise<Iterable<string>> {
  if (STAYS.has(event.type)) {
    const { calendarId } = event.data.stay as unknown as { readonly calendarId: string }
    const unitId = await deps.unitCalendars.unitOf(deps, calendarId)
    return unitId === undefined ? [] : [unitId]
  }
  const { previousProviderId } = event.data
  const { providerId } = bookingOf(event)
  return new Set(
    typeof previousProviderId === 'string' ? [previousProviderId, providerId] : [providerId],
  )
}
