import { majorText, minorUnitsOf } from '../../shared/money.ts'
import type { EventType } from '../api.ts'
import type { Keyed } from '../ui/keyed.ts'
import { type LeadTime, leadMinutesOf, leadTimeOf } from '../ui/lead-time.ts'

type Payment = NonNullable<EventType['payment']>

/** What is refunded when a booker cancels in time, in the form. */
export interface RefundDraft extends Keyed {
  readonly until: LeadTime
  readonly percent: string
}

/** The most refund rules of an event type. */
export const MAX_REFUNDS = 5

/** The payment in the form. Amounts are typed in major units: `50.00`. */
export interface PaymentDraft {
  readonly isPaid: boolean
  readonly kind: Payment['kind']
  readonly currency: string
  /** Empty: only rate plans have prices. */
  readonly amount: string
  readonly depositAmount: string
  /** Prices of durations other than `amount`, by minutes. Empty: `amount`. */
  readonly amountByDuration: Readonly<Record<string, string>>
  /** Whether the price is for each seat. */
  readonly isPerSeat: boolean
  readonly payWithin: LeadTime
  readonly onCaptureFailure: Payment['onCaptureFailure']
  readonly captureFailure: LeadTime
  readonly refunds: readonly RefundDraft[]
}

/** The values that show when payment is turned on. */
export const newPayment = (): PaymentDraft => ({
  isPaid: false,
  kind: 'full',
  currency: 'EUR',
  amount: '',
  depositAmount: '',
  amountByDuration: {},
  isPerSeat: false,
  payWithin: { count: '15', unit: 'minutes' },
  onCaptureFailure: 'keep',
  captureFailure: { count: '1', unit: 'days' },
  refunds: [],
})

/** A new refund rule: everything until a day before. */
export const newRefund = (key: string): RefundDraft => ({
  key,
  until: { count: '1', unit: 'days' },
  percent: '100',
})

/** The form's values for the payment of an event type. */
export function paymentDraftOf(payment: Payment | null): PaymentDraft {
  if (payment === null) return newPayment()
  const { currency, amountByDurationMinutes } = payment
  return {
    isPaid: true,
    kind: payment.kind,
    currency,
    amount: payment.amount === 0 ? '' : majorText(payment.amount, currency),
    depositAmount: payment.depositAmount === null ? '' : majorText(payment.depositAmount, currency),
    amountByDuration: Object.fromEntries(
      Object.entries(amountByDurationMinutes ?? {}).map(([minutes, amount]) => [
        minutes,
        majorText(amount, currency),
      ]),
    ),
    isPerSeat: payment.perSeat,
    payWithin: leadTimeOf(payment.payWithinMinutes),
    onCaptureFailure: payment.onCaptureFailure,
    captureFailure: leadTimeOf(payment.captureFailureMinutes),
    refunds: payment.refunds.map(({ untilMinutesBefore, percent }, index) => ({
      key: `saved ${index}`,
      until: leadTimeOf(untilMinutesBefore),
      percent: String(percent),
    })),
  }
}

// The form's inputs let no other text through; zero is what the server refuses with the field.
const amountOf = (text: string, currency: string): number => minorUnitsOf(text, currency) ?? 0

/**
 * The payment as the API takes it; null without one. Prices of durations that the event type does not offer
 * are left out.
 */
export function paymentOf(draft: PaymentDraft, durations: readonly number[]) {
  if (!draft.isPaid) return null
  const { currency, kind } = draft
  const prices = durations.flatMap((minutes) => {
    const text = draft.amountByDuration[minutes] ?? ''
    return text.trim() === '' ? [] : [[String(minutes), amountOf(text, currency)] as const]
  })
  return {
    amount: amountOf(draft.amount, currency),
    currency,
    kind,
    depositAmount: kind === 'deposit' ? amountOf(draft.depositAmount, currency) : null,
    amountByDurationMinutes: prices.length === 0 ? null : Object.fromEntries(prices),
    perSeat: draft.isPerSeat,
    payWithinMinutes: leadMinutesOf(draft.payWithin) ?? 0,
    onCaptureFailure: draft.onCaptureFailure,
    captureFailureMinutes: leadMinutesOf(draft.captureFailure) ?? 0,
    refunds: draft.refunds.map(({ until, percent }) => ({
      untilMinutesBefore: leadMinutesOf(until) ?? 0,
      percent: Number(percent),
    })),
  }
}
