import { expect, test } from 'vitest'
import { createIdSource } from '../../adapters/system/ids.ts'
import { createQueueShards } from './queue-shards.ts'

const RAISE = Date.parse('2026-12-01T00:00:00Z')
const EIGHT = { sinceEpochMilliseconds: 0, shards: 8 } as const
const before = createQueueShards([EIGHT])
const after = createQueueShards([EIGHT, { sinceEpochMilliseconds: RAISE, shards: 64 }])

const ids = createIdSource()
// 500 ids miss one of 64 shards in one of 40 runs, 2,000 ids in one of 10^12.
const made = (epochMilliseconds: number) =>
  Array.from({ length: 2_000 }, () => ids.next('booking', epochMilliseconds))

test('an id has one shard for ever, whatever was made at its time or is made later', () => {
  expect(before.of('bkg_01kq3x5rw0n4wsc2m7t9ydgh5e')).toBe(2)
  expect(before.of('evn_01kq3x5rw0n4wsc2m7t9ydgh5f.whk_01kpzz1a2b3c4d5e6f7g8h9j0k')).toBe(7)
})

test('more shards change nothing for what was made before them', () => {
  for (const id of made(RAISE - 1)) {
    expect(after.of(id)).toBe(before.of(id))
    expect(after.of(`${id}.whk_1`)).toBe(before.of(`${id}.whk_1`))
  }
})

test('what is made from then on uses all of them', () => {
  const bookings = made(RAISE)
  expect(new Set(bookings.map((id) => after.of(id))).size).toBe(64)
  expect(new Set(bookings.map((id) => after.of(`${id}.whk_1`))).size).toBe(64)
})

test('whoever looks for work looks into the shards of both', () => {
  expect(before.all).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
  expect(after.all).toHaveLength(64)
  for (const id of [...made(RAISE - 1), ...made(RAISE)]) expect(after.all).toContain(after.of(id))
})

test('an id that tells no time stays where it always was', () => {
  for (const id of ['bkg_1', 'evn_1.whk_1', '', 'BKG_01KQ3X5RW0AAAAAAAAAAAAAAAA']) {
    expect(after.of(id)).toBe(before.of(id))
  }
})

test.each([
  ['fewer shards', { sinceEpochMilliseconds: RAISE, shards: 4 }],
  ['as many', { sinceEpochMilliseconds: RAISE, shards: 8 }],
  ['a time that is not later', { sinceEpochMilliseconds: 0, shards: 64 }],
])('%s than before is refused', (_, raise) => {
  expect(() => createQueueShards([EIGHT, raise])).toThrow('must ascend')
})
