import type { WaitingCounts } from '../run/final-checks.ts'
import type { RunCounts } from '../run/run-report.ts'

/** When a run ends: after minutes, or after operations, whichever comes first. */
export interface RunEnd {
  readonly minutes: number
  /** Undefined: only the minutes count. */
  readonly operations: number | undefined
}

const SECONDS_BETWEEN_LINES = 5

/** The line of a running run, with the remaining time; undefined if the last one is less than 5 seconds old. */
export function progressLine({ minutes, operations }: RunEnd) {
  let lastAt = Number.NEGATIVE_INFINITY
  let beganAt: number | undefined
  return (counts: RunCounts, seconds: number): string | undefined => {
    beganAt ??= seconds
    if (seconds - lastAt < SECONDS_BETWEEN_LINES) return undefined
    lastAt = seconds
    const passed = seconds - beganAt
    const byOperations =
      operations === undefined || counts.operations === 0
        ? Number.POSITIVE_INFINITY
        : (passed * Math.max(0, operations - counts.operations)) / counts.operations
    const left = Math.min(minutes * 60 - passed, byOperations)
    const of = operations === undefined ? '' : ` of ${operations}`
    return (
      `${Math.round(seconds)} s: ${counts.operations}${of} operations, ${counts.faults} faults, ` +
      `${counts.cells} histories checked (${counts.undecided} undecided), ${counts.violations} violations` +
      (Number.isFinite(left) ? `, ${durationOf(left)} left` : '')
    )
  }
}

/** The line of a run whose clients have ended; undefined if the last one is less than 5 seconds old. */
export function waitingLine() {
  let lastAt = Number.NEGATIVE_INFINITY
  return (counts: WaitingCounts, seconds: number): string | undefined => {
    if (seconds - lastAt < SECONDS_BETWEEN_LINES) return undefined
    lastAt = seconds
    const { events, delivered, payments, settledPayments } = counts
    return (
      `${Math.round(seconds)} s: the clients have ended; ${delivered} of ${events} events delivered, ` +
      `${settledPayments} of ${payments} payments settled`
    )
  }
}

const durationOf = (seconds: number): string =>
  seconds < 90 ? `${Math.max(0, Math.round(seconds))} s` : `${Math.round(seconds / 60)} min`
