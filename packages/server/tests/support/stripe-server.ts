import {
  invalidRequest,
  type Metadata,
  type StripeCharge,
  type StripeIntent,
  StripeObjects,
  StripeRefusal,
  type StripeSession,
} from './stripe-objects.ts'
import { StripeWebhooks } from './stripe-webhooks.ts'
import {
  startVendorServer,
  type VendorCallReceived,
  type VendorReply,
  type VendorServer,
} from './vendor-server.ts'

/** The permissions of a restricted key, as Stripe's messages call them. */
const PERMISSIONS = {
  sessions: 'rak_checkout_session_write',
  intents: 'rak_payment_intent_write',
  refunds: 'rak_charge_write',
} as const

/** A permission of a restricted key. */
export type StripePermission = keyof typeof PERMISSIONS

/** What goes wrong with calls whose method and path contain a text, such as `POST /v1/refunds`. */
export type StripeFault =
  /** 500 before anything was done. Stripe repeats it for the same idempotency key. */
  | 'fault_before'
  /** Done, then 500. Stripe repeats it for the same idempotency key. */
  | 'fault_after'
  /** Done, but the answer is lost on the way. A call with the same key gets it. */
  | 'lost_answer'
  /** The bank refuses the capture. */
  | 'declined'

/** A server that speaks Stripe's protocol, for one account. Its state lives as long as the server. */
export interface StripeServer extends VendorServer {
  /** A restricted key with all permissions that payments need. */
  readonly key: string
  readonly webhooks: StripeWebhooks
  readonly objects: StripeObjects
  /** Adds a key that lacks permissions. */
  addKey(key: string, lacking: readonly StripePermission[]): void
  /** Revokes a key. */
  revokeKey(key: string): void
  /** Sets the clock that sessions are created and expire by. Default: the machine's. */
  setNow(epochSeconds: number): void
  /** The sessions of a payment, oldest first. */
  sessionsOf(paymentId: string): readonly StripeSession[]
  /** The charges of a payment, oldest session first. */
  chargesOf(paymentId: string): readonly StripeCharge[]
  pay(checkoutId: string): void
  decline(checkoutId: string, declineCode?: string): void
  /** The payer goes to the bank's page. `blocksExpiry`, the default: the session cannot be expired until then. */
  beginThreeDSecure(checkoutId: string, options?: { readonly blocksExpiry?: boolean }): void
  /** Ends a session by its time. */
  expire(checkoutId: string): void
  /** The bank ends the authorization. */
  endAuthorization(checkoutId: string): void
  dispute(checkoutId: string): void
  /** Refunds at Stripe's dashboard. */
  refundByHand(checkoutId: string, amount: number): void
  /** Lets calls fail. */
  break(call: string, fault: StripeFault, times?: number): void
}

interface Answered {
  readonly status: number
  readonly body: unknown
}

const SHORTEST_SECONDS = 30 * 60
const LONGEST_SECONDS = 24 * 60 * 60
/** Stripe's minimum charges of some currencies. */
const MINIMUMS: Readonly<Record<string, number>> = {
  eur: 50,
  usd: 50,
  gbp: 30,
  jpy: 50,
  huf: 17_500,
}

/** The parameters of a new session that this server knows. Stripe refuses unknown ones, too. */
const SESSION_PARAMS: ReadonlySet<string> = new Set([
  'adaptive_pricing',
  'allowed_payment_method_types',
  'cancel_url',
  'client_reference_id',
  'customer_email',
  'expires_at',
  'line_items',
  'locale',
  'metadata',
  'mode',
  'payment_intent_data',
  'submit_type',
  'success_url',
])

const FAULT: Answered = {
  status: 500,
  body: { error: { type: 'api_error', message: 'An unknown error occurred.' } },
}

