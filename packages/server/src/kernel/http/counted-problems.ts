import type { LimitName } from '@holdfast/engine'
import type { Refusal } from '../refusals.ts'
import type { ProblemDetails } from './problem.ts'

type Of<Code extends Refusal['code']> = Extract<Refusal, { readonly code: Code }>

/** What a limit allows, for a sentence. */
const LIMIT_TEXT: { readonly [Name in LimitName]: string } = {
  perDay: 'as many bookings as allowed on this date',
  perWeek: 'as many bookings as allowed in this week',
  perMonth: 'as many bookings as allowed in this month',
  minutesPerDay: 'too few minutes left on this date',
  perBooker: 'as many bookings of this booker as allowed at the same time',
  perBookerEver: 'as many bookings of this booker as one person may ever have',
}

/** The details of the refusals about what is counted, and about wait lists, for `refusal-problem.ts`. */
export const COUNTED_PROBLEMS = {
  session_full: (
    { code, seatsLeft, isHidden }: Of<'session_full'>,
    audience: 'account' | 'booker',
  ): ProblemDetails =>
    isHidden && audience === 'booker'
      ? { code, detail: 'The session has too few seats left.' }
      : {
          code,
          detail: `The session has ${seatsLeft === 1 ? 'one seat' : `${seatsLeft} seats`} left.`,
          seatsLeft,
        },
  session_cancelled: ({ code, by }: Of<'session_cancelled'>) => ({
    code,
    detail:
      by === 'moved'
        ? 'The session at this start was moved to another start.'
        : 'The session at this start was cancelled.',
  }),
  limit_reached: (
    { code, limit, count }: Of<'limit_reached'>,
    audience: 'account' | 'booker',
  ): ProblemDetails => ({
    code,
    detail: `There are ${LIMIT_TEXT[limit]}.`,
    limit,
    // How busy a provider is allowed to be is nobody else's business.
    ...((audience === 'account' || limit === 'perBooker') && { count }),
  }),
  session_closed: ({ by }: Of<'session_closed'>) => ({
    code: 'invalid_transition' as const,
    detail: `The session at this start was ${by} already.`,
  }),
  session_empty: (_refusal: Of<'session_empty'>) => ({
    code: 'invalid_transition' as const,
    detail:
      'Nobody has booked this start yet, so there is nothing to move or give away. Cancel it if it does not take place, or add time off for the person who cannot come.',
  }),
  waitlist_closed: ({ code, eventTypeId }: Of<'waitlist_closed'>) => ({
    code,
    detail: `Event type "${eventTypeId}" has no wait list.`,
  }),
  waitlist_full: ({ code, max }: Of<'waitlist_full'>) => ({
    code,
    detail: `The wait list is full: ${max} people are on it.`,
  }),
  already_waiting: ({ code }: Of<'already_waiting'>) => ({
    code,
    detail:
      'This email address is on the wait list of the event type already. The link in the email about it leads to the entry.',
  }),
} as const
