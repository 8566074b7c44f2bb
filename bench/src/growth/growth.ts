import { exponentOf, exponentOfLogarithm, medianOf } from './exponent.ts'
import type { Measurement } from './measure.ts'

/** What an operation costs in a store of one size. */
export interface Cost {
  /** Bookings in the store. */
  readonly bookings: number
  /** Milliseconds of the server's CPU time for a request: the median of the rounds. */
  readonly cpuMilliseconds: number
  /** Median milliseconds from a request to its answer. */
  readonly p50Milliseconds: number
  /** Kilobytes that the server read from files and sockets for a request. NaN where the system does not tell. */
  readonly readKilobytes: number
}

/** How the cost of an operation grows, with one number of providers. */
export interface Growth {
  readonly operation: string
  readonly providers: number
  /** By size. */
  readonly costs: readonly Cost[]
  /** The exponent of the CPU time: 0 is constant, 1 linear. */
  readonly exponent: number
  /** The standard error of the exponent, from the exponents of single rounds. */
  readonly uncertainty: number
  /** What the exponent would be if the cost were proportional to the logarithm of the number of bookings. */
  readonly exponentOfLogarithm: number
  readonly verdict: Verdict
}

/** Whether a cost grows at most as the logarithm does. `unclear`: the difference is within two standard errors. */
export type Verdict = 'at most logarithmic' | 'unclear' | 'faster'

/** Fits the growth of each operation, for each number of providers. Each needs at least two sizes. */
export function growthsOf(measurements: readonly Measurement[]): readonly Growth[] {
  const groups = Map.groupBy(
    measurements,
    ({ operation, providers }) => `${operation}\0${providers}`,
  )
  return [...groups.values()].map(growthOf)
}

function growthOf(group: readonly Measurement[]): Growth {
  const bySize = group.toSorted((a, b) => a.bookings - b.bookings)
  const [first] = bySize
  if (first === undefined || bySize.length < 2) throw new Error('growth needs two sizes')
  const costs = bySize.map(
    ({ bookings, cpuMilliseconds, latencyMilliseconds, readKilobytes }): Cost => ({
      bookings,
      cpuMilliseconds: medianOf(cpuMilliseconds),
      p50Milliseconds: medianOf(latencyMilliseconds),
      readKilobytes: medianOf(readKilobytes),
    }),
  )
  const exponent = exponentOf(
    costs.map(({ bookings, cpuMilliseconds }) => ({ size: bookings, cost: cpuMilliseconds })),
  )
  const ofRounds = first.cpuMilliseconds.map((_, round) =>
    exponentOf(
      bySize.map(({ bookings, cpuMilliseconds }) => ({
        size: bookings,
        cost: cpuMilliseconds[round] as number,
      })),
    ),
  )
  const uncertainty = standardErrorOf(ofRounds)
  const ofLogarithm = exponentOfLogarithm(costs.map(({ bookings }) => bookings))
  return {
    operation: first.operation,
    providers: first.providers,
    costs,
    exponent,
    uncertainty,
    exponentOfLogarithm: ofLogarithm,
    verdict: verdictOf(exponent - ofLogarithm, uncertainty),
  }
}

function verdictOf(excess: number, uncertainty: number): Verdict {
  if (excess <= 0) return 'at most logarithmic'
  return excess > 2 * uncertainty ? 'faster' : 'unclear'
}

/** Infinite for a single value. */
function standardErrorOf(values: readonly number[]): number {
  if (values.length < 2) return Number.POSITIVE_INFINITY
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  return Math.sqrt(squares / (values.length - 1) / values.length)
}
