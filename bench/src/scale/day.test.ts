import { expect, test } from 'vitest'
import { BookingWrites } from './booking-writes.ts'
import { type DayOptions, simulateDay } from './day.ts'

const SMALL: DayOptions = {
  seed: 1,
  bookings: 20_000,
  saleHoldsPerSecond: 500,
  accounts: 50,
  providers: 500,
  shards: [8, 64],
  onHour: () => {},
}
const day = simulateDay(SMALL)
/** The load of a kind of keys with 8 shards, or with 64. */
const loadOf = (name: RegExp, index: 0 | 1 = 0) => {
  const load = day.loads[index]?.find((each) => name.test(each.name))
  if (load === undefined) throw new Error(`no load matches ${name}`)
  return load
}

test('the same seed gives the same day', () => {
  expect(simulateDay(SMALL)).toEqual(day)
  expect(simulateDay({ ...SMALL, seed: 2 }).holds).not.toBe(day.holds)
})

test('the whole life of a booking costs the 48 units that its budget has', () => {
  const writes = new BookingWrites(
    { accounts: 1, providers: 1, shards: [8] },
    new Uint32Array(1),
    () => 0.5,
  )
  const steps: (() => void)[] = [
    () => writes.hold(0),
    () => writes.confirm(0),
    () => writes.remind(),
    () => writes.complete(0),
  ]
  for (const step of steps) {
    step()
    writes.endSecond()
  }
  // The largest account has a webhook: four units each for the delivery and its task, of three events.
  expect(writes.totals.units - 3 * 8).toBe(48)
})

test('each booking of the day has a reminder and a completion', () => {
  expect(day.reminded / SMALL.bookings).toBeCloseTo(1, 1)
  expect(day.completed / SMALL.bookings).toBeCloseTo(1, 1)
  expect(loadOf(/^due/).units).toBe(2 * day.confirmed + day.reminded + day.completed)
})

test('eight of ten holds are confirmed, and the rest lapses', () => {
  expect(day.confirmed / day.holds).toBeCloseTo(0.8, 1)
  // A crowd books 240 times at most, and the sale 150,000.
  expect(day.holds).toBeGreaterThan(25_000 + 145_000)
})

test('a crowd books each time of its day once, and all others learn that it is taken', () => {
  const [first] = day.crowds
  expect(first?.booked).toBe(240)
  expect(first?.taken).toBe((first?.attempts ?? 0) - 240)
  expect(first?.bookedAfterSeconds).toBeLessThan(12)
})

test('events of the account that sells wait for its ordered queue, and all are published', () => {
  const log = day.waits.find(({ name }) => name === "an account's log")
  expect(log?.oldestSeconds).toBeGreaterThan(20)
  expect(loadOf(/^an account's log/).peak).toBeLessThanOrEqual(1_000)
})

test('more shards reduce the load of queues only', () => {
  expect(loadOf(/^outbox/, 1).peak).toBeLessThan(loadOf(/^outbox/).peak / 4)
  expect(loadOf(/^outbox/, 1).units).toBe(loadOf(/^outbox/).units)
  expect(loadOf(/^an account's log/, 1)).toEqual(loadOf(/^an account's log/))
})
