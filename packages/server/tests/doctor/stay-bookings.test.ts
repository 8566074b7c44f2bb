import { expect, test } from 'vitest'
import { inspect } from '../../src/ops/doctor/inspect.ts'
import { openTestApp } from '../http/support/app.ts'
import { BOOKER, makeStayType } from '../http/support/fixtures.ts'

test('a store with held, confirmed, moved, cancelled and lapsed bookings of nights has no findings', async () => {
  const server = await openTestApp()
  const { call, clock, deps } = server
  const type = await makeStayType(call, { holdMinutes: 1 })
  const post = async (path: string, body: object = {}) => (await call('POST', path, { body })).body
  const book = (arrival: string, departure: string) =>
    post('/v1/bookings', { eventTypeId: type.id, arrival, departure, booker: BOOKER })
  const held = await book('2026-05-01', '2026-05-04')
  const confirmed = await book('2026-05-30', '2026-06-02')
  await post(`/v1/bookings/${confirmed.id}/confirm`)
  await post(`/v1/bookings/${confirmed.id}/reschedule`, {
    arrival: '2026-06-01',
    departure: '2026-06-05',
  })
  const cancelled = await book('2026-06-10', '2026-06-12')
  await post(`/v1/bookings/${cancelled.id}/cancel`)
  expect((await inspect(deps)).findings).toEqual([])
  clock.moveTo(clock.nowEpochMilliseconds() + 61_000)
  await book('2026-05-03', '2026-05-06')
  expect((await inspect(deps)).findings).toEqual([])
  expect((await call('GET', `/v1/bookings/${held.id}`)).body.status).toBe('pending')
  await server.close()
})
