import { z } from 'zod'
import { type AttributesOf, defineEntity } from '../../kernel/entity.ts'
import { keyTail } from '../../kernel/keys.ts'
import type { Store } from '../../kernel/ports/store.ts'
import { simulatedCheckoutKey } from '../keys.ts'

const simulatedCheckoutAttributes = z.object({
  accountId: z.string(),
  paymentId: z.string(),
  version: z.int(),
  amount: z.int(),
  currency: z.string(),
  title: z.string(),
  locale: z.exactOptional(z.string()),
  returnUrl: z.string(),
  cancelUrl: z.string(),
  expiresAtEpochSeconds: z.int(),
  checkout: z.enum(['open', 'complete', 'expired']),
  /** `none` until the payer chooses. */
  status: z.enum(['none', 'processing', 'authorized', 'captured', 'released', 'failed']),
  amountCaptured: z.int(),
  amountRefunded: z.int(),
  /** The keys of the refunds, so that a repeated one has no second effect. */
  refundKeys: z.array(z.string()),
})

/** A checkout of the simulated vendor and its money, which is nobody's. */
export interface SimulatedCheckout extends AttributesOf<typeof simulatedCheckoutAttributes> {
  readonly id: string
}

/** The item of a simulated checkout. */
export const simulatedCheckoutEntity = defineEntity<SimulatedCheckout, 'id'>({
  name: 'simulated checkout',
  key: ({ id }) => simulatedCheckoutKey(id),
  inKey: { id: ({ PK }) => keyTail(PK) },
  schema: simulatedCheckoutAttributes,
})

/** How long a payer may take at their simulated bank after the checkout has ended. */
const AT_BANK_SECONDS = 600

/** A checkout at a time: an open one whose time is over has expired, unless the payer is at their bank. */
export function atTime(checkout: SimulatedCheckout, nowEpochSeconds: number): SimulatedCheckout {
  const { status, expiresAtEpochSeconds: end } = checkout
  const graceSeconds = status === 'processing' ? AT_BANK_SECONDS : 0
  if (checkout.checkout !== 'open' || nowEpochSeconds < end + graceSeconds) return checkout
  return { ...checkout, checkout: 'expired', status: 'none' }
}

/** Reads a checkout; undefined if there is none. */
export async function readSimulatedCheckout(
  { store }: { readonly store: Pick<Store, 'get'> },
  checkoutId: string,
): Promise<SimulatedCheckout | undefined> {
  return await simulatedCheckoutEntity.read(store, simulatedCheckoutKey(checkoutId))
}
