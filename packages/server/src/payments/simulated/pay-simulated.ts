import { ok, type Result } from '@holdfast/engine'
import { notFound, type Refusal } from '../../kernel/refusals.ts'
import type { PaymentsDependencies } from '../dependencies.ts'
import { wakeForCheckout } from '../payment/wake-payment.ts'
import { readSimulatedCheckout, type SimulatedCheckout } from './simulated-checkout.ts'
import { changeSimulated } from './simulated-vendor.ts'

/** What a payer chooses on the simulated page. `take_long`: they go to their bank and are not back yet. */
export const SIMULATED_CHOICES = ['pay', 'fail', 'take_long'] as const

/** What a payer chooses on the simulated page. */
export type SimulatedChoice = (typeof SIMULATED_CHOICES)[number]

/** Reads a checkout for its page. There is none on a server without simulated payments. */
export async function getSimulatedCheckout(
  deps: PaymentsDependencies,
  checkoutId: string,
): Promise<Result<SimulatedCheckout, Refusal>> {
  if (deps.paymentVendors?.simulated === undefined) return notFound('checkout', checkoutId)
  const checkout = await readSimulatedCheckout(deps, checkoutId)
  return checkout ? ok(checkout) : notFound('checkout', checkoutId)
}

const OUTCOMES = {
  pay: { checkout: 'complete', status: 'authorized' },
  fail: { checkout: 'open', status: 'failed' },
  take_long: { checkout: 'open', status: 'processing' },
} as const satisfies Record<SimulatedChoice, Pick<SimulatedCheckout, 'checkout' | 'status'>>

/**
 * Does what the payer chooses and wakes the task of the payment. Does nothing to a checkout that is no longer open.
 */
export async function paySimulated(
  deps: PaymentsDependencies,
  checkoutId: string,
  choice: SimulatedChoice,
): Promise<Result<SimulatedCheckout, Refusal>> {
  if (deps.paymentVendors?.simulated === undefined) return notFound('checkout', checkoutId)
  const outcome = await changeSimulated(deps, checkoutId, (before) => ({
    ok: true,
    value: before.checkout === 'open' ? { ...before, ...OUTCOMES[choice] } : before,
  }))
  if (!outcome.ok) return notFound('checkout', checkoutId)
  await wakeForCheckout(deps, outcome.value.paymentId, checkoutId)
  return ok(outcome.value)
}
