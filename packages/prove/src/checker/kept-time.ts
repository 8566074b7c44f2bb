import type { BookingsState, LiveBooking } from './bookings-state.ts'
import type { Operation } from './operation.ts'

const MINUTE = 60_000

/** What is kept of the time that a booking gave back. */
export const keptOf = (state: BookingsState, bookingId: string): readonly LiveBooking[] =>
  [...state.values()].filter(({ kept }) => kept?.bookingId === bookingId)

/** The state with the time that a booking gives back. Servers whose clocks differ may count its end from their own. */
export function withKept(
  state: BookingsState,
  { id, claims, isConfirmed }: LiveBooking,
  { id: operationId, invokedAt, returnedAt, skewMilliseconds }: Operation,
): BookingsState {
  if (!isConfirmed) return state
  const next = new Map(state)
  for (const [index, { keptMinutes, ...claim }] of claims.entries()) {
    if (keptMinutes === undefined) continue
    const keptId = `kept ${id} ${operationId} ${index}`
    next.set(keptId, {
      id: keptId,
      claims: [claim],
      isConfirmed: false,
      lapsesAt: invokedAt + keptMinutes.min * MINUTE - skewMilliseconds,
      kept: { bookingId: id, endsBy: returnedAt + keptMinutes.max * MINUTE + skewMilliseconds },
    })
  }
  return next
}
