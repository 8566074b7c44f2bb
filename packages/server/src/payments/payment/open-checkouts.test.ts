import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPaymentWorld, type PaymentWorld } from '../../../tests/support/payment-world.ts'
import { wakePayment } from './wake-payment.ts'

let world: PaymentWorld
beforeAll(async () => {
  world = await openPaymentWorld()
})
afterAll(() => world.close())

test('an open checkout is read again in case a report of the vendor was lost, the older the more rarely', async () => {
  const { id } = await world.reserve((await world.paidType()).id, world.nextStart())
  await world.checkout(id)
  /** The seconds until the payment is looked at again. */
  const pauseSeconds = async () => {
    await wakePayment(world.deps, await world.paymentOf(id))
    await world.work()
    const { dueEpochMilliseconds = Number.NaN } = await world.paymentOf(id)
    return (dueEpochMilliseconds - world.clock.nowEpochMilliseconds()) / 1000
  }
  expect(await pauseSeconds()).toBe(15)
  world.moveBy(2)
  expect(await pauseSeconds()).toBe(15)
  world.moveBy(2)
  expect(await pauseSeconds()).toBe(30)
  world.moveBy(16)
  expect(await pauseSeconds()).toBe(150)
})
