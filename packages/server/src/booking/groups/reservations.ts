import { type ClaimInterval, slotClaim, wholeQuanta } from '@holdfast/engine'
import type { PreparedBooking } from '../bookings/prepare-booking.ts'
import type { WantedBooking } from './expand-items.ts'

/** The time of providers that bookings of one group take. */
export class Reservations {
  readonly #taken = new Map<string, ClaimInterval[]>()

  /** Notes that a booking takes a provider. */
  add(providerId: string, booking: PreparedBooking, wanted: WantedBooking): void {
    const taken = this.#taken.get(providerId) ?? []
    this.#taken.set(providerId, [...taken, intervalOf(booking, wanted)])
  }

  /** Whether another booking of the group takes a provider at the time of this one. */
  has(providerId: string, booking: PreparedBooking, wanted: WantedBooking): boolean {
    const { startEpochMinutes, endEpochMinutes } = intervalOf(booking, wanted)
    return (this.#taken.get(providerId) ?? []).some(
      (taken) =>
        taken.startEpochMinutes < endEpochMinutes && startEpochMinutes < taken.endEpochMinutes,
    )
  }
}

const intervalOf = (
  { offer: { policy } }: PreparedBooking,
  { startEpochSeconds = 0 }: WantedBooking,
): ClaimInterval => wholeQuanta(slotClaim(policy, startEpochSeconds / 60))
