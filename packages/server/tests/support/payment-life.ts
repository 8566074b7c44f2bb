import { expireDue } from '../../src/booking/bookings/expire-due.ts'
import { connectVendor } from '../../src/payments/connecting/connect-vendor.ts'
import { paymentConnectionId } from '../../src/payments/connection/payment-connection.ts'
import { receiveNotification } from '../../src/payments/notifications/receive-notification.ts'
import { runDuePayments } from '../../src/payments/payment/due-payments.ts'
import { openCheckout } from '../../src/payments/payment/open-checkout.ts'
import { readPayment } from '../../src/payments/payment/payment-entity.ts'
import { unwrap } from './booking-world.ts'
import { createMortal, isKill } from './mortal-process.ts'
import type { PaymentWorld } from './payment-world.ts'
import type { StripeIntent } from './stripe-objects.ts'
import { type StripeEvent, stripeSignature } from './stripe-webhooks.ts'

const WEBHOOK_SECRET = 'whsec_crashMatrix0000000000000000'

/** What happens to the webhooks of a run. */
export const WEBHOOK_FATES = ['lost', 'late', 'doubled', 'reordered'] as const

/** What happens to the webhooks of a run. */
export type WebhookFate = (typeof WEBHOOK_FATES)[number]

/** One run: a life, with kills and a fate of its webhooks. */
export interface Run<Life> {
  readonly life: Life
  readonly webhooks: WebhookFate
  /** The steps at which the processes are killed, one after the other. */
  readonly killsAt: readonly number[]
}

/** What a run came to. */
export interface RunReport {
  readonly kills: number
  /** What is wrong; empty if nothing is. */
  readonly violations: readonly string[]
}

/** Connects the account of a world with a webhook secret, so that webhooks are received. */
export async function receiveWebhooks({ deps, caller, stripe }: PaymentWorld): Promise<void> {
  const input = {
    kind: 'stripe',
    restrictedKey: stripe.key,
    webhookSecret: WEBHOOK_SECRET,
  } as const
  unwrap(await connectVendor(deps, caller, input))
}

/** Something in the middle of its life, and the processes that work on it and are killed. */
export class ProcessLife {
  readonly world: PaymentWorld
  readonly #kills: number[]
  #mortal: ReturnType<typeof createMortal>
  #seenEvents: number
  kills = 0

  /** `killsAt`: the steps at which the processes are killed, one after the other. */
  constructor(world: PaymentWorld, killsAt: readonly number[]) {
    this.world = world
    this.#kills = [...killsAt]
    this.#mortal = this.#start()
    this.#seenEvents = world.stripe.webhooks.events.length
  }

  #start() {
    return createMortal(this.#kills.shift() ?? Number.POSITIVE_INFINITY)
  }

  get #deps(): PaymentWorld['deps'] {
    const { deps } = this.world
    return {
      ...deps,
      store: this.#mortal.store(deps.store),
      // The world has Stripe alone.
      paymentVendors: this.#mortal.vendors(deps.paymentVendors) as typeof deps.paymentVendors,
    }
  }

  /** Does something in a process, and again in the next one if it is killed. */
  async survive<Value>(act: (deps: PaymentWorld['deps']) => Promise<Value>): Promise<Value> {
    for (;;) {
      try {
        return await act(this.#deps)
      } catch (error) {
        if (!isKill(error)) throw error
        this.kills += 1
        this.#mortal = this.#start()
      }
    }
  }

  /** Lets the task and the sweeper do what is due. */
  async work(): Promise<void> {
    await this.survive(async (deps) => {
      await expireDue(deps, 100)
      const { errors } = await runDuePayments(deps, 100)
      if (errors.length > 0) throw new AggregateError(errors, 'payments failed')
    })
  }

  async pass(minutes: number): Promise<void> {
    this.world.moveBy(minutes)
    await this.work()
  }

  /** Opens the checkout of a payment; answers its id, or undefined if nothing can be paid any more. */
  async checkoutOf(paymentId: string): Promise<string | undefined> {
    // The vendor may be out of reach for a moment; the page tries again.
    for (let tries = 0; tries < 3; tries += 1) {
      const opened = await this.survive((deps) => openCheckout(deps, paymentId))
      if (opened.ok) return (await readPayment(this.world.deps, paymentId))?.checkout?.id
      if (opened.refusal.code !== 'payment_unavailable') return undefined
    }
    return undefined
  }

  /** Pays on the checkout of a payment, if that is possible. */
  async payCharge(paymentId: string): Promise<void> {
    const checkoutId = await this.checkoutOf(paymentId)
    const { stripe } = this.world
    if (checkoutId === undefined) return
    if (stripe.objects.session(checkoutId).status === 'open') stripe.pay(checkoutId)
  }

  /** Delivers the webhooks since the last call, as their fate is. */
  async deliver(fate: WebhookFate): Promise<void> {
    const { events } = this.world.stripe.webhooks
    const fresh = events.slice(this.#seenEvents)
    this.#seenEvents = events.length
    if (fate === 'lost') return
    if (fate === 'late') this.world.moveBy(3)
    const sent = fate === 'doubled' ? fresh.flatMap((event) => [event, event]) : fresh
    for (const event of fate === 'reordered' ? sent.toReversed() : sent) await this.#send(event)
    await this.work()
  }

  async #send(event: StripeEvent): Promise<void> {
    const { accountId } = this.world
    const body = JSON.stringify(event)
    const received = await this.survive((deps) =>
      receiveNotification(deps, {
        kind: 'stripe',
        connectionId: paymentConnectionId(accountId),
        body: new TextEncoder().encode(body),
        // Signatures go by the machine's clock.
        signature: stripeSignature(body, WEBHOOK_SECRET, Math.floor(Date.now() / 1000)),
      }),
    )
    if (!received.ok) throw new Error(`webhook: ${received.refusal.code}`)
  }
}

/** What was taken and paid back. Stripe counts the part of a charge that was not captured as refunded, too. */
export function moneyOf({
  amount,
  amount_received: captured,
  latest_charge: charge,
}: StripeIntent) {
  const uncaptured = amount - captured
  const refunded = charge === null ? 0 : charge.amount_refunded - uncaptured
  return { captured, refunded: captured === 0 ? 0 : refunded }
}

/** A generator of numbers in `[0, 1)` from a seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
