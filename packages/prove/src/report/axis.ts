import { type FaultRecord, LAPSE_MILLISECONDS } from '../run/faults.ts'

/** Time of the run's clock as time that passed: without the jumps of the fault `lapse`. */
export interface Axis {
  /** The length of the axis in milliseconds. */
  readonly length: number
  /** Where a time of the run's clock lies, in milliseconds from the beginning, within the axis. */
  readonly at: (runMilliseconds: number) => number
}

/** The axis from one time of the run's clock to another. */
export function axisOf(from: number, to: number, faults: readonly FaultRecord[]): Axis {
  // The clock jumps at the end of the fault.
  const jumps = faults.flatMap((fault) =>
    fault.name === 'lapse' ? [fault.to - LAPSE_MILLISECONDS] : [],
  )
  const passed = (time: number) =>
    jumps.reduce(
      (left, jumpAt) => left - Math.min(Math.max(time - jumpAt, 0), LAPSE_MILLISECONDS),
      time,
    )
  const begin = passed(from)
  const length = Math.max(1, passed(to) - begin)
  return { length, at: (time) => Math.min(Math.max(passed(time) - begin, 0), length) }
}
