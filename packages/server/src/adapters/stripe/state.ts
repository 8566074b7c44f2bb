import type { Stripe } from 'stripe'
import type { VendorPaymentStatus, VendorState } from '../../payments/ports/payment-vendor.ts'
import { fromStripe } from './amounts.ts'

/** The member of Stripe's metadata with the id of the payment. */
export const PAYMENT_ID = 'holdfast_payment_id'

/** An object that was asked for with `expand`; undefined if Stripe sent its id or nothing. */
const expanded = <Value extends object>(
  value: string | Value | null | undefined,
): Value | undefined => (value !== null && typeof value === 'object' ? value : undefined)

/** The state of a session whose payment intent and latest charge are expanded. */
export function stateOf(session: Stripe.Checkout.Session): VendorState {
  const checkout = checkoutOf(session)
  const intent = expanded(session.payment_intent)
  if (intent === undefined) {
    return {
      checkout,
      status: 'none',
      currency: (session.currency ?? '').toUpperCase(),
      ...NO_MONEY,
    }
  }
  const charge = expanded(intent.latest_charge)
  const failure = intent.last_payment_error
  return {
    checkout,
    authorizationId: intent.id,
    status: statusOf(intent, charge),
    currency: intent.currency.toUpperCase(),
    ...amountsOf(intent, charge),
    ...(failure && {
      failure: {
        code: failure.decline_code ?? failure.code ?? 'unknown',
        message: failure.message ?? '',
      },
    }),
  }
}

const CHECKOUT_STATES = ['open', 'complete', 'expired'] as const

const checkoutOf = ({ status }: Stripe.Checkout.Session): VendorState['checkout'] =>
  CHECKOUT_STATES.find((state) => state === status) ?? 'open'

const NO_MONEY = {
  amountAuthorized: 0,
  amountCaptured: 0,
  amountRefunded: 0,
  isDisputed: false,
} as const

const wasAuthorized = (charge: Stripe.Charge | undefined): charge is Stripe.Charge =>
  charge?.status === 'succeeded'

function statusOf(
  intent: Stripe.PaymentIntent,
  charge: Stripe.Charge | undefined,
): VendorPaymentStatus {
  switch (intent.status) {
    case 'requires_capture':
      return 'authorized'
    case 'succeeded':
      return 'captured'
    case 'canceled':
      return wasAuthorized(charge) ? 'released' : 'none'
    case 'requires_payment_method':
      return intent.last_payment_error ? 'failed' : 'none'
    default:
      return 'processing'
  }
}

function amountsOf(intent: Stripe.PaymentIntent, charge: Stripe.Charge | undefined) {
  if (!wasAuthorized(charge)) return NO_MONEY
  const { currency } = intent
  const inMinorUnits = (amount: number): number => fromStripe({ amount, currency })
  const captured = intent.amount_received
  // Stripe counts the part of a charge that was not captured, or was released, as refunded.
  const released = charge.captured || intent.status === 'canceled' ? charge.amount - captured : 0
  return {
    amountAuthorized: inMinorUnits(charge.amount),
    amountCaptured: inMinorUnits(captured),
    amountRefunded: inMinorUnits(Math.max(0, charge.amount_refunded - released)),
    isDisputed: charge.disputed,
  }
}
