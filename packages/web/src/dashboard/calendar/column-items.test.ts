import { expect, test } from 'vitest'
import { inLanes } from './column-items.ts'

const item = (key: string, from: number, to: number) =>
  ({
    key,
    groupKey: key,
    from,
    to,
    item: { kind: 'busy' },
    category: 'busy',
    title: key,
    start: '2026-04-20T08:00:00Z',
  }) as const

const lanes = (...items: readonly ReturnType<typeof item>[]) =>
  inLanes(items).map(({ key, lane, laneCount }) => `${key} ${lane}/${laneCount}`)

test('items that overlap are beside each other, and others take the whole column', () => {
  expect(lanes(item('a', 540, 600), item('b', 570, 630), item('c', 660, 720))).toEqual([
    'a 0/2',
    'b 1/2',
    'c 0/1',
  ])
})

test('a lane is used again as soon as it is free', () => {
  expect(lanes(item('a', 540, 660), item('b', 540, 600), item('c', 600, 660))).toEqual([
    'a 0/2',
    'b 1/2',
    'c 1/2',
  ])
})

test('a short item does not hide under the next one', () => {
  expect(lanes(item('a', 540, 545), item('b', 550, 610))).toEqual(['a 0/2', 'b 1/2'])
})
