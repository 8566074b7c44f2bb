import type { Stripe } from 'stripe'
import type {
  AmountCall,
  CheckoutRequest,
  OpenedCheckout,
  PaymentVendor,
  VendorFailure,
  VendorOutcome,
  VendorState,
} from '../../payments/ports/payment-vendor.ts'
import { toStripe } from './amounts.ts'
import { failureOf, isOtherInput, isReplayedFault, isStateRefusal } from './failures.ts'
import { CALL_KEY, sessionParams } from './session-params.ts'
import { PAYMENT_ID, stateOf } from './state.ts'
import type { StripeClients } from './stripe-client.ts'

/** How soon to ask again for a checkout on which somebody is paying. */
const BUSY_SECONDS = 5
/** Names no object: a call with it changes nothing, but Stripe checks the permissions of the key first. */
const NO_OBJECT = 'holdfast_access_check'

const EXPAND = { expand: ['payment_intent.latest_charge'] }

const done = <Value>(value: Value): VendorOutcome<Value> => ({ ok: true, value })
const failed = (
  failure: VendorFailure,
): { readonly ok: false; readonly failure: VendorFailure } => ({
  ok: false,
  failure,
})

interface Connection {
  readonly clients: StripeClients
  readonly restrictedKey: string
}

/** Performs calls with the account's key. Errors of Stripe are outcomes; others are thrown. */
async function call<Value>(
  { clients, restrictedKey }: Connection,
  perform: (stripe: Stripe) => Promise<Value>,
  recover: (error: Stripe.errors.StripeError, stripe: Stripe) => Promise<VendorOutcome<Value>> = (
    error,
  ) => Promise.resolve(failed(failureOf(error))),
): Promise<VendorOutcome<Value>> {
  const { errors } = await clients.library()
  const stripe = await clients.withKey(restrictedKey)
  try {
    return done(await perform(stripe))
  } catch (error) {
    if (!(error instanceof errors.StripeError)) throw error
    try {
      return await recover(error, stripe)
    } catch (second) {
      if (!(second instanceof errors.StripeError)) throw second
      return failed(failureOf(second))
    }
  }
}

/**
 * A change with an idempotency key. Stripe repeats its first answer for a day, even one that says that Stripe
 * itself had failed. Such a recorded fault is worth a second key; the call has no second effect, because
 * `findEffect` looks for the first one before.
 */
async function change<Value>(
  connection: Connection,
  key: string,
  perform: (stripe: Stripe, options: { readonly idempotencyKey: string }) => Promise<Value>,
  {
    findEffect,
    recover = (error) => Promise.resolve(failed(failureOf(error))),
  }: {
    readonly findEffect?: (stripe: Stripe) => Promise<Value | undefined>
    readonly recover?: (
      error: Stripe.errors.StripeError,
      stripe: Stripe,
    ) => Promise<VendorOutcome<Value>>
  } = {},
): Promise<VendorOutcome<Value>> {
  const first = { idempotencyKey: key }
  return call(
    connection,
    (stripe) => perform(stripe, first),
    async (error, stripe) => {
      if (!isReplayedFault(error)) return recover(error, stripe)
      const effect = await findEffect?.(stripe)
      if (effect !== undefined) return done(effect)
      return change(connection, `${key}-again`, perform, { recover })
    },
  )
}

const opened = ({ id, url, expires_at }: Stripe.Checkout.Session): OpenedCheckout => {
  if (url === null || url === undefined) throw new Error(`the checkout session ${id} has no URL`)
  return { checkoutId: id, url, expiresAtEpochSeconds: expires_at }
}

/** Stripe lists up to 100 objects in one answer. */
const SESSIONS_OF_A_PAGE = 100
/** An account with more open sessions than this gets a second one rather than a search without an end. */
const MOST_SEARCHED_SESSIONS = 1_000

/** The open session that a call with this key has made. Stripe searches by no metadata, so this reads a list, newest first. */
async function findOpened(stripe: Stripe, key: string): Promise<OpenedCheckout | undefined> {
  let left = MOST_SEARCHED_SESSIONS
  const list = stripe.checkout.sessions.list({ status: 'open', limit: SESSIONS_OF_A_PAGE })
  for await (const session of list) {
    if (session.metadata?.[CALL_KEY] === key) return opened(session)
    left -= 1
    if (left === 0) return undefined
  }
  return undefined
}

function openCheckout(connection: Connection, request: CheckoutRequest, now: number) {
  const { key } = request
  const findEffect = (stripe: Stripe) => findOpened(stripe, key)
  return change(
    connection,
    key,
    async (stripe, options) =>
      opened(await stripe.checkout.sessions.create(sessionParams(request, now), options)),
    {
      findEffect,
      async recover(error, stripe) {
        // The booker's address or language has changed since the first call, or a setting of the server. The page
        // of the first call is as good, and a second one would be one too many.
        const found = isOtherInput(error) ? await findEffect(stripe) : undefined
        return found === undefined ? failed(failureOf(error)) : done(found)
      },
    },
  )
}

