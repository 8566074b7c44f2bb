import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from './support/app.ts'
import { BOOKER, eventTypeBody, makeProvider } from './support/fixtures.ts'

let server: TestApp
beforeAll(async () => {
  server = await openTestApp()
})
afterAll(() => server.close())

const hoursFrom = (start: string) => ({
  availabilityRules: [{ weekday: 'monday', windows: [{ start, end: '18:00' }] }],
})

/** The status of a hold of Monday 27 April at a time in Berlin. */
const hold = async (eventTypeId: string, time: string): Promise<number> => {
  const start = `2026-04-27T${time}:00+02:00`
  const body = { eventTypeId, start, booker: BOOKER }
  return (await server.call('POST', '/v1/bookings', { body })).status
}

test('the next hold sees a change of its schedule, its provider and its event type', async () => {
  const { call } = server
  const made = async (path: string, body: object) => (await call('POST', path, { body })).body
  const office = await made('/v1/schedules', {
    name: 'Office',
    timeZone: 'Europe/Berlin',
    ...hoursFrom('09:00'),
  })
  const late = await made('/v1/schedules', {
    name: 'Late',
    timeZone: 'Europe/Berlin',
    ...hoursFrom('16:00'),
  })
  const provider = await makeProvider(call, { scheduleId: office.id })
  const { availabilityRules: _, ...inherited } = eventTypeBody(provider.id)
  const { id } = await made('/v1/event-types', inherited)
  expect([await hold(id, '09:00'), await hold(id, '09:30')]).toEqual([202, 202])

  await call('PATCH', `/v1/schedules/${office.id}`, { body: hoursFrom('11:00') })
  expect([await hold(id, '10:00'), await hold(id, '11:00')]).toEqual([422, 202])

  await call('PATCH', `/v1/providers/${provider.id}`, { body: { scheduleId: late.id } })
  expect([await hold(id, '12:00'), await hold(id, '16:00')]).toEqual([422, 202])

  await call('PATCH', `/v1/event-types/${id}`, { body: { scheduleId: office.id } })
  // The schedules of both: within the hours of the event type, and of the provider.
  expect([await hold(id, '14:00'), await hold(id, '16:30')]).toEqual([422, 202])

  await call('POST', `/v1/event-types/${id}/deactivate`, { body: {} })
  expect(await hold(id, '17:00')).toBe(409)
})
