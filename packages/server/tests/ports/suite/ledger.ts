import { describe, expect, test } from 'vitest'
import { ledgerFromItem } from '../../../src/kernel/items/ledger-item.ts'
import type { HoldMark, ItemKey, LedgerState, Write } from '../../../src/kernel/ports/store.ts'
import { freshKey, read, type SharedStore, transact } from './harness.ts'

const dayKey = (): ItemKey => freshKey('DAY#2026-04-27')
const hold = (bookingId: string, firstQuantum: number, quantumCount: number): HoldMark => ({
  bookingId,
  firstQuantum,
  quantumCount,
  expiresAtEpochSeconds: 1_777_280_400,
})
/** A claim of `[firstQuantum, firstQuantum + quantumCount)` with a hold mark. */
const held = (
  key: ItemKey,
  bookingId: string,
  firstQuantum: number,
  quantumCount: number,
): Write => ({
  kind: 'ledger-claim',
  key,
  firstQuantum,
  quantumCount,
  hold: hold(bookingId, firstQuantum, quantumCount),
})

/** Ledger writes: claims, their conditions and conflicts. */
export function ledgerTests(store: SharedStore): void {
  const ledger = async (key: ItemKey): Promise<LedgerState> =>
    ledgerFromItem(await read(store(), key))
  claimTests(store, ledger)
  confirmTests(store, ledger)
  releaseTests(store, ledger)
  replaceTests(store, ledger)
  extendTests(store, ledger)
}

type ReadLedger = (key: ItemKey) => Promise<LedgerState>

function claimTests(store: SharedStore, ledger: ReadLedger): void {
  describe('ledger-claim', () => {
    test('takes the quanta and adds the hold mark; the first write has revision 1', async () => {
      const key = dayKey()
      expect(await transact(store(), held(key, 'bkg_a', 108, 3))).toEqual({ committed: true })
      expect(await ledger(key)).toEqual({
        rev: 1,
        taken: new Set([108, 109, 110]),
        holds: [hold('bkg_a', 108, 3)],
        blocks: [],
      })
    })
    test('takes quanta without a mark, or with a block mark', async () => {
      const key = dayKey()
      await transact(store(), { kind: 'ledger-claim', key, firstQuantum: 0, quantumCount: 1 })
      const block = { blockId: 'blk_1', firstQuantum: 287, quantumCount: 1 }
      await transact(store(), {
        kind: 'ledger-claim',
        key,
        firstQuantum: 287,
        quantumCount: 1,
        block,
      })
      expect(await ledger(key)).toEqual({
        rev: 2,
        taken: new Set([0, 287]),
        holds: [],
        blocks: [block],
      })
    })
    test.each([
      ['the same quanta', 108, 3],
      ['one quantum at the start', 106, 3],
      ['one quantum at the end', 110, 5],
      ['quanta around it', 100, 20],
      ['a quantum inside it', 109, 1],
    ])('fails over %s with the stored item', async (_, first, count) => {
      const key = dayKey()
      await transact(store(), held(key, 'bkg_a', 108, 3))
      const before = await read(store(), key)
      expect(await transact(store(), held(key, 'bkg_b', first, count))).toEqual({
        committed: false,
        failed: [{ index: 0, current: before }],
      })
      expect(await read(store(), key)).toEqual(before)
    })
    test('succeeds next to adjacent claims', async () => {
      const key = dayKey()
      await transact(store(), held(key, 'bkg_a', 108, 3))
      expect(await transact(store(), held(key, 'bkg_b', 111, 2))).toEqual({ committed: true })
      expect(await transact(store(), held(key, 'bkg_c', 107, 1))).toEqual({ committed: true })
      expect(await ledger(key)).toEqual({
        rev: 3,
        taken: new Set([107, 108, 109, 110, 111, 112]),
        holds: expect.arrayContaining([
          hold('bkg_a', 108, 3),
          hold('bkg_b', 111, 2),
          hold('bkg_c', 107, 1),
        ]),
        blocks: [],
      })
    })
    test('takes 144 quanta in one write', async () => {
      const key = dayKey()
      expect(await transact(store(), held(key, 'bkg_a', 144, 144))).toEqual({ committed: true })
      const { taken } = await ledger(key)
      expect([taken.size, Math.min(...taken), Math.max(...taken)]).toEqual([144, 144, 287])
      expect(await transact(store(), held(key, 'bkg_b', 287, 1))).toMatchObject({
        committed: false,
      })
      expect(await transact(store(), held(key, 'bkg_b', 0, 144))).toEqual({ committed: true })
    })
  })
}

