import fc from 'fast-check'
import { expect, test } from 'vitest'
import { freeNights, fullNights, isFreeFor, rankUnits, type TakenNights } from './unit-choice.ts'

const NIGHTS = 24
const known = { arrivalDay: 0, departureDay: NIGHTS }

/** The taken nights of up to six units. */
const units: fc.Arbitrary<readonly TakenNights[]> = fc.array(
  fc
    .array(fc.boolean(), { minLength: NIGHTS, maxLength: NIGHTS })
    .map((flags) => new Set(flags.flatMap((isTaken, day) => (isTaken ? [day] : [])))),
  { minLength: 1, maxLength: 6 },
)
const stay = fc
  .tuple(fc.integer({ min: 0, max: NIGHTS - 1 }), fc.integer({ min: 1, max: 6 }))
  .map(([arrivalDay, nights]) => ({
    arrivalDay,
    departureDay: Math.min(NIGHTS, arrivalDay + nights),
  }))

const daysOf = ({ arrivalDay, departureDay }: typeof known): readonly number[] =>
  Array.from({ length: departureDay - arrivalDay }, (_, at) => arrivalDay + at)

/** How many free nights lie in gaps that are too short for any stay. A gap that reaches the end goes on. */
function uselessNights(taken: TakenNights, minNights: number): number {
  const text = daysOf(known)
    .map((day) => (taken.has(day) ? 'x' : '.'))
    .join('')
  return text
    .split('x')
    .slice(0, -1)
    .reduce((sum, gap) => sum + (gap.length < minNights ? gap.length : 0), 0)
}

test('exactly the units that are free in all nights are tried, by priority in the order of the list', () => {
  fc.assert(
    fc.property(units, stay, (all, nights) => {
      const free = all.flatMap((taken, index) =>
        daysOf(nights).some((day) => taken.has(day)) ? [] : [index],
      )
      expect(all.flatMap((taken, index) => (isFreeFor(taken, nights) ? [index] : []))).toEqual(free)
      const ranking = { minNights: 2, known }
      expect(rankUnits(all, nights, { ...ranking, choice: 'priority' })).toEqual(free)
      const byGap = rankUnits(all, nights, { ...ranking, choice: 'gap' })
      expect(byGap.toSorted((a, b) => a - b)).toEqual(free)
    }),
    { numRuns: 1000 },
  )
})

test('no unit would leave fewer nights that nobody can book than the first one', () => {
  fc.assert(
    fc.property(units, stay, fc.integer({ min: 1, max: 6 }), (all, nights, minNights) => {
      const [first, ...others] = rankUnits(all, nights, { choice: 'gap', minNights, known })
      if (first === undefined) return
      const after = (chosen: number) =>
        all.reduce((sum, taken, index) => {
          const now = index === chosen ? new Set([...taken, ...daysOf(nights)]) : taken
          return sum + uselessNights(now, minNights)
        }, 0)
      const least = Math.min(...[first, ...others].map(after))
      expect(after(first)).toBe(least)
    }),
    { numRuns: 1000 },
  )
})

test('a night is listed with its free units, and until the last departure that one of them allows', () => {
  fc.assert(
    fc.property(units, stay, (all, range) => {
      for (const { day, unitsLeft, lastDepartureDay } of freeNights(all, range)) {
        expect(unitsLeft).toBe(all.filter((taken) => !taken.has(day)).length)
        const departures = daysOf(range)
          .map((night) => night + 1)
          .filter((departureDay) => departureDay > day)
          .filter((departureDay) =>
            all.some((taken) => isFreeFor(taken, { arrivalDay: day, departureDay })),
          )
        expect(lastDepartureDay).toBe(departures.at(-1))
        expect(fullNights(all, range).includes(day)).toBe(unitsLeft === 0)
      }
    }),
    { numRuns: 500 },
  )
})

test('of units that waste as little, the one with the tightest gap is first', () => {
  const taken = (...days: readonly number[]) => new Set(days)
  // The stay leaves 4 and 3, 1 and 1, and 0 and 2 nights beside it.
  const all = [taken(1, 11), taken(4, 9), taken(5, 10)]
  const nights = { arrivalDay: 6, departureDay: 8 }
  const ranking = { choice: 'gap', known } as const
  expect(rankUnits(all, nights, { ...ranking, minNights: 1 })).toEqual([1, 2, 0])
  // With two nights at least, the two single ones of the second unit are lost.
  expect(rankUnits(all, nights, { ...ranking, minNights: 2 })).toEqual([2, 0, 1])
})
