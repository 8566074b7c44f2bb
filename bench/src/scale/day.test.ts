import { expect, test } from 'vitest'
import { type DayOptions, simulateDay } from './day.ts'

const SMALL: DayOptions = {
  seed: 1,
  bookings: 20_000,
  accounts: 50,
  providers: 500,
  shards: 8,
  onHour: () => {},
}
const day = simulateDay(SMALL)
const loadOf = (name: RegExp, report = day) => {
  const load = report.loads.find((each) => name.test(each.name))
  if (load === undefined) throw new Error(`there is no load like ${name}`)
  return load
}

test('the same day comes out of the same seed', () => {
  expect(simulateDay(SMALL)).toEqual(day)
  expect(simulateDay({ ...SMALL, seed: 2 }).holds).not.toBe(day.holds)
})

test('every write of a booking is counted, as the bench of units counts it', () => {
  // The ledger twice for a hold and what follows, once for a refusal, 2 units each.
  expect(loadOf(/^ledger/).units).toBe(4 * day.holds + 2 * day.refused)
  // Two events of each booking: into the outbox, out of it, into the log.
  expect(loadOf(/^outbox/).units).toBe(8 * day.holds)
  expect(loadOf(/^an account's log/).units).toBe(4 * day.holds)
  expect(loadOf(/^due/).units).toBe(4 * day.confirmed)
})

test('bookings come as they were asked for, beside the crowds', () => {
  expect(day.confirmed / day.holds).toBeCloseTo(0.8, 1)
  // 400,000 of the sale and 200 of each surgery find a free time, so far as the crowds are that large.
  expect(day.holds).toBeGreaterThan(25_000 + 300_000)
  expect(day.refused).toBeGreaterThan(0)
})

test('more shards cool a queue, and nothing else', () => {
  const spread = simulateDay({ ...SMALL, shards: 64 })
  expect(loadOf(/^outbox/, spread).peak).toBeLessThan(loadOf(/^outbox/).peak / 4)
  expect(loadOf(/^an account's log/, spread).peak / loadOf(/^an account's log/).peak).toBeCloseTo(
    1,
    1,
  )
})