/** Starts the server. */
export async function startStripe(): Promise<StripeServer> {
  const key = 'rk_test_holdfast000000000000000000'
  const keys = new Map<string, readonly StripePermission[]>([[key, []]])
  const webhooks = new StripeWebhooks()
  const objects = new StripeObjects((type, object) => webhooks.publish(type, shown(object)))
  const answers = new Map<string, { readonly input: string; readonly answer: Answered }>()
  const rules: { readonly call: string; readonly fault: StripeFault; left: number }[] = []
  let fixedNow: number | undefined
  const now = () => fixedNow ?? Math.floor(Date.now() / 1000)

  const takeFault = (call: VendorCallReceived): StripeFault | undefined => {
    const rule = rules.find(
      (each) => each.left > 0 && `${call.method} ${call.path}`.includes(each.call),
    )
    if (rule) rule.left -= 1
    return rule?.fault
  }

  const perform = (call: VendorCallReceived): Answered => {
    for (const session of objects.openSessions) {
      if (session.expires_at <= now()) tryExpire(objects, session)
    }
    const form = formOf(call.method === 'GET' ? call.query : new URLSearchParams(call.text))
    return { status: 200, body: route(objects, call, form, { origin: server.origin, now: now() }) }
  }

  const refusable = (call: VendorCallReceived): Answered => {
    try {
      permit(keys, call)
      return perform(call)
    } catch (error) {
      if (!(error instanceof StripeRefusal)) throw error
      return { status: error.status, body: { error: error.error } }
    }
  }

  const answerWith = (call: VendorCallReceived, fault: StripeFault | undefined): Answered => {
    if (fault === 'fault_before') return FAULT
    if (fault === 'declined') {
      const message = 'Your card was declined.'
      return {
        status: 402,
        body: { error: { type: 'card_error', code: 'card_declined', message } },
      }
    }
    const answer = refusable(call)
    return fault === 'fault_after' ? FAULT : answer
  }

  const answer = (call: VendorCallReceived): VendorReply => {
    const idempotencyKey = call.headers['idempotency-key']
    const input = `${call.method} ${call.path} ${call.text}`
    const known = idempotencyKey === undefined ? undefined : answers.get(idempotencyKey)
    if (known && known.input !== input) {
      const message = 'Keys for idempotent requests can only be used with the same parameters.'
      return { status: 400, body: { error: { type: 'idempotency_error', message } } }
    }
    if (known) return { ...known.answer, headers: { 'idempotent-replayed': 'true' } }
    const fault = takeFault(call)
    const answered = answerWith(call, fault)
    // Stripe does not record an answer from before the work began.
    const isRecorded = ![401, 403].includes(answered.status) && call.method === 'POST'
    if (idempotencyKey !== undefined && isRecorded) {
      answers.set(idempotencyKey, { input, answer: structuredClone(answered) })
    }
    return fault === 'lost_answer'
      ? { status: 502, body: 'Bad gateway' }
      : structuredClone(answered)
  }

  const server = await startVendorServer(answer)
  const intentOf = (checkoutId: string): StripeIntent => {
    const intent = objects.session(checkoutId).payment_intent
    if (intent === null) throw new Error('nobody has begun to pay')
    return intent
  }
  const sessionsOf = (paymentId: string) => objects.sessionsOf(paymentId)

  return {
    ...server,
    key,
    webhooks,
    objects,
    addKey: (added, lacking) => void keys.set(added, lacking),
    revokeKey: (revoked) => void keys.delete(revoked),
    setNow: (epochSeconds) => {
      fixedNow = epochSeconds
    },
    sessionsOf,
    chargesOf: (paymentId) =>
      sessionsOf(paymentId).flatMap(({ payment_intent: intent }) => intent?.latest_charge ?? []),
    pay: (checkoutId) => objects.authorize(checkoutId),
    decline: (checkoutId, code = 'insufficient_funds') => objects.decline(checkoutId, code),
    beginThreeDSecure: (checkoutId, { blocksExpiry = true } = {}) =>
      objects.beginThreeDSecure(checkoutId, blocksExpiry),
    expire: (checkoutId) => objects.expire(objects.session(checkoutId)),
    endAuthorization: (checkoutId) => objects.cancel(intentOf(checkoutId)),
    dispute: (checkoutId) => objects.dispute(intentOf(checkoutId)),
    refundByHand: (checkoutId, amount) => void objects.refund(intentOf(checkoutId), amount, {}),
    break: (call, fault, times = 1) => void rules.push({ call, fault, left: times }),
  }
}

