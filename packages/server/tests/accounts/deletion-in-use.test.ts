import { afterAll, describe, expect, test } from 'vitest'
import { itemsOf } from '../support/account-estate.ts'
import { raceDeletion } from '../support/account-race.ts'
import { IS_DEEP, repetitions } from '../support/depth.ts'
import {
  ENGINES,
  type Engine,
  openTestStore,
  stopSharedEngine,
  USUAL_ENGINE,
} from '../support/stores.ts'

afterAll(stopSharedEngine)

/** The whole size takes minutes; `npm run test:deep` has it. The engines for DynamoDB are slower. */
const BOOKING_COUNTS: Readonly<Record<Engine, number>> = {
  sqlite: repetitions(150, 10_000),
  dynamodb: 1_000,
  postgres: repetitions(150, 10_000),
  'dynamodb-local': repetitions(150, 1_000),
}
const TESTED = IS_DEEP ? ENGINES : [USUAL_ENGINE]

describe.each(TESTED)('an account that is deleted while two clients use it, on %s', (engine) => {
  test('refuses a request, or deletes its data too', async () => {
    const bookingCount = BOOKING_COUNTS[engine]
    const opened = await openTestStore(engine)
    const stores = {
      servers: [opened.store, await opened.another()],
      remover: await opened.another(),
    } as const
    const outcome = await raceDeletion(stores, bookingCount)
    expect(outcome.acceptedCount).toBeGreaterThan(15)
    expect(outcome.statusesBefore).toEqual(expect.arrayContaining([200, 201, 403]))
    // 401 once nothing is left of the account, 403 until then.
    expect(outcome.statusesAfter.filter((status) => status !== 401 && status !== 403)).toEqual([])
    // The booking, two events, three items of its contact, a reminder and a completion.
    expect(outcome.deletedItemCount).toBeGreaterThan(8 * bookingCount)
    expect([...(await itemsOf(opened.store)).keys()]).toEqual([])
    await opened.close()
  }, 1_800_000)
})
