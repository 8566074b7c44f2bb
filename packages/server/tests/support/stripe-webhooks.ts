import { createHmac, randomUUID } from 'node:crypto'
import { Arrivals } from './arrivals.ts'

/** An event of Stripe. */
export interface StripeEvent {
  readonly id: string
  readonly object: 'event'
  readonly type: string
  readonly created: number
  readonly data: { readonly object: object }
}

/** An attempt to deliver an event. Status 0: no answer. */
export interface StripeDelivery {
  readonly event: StripeEvent
  readonly status: number
}

/** What happens to a new event. `hold` keeps it until `release`. */
export type WebhookPlan = 'deliver' | 'drop' | 'double' | 'hold'

const TIMEOUT_MILLISECONDS = 10_000

/** The header that signs a body as Stripe does. */
export function stripeSignature(body: string, secret: string, epochSeconds: number): string {
  const digest = createHmac('sha256', secret).update(`${epochSeconds}.${body}`).digest('hex')
  return `t=${epochSeconds},v1=${digest}`
}

/** Stripe's webhooks: events in the order of their creation, sent to one URL as the plan says. */
export class StripeWebhooks {
  /** Every event, sent or not. */
  readonly events: StripeEvent[] = []
  readonly deliveries = new Arrivals<StripeDelivery>()
  /** Decides about each new event. Default: delivers it. */
  plan: (event: StripeEvent) => WebhookPlan = () => 'deliver'
  readonly #held: StripeEvent[] = []
  readonly #sending = new Set<Promise<void>>()
  #endpoint: { readonly url: string; readonly secret: string } | undefined

  /** Sends events to this URL from now on, signed with the secret. */
  register(url: string, secret: string): void {
    this.#endpoint = { url, secret }
  }

  publish(type: string, object: object): void {
    // A copy: a late event shows the object as it was.
    const data = { object: structuredClone(object) }
    const created = Math.floor(Date.now() / 1000)
    const event: StripeEvent = {
      id: `evt_${randomUUID().replaceAll('-', '')}`,
      object: 'event',
      type,
      created,
      data,
    }
    this.events.push(event)
    const plan = this.plan(event)
    if (plan === 'hold') this.#held.push(event)
    if (plan === 'deliver' || plan === 'double') this.send(event)
    if (plan === 'double') this.send(event)
  }

  /** Sends an event, again if it was sent before. */
  send(event: StripeEvent): void {
    const endpoint = this.#endpoint
    if (endpoint === undefined) return
    const sending = post(endpoint, event).then((status) => {
      this.#sending.delete(sending)
      this.deliveries.add({ event, status })
    })
    this.#sending.add(sending)
  }

  /** Sends the held events one after the other, in their order or as `arrange` says. */
  async release(
    arrange: (held: readonly StripeEvent[]) => readonly StripeEvent[] = (held) => held,
  ): Promise<void> {
    for (const event of arrange(this.#held.splice(0))) {
      this.send(event)
      await this.settled()
    }
  }

  /** Resolves when no delivery is under way. */
  async settled(): Promise<void> {
    while (this.#sending.size > 0) await Promise.all(this.#sending)
  }
}

async function post(
  { url, secret }: { readonly url: string; readonly secret: string },
  event: StripeEvent,
): Promise<number> {
  const body = JSON.stringify(event)
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': stripeSignature(body, secret, Math.floor(Date.now() / 1000)),
      },
      body,
      signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
    })
    await response.body?.cancel()
    return response.status
  } catch {
    // The receiver was killed or is not there.
    return 0
  }
}
