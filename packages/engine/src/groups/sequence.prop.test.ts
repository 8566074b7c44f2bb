import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EMPTY_SET, fromUnsorted } from '../availability/interval-set.ts'
import { type PlacedPart, type SequencePart, sequencesOf } from './sequence.ts'

/** A need as the oracle reads it: who, how many, and when, in minutes from the start, buffers included. */
interface LiteralNeed {
  readonly candidates: readonly number[]
  readonly count: number
  readonly spans: readonly (readonly [number, number])[]
}

interface LiteralPart {
  readonly starts: readonly number[]
  readonly durationMinutes: number
  readonly before: number
  readonly after: number
  readonly needs: readonly LiteralNeed[]
}

/** Who is busy, in minutes `[from, to)`, and who serves one part at most. People are numbers. */
interface Literal {
  readonly parts: readonly LiteralPart[]
  readonly busy: readonly (readonly (readonly [number, number])[])[]
  readonly once: readonly boolean[]
  readonly gap: number
}

const down = (minute: number) => Math.floor(minute / 5) * 5
const up = (minute: number) => Math.ceil(minute / 5) * 5

/** When somebody is claimed, each five minutes by its beginning. */
const quantaOf = (part: LiteralPart, need: LiteralNeed, start: number): ReadonlySet<number> => {
  const quanta = new Set<number>()
  for (const [offset, length] of need.spans) {
    const from = down(start + offset - part.before)
    const to = up(start + offset + length + part.after)
    for (let at = from; at < to; at += 5) quanta.add(at)
  }
  return quanta
}

const isFree = (
  { busy }: Literal,
  person: number,
  part: LiteralPart,
  need: LiteralNeed,
  start: number,
): boolean =>
  [...quantaOf(part, need, start)].every((at) =>
    (busy[person] ?? []).every(([from, to]) => up(to) <= at || down(from) >= at + 5),
  )

/** All sets of `count` of some numbers. */
function subsets(of: readonly number[], count: number): readonly (readonly number[])[] {
  if (count === 0) return [[]]
  return of.flatMap((one, index) =>
    subsets(of.slice(index + 1), count - 1).map((rest) => [one, ...rest]),
  )
}

/** Tries all starts and all people. Answers every list of starts that can be served. */
function allSequences(literal: Literal): readonly (readonly number[])[] {
  const { parts, gap } = literal
  const lists = parts.reduce<readonly (readonly number[])[]>(
    (before, part) => before.flatMap((list) => part.starts.map((start) => [...list, start])),
    [[]],
  )
  const isFollowing = (list: readonly number[]) =>
    list.every((start, index) => {
      const earlier = parts[index - 1]
      if (earlier === undefined) return true
      const pause = start - ((list[index - 1] ?? 0) + earlier.durationMinutes)
      return pause >= 0 && pause <= gap
    })
  return lists.filter((list) => isFollowing(list) && canServe(literal, list))
}

function canServe(literal: Literal, list: readonly number[]): boolean {
  const needs = literal.parts.flatMap((part, index) =>
    part.needs.map((need) => ({ part, need, index, start: list[index] ?? 0 })),
  )
  const choices = needs.map(({ need }) => subsets(need.candidates, need.count))
  const every = choices.reduce<readonly (readonly (readonly number[])[])[]>(
    (before, sets) => before.flatMap((chosen) => sets.map((set) => [...chosen, set])),
    [[]],
  )
  return every.some((chosen) => {
    const uses = chosen.flatMap((set, at) => {
      const use = needs[at] as (typeof needs)[number]
      return set.map((person) => ({ ...use, person }))
    })
    return uses.every((one, at) => {
      if (!isFree(literal, one.person, one.part, one.need, one.start)) return false
      return uses.slice(at + 1).every((other) => {
        if (other.person !== one.person) return true
        if (other.index === one.index || literal.once[one.person]) return false
        const quanta = quantaOf(other.part, other.need, other.start)
        return [...quantaOf(one.part, one.need, one.start)].every((each) => !quanta.has(each))
      })
    })
  })
}

/** The same as the engine takes it. A need of the whole part has no time of its own. */
const engineParts = ({ parts, busy, once }: Literal): readonly SequencePart[] =>
  parts.map(({ starts, durationMinutes, before, after, needs }) => ({
    starts,
    policy: { durationMinutes, bufferBeforeMinutes: before, bufferAfterMinutes: after },
    needs: needs.map(({ candidates, count, spans }) => ({
      candidates,
      count,
      ...((spans.length > 1 || spans[0]?.[1] !== durationMinutes) && {
        time: {
          spans: spans.map(([offsetMinutes, length]) => ({
            offsetMinutes,
            durationMinutes: length,
          })),
        },
      }),
    })),
    people: busy.map((own, person) => ({
      id: `person ${person}`,
      servesOnce: once[person] === true,
      time: {
        bookable: undefined,
        occupied: fromUnsorted(
          own.flatMap(([from, to]) => [{ startEpochMinutes: from, endEpochMinutes: to }]),
        ),
      },
    })),
  }))

const PEOPLE = 3

/** When a need of a part is: all the time, at both ends, or in the first or last ten minutes. */
function spansOf(when: string, durationMinutes: number): LiteralNeed['spans'] {
  const last = [durationMinutes - 10, 10] as const
  if (when === 'ends') return [[0, 10], last]
  if (when === 'first') return [[0, 10]]
  return when === 'last' ? [last] : [[0, durationMinutes]]
}

