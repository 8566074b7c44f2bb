import type { Stripe } from 'stripe'
import type { CheckoutRequest } from '../../payments/ports/payment-vendor.ts'
import { toStripe } from './amounts.ts'
import { PAYMENT_ID } from './state.ts'

/** Stripe ends a session 30 minutes to 24 hours after it was created. The minute is for slow calls and clocks. */
const SHORTEST_SECONDS = 31 * 60
const LONGEST_SECONDS = 24 * 60 * 60 - 60

/** Names the call that made an object in its metadata, so that the object is found again. */
export const CALL_KEY = 'holdfast_key'

/** The languages of Stripe's page, in lower case. */
const LOCALES: ReadonlyMap<string, string> = new Map(
  'bg cs da de el en en-GB es es-419 et fi fil fr fr-CA hr hu id it ja ko lt lv ms mt nb nl pl pt pt-BR ro ru sk sl sv th tr vi zh zh-HK zh-TW'
    .split(' ')
    .map((locale) => [locale.toLowerCase(), locale]),
)

/** Stripe's name of a language. `auto`, the language of the browser, if Stripe does not have it. */
export function localeOf(tag: string | undefined): string {
  if (tag === undefined) return 'auto'
  const lower = tag.toLowerCase()
  const [language = ''] = lower.split('-')
  return LOCALES.get(lower) ?? LOCALES.get(language) ?? 'auto'
}

/**
 * When the session ends: 31 minutes after the wanted time, so that the wanted time can be as soon as now. Undefined,
 * which Stripe takes as 24 hours, if that is too far away. It depends on the wanted time and hardly on the clock,
 * because Stripe refuses a repeated call whose input differs.
 */
const expiresAt = (wanted: number, nowEpochSeconds: number): number | undefined => {
  const end = wanted + SHORTEST_SECONDS
  return end > nowEpochSeconds + LONGEST_SECONDS ? undefined : end
}

/** The input of a checkout session whose payment is authorized now and captured later. */
export function sessionParams(
  request: CheckoutRequest,
  nowEpochSeconds: number,
): Stripe.Checkout.SessionCreateParams {
  const carried = { [PAYMENT_ID]: request.paymentId }
  const end = expiresAt(request.expiresAtEpochSeconds, nowEpochSeconds)
  return {
    mode: 'payment',
    // Cards, and the wallets that pay by card. Other methods cannot be captured later, or not reliably.
    allowed_payment_method_types: ['card'],
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: request.currency.toLowerCase(),
          unit_amount: toStripe(request),
          product_data: { name: request.title },
        },
      },
    ],
    payment_intent_data: {
      capture_method: 'manual',
      description: request.title,
      metadata: carried,
    },
    metadata: { ...carried, [CALL_KEY]: request.key },
    client_reference_id: request.paymentId,
    submit_type: 'book',
    // Otherwise Stripe may ask for the amount in the payer's own currency.
    adaptive_pricing: { enabled: false },
    locale: localeOf(request.locale),
    success_url: request.returnUrl,
    cancel_url: request.cancelUrl,
    ...(request.email !== undefined && { customer_email: request.email }),
    ...(end !== undefined && { expires_at: end }),
  }
}