function confirmTests(store: SharedStore, ledger: ReadLedger): void {
  describe('ledger-confirm', () => {
    test('removes the hold mark and keeps the quanta and the other marks', async () => {
      const key = dayKey()
      await transact(store(), held(key, 'bkg_a', 108, 2))
      await transact(store(), held(key, 'bkg_b', 120, 1))
      expect(await transact(store(), { kind: 'ledger-confirm', key, bookingId: 'bkg_a' })).toEqual({
        committed: true,
      })
      expect(await ledger(key)).toEqual({
        rev: 3,
        taken: new Set([108, 109, 120]),
        holds: [hold('bkg_b', 120, 1)],
        blocks: [],
      })
    })
    test('can leave the mark of a booking of several providers instead', async () => {
      const key = dayKey()
      await transact(store(), held(key, 'bkg_a', 108, 2))
      const booking = { bookingId: 'bkg_a', firstQuantum: 108, quantumCount: 2 }
      expect(
        await transact(store(), { kind: 'ledger-confirm', key, bookingId: 'bkg_a', booking }),
      ).toEqual({ committed: true })
      expect(await ledger(key)).toEqual({
        rev: 2,
        taken: new Set([108, 109]),
        holds: [],
        blocks: [],
        bookings: [booking],
      })
      const mark = { bookingOf: 'bkg_a' }
      const release: Write = {
        kind: 'ledger-release',
        key,
        firstQuantum: 108,
        quantumCount: 2,
        mark,
      }
      expect(await transact(store(), release)).toEqual({ committed: true })
      expect(await ledger(key)).toEqual({ rev: 3, taken: new Set(), holds: [], blocks: [] })
      expect(await transact(store(), release)).toMatchObject({ committed: false })
    })
    test('fails if the hold mark does not exist', async () => {
      const key = dayKey()
      expect(await transact(store(), { kind: 'ledger-confirm', key, bookingId: 'bkg_a' })).toEqual({
        committed: false,
        failed: [{ index: 0 }],
      })
      await transact(store(), held(key, 'bkg_b', 108, 2))
      const before = await read(store(), key)
      expect(await transact(store(), { kind: 'ledger-confirm', key, bookingId: 'bkg_a' })).toEqual({
        committed: false,
        failed: [{ index: 0, current: before }],
      })
      expect(await read(store(), key)).toEqual(before)
    })
  })
}

function releaseTests(store: SharedStore, ledger: ReadLedger): void {
  const release = (key: ItemKey, mark?: { holdOf: string } | { blockId: string }): Write => ({
    kind: 'ledger-release',
    key,
    firstQuantum: 108,
    quantumCount: 3,
    ...(mark === undefined ? {} : { mark }),
  })

  describe('ledger-release', () => {
    test('frees exactly its quanta', async () => {
      const key = dayKey()
      await transact(store(), { kind: 'ledger-claim', key, firstQuantum: 107, quantumCount: 5 })
      expect(await transact(store(), release(key))).toEqual({ committed: true })
      expect(await ledger(key)).toEqual({
        rev: 2,
        taken: new Set([107, 111]),
        holds: [],
        blocks: [],
      })
    })
    test('with a mark also removes the mark', async () => {
      const key = dayKey()
      await transact(store(), held(key, 'bkg_a', 108, 3))
      await transact(store(), held(key, 'bkg_b', 120, 1))
      expect(await transact(store(), release(key, { holdOf: 'bkg_a' }))).toEqual({
        committed: true,
      })
      expect(await ledger(key)).toEqual({
        rev: 3,
        taken: new Set([120]),
        holds: [hold('bkg_b', 120, 1)],
        blocks: [],
      })
    })
    test('with a mark that does not exist fails and frees nothing', async () => {
      const key = dayKey()
      await transact(store(), held(key, 'bkg_b', 108, 3))
      const before = await read(store(), key)
      for (const mark of [{ holdOf: 'bkg_a' }, { blockId: 'bkg_b' }]) {
        expect(await transact(store(), release(key, mark))).toEqual({
          committed: false,
          failed: [{ index: 0, current: before }],
        })
      }
      expect(await read(store(), key)).toEqual(before)
      expect(await transact(store(), release(dayKey(), { holdOf: 'bkg_a' }))).toEqual({
        committed: false,
        failed: [{ index: 0 }],
      })
    })
    test('of the last claim leaves nothing taken, and the quanta can be claimed again', async () => {
      const key = dayKey()
      const block = { blockId: 'blk_1', firstQuantum: 108, quantumCount: 3 }
      await transact(store(), {
        kind: 'ledger-claim',
        key,
        firstQuantum: 108,
        quantumCount: 3,
        block,
      })
      expect(await transact(store(), release(key, { blockId: 'blk_1' }))).toEqual({
        committed: true,
      })
      expect(await ledger(key)).toEqual({ rev: 2, taken: new Set(), holds: [], blocks: [] })
      expect(await transact(store(), held(key, 'bkg_a', 108, 3))).toEqual({ committed: true })
      expect(await ledger(key)).toMatchObject({ rev: 3, taken: new Set([108, 109, 110]) })
    })
    test('of quanta that are not taken changes only the revision', async () => {
      const key = dayKey()
      await transact(store(), held(key, 'bkg_a', 120, 1))
      expect(await transact(store(), release(key))).toEqual({ committed: true })
      expect(await ledger(key)).toMatchObject({ rev: 2, taken: new Set([120]) })
    })
  })
}

