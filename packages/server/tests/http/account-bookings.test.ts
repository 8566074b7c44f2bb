import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from './support/app.ts'
import { book, makeEventType } from './support/fixtures.ts'

let server: TestApp
beforeAll(async () => {
  server = await openTestApp()
})
afterAll(() => server.close())

test('bookings of the whole account are listed without a filter, by several statuses, in either order', async () => {
  const { call } = server
  const eventType = await makeEventType(call)
  const held = await book(call, eventType.id, '2026-09-28T07:00:00Z')
  const confirmed = await book(call, (await makeEventType(call)).id, '2026-09-28T07:30:00Z')
  const cancelled = await book(call, eventType.id, '2026-09-28T08:00:00Z')
  await call('POST', `/v1/bookings/${confirmed.id}/confirm`)
  await call('POST', `/v1/bookings/${cancelled.id}/cancel`)
  const ids = async (query: string) =>
    (await call('GET', `/v1/bookings?from=2026-09-28&to=2026-09-29${query}`)).body.data.map(
      ({ id }) => id,
    )
  expect(await ids('')).toEqual([held.id, confirmed.id, cancelled.id])
  expect(await ids('&status=cancelled&status=pending')).toEqual([held.id, cancelled.id])
  expect(await ids('&order=desc&status=confirmed&status=pending')).toEqual([confirmed.id, held.id])
  const other = await call('GET', '/v1/bookings', { key: server.otherKey })
  expect(other.body.data).toEqual([])
})
