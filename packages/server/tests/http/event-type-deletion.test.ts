import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { inspect } from '../../src/ops/doctor/inspect.ts'
import { NOW, openTestApp, type TestApp } from './support/app.ts'
import type { Body } from './support/call.ts'
import { book, eventTypeBody, makeEventType, START } from './support/fixtures.ts'

let server: TestApp
beforeAll(async () => {
  server = await openTestApp()
})
beforeEach(() => server.clock.moveTo(NOW))
afterAll(() => server.close())

const remove = ({ id }: Body, headers = {}) =>
  server.call('DELETE', `/v1/event-types/${id}`, { headers })

test('an event type without bookings is deleted, and its slug is free again', async () => {
  const { call } = server
  const eventType = await makeEventType(call, { slug: 'old-visit' })
  const stale = await remove(eventType, { 'if-match': '"7"' })
  expect([stale.status, stale.body.code]).toEqual([412, 'version_mismatch'])
  expect((await remove(eventType, { 'if-match': '"1"' })).status).toBe(204)
  expect((await call('GET', `/v1/event-types/${eventType.id}`)).status).toBe(404)
  expect((await remove(eventType)).status).toBe(404)
  const { providerId } = eventType
  const listed = await call('GET', `/v1/event-types?providerId=${providerId}`)
  expect(listed.body.data).toEqual([])
  const again = await call('POST', '/v1/event-types', {
    body: eventTypeBody(String(providerId), { slug: 'old-visit' }),
  })
  expect(again.status).toBe(201)
  expect((await inspect(server.deps)).findings).toEqual([])
})

test('an event type with a live booking is not deleted, and says so', async () => {
  const eventType = await makeEventType(server.call)
  const held = await book(server.call, String(eventType.id))
  const refused = await remove(eventType)
  expect([refused.status, refused.body.code]).toEqual([409, 'event_type_has_bookings'])
  await server.call('POST', `/v1/bookings/${held.id}/confirm`)
  expect((await remove(eventType)).status).toBe(409)
  await server.call('POST', `/v1/bookings/${held.id}/cancel`)
  expect((await remove(eventType)).status).toBe(204)
})

test('lapsed holds and past bookings do not keep an event type, and keep its name', async () => {
  const { call, clock } = server
  const eventType = await makeEventType(call)
  const past = await book(call, String(eventType.id))
  await call('POST', `/v1/bookings/${past.id}/confirm`)
  await book(call, String(eventType.id), '2026-04-28T07:00:00Z')
  clock.moveTo(Date.parse(START) + 1_800_000)
  expect((await remove(eventType)).status).toBe(204)
  const details = await call('GET', `/v1/bookings/${past.id}/details`)
  expect(details.body).toMatchObject({ eventType: { title: 'First visit' } })
  const refused = await call('POST', '/v1/bookings', {
    body: {
      eventTypeId: eventType.id,
      start: '2026-05-04T07:00:00Z',
      booker: { name: 'Ada', email: 'ada@example.com' },
    },
  })
  expect([refused.status, refused.body.code]).toEqual([404, 'not_found'])
})
