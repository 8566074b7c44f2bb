import type { Claim } from './operation.ts'

/** A booking that has its claims. */
export interface LiveBooking {
  readonly id: string
  readonly claims: readonly Claim[]
  readonly isConfirmed: boolean
  readonly lapsesAt?: number
  /** No answer says when the hold ends. */
  readonly isVague?: boolean
  /** A hold that lapsed, and whose time has a new owner. It reads as pending until somebody writes its end. */
  readonly isOver?: true
  /** Set for time that a booking gave back, and that is kept. It is no booking: it ends between `lapsesAt` and `endsBy`. */
  readonly kept?: { readonly bookingId: string; readonly endsBy: number }
}

/** The bookings that have their claims, by id. Immutable. */
export type BookingsState = ReadonlyMap<string, LiveBooking>

/** How much of each resource there is at any instant. A resource that is not listed exists once. */
export type Capacities = ReadonlyMap<string, number>

export const NO_BOOKINGS: BookingsState = new Map()

/** The state without some bookings. */
export function without(state: BookingsState, ids: readonly string[]): BookingsState {
  const next = new Map(state)
  for (const id of ids) next.delete(id)
  return next
}

const keyOfClaim = ({ resource, from, to, amount }: Claim): string =>
  `${resource} ${from} ${to} ${amount}`

/** Whether two bookings take the same. */
export function sameClaims(a: readonly Claim[], b: readonly Claim[]): boolean {
  const [left, right] = [a.map(keyOfClaim).sort(), b.map(keyOfClaim).sort()]
  return left.length === right.length && left.every((each, index) => each === right[index])
}

/** Whether two claims take the same resource at the same time. */
export const meets = (a: Claim, b: Claim): boolean =>
  a.resource === b.resource && a.from < b.to && b.from < a.to

/** What of a claim lies in other months than one of the same resource. All of it, if that is another resource. */
export function outsideMonthsOf(claim: Claim, other: Claim): readonly Claim[] {
  if (claim.resource !== other.resource) return [claim]
  const [begin, end] = [monthStart(other.from, 0), monthStart(other.to - 1, 1)]
  return [
    { ...claim, to: Math.min(claim.to, begin) },
    { ...claim, from: Math.max(claim.from, end) },
  ].filter(({ from, to }) => from < to)
}

/** The first minute of the month of an epoch minute, or of a later one. */
function monthStart(epochMinutes: number, later: number): number {
  const date = new Date(epochMinutes * 60_000)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + later) / 60_000
}

/** Whether the claims fit beside those of all bookings, at every instant. */
export function hasRoom(
  state: BookingsState,
  claims: readonly Claim[],
  capacities: Capacities,
): boolean {
  return claims.every((claim) => {
    const beside = [...state.values()].flatMap((booking) =>
      booking.claims
        .filter((other) => meets(claim, other))
        .map((other) => ({ ...other, owner: other.owner ?? booking.id })),
    )
    const capacity = capacities.get(claim.resource) ?? 1
    // Use changes only where a claim begins, so the worst instant is one of these.
    const instants = [claim.from, ...beside.map(({ from }) => Math.max(from, claim.from))]
    return instants.every((at) => usedAt(beside, claim, at) + claim.amount <= capacity)
  })
}

/** How much is used at an instant by others than the claim's own owner. */
function usedAt(
  beside: readonly (Claim & { readonly owner: string })[],
  claim: Claim,
  at: number,
): number {
  const byOwner = new Map<string, number>()
  for (const { owner, from, to, amount } of beside) {
    if (from <= at && at < to && owner !== claim.owner) byOwner.set(owner, amount)
  }
  return [...byOwner.values()].reduce((sum, amount) => sum + amount, 0)
}

function markOf(isConfirmed: boolean, isOver: boolean | undefined): string {
  if (isConfirmed) return '!'
  return isOver ? '~' : '?'
}

/** A state as text: equal states have equal texts. */
export const keyOfState = (state: BookingsState): string =>
  [...state.values()]
    .map(
      ({ id, isConfirmed, isOver, claims }) =>
        `${id}${markOf(isConfirmed, isOver)}${claims.map(keyOfClaim)}`,
    )
    .sort()
    .join(' ')
