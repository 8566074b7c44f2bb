import type { StripeSession } from '../../../server/tests/support/stripe-objects.ts'
import { type StripeServer, startStripe } from '../../../server/tests/support/stripe-server.ts'
import type { Payer } from '../cells/paid-cell.ts'
import type { VendorMoney } from '../checker/money.ts'
import type { Api } from './api.ts'

const WEBHOOK_SECRET = 'whsec_proofRun00000000000000000000'
const CLOCK_STEP_MILLISECONDS = 200
/** Its clock is behind those of all servers, so that a server whose clock is behind asks for no end that is too near. */
const BEHIND_MILLISECONDS = 11 * 60_000

/** The vendor of payments of a run, which speaks Stripe's protocol. It stands outside of all faults. */
export class Vendor implements Payer {
  readonly #stripe: StripeServer
  readonly #timer: NodeJS.Timeout

  private constructor(stripe: StripeServer, now: () => number) {
    this.#stripe = stripe
    const follow = () => stripe.setNow(Math.floor((now() - BEHIND_MILLISECONDS) / 1000))
    follow()
    this.#timer = setInterval(follow, CLOCK_STEP_MILLISECONDS)
  }

  /** `now`: the run's clock. */
  static async start(now: () => number): Promise<Vendor> {
    return new Vendor(await startStripe(), now)
  }

  /** Where servers find the vendor. */
  get env(): Readonly<Record<string, string>> {
    return { HOLDFAST_STRIPE_ENDPOINT: this.#stripe.origin }
  }

  /** Connects the account. The vendor's notifications are lost, doubled or sent, all to one server. */
  async connect(api: Api, random: () => number): Promise<void> {
    const body = {
      kind: 'stripe',
      restrictedKey: this.#stripe.key,
      webhookSecret: WEBHOOK_SECRET,
    } as const
    const connection = await api.must({ method: 'PUT', path: '/v1/payment-connection', body })
    const { webhooks } = this.#stripe
    webhooks.plan = () => {
      const dice = random()
      if (dice < 0.3) return 'drop'
      return dice < 0.5 ? 'double' : 'deliver'
    }
    webhooks.register(String(connection.webhookUrl), WEBHOOK_SECRET)
  }

  pay(checkoutUrl: string): boolean {
    // The last part of the page's address is the id of its session.
    const session = this.#stripe.objects.sessions.get(checkoutUrl.split('/').at(-1) ?? '')
    if (session?.status !== 'open' || session.url !== checkoutUrl) return false
    this.#stripe.pay(session.id)
    return true
  }

  /** What the vendor has of a payment. */
  moneyOf(paymentId: string): VendorMoney {
    const sessions = this.#stripe.sessionsOf(paymentId)
    return {
      openCheckouts: sessions.filter(({ status }) => status === 'open').length,
      reserved: sessions.filter(({ payment_intent: it }) => it?.status === 'requires_capture')
        .length,
      captured: sessions.flatMap(capturedOf),
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#stripe.close()
  }
}

/** Stripe counts the part of a charge that was not captured as refunded, too. */
function capturedOf({ payment_intent: intent }: StripeSession) {
  if (!intent || intent.amount_received === 0) return []
  const { amount, amount_received: captured, latest_charge: charge } = intent
  const refunded = (charge?.amount_refunded ?? 0) - (amount - captured)
  return [{ amount: captured, refunded }]
}
