import { describe, expect, test } from 'vitest'
import { countFromItem } from '../../../src/kernel/items/count-item.ts'
import type { CountMark, ItemKey, StoredCount, Write } from '../../../src/kernel/ports/store.ts'
import { freshKey, read, type SharedStore, transact } from './harness.ts'

const EXPIRY = 1_777_280_400
const countKey = (): ItemKey => freshKey('1777280400')
const mark = (ownerId: string, amount: number, expiresAtEpochSeconds = EXPIRY): CountMark => ({
  ownerId,
  amount,
  expiresAtEpochSeconds,
})
const held = (key: ItemKey, ownerId: string, amount: number, max: number): Write => ({
  kind: 'count-claim',
  key,
  amount,
  max,
  hold: mark(ownerId, amount),
})
const claim = (key: ItemKey, amount: number, max: number): Write => ({
  kind: 'count-claim',
  key,
  amount,
  max,
})

type ReadCount = (key: ItemKey) => Promise<StoredCount>

/** Count writes: claims, their marks and conditions. */
export function countTests(store: SharedStore): void {
  const count = async (key: ItemKey): Promise<StoredCount> =>
    countFromItem(await read(store(), key))
  /** Expects that a write fails with the stored item, and changes nothing. */
  const expectRefused = async (key: ItemKey, write: Write) => {
    const before = await read(store(), key)
    expect(await transact(store(), write)).toEqual({
      committed: false,
      failed: [before === undefined ? { index: 0 } : { index: 0, current: before }],
    })
    expect(await read(store(), key)).toEqual(before)
  }
  claimTests(store, count, expectRefused)
  confirmTests(store, count, expectRefused)
  releaseTests(store, count, expectRefused)
  replaceTests(store, expectRefused)
}

type ExpectRefused = (key: ItemKey, write: Write) => Promise<void>

function claimTests(store: SharedStore, count: ReadCount, expectRefused: ExpectRefused): void {
  describe('count-claim', () => {
    test('adds the amount up to the maximum, and the first write has revision 1', async () => {
      const key = countKey()
      expect(await transact(store(), claim(key, 2, 5))).toEqual({ committed: true })
      expect(await read(store(), key)).toEqual({ ...key, used: 2, rev: 1 })
      expect(await transact(store(), held(key, 'bkg_a', 3, 5))).toEqual({ committed: true })
      expect(await read(store(), key)).toEqual({
        ...key,
        used: 5,
        'hold:bkg_a': [3, EXPIRY],
        rev: 2,
      })
      await expectRefused(key, claim(key, 1, 5))
      expect(await transact(store(), claim(key, 1, 6))).toEqual({ committed: true })
      expect(await count(key)).toEqual({ rev: 3, used: 6, holds: [mark('bkg_a', 3)] })
    })
    test('fails without an item if the amount alone exceeds the maximum', async () => {
      const key = countKey()
      await expectRefused(key, claim(key, 3, 2))
    })
    test('fails under a maximum that was lowered below what is used', async () => {
      const key = countKey()
      await transact(store(), claim(key, 5, 5))
      await expectRefused(key, claim(key, 1, 3))
      await expectRefused(key, claim(key, 4, 3))
    })
    test('counts lapsed marks: only a replacement takes their amounts over', async () => {
      const key = countKey()
      const lapsed = mark('bkg_a', 1, 1)
      await transact(store(), { kind: 'count-claim', key, amount: 1, max: 1, hold: lapsed })
      await expectRefused(key, held(key, 'bkg_b', 1, 1))
    })
    test('fails if its owner already has a mark, so no amount loses its mark', async () => {
      const key = countKey()
      await transact(store(), held(key, 'ety_1@1777280400', 1, 5))
      await expectRefused(key, held(key, 'ety_1@1777280400', 1, 5))
      expect(await count(key)).toMatchObject({ used: 1, holds: [mark('ety_1@1777280400', 1)] })
    })
    test('of a final session fails unless the session is final and not closed', async () => {
      const [absent, open, final, closed] = [countKey(), countKey(), countKey(), countKey()]
      const next = { used: 1, holds: [] }
      const attributes = { eventTypeId: 'ety_1', isFinal: true }
      await transact(
        store(),
        { kind: 'count-replace', key: open, ifRev: 0, next, attributes: { eventTypeId: 'ety_1' } },
        { kind: 'count-replace', key: final, ifRev: 0, next, attributes },
        {
          kind: 'count-replace',
          key: closed,
          ifRev: 0,
          next,
          attributes: { ...attributes, closed: { kind: 'cancelled' } },
        },
      )
      await expectRefused(closed, { ...held(closed, 'bkg_a', 2, 9), isFinal: true } as Write)
      await expectRefused(absent, { ...held(absent, 'bkg_a', 2, 9), isFinal: true } as Write)
      await expectRefused(open, { ...held(open, 'bkg_a', 2, 9), isFinal: true } as Write)
      expect(
        await transact(store(), { ...held(final, 'bkg_a', 2, 9), isFinal: true } as Write),
      ).toEqual({ committed: true })
      expect(await read(store(), final)).toEqual({
        ...final,
        ...attributes,
        used: 3,
        'hold:bkg_a': [2, EXPIRY],
        rev: 2,
      })
    })
  })
}

