import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from './support/app.ts'
import { makeProvider } from './support/fixtures.ts'

let server: TestApp
beforeAll(async () => {
  server = await openTestApp({ testMode: true })
})
afterAll(() => server.close())

const put = (body: unknown) => server.call('PUT', '/v1/test/clock', { key: null, body })

test('the clock is set and advanced, stands still, and the whole server goes by it', async () => {
  const { call } = server
  const set = await put({ now: '2026-05-01T12:00:00+02:00' })
  expect([set.status, set.body]).toEqual([200, { now: '2026-05-01T10:00:00.000Z', frozen: true }])
  const advanced = await put({ advanceSeconds: 301 })
  expect(advanced.body.now).toBe('2026-05-01T10:05:01.000Z')
  expect((await call('GET', '/v1/test/clock', { key: null })).body).toEqual(advanced.body)
  expect((await makeProvider(call)).createdAt).toBe('2026-05-01T10:05:01Z')
})

test.each([
  ['nothing', {}],
  ['both', { now: '2026-05-01T12:00:00Z', advanceSeconds: 1 }],
  ['a time without an offset', { now: '2026-05-01T12:00:00' }],
  ['a step back', { advanceSeconds: -1 }],
  ['half a second', { advanceSeconds: 0.5 }],
])('the clock refuses %s, and stays where it is', async (_, body) => {
  const before = (await server.call('GET', '/v1/test/clock', { key: null })).body
  const got = await put(body)
  expect([got.status, got.body.code]).toEqual([422, 'validation_failed'])
  expect((await server.call('GET', '/v1/test/clock', { key: null })).body).toEqual(before)
})

test('without test mode there is no such path', async () => {
  const plain = await openTestApp()
  expect((await plain.call('GET', '/v1/test/clock')).status).toBe(404)
  expect((await plain.call('PUT', '/v1/test/clock', { body: {} })).status).toBe(404)
  await plain.close()
})

test('every documented answer of these calls was seen', async () => {
  const { call } = server
  const clock = '/v1/test/clock'
  expect((await call('PUT', clock, { rawBody: '{' })).status).toBe(400)
  expect((await call('PUT', clock, { rawBody: `"${'a'.repeat(300_000)}"` })).status).toBe(413)
  const plain = { rawBody: '{}', headers: { 'content-type': 'text/plain' } }
  expect((await call('PUT', clock, plain)).status).toBe(415)
  expect(call.unseen('Test mode', [])).toEqual([])
})
