import {
  type Assignment,
  type ClaimInterval,
  claimsOfNeed,
  hasOwnTime,
  type NeededTime,
  slotClaim,
  wholeQuanta,
} from '@holdfast/engine'
import type { PreparedBooking } from '../bookings/prepare-booking.ts'
import type { WantedBooking } from './expand-items.ts'

/** The time of providers that bookings of one group take. */
export class Reservations {
  readonly #taken = new Map<string, ClaimInterval[]>()

  /** Notes that a booking takes a provider; of a team, as assigned. */
  add(
    providerId: string,
    booking: PreparedBooking,
    wanted: WantedBooking,
    needed: NeededTime = {},
  ): void {
    const taken = this.#taken.get(providerId) ?? []
    this.#taken.set(providerId, [...taken, ...claimsIn(booking, wanted, needed)])
  }

  /** Notes that a booking takes those who are assigned to it. */
  addAll(
    assignments: readonly Assignment[],
    booking: PreparedBooking,
    wanted: WantedBooking,
  ): void {
    for (const assignment of assignments) {
      this.add(assignment.providerId, booking, wanted, assignment)
    }
  }

  /** Whether another booking of the group takes a provider whenever this one needs it. */
  has(
    providerId: string,
    booking: PreparedBooking,
    wanted: WantedBooking,
    needed: NeededTime = {},
  ): boolean {
    const own = claimsIn(booking, wanted, needed)
    return (this.#taken.get(providerId) ?? []).some((taken) =>
      own.some(
        (claim) =>
          taken.startEpochMinutes < claim.endEpochMinutes &&
          claim.startEpochMinutes < taken.endEpochMinutes,
      ),
    )
  }
}

function claimsIn(
  { offer: { policy } }: PreparedBooking,
  { startEpochSeconds = 0 }: WantedBooking,
  needed: NeededTime,
): readonly ClaimInterval[] {
  const start = startEpochSeconds / 60
  return hasOwnTime(needed)
    ? claimsOfNeed(needed, policy, start)
    : [wholeQuanta(slotClaim(policy, start))]
}
