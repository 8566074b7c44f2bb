import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CapacityUse, withCapacityMeter } from '../../src/adapters/dynamodb/capacity.ts'
import { createStoreOnTransport } from '../../src/adapters/dynamodb/store.ts'
import {
  createAccount,
  startAccountDeletion,
} from '../../src/identity/operator/operator-accounts.ts'
import { systemCaller } from '../../src/kernel/caller.ts'
import { removeAccounts } from '../../src/ops/accounts/remove-accounts.ts'
import { fillWithBookings } from '../support/account-race.ts'
import { testDependencies } from '../support/dependencies.ts'
import { startTestEngine, type TestEngine } from '../support/dynamodb.ts'
import { accepted } from '../support/people-world.ts'

let engine: TestEngine
beforeAll(async () => {
  engine = await startTestEngine()
})
afterAll(() => engine.stop())

test('deleting an account costs 25 write units and 4 read units a booking', async () => {
  const { store, tableName } = await engine.openStore()
  const { deps, clock } = testDependencies(store, new Date().toISOString())
  const operator = systemCaller('', 'test')
  const { account } = accepted(
    await createAccount(deps, operator, { name: 'Practice', slug: 'practice' }),
  )
  await fillWithBookings(deps, account.id, 100)
  accepted(await startAccountDeletion(deps, operator, account.id))
  const uses: CapacityUse[] = []
  const metered = createStoreOnTransport(
    withCapacityMeter(engine.connect(), (use) => uses.push(use)),
    { tableName },
  )
  clock.moveTo(clock.nowEpochMilliseconds() + 70_000)
  let items = 0
  for (let isOver = false; !isOver; ) {
    const report = await removeAccounts({ ...deps, store: metered }, 10)
    items += report.deletedItemCount
    isOver = !report.more
  }
  const total = (name: 'readUnits' | 'writeUnits') =>
    uses.reduce((sum, use) => sum + use[name], 0) / 100
  // The booking, two events, two items of its contact, a reminder and a completion.
  expect(items / 100).toBeGreaterThan(7)
  expect(total('writeUnits')).toBeLessThanOrEqual(25)
  expect(total('readUnits')).toBeLessThanOrEqual(4)
  await metered.close()
  await store.close()
}, 60_000)
