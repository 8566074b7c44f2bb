import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from './support/app.ts'
import { book, makeEventType } from './support/fixtures.ts'

let server: TestApp
beforeAll(async () => {
  server = await openTestApp()
})
afterAll(() => server.close())

const RANGE = 'from=2026-09-28T00:00:00Z&to=2026-09-29T00:00:00Z'

test('an agenda has everything of its providers that overlaps the range, and nothing of others', async () => {
  const { call } = server
  const [one, two, other] = [
    await makeEventType(call),
    await makeEventType(call),
    await makeEventType(call),
  ]
  const inside = await book(call, one.id, '2026-09-28T07:00:00Z')
  const alsoInside = await book(call, two.id, '2026-09-28T07:30:00Z')
  await book(call, one.id, '2026-09-29T07:00:00Z')
  await book(call, other.id, '2026-09-28T07:00:00Z')
  const block = { start: '2026-09-27T22:00:00Z', end: '2026-09-28T02:00:00Z' }
  const blocks = `/v1/providers/${two.providerId}/blocks`
  const blocked = await call('POST', blocks, { body: block })
  const later = { start: '2026-09-29T00:00:00Z', end: '2026-09-29T02:00:00Z' }
  await call('POST', blocks, { body: later })
  const times = `/v1/providers/${one.providerId}/time-off`
  // Midnight in Berlin is 22:00 in UTC.
  const away = await call('POST', times, { body: { start: '2026-09-28', end: '2026-09-29' } })
  await call('POST', times, { body: { start: '2026-09-30', end: '2026-10-01' } })
  const providerIds = [one.providerId]
  const outing = { name: 'Outing', start: '2026-09-28', end: '2026-09-29', providerIds }
  const closure = await call('POST', '/v1/closures', { body: outing })
  const november = { ...outing, start: '2026-11-02', end: '2026-11-03' }
  await call('POST', '/v1/closures', { body: november })
  const house = { name: 'House', exclusive: 'nights', timeZone: 'Europe/Berlin' }
  const calendar = await call('POST', '/v1/calendars', { body: house })
  const stay = { title: 'Meier', start: '2026-09-27', end: '2026-09-30' }
  await call('POST', `/v1/calendars/${calendar.body.id}/events`, { body: stay })
  const both = `providerId=${one.providerId}&providerId=${two.providerId}`
  const { status, body } = await call('GET', `/v1/agenda?${RANGE}&${both}`)
  expect(status).toBe(200)
  const idsOf = (list: unknown) => (list as readonly { readonly id: string }[]).map(({ id }) => id)
  expect(idsOf(body.bookings)).toEqual([inside.id, alsoInside.id])
  expect(idsOf(body.blocks)).toEqual([blocked.body.id])
  expect(idsOf(body.timeOff)).toEqual([away.body.id])
  expect(idsOf(body.closures)).toEqual([closure.body.id])
  expect(idsOf(body.calendars)).toEqual([calendar.body.id])
  expect(body.events).toMatchObject([{ title: 'Meier', calendarId: calendar.body.id }])
  expect(body.isComplete).toBe(true)
  const only = await call('GET', `/v1/agenda?${RANGE}&providerId=${one.providerId}`)
  expect(idsOf(only.body.bookings)).toEqual([inside.id])
  expect(only.body.blocks).toEqual([])
})

test('a booking of several is in the agenda of each of them, once', async () => {
  const { call } = server
  const [one, two] = [await makeEventType(call), await makeEventType(call)]
  const people = [one.providerId, two.providerId]
  const team = await makeEventType(call, {
    requirements: [{ name: 'panel', providerIds: people, count: 'all' }],
  })
  const { id } = await book(call, team.id, '2026-09-28T07:00:00Z')
  for (const providers of [[two.providerId], people]) {
    const query = providers.map((providerId) => `providerId=${providerId}`).join('&')
    const { body } = await call('GET', `/v1/agenda?${RANGE}&${query}`)
    expect(body.bookings).toMatchObject([{ id }])
  }
})

test('an agenda has the classes that nobody has booked, if they are asked for', async () => {
  const { call } = server
  const seats = { seats: { capacity: 12 }, durationMinutes: 60, slotStepMinutes: 180 }
  const yoga = await makeEventType(call, seats)
  const other = await makeEventType(call, seats)
  await book(call, yoga.id, '2026-09-28T07:00:00Z')
  const of = `/v1/agenda?${RANGE}&providerId=${yoga.providerId}`
  const classes = async (query: string) => (await call('GET', query)).body.offeredClasses
  const free = (eventType: typeof yoga, start: string, end: string) => ({
    eventTypeId: eventType.id,
    providerId: eventType.providerId,
    start,
    end,
    capacity: 12,
  })
  // The practice is open from 9 to 17 in Berlin, and the first class has a booking.
  const afternoon = free(yoga, '2026-09-28T10:00:00Z', '2026-09-28T11:00:00Z')
  expect(await classes(`${of}&include=offered`)).toEqual([
    afternoon,
    free(yoga, '2026-09-28T13:00:00Z', '2026-09-28T14:00:00Z'),
  ])
  expect(await classes(of)).toEqual([])
  const both = await classes(`${of}&providerId=${other.providerId}&include=offered`)
  expect(both).toHaveLength(5)
  await call('POST', `/v1/event-types/${yoga.id}/sessions/${afternoon.start}/cancel`, { body: {} })
  expect(await classes(`${of}&include=offered`)).not.toContainEqual(afternoon)
  expect((await call('GET', `${of}&include=all`)).status).toBe(422)
})

test('an agenda leaves out a calendar that is being deleted', async () => {
  const { call } = server
  const diary = { name: 'Diary', timeZone: 'Europe/Berlin' }
  const { id } = (await call('POST', '/v1/calendars', { body: diary })).body
  const meeting = { title: 'Gone', start: '2026-09-28T07:00:00Z', end: '2026-09-28T08:00:00Z' }
  await call('POST', `/v1/calendars/${id}/events`, { body: meeting })
  expect((await call('DELETE', `/v1/calendars/${id}`)).status).toBe(202)
  const { status, body } = await call('GET', `/v1/agenda?${RANGE}`)
  expect(status).toBe(200)
  expect(body.calendars).not.toContainEqual(expect.objectContaining({ id }))
  expect(body.events).not.toContainEqual(expect.objectContaining({ calendarId: id }))
})

test('an agenda of a provider of another account is not found', async () => {
  const { call } = server
  const { providerId } = await makeEventType(call)
  const asked = await call('GET', `/v1/agenda?${RANGE}&providerId=${providerId}`, {
    key: server.otherKey,
  })
  expect(asked.status).toBe(404)
  const all = await call('GET', `/v1/agenda?${RANGE}`, { key: server.otherKey })
  expect(all.body).toMatchObject({ bookings: [], blocks: [], busy: [], calendars: [], events: [] })
})

test.each([
  ['from=2026-09-28T00:00:00Z&to=2026-09-28T00:00:00Z', 'must be after `from`'],
  ['from=2026-09-01T00:00:00Z&to=2026-11-03T00:00:00Z', 'must be at most 62 days after `from`'],
])('an agenda of the range %s is refused', async (range, message) => {
  const { status, body } = await server.call('GET', `/v1/agenda?${range}`)
  expect([status, body.errors[0].message]).toEqual([422, message])
})
