import type { Verdict } from '../checker/linearize.ts'
import type { Operation } from '../checker/operation.ts'
import type { FaultRecord } from './faults.ts'
import type { RecordedCell, RunCounts, RunReport, Violation } from './run-report.ts'

/** The name of a recorded history in the folder of its run. */
export const HISTORY_FILE = 'history.json'

/** A run and its most telling cells. All times are milliseconds of the run's clock. */
export interface RecordedRun {
  readonly format: 1
  /** Repeats the run. */
  readonly command: string
  readonly seed: number
  readonly store: string
  readonly serverCount: number
  /** The planted bug. Absent: none. */
  readonly bug?: string
  readonly startedAt: number
  readonly seconds: number
  /** Whether somebody ended it before it was done. */
  readonly wasInterrupted: boolean
  readonly counts: RunCounts
  readonly eventCount: number
  readonly slowest: RunReport['slowest']
  readonly faults: readonly FaultRecord[]
  /** Without their operations, which are those of a cell. */
  readonly violations: readonly Pick<Violation, 'kind' | 'text' | 'shape' | 'cell'>[]
  /** Every cell with a violation, every undecided one, and the one in which most happened. */
  readonly cells: readonly RecordedCell[]
}

/** The record of a finished run. */
export function recordOf(
  report: RunReport,
  {
    bug,
    ...plan
  }: Pick<RecordedRun, 'command' | 'seed' | 'store' | 'serverCount'> & {
    readonly bug: string | undefined
  },
): RecordedRun {
  const { startedAt, seconds, wasInterrupted, counts, eventCount } = report
  const { slowest, faults, violations, recordedCells } = report
  return {
    format: 1,
    ...plan,
    ...(bug !== undefined && { bug }),
    startedAt,
    seconds,
    wasInterrupted,
    counts,
    eventCount,
    slowest,
    faults,
    violations: violations.map(({ explained: _, stuck: _stuck, history: _all, ...rest }) => rest),
    cells: recordedCells,
  }
}

/** The part of a verdict that is recorded with its cell. */
export function recordedVerdict(
  verdict: Verdict,
): Pick<RecordedCell, 'verdict' | 'explainedIds' | 'stuckIds'> {
  if (verdict.kind !== 'violation') return { verdict: verdict.kind }
  const idsOf = (operations: readonly Operation[]) => operations.map(({ id }) => id)
  const { kind, explained, stuck } = verdict
  return { verdict: kind, explainedIds: idsOf(explained), stuckIds: idsOf(stuck) }
}

/** A recorded run as JSON, which has no infinity: the return of an operation without an answer is null. */
export const historyToJson = (run: RecordedRun): string => JSON.stringify(run)

/** Reads what `historyToJson` has written. */
export function historyFromJson(json: string): RecordedRun {
  const revive = (key: string, value: unknown) =>
    key === 'returnedAt' && value === null ? Number.POSITIVE_INFINITY : value
  // Only this program writes it.
  return JSON.parse(json, revive) as RecordedRun
}
