import type { Shape } from '../cells/world.ts'
import type { Verdict } from '../checker/linearize.ts'
import type { Operation } from '../checker/operation.ts'
import type { FaultRecord } from './faults.ts'

/** What was recorded of a cell: enough to check it again and to draw it. */
export interface RecordedCell {
  /** Counted from 1 in the order in which cells were checked. */
  readonly number: number
  readonly shape: Shape
  /** The first minute of its day. */
  readonly dayEpochMinutes: number
  /** How much there is of each resource that does not exist once. */
  readonly capacities: readonly (readonly [resource: string, capacity: number])[]
  readonly operations: readonly Operation[]
  readonly verdict: Verdict['kind']
  /** Of a violation: the ids of the longest order that explains its outcomes, and of those that cannot follow it. */
  readonly explainedIds?: readonly string[]
  readonly stuckIds?: readonly string[]
}

/** What was counted so far. */
export interface RunCounts {
  operations: number
  unknown: number
  cells: number
  undecided: number
  faults: number
  violations: number
}

/** A violation, and the history that shows it. */
export interface Violation {
  readonly kind: 'order' | 'answer' | 'events' | 'webhooks' | 'money' | 'doctor'
  readonly text: string
  readonly shape?: Shape
  /** The number of the recorded cell that shows it. */
  readonly cell?: number
  readonly explained?: readonly Operation[]
  readonly stuck?: readonly Operation[]
  readonly history?: readonly Operation[]
}

/** What a run found. */
export interface RunReport {
  readonly counts: RunCounts
  readonly violations: readonly Violation[]
  readonly faults: readonly FaultRecord[]
  readonly disturbances: ReadonlyMap<string, number>
  readonly attempts: { readonly answered: number; readonly unanswered: number }
  readonly eventCount: number
  /** Events that the receiver of webhooks got. */
  readonly deliveredCount: number
  readonly paymentCount: number
  /** Seconds from the first request to the first violation. */
  readonly firstViolationSeconds?: number
  readonly seconds: number
  /** Whether somebody ended it before it was done. */
  readonly wasInterrupted: boolean
  /** How long the slowest operation took with all its attempts, and the slowest search for an order. */
  readonly slowest: { readonly operationMilliseconds: number; readonly checkMilliseconds: number }
  /** The beginning, in milliseconds of the run's clock. */
  readonly startedAt: number
  readonly recordedCells: readonly RecordedCell[]
  /** With the servers' log and, after a violation, the store. */
  readonly folder: string
}
