import type { StayReason } from '@holdfast/contracts'
import { formatDate, type StayRefusal } from '@holdfast/engine'
import type { Refusal } from '../refusals.ts'
import { instantText } from '../representations.ts'
import type { ProblemDetails } from './problem.ts'

type Of<Code extends Refusal['code']> = Extract<Refusal, { readonly code: Code }>

/** A rule that a stay breaks, with the values that were compared. */
export function stayReason(reason: StayRefusal): StayReason {
  switch (reason.code) {
    case 'closed_night':
      return { code: reason.code, night: formatDate(reason.day) }
    case 'closed_to_arrival':
    case 'closed_to_departure':
      return { code: reason.code, date: formatDate(reason.day) }
    case 'stop_sell':
    case 'no_price':
      return { code: reason.code, night: formatDate(reason.day) }
    case 'in_the_past':
      return { code: reason.code, today: formatDate(reason.today) }
    case 'too_far':
      return { code: reason.code, lastArrival: formatDate(reason.lastArrivalDay) }
    case 'arrival_too_soon':
      return { code: reason.code, firstArrival: formatDate(reason.firstArrivalDay) }
    case 'arrival_weekday':
    case 'departure_weekday':
      return { code: reason.code, allowed: [...reason.allowed] }
    default:
      return reason
  }
}

/** The details of the refusals about stays, for `refusal-problem.ts`. */
export const STAY_PROBLEMS = {
  night_taken: ({ code, days }: Of<'night_taken'>): ProblemDetails => ({
    code,
    detail:
      days.length === 0
        ? 'Each night has a free unit, but no unit is free in all of them.'
        : `These nights are taken: ${days.map(formatDate).join(', ')}.`,
    nights: days.map(formatDate),
  }),
  stay_not_bookable: ({ code, reasons }: Of<'stay_not_bookable'>): ProblemDetails => ({
    code,
    detail: `The stay is not bookable: ${reasons.map((reason) => reason.code).join(', ')}.`,
    reasons: reasons.map(stayReason),
  }),
  stay_begun: ({ checkInEpochSeconds }: Of<'stay_begun'>): ProblemDetails => ({
    code: 'invalid_transition',
    detail: `The stay began at ${instantText(checkInEpochSeconds)} and can no longer be moved or cancelled by its guest.`,
  }),
} as const
