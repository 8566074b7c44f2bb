import { z } from '@hono/zod-openapi'
import { resourceId } from './ids.ts'
import { resourceFields } from './lists.ts'
import { oneOf } from './text.ts'

/** The payment vendors. */
export const PAYMENT_VENDORS = ['stripe', 'simulated'] as const

/** Text in the form of a secret of Stripe. The value never appears in an answer. */
function secretOf(pattern: RegExp, error: string) {
  return z.string({ error }).regex(pattern, { error })
}

/** `PUT /v1/payment-connection`. */
export const PaymentConnectionWrite = z
  .strictObject({
    kind: oneOf(PAYMENT_VENDORS).describe(
      'The vendor. `simulated` moves no money, and exists only with demo data or in test mode.',
    ),
    restrictedKey: secretOf(
      /^rk_(?:live|test)_[A-Za-z0-9]{10,255}$/,
      'must be a restricted key of Stripe, such as rk_live_…',
    )
      .optional()
      .openapi({
        description:
          'A restricted key of your Stripe account with write access to Checkout Sessions, Payment Intents, and Charges and Refunds. Stored encrypted and never shown. Omit to keep the stored key.',
        example: 'rk_test_51PvXq2ExampleExampleExample',
      }),
    webhookSecret: secretOf(
      /^whsec_[A-Za-z0-9+/=_-]{10,255}$/,
      'must be the signing secret of a webhook of Stripe, such as whsec_…',
    )
      .nullable()
      .optional()
      .openapi({
        description:
          'The signing secret of the webhook at Stripe that sends to `webhookUrl`. Stored encrypted and never shown. Omit to keep the stored secret. Null removes it.',
        example: 'whsec_ExampleExampleExampleExample',
      }),
  })
  .openapi('PaymentConnectionWrite', { description: 'The vendor that takes payments.' })

/** The connection of an account to its payment vendor, without secrets. */
export const PaymentConnection = z
  .object({
    id: resourceId('paymentConnection'),
    kind: z.enum(PAYMENT_VENDORS).describe('The vendor. `simulated` moves no money.'),
    isLive: z
      .boolean()
      .describe('Whether payments move money. False with a test key and with simulated payments.'),
    status: z
      .enum(['active', 'broken'])
      .describe('`broken`: the vendor denies the key. Connect with another key.'),
    failure: z.string().nullable().openapi({
      description: 'Why the vendor denies the key. Null if the connection is active.',
      example: null,
    }),
    hasWebhookSecret: z
      .boolean()
      .describe(
        'Whether webhooks are accepted. Without them, payments are read every few minutes.',
      ),
    webhookUrl: z.string().nullable().openapi({
      description:
        'The URL to enter as a webhook at the vendor. Null if the vendor sends none, or the server has no public URL.',
      example: 'https://book.example.com/v1/payments/stripe/pcn_01kqs3v7m8e2f4g6h8j0k2m4n6',
    }),
    ...resourceFields,
  })
  .openapi('PaymentConnection', {
    description: 'The connection of the account to its payment vendor.',
  })
