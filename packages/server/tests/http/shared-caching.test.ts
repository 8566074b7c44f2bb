import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from './support/app.ts'
import { eventTypeBody, makeProvider, START } from './support/fixtures.ts'

const ANYBODY = { key: null }
const RANGE = 'from=2026-04-27&to=2026-04-28'
const FOR_A_SECOND = 'public, max-age=0, s-maxage=1, stale-if-error=0'

let server: TestApp
let eventTypeId: string
beforeAll(async () => {
  server = await openTestApp()
  const provider = await makeProvider(server.call, {
    slug: 'ada',
    specialty: 'dentist',
    listed: true,
  })
  const body = eventTypeBody(provider.id, { slug: 'visit' })
  eventTypeId = (await server.call('POST', '/v1/event-types', { body })).body.id
})
afterAll(() => server.close())

const PUBLIC_SLOTS = [
  `/v1/public/ada/visit?${RANGE}`,
  `/v1/public/ada/visit/slots?${RANGE}`,
  `/v1/public/ada/opened-slots?${RANGE}`,
  `/v1/public/slots?specialty=dentist&${RANGE}`,
]

test.each(PUBLIC_SLOTS)('shared caches may keep public slots for a second: %s', async (path) => {
  for (const method of ['GET', 'HEAD']) {
    const got = await server.call(method, path, ANYBODY)
    expect([got.status, got.headers.get('cache-control')]).toEqual([200, FOR_A_SECOND])
    expect(got.headers.get('set-cookie')).toBeNull()
  }
})

test.each(PUBLIC_SLOTS)('every caller gets the same public slots: %s', async (path) => {
  const asAnybody = await server.call('GET', path, ANYBODY)
  const asAccount = await server.call('GET', path, { headers: { cookie: 'a=1', 'x-api-key': 'x' } })
  expect(asAccount.text).toBe(asAnybody.text)
  expect(asAccount.headers.get('cache-control')).toBe(FOR_A_SECOND)
})

test.each([
  ['refused', `/v1/public/ada/visit/slots?${RANGE}&durationMinutes=7`],
  ['of nobody', `/v1/public/nobody/visit/slots?${RANGE}`],
  ['without a range', '/v1/public/ada/visit'],
])('no cache keeps a public answer that is %s', async (_, path) => {
  const got = await server.call('GET', path, ANYBODY)
  expect(got.headers.get('cache-control')).toBe('no-store')
})

test.each([
  () => `/v1/event-types/${eventTypeId}/slots?${RANGE}`,
  () => `/v1/event-types/${eventTypeId}/slots/explain?start=${START}`,
  () => `/v1/slots?specialty=dentist&${RANGE}`,
])('no cache keeps slots for callers with a key', async (path) => {
  const got = await server.call('GET', path())
  expect([got.status, got.headers.get('cache-control')]).toEqual([200, 'no-store'])
})
