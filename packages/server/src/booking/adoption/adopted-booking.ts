import { type Booker, type Booking, bookingIdOfStay, claimOfBooking } from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import { epochSeconds } from '../../kernel/dependencies.ts'
import { newBooking } from '../bookings/new-booking.ts'
import { offerOf } from '../bookings/stay-offer.ts'
import type { Decision } from '../decision.ts'
import type { BookingDependencies } from '../dependencies.ts'
import type { CalendarStay } from '../ports/unit-calendars.ts'
import type { Unit } from '../providers/provider.ts'
import type { LoadedStayType } from '../units/load-stay-type.ts'
import { nightsIn, unitAssignment } from '../units/unit-claim.ts'
import { ownDataOf } from './own-data.ts'

/** Who a stay is of: its guest, a new person named as its title, or nobody if it was erased. */
export function bookerOf(
  { ids, clock }: Pick<BookingDependencies, 'ids' | 'clock'>,
  { guest, title }: Pick<CalendarStay, 'guest' | 'title'>,
): Booker {
  if (guest) return guest
  if (title === '') return { name: '' }
  return { name: title, contactId: ids.next('contact', clock.nowEpochMilliseconds()) }
}

/**
 * The decision about the confirmed booking that takes the place of a stay: it has the nights of the stay, which stay taken, and
 * nothing to pay. In a pool it keeps its unit.
 */
export function adoptedBooking(
  deps: BookingDependencies,
  { actor }: Pick<Caller, 'actor'>,
  loaded: LoadedStayType,
  unit: Unit,
  stay: CalendarStay,
): Decision {
  const id = bookingIdOfStay(stay.id)
  const { arrivalDay, departureDay, createdAtEpochSeconds } = stay
  const input = { arrivalDay, departureDay, isPinned: true }
  const offer = offerOf(
    { ...loaded, units: [unit], closedNights: [] },
    loaded.eventType,
    input,
    undefined,
  )
  const metadata = ownDataOf(stay)
  const fields = Object.keys(metadata).length > 0 ? { metadata } : {}
  const agreed = newBooking(deps, {
    id,
    actor,
    // Whoever booked on a public page has proved no address.
    isUnproven: stay.guest !== undefined,
    manageToken: deps.secrets.manageToken(id),
    given: { booker: bookerOf(deps, stay), fields },
    offer: { ...offer, confirmation: 'instant' },
    input: {
      target: { eventTypeId: loaded.eventType.id },
      startEpochSeconds: offer.startEpochSeconds,
    },
    now: epochSeconds(deps.clock),
  })
  const booking: Booking = {
    ...agreed,
    confirmation: offer.confirmation,
    confirmedAtEpochSeconds: createdAtEpochSeconds,
    createdAtEpochSeconds,
    assignments: [unitAssignment(offer.units, unit)],
    stay: nightsIn(offer.units, unit, offer.nights),
  }
  return {
    booking,
    claim: { kind: 'claim', to: claimOfBooking(booking), takesOver: true },
    events: ['booking.created', 'booking.confirmed'],
    adoptedStayId: stay.id,
  }
}