function tryExpire(objects: StripeObjects, session: StripeSession): void {
  try {
    objects.expire(session)
  } catch (error) {
    if (!(error instanceof StripeRefusal)) throw error
  }
}

/** An object as the API shows it: without what only this server knows, and with ids unless expanded. */
function shown(object: object, isExpanded = false): object {
  const { intentData: _, ...members } = object as Partial<StripeSession>
  const intent = members.payment_intent
  if (members.object !== ('checkout.session' as string) || !intent) {
    const charge = (object as Partial<StripeIntent>).latest_charge
    return charge && !isExpanded ? { ...members, latest_charge: charge.id } : members
  }
  return { ...members, payment_intent: isExpanded ? intent : intent.id }
}

function permit(
  keys: ReadonlyMap<string, readonly StripePermission[]>,
  { headers, path }: VendorCallReceived,
): void {
  const key = headers.authorization?.replace(/^Bearer /, '') ?? ''
  const lacking = keys.get(key)
  if (lacking === undefined) {
    const message = `Invalid API Key provided: ${key.slice(0, 8)}********${key.slice(-4)}`
    throw new StripeRefusal(401, { type: 'invalid_request_error', message })
  }
  const needed = lacking.find((permission) => path.startsWith(`/v1/${PATHS[permission]}`))
  if (needed === undefined) return
  const message = `The provided key '${key}' does not have the required permissions for this endpoint. Having the '${PERMISSIONS[needed]}' permission would allow this request to continue.`
  throw new StripeRefusal(403, { type: 'invalid_request_error', message })
}

const PATHS = {
  sessions: 'checkout/sessions',
  intents: 'payment_intents',
  refunds: 'refunds',
} as const satisfies Record<StripePermission, string>

/** The values of a form by their names in Stripe's notation: `metadata[a]`, `line_items[0][quantity]`. */
type Form = ReadonlyMap<string, string>

const formOf = (params: URLSearchParams): Form => new Map(params)

const metadataOf = (form: Form, prefix: string): Metadata => {
  const found: Record<string, string> = {}
  for (const [name, value] of form) {
    const [, member] = name.startsWith(`${prefix}[`) ? (/\[(\w+)\]$/.exec(name) ?? []) : []
    if (member !== undefined) found[member] = value
  }
  return found
}

const numberIn = (form: Form, name: string): number | undefined => {
  const value = form.get(name)
  return value === undefined ? undefined : Number(value)
}

function route(
  objects: StripeObjects,
  { method, path }: VendorCallReceived,
  form: Form,
  context: { readonly origin: string; readonly now: number },
): object {
  const [, , family = '', ...rest] = path.split('/')
  const parts = family === 'checkout' ? rest.slice(1) : rest
  const [id = '', verb] = parts
  const isExpanded = form.has('expand[0]')
  const call = `${method} ${family}${id === '' ? '' : '/id'}${verb === undefined ? '' : `/${verb}`}`
  switch (call) {
    case 'POST checkout':
      return shown(createSession(objects, form, context))
    case 'GET checkout':
      return listSessions(objects, form)
    case 'GET checkout/id':
      return shown(objects.session(id), isExpanded)
    case 'POST checkout/id/expire': {
      const session = objects.session(id)
      objects.expire(session)
      return shown(session)
    }
    case 'GET payment_intents/id':
      return shown(objects.intent(id))
    case 'POST payment_intents/id/capture': {
      const intent = objects.intent(id)
      objects.capture(intent, numberIn(form, 'amount_to_capture') ?? intent.amount_capturable)
      return shown(intent)
    }
    case 'POST payment_intents/id/cancel': {
      const intent = objects.intent(id)
      objects.cancel(intent)
      return shown(intent)
    }
    case 'POST refunds': {
      const intent = objects.intent(form.get('payment_intent') ?? '')
      return objects.refund(intent, numberIn(form, 'amount'), metadataOf(form, 'metadata'))
    }
    case 'GET refunds': {
      const intentId = form.get('payment_intent')
      const data = objects.refunds.filter(({ payment_intent }) => payment_intent === intentId)
      return { object: 'list', data, has_more: false }
    }
    default:
      throw invalidRequest(`Unrecognized request URL (${method}: ${path}).`, undefined, 404)
  }
}

