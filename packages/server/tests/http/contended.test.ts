import { afterEach, expect, test } from 'vitest'
import { createDeadlineScope } from '../../src/adapters/system/deadline-scope.ts'
import { paceRetries } from '../../src/kernel/retry.ts'
import { createRetryBudget } from '../../src/kernel/retry-budget.ts'
import { createRetryPacing } from '../../src/kernel/retry-pacing.ts'
import { openTestApp } from './support/app.ts'
import { BOOKER, makeEventType, START } from './support/fixtures.ts'

let restore = () => {}
afterEach(() => restore())

/** Paces retries on a clock that advances only by their pauses. */
function paced(burst: number) {
  const time = { nowMilliseconds: 0, pauses: 0 }
  const now = () => time.nowMilliseconds
  restore = paceRetries(
    createRetryPacing({
      scope: createDeadlineScope(),
      budget: createRetryBudget({ burst, perSecond: 0, now }),
      now,
      random: () => 0.5,
      async sleep(milliseconds) {
        time.nowMilliseconds += milliseconds
        time.pauses += 1
      },
    }),
  )
  return time
}

/** An app on a store in which other transactions are in the way of every claim. */
async function openContendedApp() {
  const way = { isBlocked: true, onRead: () => {} }
  const app = await openTestApp({
    between: (store) => ({
      async getMany(...given) {
        way.onRead()
        return await store.getMany(...given)
      },
      transact: async (writes, token, options) =>
        way.isBlocked && options?.contention === 'answer'
          ? { committed: false, failed: [] }
          : await store.transact(writes, token, options),
    }),
  })
  const { id } = await makeEventType(app.call)
  const body = { eventTypeId: id, start: START, booker: BOOKER }
  return { app, way, book: () => app.call('POST', '/v1/bookings', { body }) }
}

test('a booking that meets other transactions is tried for ten seconds, and then refused with Retry-After', async () => {
  const time = paced(100)
  const { app, way, book } = await openContendedApp()
  const { status, body, headers } = await book()
  expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'store_unavailable', '1'])
  expect(body.detail).toBe(
    'Too many requests want the same resource at once. Nothing was changed. Retry in 1 s.',
  )
  // The next pause would have ended after ten seconds.
  expect(time).toEqual({ nowMilliseconds: 9_275, pauses: 16 })
  way.isBlocked = false
  expect((await book()).status).toBe(202)
  await app.close()
})

test('without a retry left in the process, it is refused after its first attempts', async () => {
  const time = paced(1)
  const { app, book } = await openContendedApp()
  const { status, body, headers } = await book()
  expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'store_unavailable', '1'])
  expect(time.pauses).toBe(1)
  await app.close()
})

test('a request that was slow for nine seconds has one left for its retries', async () => {
  const time = paced(100)
  const { app, way, book } = await openContendedApp()
  way.onRead = () => {
    time.nowMilliseconds = Math.max(time.nowMilliseconds, 9_000)
  }
  expect((await book()).status).toBe(503)
  expect(time.nowMilliseconds).toBe(9_635)
  await app.close()
})
