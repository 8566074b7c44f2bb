import type { RefundRule } from '../payments/payment.ts'
import { parseWindowTime } from '../time/dates.ts'
import { wallToEpochMinutes } from '../time/zones.ts'
import { daysOfLine } from './lines.ts'
import type { CancellationRule, DepositRule, QuoteLine } from './rate-plan.ts'
import { percentOf } from './rounding.ts'

/** The arrival of a stay, where its property is. */
export interface Arrival {
  readonly arrivalDay: number
  /** The minute of the day from which guests check in. */
  readonly checkInMinute: number
  readonly timeZone: string
}

/** Rules by their deadlines, the earliest first; the rule that holds from the booking on comes before all. */
const inOrder = (rules: readonly CancellationRule[]): readonly CancellationRule[] =>
  rules.toSorted(
    (a, b) =>
      (b.days ?? Number.POSITIVE_INFINITY) - (a.days ?? Number.POSITIVE_INFINITY) ||
      (a.time ?? '').localeCompare(b.time ?? ''),
  )

/**
 * What a guest gets back, as rules of a payment: each deadline in minutes before check-in. For example, an arrival on 10 May at
 * 15:00 with 50 percent from 7 days before at 18:00 on and 100 percent from 1 day before at 18:00 on: everything until
 * 9,900 minutes before (3 May 18:00), half of it until 1,260 minutes before (9 May 18:00), then nothing. `lines`: the price of the stay, of
 * which penalties in nights are amounts.
 */
export function refundsByPolicy(
  rules: readonly CancellationRule[],
  { arrivalDay, checkInMinute, timeZone }: Arrival,
  lines: readonly QuoteLine[],
): readonly RefundRule[] {
  const start = wallToEpochMinutes(timeZone, arrivalDay, checkInMinute)
  const refunds: RefundRule[] = []
  let share: Omit<RefundRule, 'untilMinutesBefore'> = { percent: 100 }
  for (const { days, time, ...penalty } of inOrder(rules)) {
    if (days !== undefined) {
      const minute = time === undefined ? undefined : parseWindowTime(time, false)
      const deadline = wallToEpochMinutes(timeZone, arrivalDay - days, minute ?? checkInMinute)
      // A deadline after check-in is of no use: nobody cancels a stay that has begun.
      refunds.push({ untilMinutesBefore: Math.max(0, start - deadline), ...share })
    }
    share = shareLeft(penalty, lines)
  }
  return [...refunds, { untilMinutesBefore: 0, ...share }].filter(
    (rule, index, all) =>
      rule.percent > 0 &&
      all.findIndex(({ untilMinutesBefore }) => untilMinutesBefore === rule.untilMinutesBefore) ===
        index,
  )
}

/** What a penalty leaves of what was paid. */
const shareLeft = (
  { penaltyPercent = 0, penaltyNights = 0 }: CancellationRule,
  lines: readonly QuoteLine[],
): Omit<RefundRule, 'untilMinutesBefore'> =>
  penaltyNights > 0
    ? { percent: 100, keptAmount: priceOfFirstNights(lines, penaltyNights) }
    : { percent: 100 - penaltyPercent }

/** What a stay of that price pays when it is booked, in minor units, at most `toPay`, which is the price without what is paid at the house. */
export function depositOf(
  { percent, amount, nights = 0 }: DepositRule,
  toPay: number,
  { currency, lines }: { readonly currency: string; readonly lines: readonly QuoteLine[] },
): number {
  const wanted =
    percent !== undefined
      ? percentOf(toPay, percent, currency)
      : (amount ?? priceOfFirstNights(lines, nights))
  return Math.min(wanted, toPay)
}

/** The accommodation of the first nights of a stay: all lines by night but fees, extras and taxes. */
function priceOfFirstNights(lines: readonly QuoteLine[], nights: number): number {
  const days = lines.flatMap((line) => (line.kind === 'night' ? daysOfLine(line) : []))
  const end = Math.min(...days) + nights
  let sum = 0
  for (const line of lines) {
    if (line.kind === 'fee' || line.kind === 'extra' || line.kind === 'tax') continue
    const count = daysOfLine(line).filter((day) => day < end).length
    sum += line.unitAmount * line.quantity * count
  }
  return sum
}

/**
 * The position of a rule of cancellation that is wrong; undefined if none is. A later deadline must not cost less. Rules of one
 * day need different times: which of them is earlier must not depend on the check-in of a property.
 */
export function cancellationProblem(rules: readonly CancellationRule[]): number | undefined {
  const ordered = inOrder(rules)
  const wrong = ordered.find((rule, index) => {
    const before = ordered[index - 1]
    if (before === undefined) return false
    const isUnclear =
      before.days === rule.days && (before.time === undefined || before.time === rule.time)
    return isUnclear || isLess(rule, before)
  })
  return wrong && rules.indexOf(wrong)
}

/** Whether a penalty is less than another one. A percentage and nights cannot be compared without a price. */
const isLess = (one: CancellationRule, other: CancellationRule): boolean =>
  (one.penaltyPercent ?? Number.NaN) < (other.penaltyPercent ?? Number.NaN) ||
  (one.penaltyNights ?? Number.NaN) < (other.penaltyNights ?? Number.NaN)
