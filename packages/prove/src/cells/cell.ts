import type { Capacities } from '../checker/bookings-state.ts'
import type { Action, Operation, Outcome, ShownBooking } from '../checker/operation.ts'
import type { Api, ApiAnswer } from '../run/api.ts'
import type { ApiCall } from '../run/transport.ts'
import type { Random } from './random.ts'
import type { World } from './world.ts'

/** A request of a client, and what it means. */
export interface PlannedCall {
  readonly action: Action
  readonly call: ApiCall
  /**
   * What the client does with a good answer, if the answer is not the outcome. Undefined: nothing has happened. `now`: the
   * run's clock.
   */
  readonly follow?: (answer: ApiAnswer, now: number) => Promise<Outcome | undefined>
  /**
   * What happened to several bookings, one after another, if the request is about more than one change. Without an answer, or if it was
   * sent again (`isAgain`), more may have happened.
   */
  readonly steps?: (
    answer: ApiAnswer | undefined,
    isAgain: boolean,
  ) => readonly Pick<Operation, 'action' | 'outcome'>[]
}

/** A booking or a stay at the end of a cell. */
export interface ListedBooking {
  readonly shown: ShownBooking
  readonly version: number
  /** The operation that made it. */
  readonly operationId: string | undefined
  /** What the operation made, if it is another one since, though nobody had the answer. Absent: the same. */
  readonly madeAs?: ShownBooking
  /** Of a booking that must be paid. */
  readonly paymentId?: string
  /** Of an offer of a wait list. `madeAt`: milliseconds of the clock of the server that made it. */
  readonly offer?: { readonly entryId: string; readonly madeAt: number }
}

/** What a cell needs of its run. */
export interface CellRun {
  readonly api: Api
  /** Milliseconds of the run's clock. */
  readonly now: () => number
  /** The largest difference of a server's clock since then. */
  readonly skewSince: (sinceMilliseconds: number) => number
  /** Resolves when every read shows what was committed before the call. Absent: each does at once. */
  readonly settled?: (() => Promise<void>) | undefined
  readonly clients: number
  readonly operationsPerClient: number
  /** Starts with the cell's own name. */
  readonly nextOperationId: () => string
  readonly onOperation?: (operation: Operation) => void
}

/** What happened without a request of a client. */
export interface Conclusion {
  /** In the history, operations of nobody. */
  readonly unasked: readonly Operation[]
  /** A line for each violation. */
  readonly strange: readonly string[]
}

/** The skews of an operation of a history that began at `startedAt`. */
export const skewsOf = (
  { skewSince }: Pick<CellRun, 'skewSince'>,
  startedAt: number,
  invokedAt: number,
) => ({
  skewMilliseconds: skewSince(startedAt),
  ownSkewMilliseconds: skewSince(invokedAt),
})

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
  /** Ends what could still change bookings by itself, after the last request of a client. Absent: nothing could. */
  close?(run: CellRun): Promise<void>
  /** What the operations of clients and the bookings at the end show together. Absent: clients have done everything. */
  conclude?(
    run: CellRun,
    startedAt: number,
    operations: readonly Operation[],
    bookings: readonly ListedBooking[],
  ): Conclusion
  /** Reads every booking. */
  list(api: Api): Promise<readonly ListedBooking[]>
}

/** An epoch minute as an instant of the API. */
export const instantOf = (epochMinutes: number): string =>
  new Date(epochMinutes * 60_000).toISOString().replace('.000Z', 'Z')