/** A page of sessions, newest first. */
function listSessions(objects: StripeObjects, form: Form): object {
  const status = form.get('status')
  const startingAfter = form.get('starting_after')
  const limit = numberIn(form, 'limit') ?? 10
  if (limit < 1 || limit > 100) throw invalidRequest('Invalid limit.', 'parameter_invalid_integer')
  const all = [...objects.sessions.values()].toReversed()
  const from = startingAfter === undefined ? 0 : all.findIndex(({ id }) => id === startingAfter) + 1
  const rest = all.slice(from).filter((each) => status === undefined || each.status === status)
  const data = rest.slice(0, limit).map((session) => shown(session))
  return { object: 'list', url: '/v1/checkout/sessions', data, has_more: rest.length > limit }
}

function createSession(
  objects: StripeObjects,
  form: Form,
  { origin, now }: { readonly origin: string; readonly now: number },
): StripeSession {
  const text = (name: string): string => {
    const value = form.get(name)
    if (value === undefined) throw invalidRequest(`Missing required param: ${name}.`)
    return value
  }
  const currency = text('line_items[0][price_data][currency]')
  const amount = Number(text('line_items[0][price_data][unit_amount]'))
  if (!Number.isSafeInteger(amount) || currency !== currency.toLowerCase()) {
    throw invalidRequest('Invalid integer or currency.', 'parameter_invalid_integer')
  }
  if (amount < (MINIMUMS[currency] ?? 1)) {
    throw invalidRequest('Amount must convert to at least 50 cents.', 'amount_too_small')
  }
  const expiresAt = numberIn(form, 'expires_at') ?? now + LONGEST_SECONDS
  const seconds = expiresAt - now
  if (seconds < SHORTEST_SECONDS || seconds > LONGEST_SECONDS) {
    throw invalidRequest(
      'The `expires_at` timestamp must be at least 30 minutes and less than 24 hours from Checkout Session creation.',
    )
  }
  text('line_items[0][price_data][product_data][name]')
  const unknown = [...form.keys()].find((name) => !SESSION_PARAMS.has(name.replace(/\[.*/, '')))
  if (unknown !== undefined) {
    throw invalidRequest(`Received unknown parameter: ${unknown}`, 'parameter_unknown')
  }
  return objects.addSession(
    {
      mode: text('mode'),
      currency,
      amount_total: amount,
      allowed_payment_method_types: [...form].flatMap(([name, value]) =>
        name.startsWith('allowed_payment_method_types[') ? [value] : [],
      ),
      metadata: metadataOf(form, 'metadata'),
      client_reference_id: form.get('client_reference_id') ?? null,
      customer_email: form.get('customer_email') ?? null,
      locale: form.get('locale') ?? null,
      success_url: text('success_url'),
      cancel_url: text('cancel_url'),
      expires_at: expiresAt,
      created: now,
      intentData: {
        capture_method: form.get('payment_intent_data[capture_method]') ?? 'automatic',
        description: form.get('payment_intent_data[description]') ?? null,
        metadata: metadataOf(form, 'payment_intent_data[metadata]'),
      },
      url: null,
      status: 'open',
      payment_status: 'unpaid',
      payment_intent: null,
    },
    origin,
  )
}
