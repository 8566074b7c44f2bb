import { afterAll, beforeAll, expect, test } from 'vitest'
import { isUnit, type Unit } from '../../src/booking/providers/provider.ts'
import { getProvider } from '../../src/booking/providers/read-providers.ts'
import { summarize } from '../../src/booking/units/unit-nights-summary.ts'
import { scheduleConsumer } from '../../src/delivery/schedule/schedule.ts'
import { eventFromOutbox } from '../../src/kernel/events/outbox.ts'
import { ALL_SHARDS, outboxPartition } from '../../src/kernel/keys.ts'
import { newTask } from '../../src/kernel/queue/task.ts'
import { BOOKER, makeHouse, stayType } from '../http/support/fixtures.ts'
import { type MeteredApp, openMeteredApp } from './metered-app.ts'

let app: MeteredApp
beforeAll(async () => {
  app = await openMeteredApp()
})
afterAll(() => app.close())

/** What the consumer writes for the newest event of a booking, in write units. */
async function follow(bookingId: string, type: string): Promise<number> {
  const pages = await Promise.all(
    ALL_SHARDS.map((shard) => app.store.query({ partition: outboxPartition(shard) })),
  )
  const event = pages
    .flatMap(({ items }) => items.map(eventFromOutbox))
    .find((each) => each.resourceId === bookingId && each.type === type)
  if (event === undefined) throw new Error(`no event ${type} of ${bookingId}`)
  const consumer = scheduleConsumer(app.deps)
  expect(consumer.wants(event)).toBe(true)
  app.resetUses()
  expect((await consumer.handle(newTask('schedule', event, 0))).kind).toBe('done')
  return app.uses().reduce((sum, { writeUnits }) => sum + writeUnits, 0)
}

test('an event of a stay of any length costs one write unit for each unit that has a summary, and none for others', async () => {
  const { call } = app
  const { units } = await makeHouse(call, ['1', '2'])
  const type = { ...stayType(units), confirmation: 'hold', maxAdvanceDays: 800 }
  const stay = { maxNights: 366 }
  const { body: made } = await call('POST', '/v1/event-types', { body: { ...type, stay } })
  const held = async (arrival: string, departure: string) => {
    const body = { eventTypeId: made.id, arrival, departure, booker: BOOKER, unitId: units[0] }
    return String((await call('POST', '/v1/bookings', { body })).body.id)
  }
  expect(await follow(await held('2026-06-01', '2026-06-04'), 'booking.created')).toBe(0)
  for (const id of units) {
    const found = await getProvider(app.deps, { accountId: app.accountId }, id)
    const unit = found.ok && isUnit(found.value) ? found.value : undefined
    const { calendarId } = (unit as Unit).unit
    await summarize(app.deps, { accountId: app.accountId, unitId: id, calendarId })
  }
  expect(await follow(await held('2026-07-01', '2026-07-04'), 'booking.created')).toBe(1)
  const long = await held('2026-09-01', '2027-09-02')
  expect(await follow(long, 'booking.created')).toBe(1)
  const other = await call('POST', `/v1/bookings/${long}/reassign`, { body: { unitId: units[1] } })
  expect(other.status, other.text).toBe(200)
  expect(await follow(long, 'booking.reassigned')).toBe(2)
  await call('POST', `/v1/bookings/${long}/cancel`)
  expect(await follow(long, 'booking.cancelled')).toBe(1)
})
