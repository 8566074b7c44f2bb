import { isId } from '@holdfast/engine'
import { expect, test } from 'vitest'
import { queueShard } from '../../kernel/keys.ts'
import { createIdSource } from './ids.ts'

const EPOCH_MILLISECONDS = 1_777_280_400_000

test('an id is its prefix and a lower-case ULID, which starts with the time', () => {
  const id = createIdSource().next('booking', EPOCH_MILLISECONDS)
  expect(id).toMatch(/^bkg_01kq72nem0[0-9a-hjkmnp-tv-z]{16}$/)
})

test('ids sort in the order of their creation, even within one millisecond', () => {
  const ids = createIdSource()
  const made = Array.from({ length: 2_000 }, (_, index) =>
    ids.next('event', EPOCH_MILLISECONDS + Math.floor(index / 3)),
  )
  expect(made.toSorted()).toEqual(made)
  expect(new Set(made).size).toBe(2_000)
})

test('two sources create different ids at the same time', () => {
  const [a, b] = [createIdSource(), createIdSource()]
  const at = (index: number) => EPOCH_MILLISECONDS + index
  const made = Array.from({ length: 500 }, (_, index) => [
    a.next('event', at(index)),
    b.next('event', at(index)),
  ]).flat()
  expect(new Set(made).size).toBe(1_000)
})

test('every letter of the ULID alphabet occurs at every random position', () => {
  const ids = createIdSource()
  const seen = Array.from({ length: 16 }, () => new Set<string>())
  for (let index = 0; index < 4_000; index += 1) {
    const random = ids.next('event', EPOCH_MILLISECONDS + index).slice(-16)
    for (const [place, letter] of [...random].entries()) seen[place]?.add(letter)
  }
  expect(seen.map((letters) => letters.size)).toEqual(Array.from({ length: 16 }, () => 32))
})

test('the time is the first ten letters, for any instant', () => {
  const timeOf = (epochMilliseconds: number) =>
    createIdSource().next('event', epochMilliseconds).slice(0, -16)
  expect([0, 1, 1023, 1024, 1_777_280_400_123, 2 ** 48 - 1].map(timeOf)).toEqual([
    'evn_0000000000',
    'evn_0000000001',
    'evn_00000000zz',
    'evn_0000000100',
    'evn_01kq72neqv',
    'evn_7zzzzzzzzz',
  ])
})

test('ids count up with a carry, also after more than a thousand within a millisecond, and when the clock goes back', () => {
  const ids = createIdSource()
  const made = Array.from({ length: 3_000 }, () => ids.next('event', EPOCH_MILLISECONDS))
  made.push(ids.next('event', EPOCH_MILLISECONDS - 60_000))
  expect(made.toSorted()).toEqual(made)
  expect(new Set(made).size).toBe(3_001)
  const letters = made.map((id) => id.slice(-2))
  // Each two letters are the next ones in base 32.
  expect(new Set(letters).size).toBe(1_024)
})

test('with shards, 64 ids of bookings in a row belong to one, all shards get some, and ids are as otherwise', () => {
  const ids = createIdSource(queueShard)
  // Some in one millisecond, and others between them.
  const made = Array.from({ length: 64 * 100 }, (_, index) => {
    const at = EPOCH_MILLISECONDS + Math.floor(index / 5)
    return [ids.next('booking', at), ids.next('event', at)] as const
  })
  const bookings = made.map(([booking]) => booking)
  const shards = bookings.map(queueShard)
  const runs = Array.from({ length: 100 }, (_, run) => shards.slice(run * 64, (run + 1) * 64))
  expect(runs.every((run) => new Set(run).size === 1)).toBe(true)
  expect(new Set(shards).size).toBe(8)
  expect(new Set(made.map(([, event]) => queueShard(event))).size).toBe(8)
  const ulids = made.flat().map((id) => id.slice(id.indexOf('_') + 1))
  expect(ulids.toSorted()).toEqual(ulids)
  expect(new Set(ulids).size).toBe(ulids.length)
  expect(bookings.every((id) => isId('booking', id))).toBe(true)
})
