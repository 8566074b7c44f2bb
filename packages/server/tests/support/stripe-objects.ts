import { randomUUID } from 'node:crypto'

/** A refusal of Stripe's API: the status and the members of `error`. */
export class StripeRefusal extends Error {
  readonly status: number
  readonly error: Readonly<Record<string, unknown>>
  constructor(status: number, error: Readonly<Record<string, unknown>> & { message: string }) {
    super(error.message)
    this.status = status
    this.error = error
  }
}

export const invalidRequest = (message: string, code?: string, status = 400): StripeRefusal =>
  new StripeRefusal(status, {
    type: 'invalid_request_error',
    message,
    ...(code !== undefined && { code }),
  })

export const missing = (kind: string, id: string): StripeRefusal =>
  invalidRequest(`No such ${kind}: '${id}'`, 'resource_missing', 404)

export type Metadata = Readonly<Record<string, string>>

/** A refund of a charge. */
export interface StripeRefund {
  readonly id: string
  readonly object: 'refund'
  readonly amount: number
  readonly currency: string
  readonly charge: string
  readonly payment_intent: string
  readonly metadata: Metadata
  status: 'succeeded' | 'failed'
  failure_reason?: string
}

/** The charge of a payment intent. */
export interface StripeCharge {
  readonly id: string
  readonly object: 'charge'
  readonly amount: number
  readonly currency: string
  readonly payment_intent: string
  readonly metadata: Metadata
  amount_captured: number
  amount_refunded: number
  captured: boolean
  refunded: boolean
  disputed: boolean
  readonly status: 'succeeded'
}

/** A payment intent with manual capture. */
export interface StripeIntent {
  readonly id: string
  readonly object: 'payment_intent'
  readonly amount: number
  readonly currency: string
  readonly capture_method: string
  readonly description: string | null
  readonly metadata: Metadata
  status:
    | 'requires_payment_method'
    | 'requires_action'
    | 'requires_capture'
    | 'succeeded'
    | 'canceled'
  amount_capturable: number
  amount_received: number
  last_payment_error: Readonly<Record<string, string>> | null
  latest_charge: StripeCharge | null
}

/** A checkout session in mode `payment`. */
export interface StripeSession {
  readonly id: string
  readonly object: 'checkout.session'
  readonly mode: string
  readonly currency: string
  readonly amount_total: number
  readonly allowed_payment_method_types: readonly string[]
  readonly metadata: Metadata
  readonly client_reference_id: string | null
  readonly customer_email: string | null
  readonly locale: string | null
  readonly success_url: string
  readonly cancel_url: string
  readonly expires_at: number
  readonly created: number
  /** The input for the intent, which Stripe makes when somebody begins to pay. */
  readonly intentData: {
    readonly capture_method: string
    readonly description: string | null
    readonly metadata: Metadata
  }
  url: string | null
  status: 'open' | 'complete' | 'expired'
  payment_status: 'unpaid' | 'paid'
  payment_intent: StripeIntent | null
}

const newId = (prefix: string): string => `${prefix}_${randomUUID().replaceAll('-', '')}`

/** Tells the webhooks of a change: the type of the event and its object. */
export type Publish = (type: string, object: object) => void

/** Stripe's objects, and what payers, banks and the API do to them. */
export class StripeObjects {
  readonly sessions = new Map<string, StripeSession>()
  /** Those on which somebody can still pay: a long run has many others. */
  readonly openSessions = new Set<StripeSession>()
  readonly intents = new Map<string, StripeIntent>()
  readonly refunds: StripeRefund[] = []
  /** Sessions with a payer in 3-D Secure that cannot be expired. */
  readonly #busy = new Set<string>()
  /** By their `client_reference_id`. */
  readonly #byReference = new Map<string | null, StripeSession[]>()
  readonly #publish: Publish

  constructor(publish: Publish) {
    this.#publish = publish
  }

  session(id: string): StripeSession {
    const session = this.sessions.get(id)
    if (session === undefined) throw missing('checkout.session', id)
    return session
  }

  intent(id: string): StripeIntent {
    const intent = this.intents.get(id)
    if (intent === undefined) throw missing('payment_intent', id)
    return intent
  }

  addSession(session: Omit<StripeSession, 'id' | 'object'>, origin: string): StripeSession {
    const id = newId('cs_test')
    const added: StripeSession = {
      ...session,
      id,
      object: 'checkout.session',
      url: `${origin}/c/pay/${id}`,
    }
    this.sessions.set(id, added)
    this.openSessions.add(added)
    const reference = added.client_reference_id
    this.#byReference.set(reference, [...this.sessionsOf(reference), added])
    return added
  }

  /** The sessions with that `client_reference_id`, oldest first. */
  sessionsOf(reference: string | null): readonly StripeSession[] {
    return this.#byReference.get(reference) ?? []
  }

