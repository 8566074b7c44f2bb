import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { CONFLICT, retryOnConflict } from '../../kernel/retry.ts'
import { transact } from '../../kernel/transaction.ts'
import type {
  AmountCall,
  CheckoutRequest,
  OpenedCheckout,
  PaymentVendor,
  VendorOutcome,
  VendorState,
} from '../ports/payment-vendor.ts'
import {
  atTime,
  readSimulatedCheckout,
  type SimulatedCheckout,
  simulatedCheckoutEntity,
} from './simulated-checkout.ts'

/** What the simulated vendor needs. Its state lies in the store, so it survives servers, which share it. */
export type SimulatedDependencies = Pick<Dependencies, 'store' | 'clock' | 'ids' | 'secrets'>

type Changed = VendorOutcome<SimulatedCheckout>

const changed = (value: SimulatedCheckout): Changed => ({ ok: true, value })
const refused = (code: string, message: string) =>
  ({ ok: false, failure: { kind: 'refused', code, message } }) as const
const NOT_FOUND = refused('not_found', 'There is no such simulated checkout.')

/** How soon to ask again for a checkout whose payer is at their bank. */
const BUSY_SECONDS = 5

/** Changes a checkout as `decide` says. If it answers the same checkout, nothing is written. */
export function changeSimulated(
  deps: SimulatedDependencies,
  checkoutId: string,
  decide: (before: SimulatedCheckout) => Changed,
): Promise<Changed> {
  return retryOnConflict(`simulated checkout ${checkoutId}`, async () => {
    const stored = await readSimulatedCheckout(deps, checkoutId)
    if (stored === undefined) return NOT_FOUND
    const before = atTime(stored, epochSeconds(deps.clock))
    const decided = decide(before)
    if (!decided.ok || decided.value === before) return decided
    const after = { ...decided.value, version: stored.version + 1 }
    const outcome = await transact(deps, {
      checkout: simulatedCheckoutEntity.replace(stored, after),
    })
    return outcome.kind === 'done' ? changed(after) : CONFLICT
  })
}

const withoutValue = async (outcome: Promise<Changed>): Promise<VendorOutcome<void>> => {
  const settled = await outcome
  return settled.ok ? { ok: true, value: undefined } : settled
}

/** The id of the checkout that a key opens. */
const idOf = ({ secrets }: SimulatedDependencies, accountId: string, key: string): string =>
  `sim_${Buffer.from(secrets.hash(`${accountId} ${key}`))
    .toString('hex')
    .slice(0, 32)}`

async function openCheckout(
  deps: SimulatedDependencies,
  accountId: string,
  request: CheckoutRequest,
): Promise<VendorOutcome<OpenedCheckout>> {
  const id = idOf(deps, accountId, request.key)
  const checkout: SimulatedCheckout = {
    id,
    accountId,
    paymentId: request.paymentId,
    version: 1,
    amount: request.amount,
    currency: request.currency,
    title: request.title,
    ...(request.locale !== undefined && { locale: request.locale }),
    returnUrl: request.returnUrl,
    cancelUrl: request.cancelUrl,
    expiresAtEpochSeconds: request.expiresAtEpochSeconds,
    checkout: 'open',
    status: 'none',
    amountCaptured: 0,
    amountRefunded: 0,
    refundKeys: [],
  }
  // If it fails, this key has opened the checkout before.
  await transact(deps, { checkout: simulatedCheckoutEntity.create(checkout) })
  const stored = (await readSimulatedCheckout(deps, id)) ?? checkout
  return {
    ok: true,
    value: {
      checkoutId: id,
      url: new URL(`/simulated-payments/${id}`, stored.returnUrl).href,
      expiresAtEpochSeconds: stored.expiresAtEpochSeconds,
    },
  }
}

function closed(before: SimulatedCheckout): Changed {
  if (before.checkout === 'complete') {
    return refused('checkout_complete', 'The checkout was paid.')
  }
  if (before.status === 'processing' && before.checkout === 'open') {
    return { ok: false, failure: { kind: 'unavailable', retryAfterSeconds: BUSY_SECONDS } }
  }
  return changed(
    before.checkout === 'expired' ? before : { ...before, checkout: 'expired', status: 'none' },
  )
}

function captured(before: SimulatedCheckout, { amount, currency }: AmountCall): Changed {
  if (before.status === 'captured') return changed(before)
  if (before.status !== 'authorized') return refused('not_authorized', 'No money is reserved.')
  if (amount > before.amount || currency !== before.currency) {
    return refused('amount_too_large', 'Less money is reserved.')
  }
  return changed({ ...before, status: 'captured', amountCaptured: amount })
}

function released(before: SimulatedCheckout): Changed {
  if (before.status === 'released') return changed(before)
  if (before.status !== 'authorized') return refused('not_authorized', 'No money is reserved.')
  return changed({ ...before, status: 'released' })
}

function refunded(before: SimulatedCheckout, { amount, currency, key }: AmountCall): Changed {
  if (before.refundKeys.includes(key)) return changed(before)
  const rest = before.amountCaptured - before.amountRefunded
  if (amount > rest || currency !== before.currency) {
    return refused('amount_too_large', 'Less money is left to refund.')
  }
  return changed({
    ...before,
    amountRefunded: before.amountRefunded + amount,
    refundKeys: [...before.refundKeys, key],
  })
}

const WAS_AUTHORIZED: ReadonlySet<SimulatedCheckout['status']> = new Set([
  'authorized',
  'captured',
  'released',
])

function stateOf(checkout: SimulatedCheckout): VendorState {
  const { id, status, currency, amountCaptured, amountRefunded } = checkout
  return {
    checkout: checkout.checkout,
    ...(status !== 'none' && { authorizationId: id }),
    status,
    currency,
    amountAuthorized: WAS_AUTHORIZED.has(status) ? checkout.amount : 0,
    amountCaptured,
    amountRefunded,
    isDisputed: false,
    ...(status === 'failed' && { failure: DECLINED }),
  }
}

const DECLINED = {
  code: 'insufficient_funds',
  message: 'The simulated card was declined.',
} as const

/** Creates the simulated vendor of an account. The id of a checkout also names its money. */
export function createSimulatedVendor(
  deps: SimulatedDependencies,
  accountId: string,
): PaymentVendor {
  const change = (id: string, decide: (before: SimulatedCheckout) => Changed) =>
    withoutValue(changeSimulated(deps, id, decide))
  return {
    kind: 'simulated',
    openCheckout: (request) => openCheckout(deps, accountId, request),
    closeCheckout: (checkoutId) => change(checkoutId, closed),
    async read(checkoutId) {
      const stored = await readSimulatedCheckout(deps, checkoutId)
      if (stored === undefined) return NOT_FOUND
      return { ok: true, value: stateOf(atTime(stored, epochSeconds(deps.clock))) }
    },
    capture: (id, call) => change(id, (before) => captured(before, call)),
    release: (id) => change(id, released),
    refund: (id, call) => change(id, (before) => refunded(before, call)),
    async findPaymentId(id) {
      const stored = await readSimulatedCheckout(deps, id)
      return stored ? { ok: true, value: stored.paymentId } : NOT_FOUND
    },
    checkAccess: async () => ({ ok: true, value: undefined }),
  }
}
