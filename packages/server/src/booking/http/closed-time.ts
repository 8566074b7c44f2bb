import { isDate, secondsOf } from '../../kernel/http/instants.ts'
import type { ClosedTime } from '../closed-time/closed-time.ts'

/** The time of a body. Its schema requires two dates or two instants. */
export const closedTimeOf = ({
  start,
  end,
}: {
  readonly start: string
  readonly end: string
}): ClosedTime =>
  isDate(start)
    ? { startDate: start, endDate: end }
    : { startEpochSeconds: secondsOf(start), endEpochSeconds: secondsOf(end) }
