import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { openPaymentWorld, type PaymentWorld } from './payment-world.ts'
import { type StripeServer, startStripe } from './stripe-server.ts'

/** A simulated Stripe for a file of tests, and a new world for each of its tests. */
interface PaymentTests {
  readonly stripe: StripeServer
  readonly world: PaymentWorld
}

/** Opens a payment world on SQLite before each test of a file, and closes it after. Read both in tests only. */
export function eachInPaymentWorld(): PaymentTests {
  let stripe: StripeServer | undefined
  let world: PaymentWorld | undefined
  beforeAll(async () => {
    stripe = await startStripe()
  })
  afterAll(() => stripe?.close())
  beforeEach(async () => {
    if (stripe) world = await openPaymentWorld('sqlite', stripe)
  })
  afterEach(() => world?.close())
  const opened = <Value>(value: Value | undefined): Value => {
    if (value === undefined) throw new Error('the world is opened before each test')
    return value
  }
  return {
    get stripe() {
      return opened(stripe)
    },
    get world() {
      return opened(world)
    },
  }
}
