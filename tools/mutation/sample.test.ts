import { expect, test } from 'vitest'
import { type Candidate, drawSample as draw, type SampleSize } from './sample.ts'

const mutantsOf = (path: string, count: number, firstId: number): readonly Candidate[] =>
  Array.from({ length: count }, (_, index) => ({ id: String(firstId + index), path }))

const all = () => true
const drawSample = (candidates: readonly Candidate[], size: SampleSize) =>
  draw(candidates, size, all).drawn

const sorted = (ids: ReadonlySet<string>) => [...ids].map(Number).toSorted((a, b) => a - b)

test('the same code and seed give the same sample, in whatever order the mutants arrive', () => {
  const mutants = mutantsOf('a.ts', 20, 0)
  expect(sorted(drawSample(mutants, { size: 5, seed: 1 }))).toEqual([2, 3, 11, 12, 15])
  expect(sorted(drawSample(mutants.toReversed(), { size: 5, seed: 1 }))).toEqual([2, 3, 11, 12, 15])
})

test('another seed draws another sample', () => {
  const mutants = mutantsOf('a.ts', 20, 0)
  expect(sorted(drawSample(mutants, { size: 5, seed: 2 }))).toEqual([0, 3, 8, 13, 15])
})

test('a sample that is larger than the code has mutants is all of them', () => {
  expect(sorted(drawSample(mutantsOf('a.ts', 3, 7), { size: 5, seed: 1 }))).toEqual([7, 8, 9])
})

test('new mutants in one file do not change which mutants of another file rank first', () => {
  const drawnOfB = (idsOfA: number) => {
    const mutants = [...mutantsOf('a.ts', idsOfA, 0), ...mutantsOf('b.ts', 10, idsOfA)]
    const ranked = Array.from({ length: mutants.length }, (_, index) =>
      drawSample(mutants, { size: index + 1, seed: 1 }),
    )
    const orderOfDraw = ranked.flatMap((drawn, index) =>
      [...drawn].filter((id) => !ranked[index - 1]?.has(id)),
    )
    return orderOfDraw.map((id) => Number(id) - idsOfA).filter((ordinal) => ordinal >= 0)
  }
  expect(drawnOfB(4)).toEqual(drawnOfB(9))
})

test('a mutant that does not compile is passed over, and the next by rank takes its place', () => {
  const mutants = mutantsOf('a.ts', 20, 0)
  const drawnBy = (compiles: (id: string) => boolean) => {
    const { drawn, passedOver } = draw(mutants, { size: 5, seed: 1 }, compiles)
    return [sorted(drawn), sorted(passedOver)]
  }
  expect(drawnBy(all)).toEqual([[2, 3, 11, 12, 15], []])
  expect(drawnBy((id) => id !== '11')).toEqual([[2, 3, 12, 15, 18], [11]])
  expect(drawnBy(() => false)).toEqual([[], mutants.map(({ id }) => Number(id))])
})

test('no mutant is compiled beyond those that the sample needs', () => {
  const asked: string[] = []
  draw(mutantsOf('a.ts', 20, 0), { size: 5, seed: 1 }, (id) => asked.push(id) > 2)
  expect(asked).toHaveLength(7)
})
