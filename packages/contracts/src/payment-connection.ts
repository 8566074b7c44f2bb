import { z } from '@hono/zod-openapi'
import { resourceId } from './ids.ts'
import { resourceFields } from './lists.ts'
import { oneOf } from './text.ts'

/** What the API knows of a payment vendor that accounts connect with a key of their own. */
interface KeyedVendor {
  /** Its name, as people read it. */
  readonly title: string
  /** The form of its keys, and what is said of another one. */
  readonly key: RegExp
  readonly keyHint: string
  /** The form of the secrets that sign its webhooks, and what is said of another one. */
  readonly secret: RegExp
  readonly secretHint: string
  /** The header with the signature of a webhook, in lower case, and what is in it. */
  readonly signatureHeader: string
  readonly signature: string
}

/** The payment vendors that accounts connect with a key: one entry each. */
export const KEYED_VENDORS = {
  stripe: {
    title: 'Stripe',
    key: /^rk_(?:live|test)_[A-Za-z0-9]{10,255}$/,
    keyHint: 'a restricted key of Stripe, such as rk_live_…',
    secret: /^whsec_[A-Za-z0-9+/=_-]{10,255}$/,
    secretHint: 'the signing secret of a webhook of Stripe, such as whsec_…',
    signatureHeader: 'stripe-signature',
    signature: 'The signature: `t=` with a time and `v1=` with an HMAC of time and body.',
  },
} as const satisfies Readonly<Record<string, KeyedVendor>>

/** The kind of a payment vendor that accounts connect with a key. */
export type KeyedVendorKind = keyof typeof KEYED_VENDORS

/** The kinds of vendors that accounts connect with a key. */
export const KEYED_VENDOR_KINDS = Object.keys(KEYED_VENDORS) as [
  KeyedVendorKind,
  ...KeyedVendorKind[],
]

/** The payment vendors. */
export const PAYMENT_VENDORS = [...KEYED_VENDOR_KINDS, 'simulated'] as const

const VENDORS: readonly KeyedVendor[] = Object.values(KEYED_VENDORS)

/** Text in the form of a secret of one of the vendors. The value never appears in an answer. */
function secretOf(form: 'key' | 'secret', hint: 'keyHint' | 'secretHint') {
  const pattern = new RegExp(VENDORS.map((vendor) => vendor[form].source).join('|'))
  const error = `must be ${VENDORS.map((vendor) => vendor[hint]).join(', or ')}`
  return z.string({ error }).regex(pattern, { error })
}

/** `PUT /v1/payment-connection`. */
export const PaymentConnectionWrite = z
  .strictObject({
    kind: oneOf(PAYMENT_VENDORS).describe(
      'The vendor. `simulated` moves no money, and exists only with demo data or in test mode.',
    ),
    restrictedKey: secretOf('key', 'keyHint').optional().openapi({
      description:
        'A restricted key of your Stripe account with write access to Checkout Sessions, Payment Intents, and Charges and Refunds. Stored encrypted and never shown. Omit to keep the stored key.',
      example: 'rk_test_51PvXq2ExampleExampleExample',
    }),
    webhookSecret: secretOf('secret', 'secretHint').nullable().optional().openapi({
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
