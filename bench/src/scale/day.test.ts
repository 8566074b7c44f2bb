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
  if (load === undefined) throw new Error(`no load matches ${name}`)
  return load
}

test('the same seed gives the same day', () => {
  expect(simulateDay(SMALL)).toEqual(day)
  expect(simulateDay({ ...SMALL, seed: 2 }).holds).not.toBe(day.holds)
})

test('every write of a booking is counted as in the capacity benchmark', () => {
  // Two ledger writes per hold and its confirmation or expiry, one per rejection, at 2 units each.
  expect(loadOf(/^ledger/).units).toBe(4 * day.holds + 2 * day.refused)
  // Two events per booking: into the outbox, out of it and into the log.
  expect(loadOf(/^outbox/).units).toBe(8 * day.holds)
  expect(loadOf(/^an account's log/).units).toBe(4 * day.holds)
  expect(loadOf(/^due/).units).toBe(4 * day.confirmed)
})

test('the day has the requested number of bookings plus the crowds', () => {
  expect(day.confirmed / day.holds).toBeCloseTo(0.8, 1)
  // At most 400,000 requests of the sale and 200 per practice find a free time.
  expect(day.holds).toBeGreaterThan(25_000 + 300_000)
  expect(day.refused).toBeGreaterThan(0)
})

test('more shards reduce the load of queues only', () => {
  const spread = simulateDay({ ...SMALL, shards: 64 })
  expect(loadOf(/^outbox/, spread).peak).toBeLessThan(loadOf(/^outbox/).peak / 4)
  expect(loadOf(/^an account's log/, spread).peak / loadOf(/^an account's log/).peak).toBeCloseTo(
    1,
    1,
  )
})