function replaceTests(store: SharedStore, ledger: ReadLedger): void {
  describe('ledger-replace', () => {
    const next = {
      taken: new Set(Array.from({ length: 200 }, (_, index) => index)),
      holds: [hold('bkg_long', 0, 200)],
      blocks: [],
    }
    test('at revision 0 creates a day, and fails if the day exists', async () => {
      const key = dayKey()
      expect(await transact(store(), { kind: 'ledger-replace', key, ifRev: 0, next })).toEqual({
        committed: true,
      })
      const before = await read(store(), key)
      expect(await ledger(key)).toEqual({ rev: 1, ...next })
      expect(await transact(store(), { kind: 'ledger-replace', key, ifRev: 0, next })).toEqual({
        committed: false,
        failed: [{ index: 0, current: before }],
      })
    })
    test('at the stored revision replaces the whole content, even with nothing', async () => {
      const key = dayKey()
      await transact(store(), held(key, 'bkg_a', 108, 3))
      expect(await transact(store(), { kind: 'ledger-replace', key, ifRev: 1, next })).toEqual({
        committed: true,
      })
      expect(await ledger(key)).toEqual({ rev: 2, ...next })
      const empty = { taken: new Set<number>(), holds: [], blocks: [] }
      expect(
        await transact(store(), { kind: 'ledger-replace', key, ifRev: 2, next: empty }),
      ).toEqual({ committed: true })
      expect(await ledger(key)).toEqual({ rev: 3, ...empty })
    })
    test('fails at another revision, and if there is no item', async () => {
      const key = dayKey()
      await transact(store(), held(key, 'bkg_a', 108, 3))
      await transact(store(), { kind: 'ledger-confirm', key, bookingId: 'bkg_a' })
      const before = await read(store(), key)
      expect(await transact(store(), { kind: 'ledger-replace', key, ifRev: 1, next })).toEqual({
        committed: false,
        failed: [{ index: 0, current: before }],
      })
      const absent = dayKey()
      expect(
        await transact(store(), { kind: 'ledger-replace', key: absent, ifRev: 1, next }),
      ).toEqual({ committed: false, failed: [{ index: 0 }] })
    })
  })
}

function extendTests(store: SharedStore, ledger: ReadLedger): void {
  const extended = (parts: Partial<HoldMark>): HoldMark => ({
    ...hold('ety_1@1777280400', 108, 3),
    ...parts,
  })
  const extend = (key: ItemKey, mark: HoldMark): Write => ({
    kind: 'ledger-extend',
    key,
    hold: mark,
  })
  const EXPIRY = 1_777_280_400

  describe('ledger-extend', () => {
    test('sets a later expiry, or the same one, and changes nothing else', async () => {
      const key = dayKey()
      await transact(store(), held(key, 'ety_1@1777280400', 108, 3))
      await transact(store(), held(key, 'bkg_b', 120, 1))
      const later = extended({ expiresAtEpochSeconds: EXPIRY + 60 })
      for (const _ of ['later', 'the same']) {
        expect(await transact(store(), extend(key, later))).toEqual({ committed: true })
      }
      const { holds, ...rest } = await ledger(key)
      expect(rest).toEqual({ rev: 4, taken: new Set([108, 109, 110, 120]), blocks: [] })
      expect(holds.toSorted((a, b) => a.firstQuantum - b.firstQuantum)).toEqual([
        later,
        hold('bkg_b', 120, 1),
      ])
    })
    test.each([
      ['an earlier expiry', { expiresAtEpochSeconds: EXPIRY - 1 }],
      ['another first quantum', { firstQuantum: 107 }],
      ['another number of quanta', { quantumCount: 4 }],
      ['another owner', { bookingId: 'ety_2@1777280400' }],
    ])('fails with %s', async (_, parts) => {
      const key = dayKey()
      await transact(store(), held(key, 'ety_1@1777280400', 108, 3))
      const before = await read(store(), key)
      expect(await transact(store(), extend(key, extended(parts)))).toEqual({
        committed: false,
        failed: [{ index: 0, current: before }],
      })
      expect(await read(store(), key)).toEqual(before)
    })
    test('fails without an item, and once the hold is final', async () => {
      const key = dayKey()
      expect(await transact(store(), extend(key, extended({})))).toEqual({
        committed: false,
        failed: [{ index: 0 }],
      })
      await transact(store(), held(key, 'ety_1@1777280400', 108, 3))
      await transact(store(), { kind: 'ledger-confirm', key, bookingId: 'ety_1@1777280400' })
      expect(await transact(store(), extend(key, extended({})))).toMatchObject({
        committed: false,
      })
    })
  })
}
