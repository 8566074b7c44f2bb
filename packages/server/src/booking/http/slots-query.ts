import { isTimeZone, ok, type Result } from '@holdfast/engine'
import { dayNumberOf, isDate, minutesFrom } from '../../kernel/http/instants.ts'
import { invalid, type Refusal } from '../../kernel/refusals.ts'
import type { RangeEnd, SlotsQuery as SlotsWanted } from '../slots/slots.ts'

/** A range of starts as a query gives it. */
export interface RangeQuery {
  readonly from: string
  readonly to: string
  readonly timeZone?: string | undefined
}

/** One end of a range as a query gives it. */
export const rangeEnd = (text: string): RangeEnd =>
  isDate(text) ? { dayNumber: dayNumberOf(text) } : { epochMinutes: minutesFrom(text) }

/** Reads a range; a date in it is its midnight in `timeZone`, or in the provider's zone. */
export function slotsWanted(
  { from, to, timeZone }: RangeQuery,
  includeUnavailable: boolean,
): Result<SlotsWanted, Refusal> {
  if (timeZone !== undefined && !isTimeZone(timeZone)) {
    return invalid(
      '/query/timeZone',
      `"${timeZone}" is not an IANA time zone, such as Europe/Berlin`,
    )
  }
  return ok({
    from: rangeEnd(from),
    to: rangeEnd(to),
    ...(timeZone === undefined ? {} : { timeZone }),
    includeUnavailable,
  })
}
