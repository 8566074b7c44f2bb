import type { Refusal } from '../refusals.ts'
import type { ProblemDetails } from './problem.ts'

type Of<Code extends Refusal['code']> = Extract<Refusal, { readonly code: Code }>

/** The details of the refusals about groups of bookings, for `refusal-problem.ts`. */
export const GROUP_PROBLEMS = {
  group_too_large: ({ code, max }: Of<'group_too_large'>): ProblemDetails => ({
    code,
    detail: `The bookings do not fit into one transaction. The first ${max} do: book the rest as another group.`,
    max,
  }),
  no_such_time: ({ code, localStart, timeZone }: Of<'no_such_time'>): ProblemDetails => ({
    code,
    detail: `There is no ${localStart.replace('T', ' ')} in ${timeZone}.`,
  }),
} as const
