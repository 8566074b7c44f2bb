import type { StayReason } from '@holdfast/contracts'
import { formatDate, type LimitName, type StayRefusal } from '@holdfast/engine'
import type { ProblemsOf } from '../../kernel/http/refusal-problem.ts'
import { instantText } from '../../kernel/representations.ts'
import type { LedgerRefusal } from '../refusals.ts'

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

/** What a limit allows, for a sentence. */
const LIMIT_TEXT: { readonly [Name in LimitName]: string } = {
  perDay: 'as many bookings as allowed on this date',
  perWeek: 'as many bookings as allowed in this week',
  perMonth: 'as many bookings as allowed in this month',
  minutesPerDay: 'too few minutes left on this date',
  perBooker: 'as many bookings of this booker as allowed at the same time',
  perBookerEver: 'as many bookings of this booker as one person may ever have',
}

/** What each refusal of the context is over HTTP. */
export const LEDGER_PROBLEMS: ProblemsOf<LedgerRefusal> = {
  slot_taken: ({ code, startEpochSeconds, inTheWay }) => ({
    code,
    detail: `The time starting at ${instantText(startEpochSeconds)} is already taken.`,
    ...inTheWay,
  }),
  night_taken: ({ code, days }) => ({
    code,
    detail:
      days.length === 0
        ? 'Each night has a free unit, but no unit is free in all of them.'
        : `These nights are taken: ${days.map(formatDate).join(', ')}.`,
    nights: days.map(formatDate),
  }),
  stay_not_bookable: ({ code, reasons }) => ({
    code,
    detail: `The stay is not bookable: ${reasons.map((reason) => reason.code).join(', ')}.`,
    reasons: reasons.map(stayReason),
  }),
  session_full: ({ code, seatsLeft, isHidden }, audience) =>
    isHidden && audience === 'booker'
      ? { code, detail: 'The session has too few seats left.' }
      : {
          code,
          detail: `The session has ${seatsLeft === 1 ? 'one seat' : `${seatsLeft} seats`} left.`,
          seatsLeft,
        },
  session_cancelled: ({ code, by }) => ({
    code,
    detail:
      by === 'moved'
        ? 'The session at this start was moved to another start.'
        : 'The session at this start was cancelled.',
  }),
  limit_reached: ({ code, limit, count }, audience) => ({
    code,
    detail: `There are ${LIMIT_TEXT[limit]}.`,
    limit,
    // How busy a provider is allowed to be is nobody else's business.
    ...((audience === 'account' || limit === 'perBooker') && { count }),
  }),
}
