import { expect, test } from 'vitest'
import type { CalendarEvent } from './calendar-event.ts'
import { grantNights, groupChanges, type WantedChange } from './plan-stays.ts'

type Nights = readonly [from: number, to: number]

// Only the nights of a stay, and those that it lacks, are read.
const stay = ([startDay, endDay]: Nights, lacking: readonly number[] = []) =>
  ({
    isStay: true,
    days: { startDay, endDay },
    ...(lacking.length > 0 && { unplaced: { source: '', nights: lacking, sinceEpochSeconds: 0 } }),
  }) as unknown as CalendarEvent

interface Named extends WantedChange {
  readonly name: string
}
/** A change of a stay from some nights to others. */
const change = (
  name: string,
  before: Nights | undefined,
  after: Nights | undefined,
  lacking?: readonly number[],
): Named => ({
  name,
  ...(before && { before: stay(before, lacking) }),
  ...(after && { content: stay(after) }),
})
const grouped = (...changes: readonly Named[]) =>
  groupChanges(changes).map((group) => group.map(({ name }) => name).join(' '))

test('changes that share no night are committed apart', () => {
  expect(
    grouped(
      change('new', undefined, [10, 12]),
      change('gone', [12, 14], undefined),
      change('moved', [20, 22], [22, 24]),
    ),
  ).toEqual(['new', 'gone', 'moved'])
  expect(grouped()).toEqual([])
})

test('who wants a night follows the one who leaves it, whatever the order of the file', () => {
  const leaver = change('leaver', [10, 12], [20, 22])
  const follower = change('follower', [12, 14], [11, 14])
  expect(grouped(follower, leaver)).toEqual(['leaver follower'])
  expect(grouped(leaver, follower)).toEqual(['leaver follower'])
})

test('stays that swap are one group, entered at the first', () => {
  expect(grouped(change('a', [10, 12], [12, 14]), change('b', [12, 14], [10, 12]))).toEqual(['a b'])
})

test('a chain of changes is one group, however long', () => {
  expect(
    grouped(
      change('third', [14, 16], [12, 14]),
      change('alone', [30, 31], [31, 32]),
      change('second', [12, 14], [10, 12]),
      change('first', [10, 12], undefined),
    ),
  ).toEqual(['first second third', 'alone'])
})

test('a stay that keeps a night leaves it to nobody', () => {
  expect(grouped(change('kept', [10, 13], [11, 13]), change('new', undefined, [12, 14]))).toEqual([
    'kept',
    'new',
  ])
})

test('a group of more than eight changes is split, those who leave first', () => {
  const chain = Array.from({ length: 10 }, (_, index) =>
    change(`c${index}`, [index, index + 1], index === 0 ? undefined : [index - 1, index]),
  )
  expect(grouped(...chain)).toEqual(['c0 c1 c2 c3 c4 c5 c6 c7', 'c8 c9'])
})

test('a group is split before it writes more than thirty months', () => {
  const year = (from: number) => [from, from + 365] as const
  expect(
    grouped(
      change('first', year(0), undefined),
      change('second', year(365), year(0)),
      change('third', year(730), year(365)),
      change('fourth', year(1095), year(730)),
    ),
  ).toEqual(['first second', 'third', 'fourth'])
})

const granted = (taken: readonly number[], ...changes: readonly Named[]) => {
  const found = grantNights(changes, new Set(taken))
  return { lacking: found.lacking, taken: [...found.taken].sort((a, b) => a - b) }
}

test('free nights are granted, taken ones are lacking', () => {
  expect(granted([11], change('new', undefined, [10, 13]))).toEqual({
    lacking: [[11]],
    taken: [10, 11, 12],
  })
})

test('of two who want a night, the first gets it', () => {
  expect(granted([], change('a', undefined, [10, 12]), change('b', undefined, [11, 13]))).toEqual({
    lacking: [[], [11]],
    taken: [10, 11, 12],
  })
})

test('a stay keeps its nights before anybody else gets them, and those it leaves are free', () => {
  expect(
    granted(
      [10, 11, 12, 13],
      change('new', undefined, [10, 12]),
      change('moved', [10, 12], [11, 13]),
      change('gone', [12, 14], undefined),
    ),
  ).toEqual({ lacking: [[11], [], []], taken: [10, 11, 12] })
})

test('a night that a stay lacks is not its own: it gets it once it is free', () => {
  const wants = change('short', [10, 13], [10, 13], [11])
  expect(granted([10, 11, 12], wants)).toEqual({ lacking: [[11]], taken: [10, 11, 12] })
  expect(granted([10, 12], wants)).toEqual({ lacking: [[]], taken: [10, 11, 12] })
})
