import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from './support/app.ts'
import type { Body } from './support/call.ts'
import { BOOKER, makeEventType } from './support/fixtures.ts'

const DAY = 'from=2026-04-27&to=2026-04-28'
/** 9:00 and 10:00 in Berlin. */
const [NINE, TEN] = ['2026-04-27T07:00:00Z', '2026-04-27T08:00:00Z'] as const
const FREED = { freedAfterMinutes: { min: 20, max: 240 } }

let server: TestApp
beforeAll(async () => {
  server = await openTestApp()
})
afterAll(() => server.close())

const book = (body: object) =>
  server.call('POST', '/v1/bookings', { body: { start: NINE, booker: BOOKER, ...body } })
const slots = async ({ id }: Body, query = '') =>
  (await server.call('GET', `/v1/event-types/${id}/slots?${DAY}${query}`)).body
const makeDentist = async (name: string) =>
  (await server.call('POST', '/v1/providers', { body: { name, timeZone: 'Europe/Berlin' } })).body
/** A booking that is confirmed and cancelled, so that its time is kept. */
async function freed(body: object) {
  const { body: booking } = await book(body)
  await server.call('POST', `/v1/bookings/${booking.id}/confirm`)
  await server.call('POST', `/v1/bookings/${booking.id}/cancel`)
}

test('a freed time is listed apart until bookers are offered it, and the account books it', async () => {
  const eventType = await makeEventType(server.call, { release: FREED })
  const before = await slots(eventType, '&include=kept')
  expect([before.data.length, before.kept]).toEqual([16, []])
  await freed({ eventTypeId: eventType.id })
  const { data, kept } = await slots(eventType, '&include=kept')
  const times = { start: NINE, end: '2026-04-27T07:30:00Z' }
  expect([data.length, kept]).toEqual([15, [{ ...times, reason: 'freed' }]])
  expect(await slots(eventType)).toEqual({ data })
  expect((await book({ eventTypeId: eventType.id })).status).toBe(409)
  expect((await book({ eventTypeId: eventType.id, override: true })).status).toBe(202)
  expect((await slots(eventType, '&include=kept')).kept).toEqual([])
  await freed({ eventTypeId: eventType.id, start: TEN })
  server.clock.moveTo(server.clock.nowEpochMilliseconds() + 4 * 3_600_000)
  expect((await slots(eventType, '&include=kept')).kept).toEqual([])
})

test('the times of candidates who are kept back are listed with whom to name', async () => {
  const [usual, spare] = [await makeDentist('Usual'), await makeDentist('Spare')]
  const requirements = [{ name: 'Dentist', providerIds: [usual.id, spare.id], count: 1 }]
  const keptBack = [{ providerIds: [spare.id], untilMinutesBefore: 60 }]
  const eventType = await makeEventType(server.call, {
    requirements,
    release: { ...FREED, keptBack },
  })
  await book({ eventTypeId: eventType.id })
  await freed({ eventTypeId: eventType.id, start: TEN, providerId: usual.id })
  const named = { reason: 'kept_back', providerId: spare.id }
  const both = [
    { start: NINE, end: '2026-04-27T07:30:00Z', ...named },
    { start: TEN, end: '2026-04-27T08:30:00Z', ...named },
  ]
  expect((await slots(eventType, '&include=kept')).kept).toEqual(both)
  const booked = await book({ eventTypeId: eventType.id, start: TEN, providerId: spare.id })
  expect(booked.status).toBe(202)
  const after = await slots(eventType, '&include=kept')
  expect(after.kept).toEqual([both[0], { ...both[1], reason: 'freed', providerId: usual.id }])
  const own = await slots(eventType, `&include=kept&providerId=${usual.id}`)
  expect(own.kept).toEqual([{ ...both[1], reason: 'freed', providerId: usual.id }])
  const taken = { eventTypeId: eventType.id, start: TEN, providerId: usual.id, override: true }
  expect((await book(taken)).status).toBe(202)
})

test('an event type with seats keeps nothing', async () => {
  const eventType = await makeEventType(server.call, { seats: { capacity: 3 } })
  expect((await slots(eventType, '&include=kept')).kept).toEqual([])
})
