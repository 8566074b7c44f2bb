import { CLIFF, SHARE_OF_CPU, SHARE_WITH_KEY, shareOfFastify } from '../http/goals.ts'
import { quantile } from '../pairs/compare.ts'
import type { Turn } from '../pairs/turns.ts'

/** A median with the half of the values around it. */
export interface Spread {
  readonly from: number
  readonly median: number
  readonly to: number
}

const spread = (values: readonly number[]): Spread => ({
  from: quantile(values, 0.25),
  median: quantile(values, 0.5),
  to: quantile(values, 0.75),
})

/** CPU time of a contender's holds, in microseconds. */
export interface Cost {
  /** The lowest tenth of the turns, which other work on the machine disturbs least. */
  readonly lowest: number
  readonly median: number
  readonly perSecond: number
}

/** Summarizes the turns of a contender. `later` is added to the CPU time of each. */
export function costOf(turns: readonly Turn[], later = 0): Cost {
  const cpu = turns.map(({ cpuMicroseconds }) => cpuMicroseconds + later)
  return {
    lowest: quantile(cpu, 0.1),
    median: quantile(cpu, 0.5),
    perSecond: quantile(
      turns.map(({ perSecond }) => perSecond),
      0.5,
    ),
  }
}

/** The differences of two contenders in the same rounds, in microseconds. */
export const difference = (more: readonly Turn[], less: readonly Turn[]): Spread =>
  spread(
    more.map(
      ({ cpuMicroseconds }, round) =>
        cpuMicroseconds - (less[round]?.cpuMicroseconds ?? Number.NaN),
    ),
  )

/** Whether a goal can be reached, as three quarters of the rounds say. `open`: they disagree. */
export type Verdict = 'reachable' | 'unreachable' | 'open'

/** How a contender compares with a service in the same rounds. */
export interface Comparison {
  readonly share: Spread
  readonly verdict: Verdict
}

function verdictOf({ from, to }: Spread, isMet: (share: number) => boolean): Verdict {
  if (isMet(from) && isMet(to)) return 'reachable'
  return isMet(from) || isMet(to) ? 'open' : 'unreachable'
}

/** CPU time, in shares of a service's. */
export function compareCpu(
  turns: readonly Turn[],
  service: readonly Turn[],
  later: number,
): Comparison {
  const share = spread(
    turns.map(
      ({ cpuMicroseconds }, round) =>
        cpuMicroseconds / ((service[round]?.cpuMicroseconds ?? Number.NaN) + later),
    ),
  )
  return { share, verdict: verdictOf(share, (each) => each <= SHARE_OF_CPU) }
}

const sharesOfRate = (turns: readonly Turn[], others: readonly Turn[]): Spread =>
  spread(turns.map(({ perSecond }, round) => perSecond / (others[round]?.perSecond ?? Number.NaN)))

/** Rates, in shares of a service's. */
export function compareRate(
  turns: readonly Turn[],
  service: readonly Turn[],
  connections: number,
): Comparison {
  const share = sharesOfRate(turns, service)
  return { share, verdict: verdictOf(share, (each) => each >= shareOfFastify(connections)) }
}

/** The slowest hundredth of all holds of a contender, in milliseconds. */
export interface Tail {
  readonly p50: number
  readonly p99: number
  /** How many times the p50 the p99 is. */
  readonly times: number
  readonly isWithinGoal: boolean
}

/** Summarizes the times of a contender's holds. One moment of the disk delays few turns, so all turns count as one. */
export function tailOf(turns: readonly Turn[]): Tail {
  const all = turns.flatMap(({ milliseconds }) => Array.from(milliseconds))
  const [p50, p99] = [quantile(all, 0.5), quantile(all, 0.99)]
  return { p50, p99, times: p99 / p50, isWithinGoal: p99 <= CLIFF * p50 }
}

/** Rates with an Idempotency-Key, in shares of those without. */
export function compareKeyed(keyed: readonly Turn[], without: readonly Turn[]): Comparison {
  const share = sharesOfRate(keyed, without)
  return { share, verdict: verdictOf(share, (each) => each >= SHARE_WITH_KEY) }
}
