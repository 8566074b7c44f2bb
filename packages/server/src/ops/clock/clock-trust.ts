import type { Clock } from '../../kernel/dependencies.ts'

/** How far the clock may be ahead of the newest known instant. */
const MOST_AHEAD_MILLISECONDS = 24 * 3_600_000

/** How long a clock that is further ahead must run steadily before it is believed. */
const PROBATION_MILLISECONDS = 10 * 60_000

/** By how much the clock may differ from the monotonic clock meanwhile. */
const MOST_DRIFT_MILLISECONDS = 60_000

/** What changed: the clock is not believed any more, is believed again, or was set back to where it should be. */
export type ClockNews = 'ahead' | 'steady' | 'corrected'

/** Judges the machine's clock by the newest instant that the store knows, and by the monotonic clock. */
export interface ClockTrust {
  /** Whether what cannot be undone may be done by this clock. */
  isTrusted(): boolean
}

interface Reading {
  readonly wall: number
  readonly monotonic: number
}

const movedBy = (from: Reading, to: Reading): number =>
  to.wall - from.wall - (to.monotonic - from.monotonic)

/**
 * Creates the judgement. A clock that is more than 24 hours ahead of the newest instant, or jumps so far, is not believed until
 * ten minutes have passed by the monotonic clock and the clock has gone on as much. A server that was off for weeks looks the
 * same, and does its work after ten minutes.
 *
 * `newestEpochMilliseconds`: of the store. Undefined: it knows none, so the clock is believed.
 */
export function createClockTrust(
  clock: Required<Clock>,
  newestEpochMilliseconds: number | undefined,
  onNews: (news: ClockNews, aheadMilliseconds: number) => void,
): ClockTrust {
  const read = (): Reading => ({
    wall: clock.nowEpochMilliseconds(),
    monotonic: clock.monotonicMilliseconds(),
  })
  const first = read()
  let known: Reading = { ...first, wall: newestEpochMilliseconds ?? first.wall }
  let doubted: Reading | undefined
  const believe = (now: Reading): true => {
    known = now
    doubted = undefined
    return true
  }
  return {
    isTrusted() {
      const now = read()
      const ahead = movedBy(known, now)
      if (ahead <= MOST_AHEAD_MILLISECONDS) {
        if (doubted) onNews('corrected', ahead)
        return believe(now)
      }
      if (doubted === undefined) onNews('ahead', ahead)
      if (doubted === undefined || Math.abs(movedBy(doubted, now)) > MOST_DRIFT_MILLISECONDS) {
        doubted = now
      }
      if (now.monotonic - doubted.monotonic < PROBATION_MILLISECONDS) return false
      onNews('steady', ahead)
      return believe(now)
    },
  }
}
