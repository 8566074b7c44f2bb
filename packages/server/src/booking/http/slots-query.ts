import { isTimeZone, ok, type Result } from '@holdfast/engine'
import { dayNumberOf, isDate, minutesFrom } from '../../kernel/http/instants.ts'
import type { RangeEnd, RangeFilter } from '../../kernel/list-range.ts'
import { invalid, type Refusal } from '../../kernel/refusals.ts'
import type { AskedAnswers } from '../questions/deciding-answers.ts'
import type { SlotsQuery as SlotsWanted } from '../slots/slots.ts'

/** A range of starts in a query. */
export interface RangeQuery {
  readonly from: string
  readonly to: string
  readonly timeZone?: string | undefined
  readonly durationMinutes?: number | undefined
  readonly seats?: number | undefined
  readonly answer?: readonly string[] | undefined
}

/** One end of a range in a query. */
export const rangeEnd = (text: string): RangeEnd =>
  isDate(text) ? { dayNumber: dayNumberOf(text) } : { epochMinutes: minutesFrom(text) }

/** The range in the query of a list. */
export const rangeFilter = ({
  from,
  to,
}: {
  readonly from?: string | undefined
  readonly to?: string | undefined
}): RangeFilter => ({
  ...(from !== undefined && { from: rangeEnd(from) }),
  ...(to !== undefined && { to: rangeEnd(to) }),
})

/** Refuses an unknown time zone. */
export const checkTimeZone = (timeZone: string | undefined): Result<undefined, Refusal> =>
  timeZone === undefined || isTimeZone(timeZone)
    ? ok(undefined)
    : invalid(
        '/query/timeZone',
        `Unknown time zone: "${timeZone}". Use an IANA name such as Europe/Berlin.`,
      )

/** The answers of a query, `id:option` each, as lists of options by the ids of their questions. */
export function answersOf(answer: readonly string[] | undefined): AskedAnswers | undefined {
  if (answer === undefined) return undefined
  const given = new Map<string, string[]>()
  for (const text of answer) {
    const [id = ''] = text.split(':', 1)
    given.set(id, [...(given.get(id) ?? []), text.slice(id.length + 1)])
  }
  return { given: Object.fromEntries(given), from: 'query' }
}

/** Reads a range. A date means midnight in `timeZone`, or in the provider's time zone by default. */
export function slotsWanted(
  { from, to, timeZone, durationMinutes, seats, answer }: RangeQuery,
  includeUnavailable: boolean,
): Result<SlotsWanted, Refusal> {
  const checked = checkTimeZone(timeZone)
  if (!checked.ok) return checked
  return ok({
    from: rangeEnd(from),
    to: rangeEnd(to),
    ...(timeZone === undefined ? {} : { timeZone }),
    includeUnavailable,
    durationMinutes,
    seats,
    answers: answersOf(answer),
  })
}
