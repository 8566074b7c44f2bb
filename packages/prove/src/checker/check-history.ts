import { apply } from './bookings-spec.ts'
import { type BookingsState, keyOfState, NO_BOOKINGS } from './bookings-state.ts'
import { linearize, type Verdict } from './linearize.ts'
import type { Operation } from './operation.ts'

/** A history to check: plain data, so that a thread can check it. */
export interface History {
  readonly operations: readonly Operation[]
  /** How much there is of each resource that does not exist once. */
  readonly capacities: readonly (readonly [resource: string, capacity: number])[]
}

/** Checks the history of a cell. */
export function checkHistory({ operations, capacities }: History): Verdict {
  const known = new Map(capacities)
  return linearize<BookingsState>(operations, {
    initial: NO_BOOKINGS,
    apply: (state, operation) => apply(state, operation, known),
    keyOf: keyOfState,
  })
}
