import type { BookingPayment, RefundRule } from '@holdfast/engine'

/** The deadline of rules for refunds, from which on a move no longer moves it. */
export const deadlineOf = (
  refunds: readonly RefundRule[],
): Pick<BookingPayment, 'refundDeadlineMinutes'> =>
  refunds.length === 0
    ? {}
    : { refundDeadlineMinutes: Math.max(...refunds.map((each) => each.untilMinutesBefore)) }
