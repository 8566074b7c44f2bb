import {
  type BookedTime,
  type Booking,
  type BookingLocation,
  type BookingStatus,
  isErasedBooker,
  placeText,
  providersOf,
  timesOfProvider,
} from '@holdfast/engine'
import { type EventType, eventTypeFromItem } from '../../booking/event-types/event-type.ts'
import { eventTypeKey, providerKey } from '../../booking/keys.ts'
import { providerEntity } from '../../booking/providers/provider.ts'
import type { Connection } from '../connections/connection.ts'
import type { ExternalCalendarsDependencies } from '../dependencies.ts'
import type { SyncedBooking } from '../ports/calendar-vendor.ts'
import { eventKeyOf, type SyncedEvent } from './synced-event.ts'

/** The bookings that calendars of providers show. Past bookings and no-shows stay. */
export const SHOWN_STATUSES = [
  'confirmed',
  'completed',
  'no_show',
] as const satisfies readonly BookingStatus[]

/** Whether the calendar of a provider shows a booking, or the part of it that is a span of the provider. */
export function isShown(
  booking: Booking,
  { providerId }: Pick<Connection, 'providerId'>,
  part = 0,
): boolean {
  const { status, booker, seats } = booking
  return (
    // A session has no booker of its own.
    (booker !== undefined || seats !== undefined) &&
    SHOWN_STATUSES.some((shown) => shown === status) &&
    providersOf(booking).includes(providerId) &&
    part < timesOfProvider(booking, providerId).length
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
  const location = isHost ? '' : shownPlace(booking.location)
  const time: BookedTime = timesOfProvider(booking, providerId)[synced.part ?? 0] ?? booking
  const { startEpochSeconds, endEpochSeconds } = time
  const text = shownText(booking, providerId, eventType)
  return {
    eventKey: eventKeyOf(synced),
    providerId,
    ...text,
    title: withLabel(text.title, time),
    startEpochSeconds,
    endEpochSeconds,
    timeZone: providerItem ? providerEntity.decode(providerItem).timeZone : 'UTC',
    // What its owner wrote into an event without a place of ours stays.
    ...((location !== '' || synced.showsLocation) && { location }),
  }
}

/**
 * The title and description of a booking in the calendar of one of its providers. A session has the number of its
 * taken seats instead of a name.
 */
export function shownText(
  { booker, seats, assignments = [] }: Pick<Booking, 'booker' | 'seats' | 'assignments'>,
  providerId: string,
  eventType: Pick<EventType, 'title' | 'seats'> | undefined,
): { readonly title: string; readonly description: string } {
  const title = eventType?.title ?? 'Appointment'
  const person = booker && !isErasedBooker(booker) ? booker : undefined
  const others = assignments.filter((each) => each.providerId !== providerId)
  const names = others.map(({ providerName }) => providerName).join(', ')
  const lines = [
    ...(person ? [person.name, person.email ?? person.phone] : []),
    names && `With: ${names}`,
  ]
  const seen =
    seats !== undefined
      ? ` (${seats}/${eventType?.seats?.capacity ?? seats})`
      : person
        ? person.name && `: ${person.name}`
        : ''
  return { title: `${title}${seen}`, description: lines.filter(Boolean).join('\n') }
}

/** A title with what is done in a span, if the span says it. */
export const withLabel = (title: string, { label }: { readonly label?: string }): string =>
  label === undefined ? title : `${title} · ${label}`

/** Where a booking takes place, in one line; empty if nothing says it. */
export const shownPlace = (location: BookingLocation | undefined): string =>
  location === undefined ? '' : (location.url ?? placeText(location))