function closeCheckout(connection: Connection, checkoutId: string, key: string) {
  return change<void>(
    connection,
    key,
    async (stripe, options) => {
      await stripe.checkout.sessions.expire(checkoutId, {}, options)
    },
    {
      async recover(error, stripe) {
        if (error.statusCode !== 400) return failed(failureOf(error))
        const { status } = await stripe.checkout.sessions.retrieve(checkoutId)
        if (status === 'expired') return done(undefined)
        if (status === 'open')
          return failed({ kind: 'unavailable', retryAfterSeconds: BUSY_SECONDS })
        return failed({
          kind: 'refused',
          code: 'checkout_complete',
          message: 'The checkout was paid.',
        })
      },
    },
  )
}

const read = (connection: Connection, checkoutId: string): Promise<VendorOutcome<VendorState>> =>
  call(connection, async (stripe) =>
    stateOf(await stripe.checkout.sessions.retrieve(checkoutId, EXPAND)),
  )

/** Accepts a refusal because of the intent's state if the intent is already as the call would leave it. */
const unlessAlready =
  (authorizationId: string, status: Stripe.PaymentIntent.Status) =>
  async (error: Stripe.errors.StripeError, stripe: Stripe): Promise<VendorOutcome<void>> => {
    if (!isStateRefusal(error)) return failed(failureOf(error))
    const intent = await stripe.paymentIntents.retrieve(authorizationId)
    return intent.status === status ? done(undefined) : failed(failureOf(error))
  }

const capture = (connection: Connection, authorizationId: string, money: AmountCall) =>
  change<void>(
    connection,
    money.key,
    async (stripe, options) => {
      const input = { amount_to_capture: toStripe(money) }
      await stripe.paymentIntents.capture(authorizationId, input, options)
    },
    { recover: unlessAlready(authorizationId, 'succeeded') },
  )

const release = (connection: Connection, authorizationId: string, key: string) =>
  change<void>(
    connection,
    key,
    async (stripe, options) => {
      await stripe.paymentIntents.cancel(authorizationId, {}, options)
    },
    { recover: unlessAlready(authorizationId, 'canceled') },
  )

async function refund(
  connection: Connection,
  authorizationId: string,
  money: AmountCall,
): Promise<VendorOutcome<void>> {
  const { key } = money
  const made = await change(
    connection,
    key,
    (stripe, options) =>
      stripe.refunds.create(
        {
          payment_intent: authorizationId,
          amount: toStripe(money),
          metadata: { [CALL_KEY]: key },
        },
        options,
      ),
    {
      async findEffect(stripe) {
        const { data } = await stripe.refunds.list({ payment_intent: authorizationId, limit: 100 })
        return data.find(({ metadata }) => metadata?.[CALL_KEY] === key)
      },
    },
  )
  if (!made.ok) return made
  const { status, failure_reason: reason } = made.value
  if (status !== 'failed' && status !== 'canceled') return done(undefined)
  return failed({
    kind: 'refused',
    code: reason ?? 'refund_failed',
    message: 'Stripe could not refund the payment.',
  })
}

/**
 * Asks for changes of objects that do not exist. Stripe answers "not found" if the key may make such changes, and
 * names the missing permission if it may not.
 */
async function checkAccess(connection: Connection): Promise<VendorOutcome<void>> {
  const attempts: readonly ((stripe: Stripe) => Promise<unknown>)[] = [
    (stripe) => stripe.checkout.sessions.expire(NO_OBJECT),
    (stripe) => stripe.paymentIntents.cancel(NO_OBJECT),
    (stripe) => stripe.refunds.create({ payment_intent: NO_OBJECT }),
  ]
  const outcomes = await Promise.all(attempts.map((attempt) => call(connection, attempt)))
  for (const outcome of outcomes) {
    if (!outcome.ok && outcome.failure.kind !== 'refused') return outcome
  }
  return done(undefined)
}

/** Creates the vendor for one account's restricted key. `nowEpochSeconds` is the clock that checkouts end by. */
export function createStripeVendor(
  connection: Connection,
  nowEpochSeconds: () => number,
): PaymentVendor {
  return {
    kind: 'stripe',
    openCheckout: (request) => openCheckout(connection, request, nowEpochSeconds()),
    closeCheckout: (checkoutId, key) => closeCheckout(connection, checkoutId, key),
    read: (checkoutId) => read(connection, checkoutId),
    capture: (authorizationId, amount) => capture(connection, authorizationId, amount),
    release: (authorizationId, key) => release(connection, authorizationId, key),
    refund: (authorizationId, amount) => refund(connection, authorizationId, amount),
    findPaymentId: (authorizationId) =>
      call(connection, async (stripe) => {
        const { metadata } = await stripe.paymentIntents.retrieve(authorizationId)
        return metadata[PAYMENT_ID]
      }),
    checkAccess: () => checkAccess(connection),
  }
}
