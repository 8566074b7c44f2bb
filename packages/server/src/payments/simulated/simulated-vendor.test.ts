import { randomUUID } from 'node:crypto'
import { afterAll, afterEach } from 'vitest'
import { testDependencies } from '../../../tests/support/dependencies.ts'
import {
  type Engine,
  openTestStore,
  SOME_ENGINES,
  stopSharedEngine,
  type TestStore,
} from '../../../tests/support/stores.ts'
import { testPaymentVendor } from '../../../tests/vendors/payment-vendor.suite.ts'
import { paySimulated } from './pay-simulated.ts'
import { createSimulatedVendor } from './simulated-vendor.ts'

const stores: TestStore[] = []

afterAll(stopSharedEngine)

afterEach(async () => {
  await Promise.all(stores.splice(0).map((store) => store.close()))
})

const worldOn = (engine: Engine) => async () => {
  const opened = await openTestStore(engine)
  stores.push(opened)
  const { deps, clock } = testDependencies(opened.store, '2026-05-04T08:00:00Z')
  const vendor = createSimulatedVendor(deps, `acc_${randomUUID()}`)
  const choose = (choice: 'pay' | 'fail' | 'take_long') => async (checkoutId: string) => {
    const before = await vendor.read(checkoutId)
    if (!before.ok || before.value.checkout !== 'open') throw new Error('nobody can pay here')
    const paymentVendors = { simulated: { forAccount: () => vendor } }
    await paySimulated({ ...deps, paymentVendors }, checkoutId, choice)
  }
  return {
    vendor,
    nowEpochSeconds: Math.floor(clock.nowEpochMilliseconds() / 1000),
    pay: choose('pay'),
    decline: choose('fail'),
    takeLong: choose('take_long'),
  }
}

for (const engine of SOME_ENGINES) {
  testPaymentVendor(`the simulated vendor on ${engine}`, worldOn(engine))
}
