import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Cluster, startCluster } from '../support/cluster.ts'
import { doctorFindings } from '../support/doctor.ts'
import { SUNDAY } from '../support/fixtures.ts'
import { SOME_ENGINES } from '../support/stores.ts'
import { testGroups } from './groups.suite.ts'
import { testLimits } from './limits.suite.ts'
import { testLineOrder } from './line-order.suite.ts'
import { testMovedGroups } from './moved-groups.suite.ts'
import { testSeats } from './seats.suite.ts'
import { testWaitlist } from './waitlist.suite.ts'

/**
 * Races for what is counted. In full size, with five hundred clients and with kills, in about ten minutes:
 * `HOLDFAST_TEST_DEPTH=full npx vitest run --project server packages/server/tests/races/counted.test.ts`
 */
describe.each(SOME_ENGINES)('with clients on three servers without a sweeper on %s', (engine) => {
  let cluster: Cluster
  beforeAll(async () => {
    cluster = await startCluster({ engine, servers: 3, env: { HOLDFAST_RELAY: 'off' } })
  })
  afterAll(() => cluster?.stop())
  beforeEach(() => cluster.setClock(SUNDAY))

  testSeats(() => cluster)
  testLimits(() => cluster)
  testGroups(() => cluster)
  testMovedGroups(() => cluster)
  testWaitlist(() => cluster)
  testLineOrder(() => cluster)

  test('the doctor finds no problem after all of this', async () => {
    // After the expiry of every hold of the tests above.
    await cluster.setClock('2035-04-22T10:00:00Z')
    expect(await doctorFindings(cluster, '2035-04-22T10:00:00Z')).toEqual([])
  })
})
