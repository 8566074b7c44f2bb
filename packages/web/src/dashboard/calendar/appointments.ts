import type { Booking } from '../api.ts'
import type { Names } from '../use-names.ts'

/** What takes time of a provider: a booking, or a class with all its bookings. */
export type Appointment =
  | { readonly kind: 'booking'; readonly booking: Booking }
  | { readonly kind: 'class'; readonly bookings: readonly [Booking, ...Booking[]] }

const HIDDEN: ReadonlySet<Booking['status']> = new Set(['cancelled', 'expired'])

/**
 * The bookings that are shown, in their order; those of one class as one. Several bookings of one event type, start and
 * provider are a class, also if the event type has no seats any more.
 */
export function appointmentsOf(
  bookings: readonly Booking[],
  names: Pick<Names, 'eventType'>,
): readonly Appointment[] {
  const shown = bookings.filter(({ status }) => !HIDDEN.has(status))
  const byStart = Map.groupBy(
    shown,
    ({ eventTypeId, start, providerId }) => `${eventTypeId} ${start} ${providerId}`,
  )
  return [...byStart.values()].flatMap(([first, ...others]): readonly Appointment[] => {
    if (first === undefined) return []
    const isClass = others.length > 0 || names.eventType(first.eventTypeId)?.seats
    return isClass
      ? [{ kind: 'class', bookings: [first, ...others] }]
      : [{ kind: 'booking', booking: first }]
  })
}

/** All bookings of an appointment. */
export const partiesOf = (appointment: Appointment): readonly [Booking, ...Booking[]] =>
  appointment.kind === 'class' ? appointment.bookings : [appointment.booking]

/** The booking by whose status a class is colored: a confirmed one, or else one that is not over. */
export const leadingOf = (bookings: readonly [Booking, ...Booking[]]): Booking =>
  bookings.find(({ status }) => status === 'confirmed') ??
  bookings.find(({ status }) => status === 'pending') ??
  bookings[0]

/** How many seats are taken. */
export const seatsOf = (bookings: readonly Booking[]): number =>
  bookings.reduce((sum, { seats }) => sum + seats, 0)
