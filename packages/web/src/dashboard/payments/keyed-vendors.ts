import type { KeyedVendorKind } from '@holdfast/contracts'
import { catalog } from '../../shared/language.ts'

/** What the form of a vendor says. */
interface VendorTexts {
  /** How to get a key. */
  readonly steps: string
  readonly keyLabel: string
  readonly keyHint: string
  /** Where to enter the address of the webhook. */
  readonly webhookSteps: string
  readonly secretHint: string
}

type Texts = Readonly<Record<KeyedVendorKind, VendorTexts>>

/** The texts of the vendors that are connected with a key: one entry each. */
export const vendorMessages = catalog<Texts>({
  en: {
    stripe: {
      steps:
        'Create a restricted key in Stripe under Developers, API keys. It needs write access to Checkout Sessions, Payment Intents, and Charges and Refunds.',
      keyLabel: 'Restricted key',
      keyHint: 'Starts with rk_. We store it encrypted and never show it again.',
      webhookSteps:
        'Add this address in Stripe under Developers, Webhooks, then enter its secret below.',
      secretHint: 'Starts with whsec_. Without it, we notice payments a few minutes later.',
    },
  },
  de: {
    stripe: {
      steps:
        'Legen Sie in Stripe unter Entwickler, API-Schlüssel einen eingeschränkten Schlüssel an. Er braucht Schreibzugriff auf Checkout Sessions, Payment Intents sowie Charges und Refunds.',
      keyLabel: 'Eingeschränkter Schlüssel',
      keyHint: 'Beginnt mit rk_. Wir speichern ihn verschlüsselt und zeigen ihn nie wieder an.',
      webhookSteps:
        'Tragen Sie diese Adresse in Stripe unter Entwickler, Webhooks ein und geben Sie das Geheimnis unten ein.',
      secretHint: 'Beginnt mit whsec_. Ohne es bemerken wir Zahlungen erst nach einigen Minuten.',
    },
  },
})

/** What the dashboard knows of the vendors that are connected with a key: one entry each. */
export const KEYED_VENDORS: Readonly<
  Record<KeyedVendorKind, { readonly title: string; readonly webhookEvents: readonly string[] }>
> = {
  stripe: {
    title: 'Stripe',
    // The events that the server reads.
    webhookEvents: [
      'checkout.session.completed',
      'checkout.session.expired',
      'payment_intent.amount_capturable_updated',
      'payment_intent.payment_failed',
      'payment_intent.succeeded',
      'payment_intent.canceled',
      'charge.refunded',
      'charge.dispute.created',
    ],
  },
}

/** The kinds of vendors that are connected with a key. */
export const KEYED_VENDOR_KINDS = Object.keys(KEYED_VENDORS) as readonly KeyedVendorKind[]