  /** The intent of an open session, made now if nobody has begun to pay. */
  #intentOf(session: StripeSession): StripeIntent {
    if (session.status !== 'open') throw new Error(`the session is ${session.status}`)
    if (session.payment_intent) return session.payment_intent
    const intent: StripeIntent = {
      ...session.intentData,
      id: newId('pi'),
      object: 'payment_intent',
      amount: session.amount_total,
      currency: session.currency,
      status: 'requires_payment_method',
      amount_capturable: 0,
      amount_received: 0,
      last_payment_error: null,
      latest_charge: null,
    }
    this.intents.set(intent.id, intent)
    session.payment_intent = intent
    return intent
  }

  /** The payer pays with a card that is accepted. */
  authorize(sessionId: string): void {
    const session = this.session(sessionId)
    const intent = this.#intentOf(session)
    this.#busy.delete(sessionId)
    intent.status = 'requires_capture'
    intent.amount_capturable = intent.amount
    intent.last_payment_error = null
    intent.latest_charge = {
      id: newId('ch'),
      object: 'charge',
      amount: intent.amount,
      currency: intent.currency,
      payment_intent: intent.id,
      metadata: intent.metadata,
      amount_captured: 0,
      amount_refunded: 0,
      captured: false,
      refunded: false,
      disputed: false,
      status: 'succeeded',
    }
    session.status = 'complete'
    this.openSessions.delete(session)
    session.url = null
    this.#publish('payment_intent.amount_capturable_updated', intent)
    this.#publish('checkout.session.completed', session)
  }

  /** The bank declines the payer's card; the payer can try again. */
  decline(sessionId: string, declineCode: string): void {
    const intent = this.#intentOf(this.session(sessionId))
    this.#busy.delete(sessionId)
    intent.status = 'requires_payment_method'
    intent.last_payment_error = {
      type: 'card_error',
      code: 'card_declined',
      decline_code: declineCode,
      message: 'Your card was declined.',
    }
    this.#publish('payment_intent.payment_failed', intent)
  }

  /** The payer is at the bank's page. `blocksExpiry`: the session cannot be expired meanwhile. */
  beginThreeDSecure(sessionId: string, blocksExpiry: boolean): void {
    const intent = this.#intentOf(this.session(sessionId))
    intent.status = 'requires_action'
    if (blocksExpiry) this.#busy.add(sessionId)
    this.#publish('payment_intent.requires_action', intent)
  }

  expire(session: StripeSession): void {
    if (session.status !== 'open' || this.#busy.has(session.id)) {
      throw invalidRequest(
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
      )
    }
    session.status = 'expired'
    this.openSessions.delete(session)
    session.url = null
    if (session.payment_intent) session.payment_intent.status = 'canceled'
    this.#publish('checkout.session.expired', session)
  }

  capture(intent: StripeIntent, amount: number): void {
    const charge = intent.latest_charge
    if (intent.status !== 'requires_capture' || charge === null) {
      throw this.#unexpected(intent, 'captured')
    }
    if (amount > intent.amount_capturable) {
      throw invalidRequest(
        'You cannot capture more than the authorized amount.',
        'amount_too_large',
      )
    }
    intent.status = 'succeeded'
    intent.amount_received = amount
    intent.amount_capturable = 0
    charge.captured = true
    charge.amount_captured = amount
    charge.amount_refunded = charge.amount - amount
    this.#publish('payment_intent.succeeded', intent)
  }

  /** Releases the money of an intent: at the API's wish, or because the authorization ran out. */
  cancel(intent: StripeIntent): void {
    if (intent.status === 'succeeded' || intent.status === 'canceled') {
      throw this.#unexpected(intent, 'canceled')
    }
    const charge = intent.latest_charge
    if (charge) {
      charge.amount_refunded = charge.amount
      charge.refunded = true
    }
    intent.status = 'canceled'
    intent.amount_capturable = 0
    this.#publish('payment_intent.canceled', intent)
  }

  refund(intent: StripeIntent, amount: number | undefined, metadata: Metadata): StripeRefund {
    const charge = intent.latest_charge
    if (intent.status !== 'succeeded' || charge === null) {
      throw invalidRequest('This PaymentIntent does not have a successful charge to refund.')
    }
    const rest = charge.amount - charge.amount_refunded
    if (charge.disputed) {
      throw invalidRequest(
        'The charge has been charged back; cannot issue a refund.',
        'charge_disputed',
      )
    }
    if (rest === 0) {
      throw invalidRequest('Charge has already been refunded.', 'charge_already_refunded')
    }
    const refunded = amount ?? rest
    if (refunded > rest) {
      throw invalidRequest(
        `Refund amount (${refunded}) is greater than unrefunded amount (${rest})`,
      )
    }
    charge.amount_refunded += refunded
    charge.refunded = charge.amount_refunded === charge.amount
    const refund: StripeRefund = {
      id: newId('re'),
      object: 'refund',
      amount: refunded,
      currency: intent.currency,
      charge: charge.id,
      payment_intent: intent.id,
      metadata,
      status: 'succeeded',
    }
    this.refunds.push(refund)
    this.#publish('charge.refunded', charge)
    return refund
  }

  /** The payer disputes the payment at their bank. */
  dispute(intent: StripeIntent): void {
    const charge = intent.latest_charge
    if (charge === null) throw new Error('nothing was paid')
    charge.disputed = true
    this.#publish('charge.dispute.created', {
      id: newId('dp'),
      object: 'dispute',
      amount: charge.amount,
      charge: charge.id,
      payment_intent: intent.id,
      metadata: {},
      status: 'needs_response',
    })
  }

  #unexpected({ status }: StripeIntent, verb: string): StripeRefusal {
    return invalidRequest(
      `This PaymentIntent could not be ${verb} because it has a status of ${status}.`,
      'payment_intent_unexpected_state',
    )
  }
}
