import type { Stripe } from 'stripe'
import type { VendorFailure } from '../../payments/ports/payment-vendor.ts'

type StripeError = Stripe.errors.StripeError

/** Keys of Stripe, which its messages repeat in part. */
const KEY = /\b(?:[rsp]k|whsec)_[\w*]+/g

const withoutKeys = (message: string): string => message.replaceAll(KEY, '…')

const header = ({ headers }: StripeError, name: string): string | undefined => headers?.[name]

/** Whether Stripe answered from its record of an earlier call with this key that failed on its side. */
export const isReplayedFault = (error: StripeError): boolean =>
  (error.statusCode ?? 0) >= 500 && header(error, 'idempotent-replayed') === 'true'

/** Whether Stripe refused a call because its key had come with other input before. */
export const isOtherInput = ({ type }: StripeError): boolean => type === 'StripeIdempotencyError'

/** Whether Stripe refused a call because of the state of the object. */
export const isStateRefusal = ({ code }: StripeError): boolean =>
  code === 'payment_intent_unexpected_state' || code === 'charge_already_captured'

function unavailable(error: StripeError): VendorFailure {
  const seconds = Number(header(error, 'retry-after'))
  const isGiven = Number.isInteger(seconds) && seconds > 0
  return { kind: 'unavailable', ...(isGiven && { retryAfterSeconds: seconds }) }
}

/** What an error of Stripe's library means to the caller. */
export function failureOf(error: StripeError): VendorFailure {
  switch (error.type) {
    case 'StripeAuthenticationError':
      return { kind: 'denied', message: 'Stripe does not accept the key.' }
    case 'StripePermissionError':
      return { kind: 'denied', message: withoutKeys(error.message) }
    case 'StripeCardError':
    case 'StripeInvalidRequestError':
    case 'StripeIdempotencyError':
      return { kind: 'refused', code: codeOf(error), message: withoutKeys(error.message) }
    default:
      return unavailable(error)
  }
}

function codeOf({ code, decline_code: decline, type }: StripeError): string {
  if (code === 'resource_missing') return 'not_found'
  if (type === 'StripeIdempotencyError') return 'idempotency_error'
  // The library has an empty text for a code that Stripe did not send.
  return [decline, code].find((each) => each !== undefined && each !== '') ?? 'invalid_request'
}
