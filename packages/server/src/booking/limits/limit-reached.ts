import { invariant } from '@holdfast/engine'
import type { Refusal } from '../../kernel/refusals.ts'
import { partsOfCounter } from '../../ledger/keys.ts'
import { type BookerNumbers, NONE_ELSEWHERE } from './claimed-limits.ts'

const LIMIT_OF_PERIOD = {
  day: 'perDay',
  week: 'perWeek',
  month: 'perMonth',
  minutes: 'minutesPerDay',
  booker: 'perBooker',
  ever: 'perBookerEver',
} as const

/** The refusal of a claim that would exceed a limit. `elsewhere`: what else of the person's the limits of bookers had counted. */
export function limitReached(
  counter: string,
  max: number | undefined,
  elsewhere: BookerNumbers = NONE_ELSEWHERE,
): Refusal {
  invariant(max !== undefined, `${counter} is claimed without a limit`)
  // The cast: only counts of these kinds are claimed.
  const limit = LIMIT_OF_PERIOD[partsOfCounter(counter).kind as keyof typeof LIMIT_OF_PERIOD]
  const count = max + (limit === 'perBooker' || limit === 'perBookerEver' ? elsewhere[limit] : 0)
  // Only somebody who is known gets as far as what one person may ever book.
  return limit === 'perBookerEver'
    ? { code: 'booker_not_allowed', limit, count }
    : { code: 'limit_reached', limit, count }
}
