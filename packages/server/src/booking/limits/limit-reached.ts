import { invariant, parseCounter } from '@holdfast/engine'
import type { Refusal } from '../../kernel/refusals.ts'
import { type BookerNumbers, NONE_ELSEWHERE, nameOfLimit } from './claimed-limits.ts'

/** The refusal of a claim that would exceed a limit. `elsewhere`: how many bookings the person has with other addresses. */
export function limitReached(
  counter: string,
  max: number | undefined,
  elsewhere: BookerNumbers = NONE_ELSEWHERE,
): Refusal {
  invariant(max !== undefined, `${counter} is claimed without a limit`)
  const name = parseCounter(counter)
  const { limit } = name
  const count = max + (elsewhere.get(nameOfLimit(name)) ?? 0)
  // Only somebody who is known gets as far as what one person may ever book.
  return limit === 'perBookerEver'
    ? { code: 'booker_not_allowed', limit, count }
    : { code: 'limit_reached', limit, count }
}
