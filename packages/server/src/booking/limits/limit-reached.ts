import { invariant } from '@holdfast/engine'
import type { Refusal } from '../../kernel/refusals.ts'
import { partsOfCounter } from '../../ledger/keys.ts'

const LIMIT_OF_PERIOD = {
  day: 'perDay',
  week: 'perWeek',
  month: 'perMonth',
  minutes: 'minutesPerDay',
  booker: 'perBooker',
} as const

/** The refusal of a claim that would exceed a limit. `elsewhere`: what else of the person's the limit per booker had counted. */
export function limitReached(counter: string, max: number | undefined, elsewhere = 0): Refusal {
  invariant(max !== undefined, `${counter} is claimed without a limit`)
  // The cast: only counts of these kinds are claimed.
  const kind = partsOfCounter(counter).kind as keyof typeof LIMIT_OF_PERIOD
  const count = kind === 'booker' ? max + elsewhere : max
  return { code: 'limit_reached', limit: LIMIT_OF_PERIOD[kind], count }
}
