import fc from 'fast-check'
import { expect, test } from 'vitest'
import { placeStays, type StayToPlace } from './stays-together.ts'

const UNITS = 4

const stay: fc.Arbitrary<StayToPlace> = fc
  .tuple(
    fc.integer({ min: 0, max: 7 }),
    fc.integer({ min: 1, max: 4 }),
    fc.uniqueArray(fc.integer({ min: 0, max: UNITS - 1 }), { maxLength: UNITS }),
  )
  .map(([arrivalDay, nights, units]) => ({
    nights: { arrivalDay, departureDay: arrivalDay + nights },
    units,
  }))
const group = fc.array(stay, { minLength: 1, maxLength: 6 })

const daysOf = ({ nights: { arrivalDay, departureDay } }: StayToPlace): readonly number[] =>
  Array.from({ length: departureDay - arrivalDay }, (_, at) => arrivalDay + at)

/** Whether no unit has a night twice. */
function isSound(stays: readonly StayToPlace[], units: readonly number[]): boolean {
  const taken = stays.flatMap((each, index) => daysOf(each).map((day) => `${units[index]} ${day}`))
  return new Set(taken).size === taken.length
}

/** Whether some choice of units is sound: all of them are looked at. */
function isPossible(stays: readonly StayToPlace[], chosen: readonly number[] = []): boolean {
  const next = stays[chosen.length]
  if (next === undefined) return isSound(stays, chosen)
  return next.units.some((unit) => isPossible(stays, [...chosen, unit]))
}

test('stays get units of their own exactly if there is a way at all', () => {
  fc.assert(
    fc.property(group, (stays) => {
      const units = placeStays(stays)
      expect(units !== undefined).toBe(isPossible(stays))
      if (units === undefined) return
      expect(units.every((unit, index) => stays[index]?.units.includes(unit))).toBe(true)
      expect(isSound(stays, units)).toBe(true)
    }),
    { numRuns: 3000 },
  )
})

test('a stay alone gets the unit that it wants most', () => {
  const nights = { arrivalDay: 3, departureDay: 5 }
  expect(placeStays([{ nights, units: [2, 0, 1] }])).toEqual([2])
  expect(placeStays([{ nights, units: [] }])).toBeUndefined()
})

test('of a unit for both and one for a shorter stay, the shorter stay leaves the first', () => {
  const short = { nights: { arrivalDay: 0, departureDay: 2 }, units: [0, 1] }
  const long = { nights: { arrivalDay: 0, departureDay: 5 }, units: [0] }
  expect(placeStays([short, long])).toEqual([1, 0])
})

test('ten stays for nine units of one night end at once, and ten in a pool of fifty find theirs', () => {
  const nights = { arrivalDay: 0, departureDay: 3 }
  const stays = (units: number) =>
    Array.from({ length: 10 }, () => ({
      nights,
      units: Array.from({ length: units }, (_, at) => at),
    }))
  expect(placeStays(stays(9))).toBeUndefined()
  expect(placeStays(stays(50))).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
})
