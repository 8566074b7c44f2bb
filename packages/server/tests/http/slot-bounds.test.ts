import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestApp, type TestApp } from './support/app.ts'
import type { Body } from './support/call.ts'
import { eventTypeBody, makeProvider, newSlug } from './support/fixtures.ts'

let server: TestApp
let provider: Body
let eventType: Body
const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const RANGE = 'from=2026-05-01&to=2026-07-02'
const LARGEST_BYTES = 1_700_000

beforeAll(async () => {
  server = await openTestApp()
  provider = await makeProvider(server.call, { slug: newSlug(), timeZone: 'UTC' })
  const body = eventTypeBody(String(provider.id), {
    slug: 'minute',
    durationMinutes: 1,
    slotStepMinutes: 1,
    availabilityRules: DAYS.map((weekday) => ({
      weekday,
      windows: [{ start: '00:00', end: '24:00' }],
    })),
  })
  eventType = (await server.call('POST', '/v1/event-types', { body })).body
})
// One turn of the event loop takes a bounded time, and these calls would share one.
beforeEach(() => nextTurn())
afterAll(() => server.close())

test.each([
  ['of the account', () => [`/v1/event-types/${eventType.id}/slots`, {}] as const],
  ['of the public', () => [`/v1/public/${provider.slug}/minute/slots`, { key: null }] as const],
])(
  '62 days of slots at a step of a minute %s come in parts that join to the whole',
  async (_, call) => {
    const [path, sent] = call()
    const starts: unknown[] = []
    let query = RANGE
    for (let part = 0; part < 5; part += 1) {
      await nextTurn()
      const got = await server.call('GET', `${path}?${query}`, sent)
      expect(got.text.length).toBeLessThan(LARGEST_BYTES)
      starts.push(...got.body.data.map(({ start }) => start))
      if (got.body.nextFrom === undefined) break
      expect(got.body.data).toHaveLength(20_000)
      query = `from=${got.body.nextFrom}&to=2026-07-02`
    }
    expect(starts).toHaveLength(62 * 1440)
    expect(new Set(starts).size).toBe(62 * 1440)
  },
)

test('the page of an event type gets no more slots at once, and where they continue', async () => {
  const path = `/v1/public/${provider.slug}/minute?${RANGE}`
  const got = await server.call('GET', path, { key: null })
  expect(got.text.length).toBeLessThan(LARGEST_BYTES)
  expect(got.body.slots).toHaveLength(20_000)
  expect(got.body.slotsNextFrom).toBe('2026-05-14T21:20:00Z')
})

test('the slots that a provider opened are bounded in the same way', async () => {
  const path = `/v1/providers/${provider.id}`
  for (let day = 1; day <= 15; day += 1) {
    const date = `2026-06-${String(day).padStart(2, '0')}`
    const body = { date, startTime: '00:00', endTime: '24:00', slotDurationMinutes: 1 }
    await server.call('POST', `${path}/availability`, { body })
  }
  const own = await server.call('GET', `${path}/slots?from=2026-06-01&to=2026-06-16`)
  const open = await server.call(
    'GET',
    `/v1/public/${provider.slug}/opened-slots?from=2026-06-01&to=2026-06-16`,
    { key: null },
  )
  for (const { body } of [own, open]) {
    expect([body.data.length, body.nextFrom]).toEqual([20_000, '2026-06-14T21:20:00Z'])
  }
})