function confirmTests(store: SharedStore, count: ReadCount, expectRefused: ExpectRefused): void {
  describe('count-confirm', () => {
    test('removes the mark and keeps the amount and the other marks', async () => {
      const key = countKey()
      await transact(store(), held(key, 'bkg_a', 2, 9))
      await transact(store(), held(key, 'bkg_b', 1, 9))
      const confirm: Write = { kind: 'count-confirm', key, ownerId: 'bkg_a' }
      expect(await transact(store(), confirm)).toEqual({ committed: true })
      expect(await count(key)).toEqual({ rev: 3, used: 3, holds: [mark('bkg_b', 1)] })
      await expectRefused(key, confirm)
    })
    test('with a mark extends the hold', async () => {
      const key = countKey()
      await transact(store(), held(key, 'ety_1@1777280400', 1, 9))
      const hold = mark('ety_1@1777280400', 1, EXPIRY + 600)
      const extend: Write = { kind: 'count-confirm', key, ownerId: hold.ownerId, hold }
      expect(await transact(store(), extend)).toEqual({ committed: true })
      expect(await count(key)).toEqual({ rev: 2, used: 1, holds: [hold] })
    })
    test('fails if the mark does not exist', async () => {
      const key = countKey()
      const hold = mark('bkg_a', 1)
      await expectRefused(key, { kind: 'count-confirm', key, ownerId: 'bkg_a' })
      await expectRefused(key, { kind: 'count-confirm', key, ownerId: 'bkg_a', hold })
      await transact(store(), held(key, 'bkg_b', 1, 9))
      await expectRefused(key, { kind: 'count-confirm', key, ownerId: 'bkg_a' })
      await expectRefused(key, { kind: 'count-confirm', key, ownerId: 'bkg_a', hold })
    })
    test('of a final session fails unless the session is final and not closed', async () => {
      const key = countKey()
      const next = { used: 1, holds: [mark('bkg_a', 1)] }
      await transact(store(), { kind: 'count-replace', key, ifRev: 0, next })
      const confirm: Write = { kind: 'count-confirm', key, ownerId: 'bkg_a', isFinal: true }
      await expectRefused(key, confirm)
      const attributes = { isFinal: true }
      const closed = { ...attributes, closed: { kind: 'cancelled' } }
      await transact(store(), { kind: 'count-replace', key, ifRev: 1, next, attributes: closed })
      await expectRefused(key, confirm)
      await transact(store(), { kind: 'count-replace', key, ifRev: 2, next, attributes })
      expect(await transact(store(), confirm)).toEqual({ committed: true })
      expect(await read(store(), key)).toEqual({ ...key, used: 1, isFinal: true, rev: 4 })
    })
  })
}

