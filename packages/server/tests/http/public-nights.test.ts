import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from './support/app.ts'
import type { Body } from './support/call.ts'
import { BOOKER, eventTypeBody, makeProvider, makeStayType } from './support/fixtures.ts'

const ANYBODY = { key: null }
const MAY = 'from=2026-05-10&to=2026-05-14'

let server: TestApp
let type: Body
let page: string
beforeAll(async () => {
  server = await openTestApp()
  type = await makeStayType(server.call, {
    slug: 'double-room',
    confirmation: 'instant',
    maxAdvanceDays: 400,
    stay: { minNights: 2, arrivalWeekdays: ['monday'] },
    occupancy: { base: 2, adults: 2, children: 1, total: 3 },
  })
  const unit = await server.call('GET', `/v1/providers/${type.providerId}`)
  page = `/v1/public/${unit.body.slug}/double-room`
})
afterAll(() => server.close())

test('the booking page of an event type of nights has no slots', async () => {
  const read = await server.call('GET', `${page}?${MAY}`, ANYBODY)
  expect([read.status, read.body], read.text).toMatchObject([
    200,
    { id: type.id, grain: 'nights', title: 'Double room', provider: { name: 'Room 12' } },
  ])
  expect(read.body.slots).toBeUndefined()
})

test('nights have no duration in minutes, and hours have one', async () => {
  const none = { durationMinutes: null, slotStepMinutes: null }
  expect((await server.call('GET', `/v1/event-types/${type.id}`)).body).toMatchObject(none)
  const shown = await server.call('GET', `${page}?${MAY}`, ANYBODY)
  expect(shown.body).toMatchObject({ durationMinutes: null })
  const { id: providerId } = await makeProvider(server.call)
  const ofHours = await server.call('POST', '/v1/event-types', { body: eventTypeBody(providerId) })
  expect(ofHours.body).toMatchObject({ durationMinutes: 30, slotStepMinutes: 30 })
})

test('anybody reads the free nights, the rules for stays and the property', async () => {
  const stay = { eventTypeId: type.id, arrival: '2026-05-11', departure: '2026-05-13' }
  const booked = await server.call('POST', '/v1/bookings', { body: { ...stay, booker: BOOKER } })
  expect(booked.status, booked.text).toBe(201)
  const rules = { body: { houseRules: 'No smoking.' } }
  await server.call('PATCH', `/v1/properties/${type.propertyId}`, rules)
  const read = await server.call('GET', `${page}/nights?${MAY}`, ANYBODY)
  expect([read.status, read.body]).toEqual([
    200,
    {
      data: [
        { date: '2026-05-10', unitsLeft: 1, lastDeparture: '2026-05-11' },
        { date: '2026-05-11', unitsLeft: 0, lastDeparture: null },
        { date: '2026-05-12', unitsLeft: 0, lastDeparture: null },
        { date: '2026-05-13', unitsLeft: 1, lastDeparture: '2026-05-14' },
      ],
      stay: {
        minNights: 2,
        maxNights: 366,
        arrivalWeekdays: ['monday'],
        departureWeekdays: [],
        minAdvanceDays: 0,
      },
      maxAdvanceDays: 400,
      occupancy: { base: 2, adults: 2, children: 1, total: 3 },
      property: {
        name: 'House by the lake',
        address: null,
        timeZone: 'Europe/Berlin',
        checkInTime: '15:00',
        checkOutTime: '11:00',
        photos: [],
        houseRules: 'No smoking.',
      },
    },
  ])
})

test('nights of nothing, of an inactive type, of one of time and of too many days are refused', async () => {
  const read = async (path: string) => {
    const { status, body } = await server.call('GET', path, ANYBODY)
    return [status, body.code, body.errors?.[0]?.pointer]
  }
  expect(await read(`${page}-x/nights?${MAY}`)).toEqual([404, 'not_found', undefined])
  expect(await read(`${page}/nights?from=2026-05-10&to=2026-05-10`)).toEqual([
    422,
    'validation_failed',
    '/query/to',
  ])
  const ofTime = await server.call('POST', '/v1/event-types', {
    body: eventTypeBody((await makeProvider(server.call, { slug: 'ada' })).id, { slug: 'visit' }),
  })
  expect(ofTime.status, ofTime.text).toBe(201)
  expect(await read(`/v1/public/ada/visit/nights?${MAY}`)).toEqual([
    422,
    'validation_failed',
    '/path/eventTypeSlug',
  ])
  const off = await server.call('POST', `/v1/event-types/${type.id}/deactivate`, { body: {} })
  expect(off.status, off.text).toBe(200)
  expect(await read(`${page}/nights?${MAY}`)).toEqual([404, 'not_found', undefined])
  expect(await read(page)).toEqual([404, 'not_found', undefined])
})
