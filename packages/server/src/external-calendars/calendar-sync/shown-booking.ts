import {
  type Booking,
  type BookingLocation,
  isErasedBooker,
  placeText,
  providersOf,
} from '@holdfast/engine'
import { eventTypeFromItem } from '../../booking/event-types/event-type.ts'
import { eventTypeKey, providerKey } from '../../booking/keys.ts'
import { providerEntity } from '../../booking/providers/provider.ts'
import type { Connection } from '../connections/connection.ts'
import type { ExternalCalendarsDependencies } from '../dependencies.ts'
import type { SyncedBooking } from '../ports/calendar-vendor.ts'
import { eventKeyOf, type SyncedEvent } from './synced-event.ts'

/** Whether the calendar of a provider shows a booking. Past bookings and no-shows stay in the calendar. */
export function isShown(booking: Booking, { providerId }: Pick<Connection, 'providerId'>): boolean {
  const { status, booker, seats } = booking
  return (
    // A session has no booker of its own.
    (booker !== undefined || seats !== undefined) &&
    (status === 'confirmed' || status === 'completed' || status === 'no_show') &&
    providersOf(booking).includes(providerId)
  )
}

/**
 * The booking as the provider sees it: its event type, its place, and the name and address of the booker unless they
 * were erased. Of a session, how many seats are taken; it names nobody, so an erasure needs no look at it. `isHost`: this calendar's own event has the conference, so that its link is no place.
 */
export async function shownBooking(
  deps: ExternalCalendarsDependencies,
  booking: Booking,
  { providerId }: Connection,
  synced: SyncedEvent,
  isHost: boolean,
): Promise<SyncedBooking> {
  const keys = [providerKey(providerId)]
  if (booking.eventTypeId !== undefined) keys.push(eventTypeKey(booking.eventTypeId))
  const [providerItem, eventTypeItem] = await deps.store.getMany(keys, { consistent: true })
  const eventType = eventTypeItem && eventTypeFromItem(eventTypeItem)
  const title = eventType?.title ?? 'Appointment'
  const { booker, seats } = booking
  const person = booker && !isErasedBooker(booker) ? booker : undefined
  const others = booking.assignments?.filter((each) => each.providerId !== providerId) ?? []
  const names = others.map(({ providerName }) => providerName).join(', ')
  const location = isHost ? '' : shownPlace(booking.location)
  return {
    eventKey: eventKeyOf(synced),
    providerId,
    title:
      seats !== undefined
        ? `${title} (${seats}/${eventType?.seats?.capacity ?? seats})`
        : person
          ? `${title}: ${person.name}`
          : title,
    description: [...(person ? [person.name, person.email] : []), names && `With: ${names}`]
      .filter(Boolean)
      .join('\n'),
    startEpochSeconds: booking.startEpochSeconds,
    endEpochSeconds: booking.endEpochSeconds,
    timeZone: providerItem ? providerEntity.decode(providerItem).timeZone : 'UTC',
    // What its owner wrote into an event without a place of ours stays.
    ...((location !== '' || synced.showsLocation) && { location }),
  }
}

/** Where a booking takes place, in one line; empty if nothing says it. */
const shownPlace = (location: BookingLocation | undefined): string =>
  location === undefined ? '' : (location.url ?? placeText(location))
