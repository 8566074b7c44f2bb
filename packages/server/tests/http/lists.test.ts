import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type TestApp } from './support/app.ts'
import { makeBooking, makeProvider } from './support/fixtures.ts'

let server: TestApp
beforeAll(async () => {
  server = await openTestApp()
})
afterAll(() => server.close())

describe('lists', () => {
  test('come in pages that join to the whole', async () => {
    const own = await openTestApp()
    const ids: string[] = []
    for (let i = 0; i < 5; i += 1) ids.push((await makeProvider(own.call)).id)
    const first = await own.call('GET', '/v1/providers?limit=2')
    const second = await own.call(
      'GET',
      `/v1/providers?limit=2&cursor=${encodeURIComponent(first.body.nextCursor)}`,
    )
    const third = await own.call(
      'GET',
      `/v1/providers?limit=2&cursor=${encodeURIComponent(second.body.nextCursor)}`,
    )
    const pages = [first, second, third].map((got) => got.body.data)
    expect(pages.flat().map((provider) => provider.id)).toEqual(ids)
    expect(pages.map((page) => page.length)).toEqual([2, 2, 1])
    expect(third.body.nextCursor).toBeNull()
    await own.close()
  })

  test('refuse a cursor that they did not give', async () => {
    const got = await server.call('GET', '/v1/providers?cursor=nonsense')
    expect([got.status, got.body.code]).toEqual([422, 'validation_failed'])
    expect(got.body.errors[0].pointer).toBe('/query/cursor')
  })

  test.each([
    ['another filter', '/v1/providers', '/v1/providers?specialty=lists'],
    ['no filter', '/v1/providers?specialty=lists', '/v1/providers'],
    ['another list', '/v1/providers', '/v1/event-types'],
    [
      'another range',
      '/v1/bookings?bookerEmail=grace@example.com',
      '/v1/bookings?bookerEmail=grace@example.com&from=2026-04-01T00:00:00Z',
    ],
  ])('refuse a cursor of a list with %s', async (_, given, asked) => {
    const { call } = server
    for (let i = 0; i < 2; i += 1) {
      await makeProvider(call, { specialty: 'lists' })
      await makeBooking(call)
    }
    const page = (path: string) => `${path}${path.includes('?') ? '&' : '?'}limit=1`
    const first = await call('GET', page(given))
    const cursor = encodeURIComponent(first.body.nextCursor)
    expect((await call('GET', `${page(given)}&cursor=${cursor}`)).status).toBe(200)
    const got = await call('GET', `${page(asked)}&cursor=${cursor}`)
    expect([got.status, got.body.errors?.[0].pointer]).toEqual([422, '/query/cursor'])
  })
})
