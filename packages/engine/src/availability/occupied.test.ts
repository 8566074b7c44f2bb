import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toIntervals } from './interval-set.ts'
import { occupiedFromQuanta, withBusy } from './occupied.ts'

const interval = (startEpochMinutes: number, endEpochMinutes: number) => ({
  startEpochMinutes,
  endEpochMinutes,
})

test('quanta are five minutes of their UTC day, and adjacent quanta form one interval', () => {
  // Day 20,570 is 2026-04-27; quanta 108 to 113 are 09:00 to 09:30.
  const occupied = occupiedFromQuanta([
    { dayNumber: 20_570, quanta: new Set([113, 109, 108, 112, 110, 111, 0]) },
  ])
  const midnight = 20_570 * 1440
  expect(toIntervals(occupied)).toEqual([
    interval(midnight, midnight + 5),
    interval(midnight + 540, midnight + 570),
  ])
})

test('quanta on both sides of midnight form one interval, in any order of the days', () => {
  const occupied = occupiedFromQuanta([
    { dayNumber: 11, quanta: [0, 1] },
    { dayNumber: 10, quanta: [287] },
    { dayNumber: 12, quanta: [] },
  ])
  expect(toIntervals(occupied)).toEqual([interval(11 * 1440 - 5, 11 * 1440 + 10)])
})

test.each([-1, 288, 1.5, Number.NaN])('a day with the quantum %d is rejected', (quantum) => {
  expect(() => occupiedFromQuanta([{ dayNumber: 10, quanta: [quantum] }])).toThrow(
    'a quantum is outside of its day',
  )
})

test('the occupied time consists of exactly the given quanta', () => {
  const day = fc.record({
    dayNumber: fc.integer({ min: -2, max: 3 }),
    quanta: fc.uniqueArray(fc.integer({ min: 0, max: 287 }), { maxLength: 40 }),
  })
  const days = fc.uniqueArray(day, { selector: ({ dayNumber }) => dayNumber })
  fc.assert(
    fc.property(days, (all) => {
      const expected = all
        .flatMap(({ dayNumber, quanta }) => quanta.map((quantum) => dayNumber * 288 + quantum))
        .sort((a, b) => a - b)
      const actual = toIntervals(occupiedFromQuanta(all)).flatMap((one) =>
        Array.from(
          { length: (one.endEpochMinutes - one.startEpochMinutes) / 5 },
          (_, n) => one.startEpochMinutes / 5 + n,
        ),
      )
      expect(actual).toEqual(expected)
    }),
  )
})

test('busy times of calendars are added to the occupied time, in any order', () => {
  const occupied = occupiedFromQuanta([{ dayNumber: 0, quanta: [2, 3] }])
  expect(
    toIntervals(withBusy(occupied, [interval(60, 90), interval(3, 12), interval(80, 100)])),
  ).toEqual([interval(3, 20), interval(60, 100)])
})
