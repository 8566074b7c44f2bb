import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestApp, type TestApp } from './support/app.ts'
import type { Body } from './support/call.ts'
import {
  BOOKER,
  book,
  eventTypeBody,
  makeProvider,
  NEXT_START,
  newSlug,
  START,
} from './support/fixtures.ts'

let server: TestApp
let provider: Body
let eventType: Body
beforeAll(async () => {
  server = await openTestApp()
})
beforeEach(async () => {
  provider = await makeProvider(server.call, {
    slug: newSlug(),
    listed: true,
    specialty: 'surgeon',
  })
  const body = eventTypeBody(String(provider.id), { slug: 'first-visit' })
  eventType = (await server.call('POST', '/v1/event-types', { body })).body
  await server.call('POST', `/v1/providers/${provider.id}/availability`, {
    body: { date: '2026-05-02', startTime: '09:00', endTime: '10:00', slotDurationMinutes: 30 },
  })
})
afterAll(() => server.close())

const anybody = { key: null }
const setActive = async (active: boolean) => {
  const path = `/v1/providers/${provider.id}`
  const got = await server.call('PATCH', path, { body: { active } })
  expect([got.status, got.body.active]).toEqual([200, active])
}
const codeOf = async (method: string, path: string, sent: object) => {
  const { status, body } = await server.call(method, path, sent)
  return [status, body.code]
}
const slots = async (path: string, sent = {}) =>
  (await server.call('GET', `${path}?from=2026-04-27&to=2026-05-05`, sent)).body.data.length
const INACTIVE = [409, 'provider_inactive']

test('a provider is active unless it is said otherwise', async () => {
  expect(provider.active).toBe(true)
  const off = await makeProvider(server.call, { active: false })
  expect(off.active).toBe(false)
  const renamed = await server.call('PATCH', `/v1/providers/${off.id}`, { body: { name: 'Ada' } })
  expect(renamed.body.active).toBe(false)
})

describe('an inactive provider', () => {
  test('offers no slots of any kind, and offers them again once it is active', async () => {
    const paths = [
      [`/v1/event-types/${eventType.id}/slots`, {}],
      [`/v1/providers/${provider.id}/slots`, {}],
      [`/v1/public/${provider.slug}/first-visit/slots`, anybody],
      [`/v1/public/${provider.slug}/opened-slots`, anybody],
    ] as const
    const counts = () => Promise.all(paths.map(([path, sent]) => slots(path, sent)))
    expect(await counts()).toEqual([96, 2, 96, 2])
    await setActive(false)
    expect(await counts()).toEqual([0, 0, 0, 0])
    await setActive(true)
    expect(await counts()).toEqual([96, 2, 96, 2])
  })

  test('takes no bookings, of the account or of the public', async () => {
    await setActive(false)
    const opened = '2026-05-02T07:00:00Z'
    const own = { body: { eventTypeId: eventType.id, start: START, booker: BOOKER } }
    expect(await codeOf('POST', '/v1/bookings', own)).toEqual(INACTIVE)
    const ofOpened = { body: { providerId: provider.id, start: opened, booker: BOOKER } }
    expect(await codeOf('POST', '/v1/bookings', ofOpened)).toEqual(INACTIVE)
    const strange = { body: { eventTypeId: eventType.id, start: START }, ...anybody }
    expect(await codeOf('POST', '/v1/public/bookings', strange)).toEqual(INACTIVE)
    const bySlug = { body: { providerSlug: provider.slug, start: opened }, ...anybody }
    expect(await codeOf('POST', '/v1/public/bookings', bySlug)).toEqual(INACTIVE)
  })

  test('keeps a live hold, which can be confirmed and cancelled, but not moved', async () => {
    const held = await book(server.call, String(eventType.id))
    await setActive(false)
    const path = `/v1/bookings/${held.id}`
    const moved = { body: { start: NEXT_START } }
    expect(await codeOf('POST', `${path}/reschedule`, moved)).toEqual(INACTIVE)
    expect((await server.call('POST', `${path}/confirm`)).body.status).toBe('confirmed')
    expect((await server.call('POST', `${path}/cancel`)).body.status).toBe('cancelled')
  })

  test('has no public page and is not in the directory', async () => {
    const statuses = async () => {
      const pages = [`/v1/public/${provider.slug}`, `/v1/public/${provider.slug}/first-visit`]
      const got = await Promise.all(pages.map((page) => server.call('GET', page, anybody)))
      return got.map(({ status }) => status)
    }
    const listed = async () => {
      const got = await server.call('GET', '/v1/directory?specialty=surgeon&limit=100', anybody)
      return got.body.data.some(({ slug }) => slug === provider.slug)
    }
    expect([await statuses(), await listed()]).toEqual([[200, 200], true])
    await setActive(false)
    expect([await statuses(), await listed()]).toEqual([[404, 404], false])
  })

  test('is named by the explanation of a start', async () => {
    await setActive(false)
    const path = `/v1/event-types/${eventType.id}/slots/explain?start=${START}`
    const explained = await server.call('GET', path)
    expect(explained.body).toMatchObject({
      available: false,
      reasons: [{ code: 'provider_inactive' }],
    })
  })
})
