import { expect, test } from 'vitest'
import { type ClockNews, createClockTrust } from './clock-trust.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const NOON = Date.parse('2026-11-24T12:00:00Z')

/** A machine whose clock is `aheadMilliseconds` ahead of a store that last knew noon. */
function machine(aheadMilliseconds: number, newest: number | null = NOON) {
  let wall = NOON + aheadMilliseconds
  let monotonic = 5_000
  const news: ClockNews[] = []
  const clock = { nowEpochMilliseconds: () => wall, monotonicMilliseconds: () => monotonic }
  const trust = createClockTrust(clock, newest ?? undefined, (each) => news.push(each))
  return {
    news,
    isTrusted: () => trust.isTrusted(),
    /** Lets time pass, and the clock jump besides. */
    pass(milliseconds: number, jumpMilliseconds = 0) {
      monotonic += milliseconds
      wall += milliseconds + jumpMilliseconds
      return trust.isTrusted()
    },
  }
}

test('a clock up to 24 hours ahead of the store is believed, as is that of a store that knows no instant', () => {
  expect(machine(DAY).isTrusted()).toBe(true)
  expect(machine(-365 * DAY).isTrusted()).toBe(true)
  const unknown = machine(365 * DAY, null)
  expect(unknown.isTrusted()).toBe(true)
})

test('a clock a year ahead is not believed, and at once is when it is set right', () => {
  const { isTrusted, pass, news } = machine(365 * DAY)
  expect(isTrusted()).toBe(false)
  expect(pass(6_000)).toBe(false)
  expect(pass(1_000, -365 * DAY)).toBe(true)
  expect(news).toEqual(['ahead', 'corrected'])
})

test('a server that was off for weeks goes on after ten minutes of a steady clock', () => {
  const { isTrusted, pass, news } = machine(21 * DAY)
  expect(isTrusted()).toBe(false)
  expect(pass(10 * MINUTE - 1)).toBe(false)
  expect(pass(1)).toBe(true)
  expect(pass(HOUR)).toBe(true)
  expect(news).toEqual(['ahead', 'steady'])
})

test('the ten minutes begin again when the clock moves meanwhile', () => {
  const { isTrusted, pass } = machine(21 * DAY)
  expect(isTrusted()).toBe(false)
  expect(pass(9 * MINUTE, 2 * MINUTE)).toBe(false)
  expect(pass(9 * MINUTE)).toBe(false)
  expect(pass(MINUTE)).toBe(true)
})

test('a clock that jumps a year while the server runs is not believed', () => {
  const { pass, news } = machine(0)
  expect(pass(30 * DAY)).toBe(true)
  expect(pass(1_000, 365 * DAY)).toBe(false)
  expect(news).toEqual(['ahead'])
})
