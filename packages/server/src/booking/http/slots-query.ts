import { isTimeZone, ok, type Result } from '@holdfast/engine'
import { dayNumberOf, isDate, minutesFrom } from '../../kernel/http/instants.ts'
import { invalid, type Refusal } from '../../kernel/refusals.ts'
import type { RangeEnd, SlotsQuery as SlotsWanted } from '../slots/slots.ts'

/** A range of starts in a query. */
export interface RangeQuery {
  readonly from: string
  readonly to: string
  readonly timeZone?: string | undefined
}

/** One end of a range in a query. */
export const rangeEnd = (text: string): RangeEnd =>
  isDate(text) ? { dayNumber: dayNumberOf(text) } : { epochMinutes: minutesFrom(text) }

/** Reads a range. A date means midnight in `timeZone`, or in the provider's time zone by default. */
export function slotsWanted(
  { from, to, timeZone }: RangeQuery,
  includeUnavailable: boolean,
): Result<SlotsWanted, Refusal> {
  if (timeZone !== undefined && !isTimeZone(timeZone)) {
    return invalid(
      '/query/timeZone',
      `Unknown time zone: "${timeZone}". Use an IANA name such as Europe/Berlin.`,
    )
  }
  return ok({
    from: rangeEnd(from),
    to: rangeEnd(to),
    ...(timeZone === undefined ? {} : { timeZone }),
    includeUnavailable,
  })
}
