import type { Capacities } from '../checker/bookings-spec.ts'
import type { Action, Outcome, ShownBooking } from '../checker/operation.ts'
import type { Api, ApiAnswer } from '../run/api.ts'
import type { ApiCall } from '../run/transport.ts'
import type { Random } from './random.ts'
import type { World } from './world.ts'

/** A request of a client, and what it means. */
export interface PlannedCall {
  readonly action: Action
  readonly call: ApiCall
  /** What the client does with a good answer, if the answer is not the outcome. Undefined: nothing has happened. */
  readonly follow?: (answer: ApiAnswer) => Promise<Outcome | undefined>
}

/** A booking or a stay at the end of a cell. */
export interface ListedBooking {
  readonly shown: ShownBooking
  readonly version: number
  /** The operation that made it. */
  readonly operationId: string | undefined
  /** Of a booking that must be paid. */
  readonly paymentId?: string
}

/** A part of a world whose bookings depend on one another, and on no others. It is played once. */
export interface Cell {
  readonly world: World
  /** The first minute of its first day. */
  readonly dayEpochMinutes: number
  readonly capacities: Capacities
  /** Whether what has ended is not found any more. */
  readonly forgetsEnded: boolean
  /** What a client does next, given the bookings that clients were shown so far. `now`: the run's clock. */
  plan(random: Random, operationId: string, now: number): PlannedCall
  /** The bookings that a good answer shows. */
  shownIn(answer: ApiAnswer): readonly ShownBooking[]
  /** Reads every booking. */
  list(api: Api): Promise<readonly ListedBooking[]>
}

/** An epoch minute as an instant of the API. */
export const instantOf = (epochMinutes: number): string =>
  new Date(epochMinutes * 60_000).toISOString().replace('.000Z', 'Z')
