import {
  type Assignment,
  areOverlapping,
  type ClaimInterval,
  type CountedTime,
  claimsOfNeed,
  hasOwnTime,
  type NeededTime,
  type SlotPolicy,
  slotClaim,
  wholeQuanta,
} from '@holdfast/engine'

/** When a booking is, and how long. */
export interface Placed {
  readonly policy: SlotPolicy
  readonly startEpochSeconds: number
}

/** The time of providers that bookings of one group take. */
export class Reservations {
  readonly #taken = new Map<string, ClaimInterval[]>()
  readonly #times = new Map<string, readonly CountedTime[]>()

  /** Notes that a booking takes a provider; of a team, as assigned. */
  add(providerId: string, placed: Placed, needed: NeededTime = {}): void {
    const taken = this.#taken.get(providerId) ?? []
    this.#taken.set(providerId, [...taken, ...claimsIn(placed, needed)])
    this.#times.set(providerId, [...this.timesOf(providerId), countedTime(placed, needed)])
  }

  /** Notes that a booking takes those who are assigned to it. */
  addAll(assignments: readonly Assignment[], placed: Placed): void {
    for (const assignment of assignments) this.add(assignment.providerId, placed, assignment)
  }

  /** The times that bookings of the group take of a provider, as its limits count them. */
  timesOf(providerId: string): readonly CountedTime[] {
    return this.#times.get(providerId) ?? []
  }

  /** Whether another booking of the group takes a provider whenever this one needs it. */
  has(providerId: string, placed: Placed, needed: NeededTime = {}): boolean {
    const own = claimsIn(placed, needed)
    return (this.#taken.get(providerId) ?? []).some((taken) =>
      own.some((claim) => areOverlapping(taken, claim)),
    )
  }
}

const countedTime = (
  { policy: { durationMinutes }, startEpochSeconds }: Placed,
  { spans }: NeededTime,
): CountedTime => ({
  startEpochMinutes: Math.floor(startEpochSeconds / 60),
  durationMinutes,
  ...(spans && { parts: spans }),
})

function claimsIn(
  { policy, startEpochSeconds }: Placed,
  needed: NeededTime,
): readonly ClaimInterval[] {
  const start = startEpochSeconds / 60
  return hasOwnTime(needed)
    ? claimsOfNeed(needed, policy, start)
    : [wholeQuanta(slotClaim(policy, start))]
}
