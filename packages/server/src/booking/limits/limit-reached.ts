import { invariant } from '@holdfast/engine'
import type { Refusal } from '../../kernel/refusals.ts'

const LIMIT_OF_PERIOD = {
  day: 'perDay',
  week: 'perWeek',
  month: 'perMonth',
  minutes: 'minutesPerDay',
  booker: 'perBooker',
} as const

/** The refusal of a claim that would exceed a limit. */
export function limitReached(counter: string, max: number | undefined): Refusal {
  invariant(max !== undefined, `${counter} is claimed without a limit`)
  const period = counter.split(':')[1] as keyof typeof LIMIT_OF_PERIOD
  return { code: 'limit_reached', limit: LIMIT_OF_PERIOD[period], count: max }
}