function releaseTests(store: SharedStore, count: ReadCount, expectRefused: ExpectRefused): void {
  describe('count-release', () => {
    test('subtracts the amount down to 0 and keeps the item and its revision', async () => {
      const key = countKey()
      await transact(store(), claim(key, 3, 9))
      for (const amount of [1, 2]) {
        expect(await transact(store(), { kind: 'count-release', key, amount })).toEqual({
          committed: true,
        })
      }
      expect(await read(store(), key)).toEqual({ ...key, used: 0, rev: 3 })
    })
    test('with an owner also removes the mark, which must exist', async () => {
      const key = countKey()
      await transact(store(), held(key, 'bkg_a', 2, 9))
      await transact(store(), held(key, 'bkg_b', 1, 9))
      const release: Write = { kind: 'count-release', key, amount: 2, markOf: 'bkg_a' }
      expect(await transact(store(), release)).toEqual({ committed: true })
      expect(await count(key)).toEqual({ rev: 3, used: 1, holds: [mark('bkg_b', 1)] })
      await expectRefused(key, { ...release, amount: 1 })
    })
    test('fails if less is used, or nothing at all', async () => {
      const key = countKey()
      await expectRefused(key, { kind: 'count-release', key, amount: 1 })
      await transact(store(), claim(key, 1, 9))
      await expectRefused(key, { kind: 'count-release', key, amount: 2 })
    })
  })
}

function replaceTests(store: SharedStore, expectRefused: ExpectRefused): void {
  describe('count-replace', () => {
    const next = { used: 4, holds: [mark('bkg_b', 2)] }
    const attributes = { eventTypeId: 'ety_1', assignments: ['prv_1'], closed: undefined }
    test('at revision 0 creates the count, and fails if it exists', async () => {
      const key = countKey()
      const create: Write = { kind: 'count-replace', key, ifRev: 0, next, attributes }
      expect(await transact(store(), create)).toEqual({ committed: true })
      expect(await read(store(), key)).toEqual({
        ...key,
        eventTypeId: 'ety_1',
        assignments: ['prv_1'],
        used: 4,
        'hold:bkg_b': [2, EXPIRY],
        rev: 1,
      })
      await expectRefused(key, create)
    })
    test('at the stored revision replaces marks and attributes, also with nothing', async () => {
      const key = countKey()
      await transact(store(), { kind: 'count-replace', key, ifRev: 0, next, attributes })
      const empty = { used: 0, holds: [] }
      const ttl = 4_000_000_000
      expect(
        await transact(store(), {
          kind: 'count-replace',
          key,
          ifRev: 1,
          next: empty,
          attributes: { ttl },
        }),
      ).toEqual({ committed: true })
      expect(await read(store(), key)).toEqual({ ...key, used: 0, ttl, rev: 2 })
      await expectRefused(key, { kind: 'count-replace', key, ifRev: 1, next })
      await expectRefused(key, { kind: 'count-replace', key, ifRev: 0, next })
    })
    test('fails at a revision above 0 if there is no item', async () => {
      const key = countKey()
      await expectRefused(key, { kind: 'count-replace', key, ifRev: 1, next })
    })
  })

  describe('a count write that would damage its item', () => {
    const key = { PK: 'EVENTTYPE#ety_1#SESSION', SK: '1777280400' }
    test.each<[string, Write]>([
      ['claims nothing', claim(key, 0, 9)],
      ['claims a part', claim(key, 1.5, 9)],
      ['marks another amount', { ...held(key, 'a', 2, 9), hold: mark('a', 1) } as Write],
      ['releases less than nothing', { kind: 'count-release', key, amount: -1 }],
      ['changes an owner', { kind: 'count-confirm', key, ownerId: 'a', hold: mark('b', 1) }],
      [
        'has more in marks than is used',
        { kind: 'count-replace', key, ifRev: 0, next: { used: 1, holds: [mark('a', 2)] } },
      ],
      [
        'has two marks of one owner',
        {
          kind: 'count-replace',
          key,
          ifRev: 0,
          next: { used: 2, holds: [mark('a', 1), mark('a', 1)] },
        },
      ],
      [
        'has an attribute of the count among those of its owner',
        {
          kind: 'count-replace',
          key,
          ifRev: 0,
          next: { used: 0, holds: [] },
          attributes: { used: 7 },
        },
      ],
    ])('throws: it %s', async (_, write) => {
      await expect(transact(store(), write)).rejects.toThrow('count')
    })
  })
}
