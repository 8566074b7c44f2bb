import { expect } from 'vitest'
import type { TestApp } from './app.ts'
import { workOnce } from './work.ts'

/** Books a time at the desk that the person then misses, and counts the no-show. `start`: in the past of no other booking. */
export async function missBooking(
  server: TestApp,
  eventTypeId: unknown,
  email: string,
  start: string,
): Promise<void> {
  const { call, clock, deps } = server
  const booker = { name: 'Lee', email }
  const body = { eventTypeId, start, override: true, booker }
  const booked = await call('POST', '/v1/bookings', { body })
  await call('POST', `/v1/bookings/${booked.body.id}/confirm`)
  const before = clock.nowEpochMilliseconds()
  clock.moveTo(Date.parse(start) + 3_600_000)
  const missed = await call('POST', `/v1/bookings/${booked.body.id}/no-show`)
  expect(missed.status).toBe(200)
  await workOnce(deps)
  clock.moveTo(before)
}