const needOf = (durationMinutes: number): fc.Arbitrary<LiteralNeed> =>
  fc
    .record({
      candidates: fc.shuffledSubarray([0, 1, 2], { minLength: 1 }),
      count: fc.constantFrom(1, 1, 2),
      when: fc.constantFrom('whole', 'whole', 'ends', 'first', 'last'),
    })
    .map(({ candidates, count, when }) => ({
      candidates,
      count,
      spans: spansOf(durationMinutes >= 30 ? when : 'whole', durationMinutes),
    }))

const part: fc.Arbitrary<LiteralPart> = fc
  .record({
    starts: fc.uniqueArray(fc.integer({ min: 0, max: 30 }), { minLength: 1, maxLength: 5 }),
    durationMinutes: fc.constantFrom(5, 12, 30, 40),
    before: fc.constantFrom(0, 0, 5),
    after: fc.constantFrom(0, 0, 10, 7),
  })
  .chain(({ starts, ...rest }) =>
    fc.array(needOf(rest.durationMinutes), { minLength: 1, maxLength: 2 }).map((needs) => ({
      ...rest,
      starts: starts.map((start) => start * 5).toSorted((a, b) => a - b),
      needs,
    })),
  )

const busyTime = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 1, max: 30 })), {
    maxLength: 2,
  })
  .map((stretches) => {
    let end = -1
    return stretches
      .toSorted(([a], [b]) => a - b)
      .flatMap(([from, length]) => {
        const start = Math.max(from, end + 1)
        end = start + length
        return [[start, end] as const]
      })
  })

const literals: fc.Arbitrary<Literal> = fc.record({
  parts: fc.array(part, { minLength: 1, maxLength: 3 }),
  busy: fc.array(busyTime, { minLength: PEOPLE, maxLength: PEOPLE }),
  once: fc.array(fc.constantFrom(false, false, true), { minLength: PEOPLE, maxLength: PEOPLE }),
  gap: fc.constantFrom(0, 5, 30, 60),
})

const startsOf = (sequence: readonly PlacedPart[]) =>
  sequence.map(({ startEpochMinutes }) => startEpochMinutes)

/** For each first start the first list of starts, in order. */
function firstOfEach(lists: readonly (readonly number[])[]): readonly (readonly number[])[] {
  const compare = (a: readonly number[], b: readonly number[]): number => {
    const at = a.findIndex((start, index) => start !== b[index])
    return at === -1 ? 0 : (a[at] ?? 0) - (b[at] ?? 0)
  }
  const sorted = lists.toSorted(compare)
  return sorted.filter((list, index) => list[0] !== sorted[index - 1]?.[0])
}

describe('the sequences of some parts', () => {
  test('are those that a search of all starts and people finds, each as early as possible', () => {
    fc.assert(
      fc.property(literals, (literal) => {
        const listed = sequencesOf(engineParts(literal), literal.gap, 100)
        expect(listed.map(startsOf)).toEqual(firstOfEach(allSequences(literal)))
      }),
      { numRuns: 400 },
    )
  })

  test('name people who can serve them: as many as needed, all free, nobody twice at once', () => {
    fc.assert(
      fc.property(literals, (literal) => {
        for (const sequence of sequencesOf(engineParts(literal), literal.gap, 100)) {
          const pinned = literal.parts.map((own, index) => ({
            ...own,
            needs: own.needs.map((need, at) => {
              const people = sequence[index]?.people[at] ?? []
              const candidates = people.map((id) => Number(id.replace('person ', '')))
              expect(need.candidates).toEqual(expect.arrayContaining(candidates))
              expect(new Set(candidates).size).toBe(need.count)
              return { ...need, candidates }
            }),
          }))
          expect(canServe({ ...literal, parts: pinned }, startsOf(sequence))).toBe(true)
        }
      }),
      { numRuns: 400 },
    )
  })

  const oneOf = (
    starts: readonly number[],
    people: readonly string[],
    after = 0,
  ): SequencePart => ({
    starts,
    policy: { durationMinutes: 30, bufferBeforeMinutes: 0, bufferAfterMinutes: after },
    needs: [{ candidates: people.map((_, index) => index), count: 1 }],
    people: people.map((id) => ({
      id,
      servesOnce: false,
      time: { bookable: undefined, occupied: EMPTY_SET },
    })),
  })

  test('let somebody with a buffer serve the next part once it is over, or somebody else at once', () => {
    const starts = [0, 30, 40, 60]
    const alone = sequencesOf([oneOf([0], ['Ann'], 10), oneOf(starts, ['Ann'], 10)], 15, 9)
    expect(alone.map(startsOf)).toEqual([[0, 40]])
    const two = sequencesOf([oneOf([0], ['Ann'], 10), oneOf(starts, ['Ann', 'Bea'], 10)], 15, 9)
    expect(two.map(startsOf)).toEqual([[0, 30]])
    expect(two[0]?.map(({ people }) => people)).toEqual([[['Ann']], [['Bea']]])
  })

  test('take somebody else for an earlier part, so that a later one has its only person', () => {
    const parts = [oneOf([0], ['Ann', 'Bea'], 10), oneOf([30], ['Ann'])]
    expect(sequencesOf(parts, 0, 9)[0]?.map(({ people }) => people)).toEqual([[['Bea']], [['Ann']]])
  })

  test('are at most as many as asked for, and end with a search that takes too long', () => {
    expect(sequencesOf([oneOf([0, 30, 60], ['Ann'])], 0, 2)).toHaveLength(2)
    const many = Array.from({ length: 50 }, (_, index) => `person ${index}`)
    const crowd = [0, 30, 60].map((start) => {
      const part = oneOf([start], many, 240)
      return { ...part, needs: part.needs.map((need) => ({ ...need, count: 2 })) }
    })
    const alone = [90, 120].map((start) => oneOf([start], ['person 0'], 240))
    expect(sequencesOf([...crowd, ...alone], 0, 9)).toEqual([])
  })
})
