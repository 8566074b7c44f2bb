import { expect, test } from 'vitest'
import { openTestApp } from './support/app.ts'
import { BOOKER, makeEventType, START } from './support/fixtures.ts'

const MOST = 8

/** An app whose list of providers waits for `release`. `arrived` is how many lists wait. */
async function openSlowApp() {
  const { promise, resolve: release } = Promise.withResolvers<void>()
  let isSlow = false
  let arrived = 0
  const app = await openTestApp({
    settings: { maxRequests: MOST },
    between: (store) => ({
      async query(request) {
        if (isSlow) {
          arrived += 1
          await promise
        }
        return store.query(request)
      },
    }),
  })
  const fill = (count: number) => {
    isSlow = true
    return Array.from({ length: count }, () => app.call('GET', '/v1/providers'))
  }
  return { app, fill, release, arrived: () => arrived }
}

test('a request beyond the limit is refused at once, and the accepted ones are answered', async () => {
  const { app, fill, release, arrived } = await openSlowApp()
  const accepted = fill(MOST)
  await expect.poll(arrived).toBe(MOST)
  const refused = await app.call('GET', '/v1/providers')
  expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([
    503,
    'overloaded',
    '1',
  ])
  release()
  expect((await Promise.all(accepted)).map(({ status }) => status)).toEqual(
    new Array(MOST).fill(200),
  )
  expect((await app.call('GET', '/v1/providers')).status).toBe(200)
  await app.close()
})

test('four times as many requests as the limit at once: as many as the limit are accepted', async () => {
  const { app, fill, release, arrived } = await openSlowApp()
  const asked = fill(4 * MOST)
  await expect.poll(arrived).toBe(MOST)
  release()
  const statuses = (await Promise.all(asked)).map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([
    ...new Array(MOST).fill(200),
    ...new Array(3 * MOST).fill(503),
  ])
  await app.close()
})

test('an overloaded server still answers health checks and confirms a hold', async () => {
  const { app, fill, release, arrived } = await openSlowApp()
  const { id } = await makeEventType(app.call)
  const body = { eventTypeId: id, start: START, booker: BOOKER }
  const hold = await app.call('POST', '/v1/bookings', { body })
  expect(hold.status).toBe(202)
  const accepted = fill(MOST)
  await expect.poll(arrived).toBe(MOST)

  expect((await app.call('POST', '/v1/bookings', { body })).status).toBe(503)
  for (const path of ['/healthz', '/readyz']) {
    expect([path, (await app.call('GET', path, { key: null })).status]).toEqual([path, 200])
  }
  const confirmed = await app.call('POST', `/v1/bookings/${hold.body.id}/confirm`, { body: {} })
  expect([confirmed.status, confirmed.body.status]).toEqual([200, 'confirmed'])
  release()
  await Promise.all(accepted)
  await app.close()
})
