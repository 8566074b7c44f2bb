import { describe, expect, test } from 'vitest'
import { countFromItem } from '../../../src/kernel/items/count-item.ts'
import { ledgerFromItem } from '../../../src/kernel/items/ledger-item.ts'
import type { TransactOutcome, Write } from '../../../src/kernel/ports/store.ts'
import { freshKey, read, type SharedStore, seed, transact } from './harness.ts'

const times = <Value>(count: number, make: (index: number) => Value): Value[] =>
  Array.from({ length: count }, (_, index) => make(index))
const wins = (outcomes: readonly TransactOutcome[]): number =>
  outcomes.filter((outcome) => outcome.committed).length

/** Concurrent requests: one winner if they overlap, no loser if they do not. */
export function raceTests(store: SharedStore): void {
  describe('in parallel', () => {
    test('50 claims on one quantum have exactly one winner, which the losers see', async () => {
      const key = freshKey('DAY#2026-04-27')
      const outcomes = await Promise.all(
        times(50, (index) =>
          transact(
            store(),
            {
              kind: 'ledger-claim',
              key,
              firstQuantum: 108,
              quantumCount: 1 + (index % 3),
              hold: {
                bookingId: `bkg_${index}`,
                firstQuantum: 108,
                quantumCount: 1 + (index % 3),
                expiresAtEpochSeconds: 2_000_000_000,
              },
            },
            { kind: 'put-if-absent', item: { PK: key.PK, SK: `BOOKING#${index}`, version: 1 } },
          ),
        ),
      )
      expect(wins(outcomes)).toBe(1)
      const winner = outcomes.findIndex((outcome) => outcome.committed)
      const item = await read(store(), key)
      const state = ledgerFromItem(item)
      expect(state).toMatchObject({ rev: 1, holds: [{ bookingId: `bkg_${winner}` }] })
      expect(state.taken.size).toBe(1 + (winner % 3))
      expect(outcomes.filter((outcome) => !outcome.committed)).toEqual(
        times(49, () => ({ committed: false, failed: [{ index: 0, current: item }] })),
      )
      const { items } = await store().query({ partition: key.PK, consistent: true })
      expect(items.map((found) => found.SK)).toEqual([`BOOKING#${winner}`, 'DAY#2026-04-27'])
    })
    test('disjoint claims on one day all succeed, and each increments the revision', async () => {
      const key = freshKey('DAY#2026-04-27')
      const outcomes = await Promise.all(
        times(48, (index) =>
          transact(store(), {
            kind: 'ledger-claim',
            key,
            firstQuantum: index * 6,
            quantumCount: 6,
          }),
        ),
      )
      expect(wins(outcomes)).toBe(48)
      const { rev, taken } = ledgerFromItem(await read(store(), key))
      expect([rev, taken.size]).toEqual([48, 288])
    })
    test('writes that expect one version have exactly one winner', async () => {
      const item = { ...freshKey(), version: 1, by: -1 }
      await seed(store(), [item])
      const outcomes = await Promise.all(
        times(50, (by) =>
          transact(store(), {
            kind: 'put-if-version',
            item: { ...item, version: 2, by },
            version: 1,
          }),
        ),
      )
      expect(wins(outcomes)).toBe(1)
      const winner = outcomes.findIndex((outcome) => outcome.committed)
      expect(await read(store(), item)).toEqual({ ...item, version: 2, by: winner })
    })
    test('puts on one free key have exactly one winner', async () => {
      const key = freshKey()
      const outcomes = await Promise.all(
        times(50, (by) => transact(store(), { kind: 'put-if-absent', item: { ...key, by } })),
      )
      expect(wins(outcomes)).toBe(1)
      const winner = outcomes.findIndex((outcome) => outcome.committed)
      expect(await read(store(), key)).toEqual({ ...key, by: winner })
    })
    test('confirm and release of one hold have exactly one winner', async () => {
      for (let round = 0; round < 10; round += 1) {
        const key = freshKey('DAY#2026-04-27')
        const hold = {
          bookingId: 'bkg_a',
          firstQuantum: 7,
          quantumCount: 1,
          expiresAtEpochSeconds: 9,
        }
        await transact(store(), {
          kind: 'ledger-claim',
          key,
          firstQuantum: 7,
          quantumCount: 1,
          hold,
        })
        const confirm: Write = { kind: 'ledger-confirm', key, bookingId: 'bkg_a' }
        const release: Write = {
          kind: 'ledger-release',
          key,
          firstQuantum: 7,
          quantumCount: 1,
          mark: { holdOf: 'bkg_a' },
        }
        const outcomes = await Promise.all([transact(store(), confirm), transact(store(), release)])
        expect(wins(outcomes)).toBe(1)
        const confirmed = outcomes[0]?.committed === true
        const { holds, taken } = ledgerFromItem(await read(store(), key))
        expect([holds.length, taken.has(7)]).toEqual([0, confirmed])
      }
    })
    test('60 parties in a class of 20 take at most 20 seats, and leave none that the next party needs', async () => {
      const key = freshKey('1777280400')
      const amountOf = (index: number) => 1 + (index % 4)
      const outcomes = await Promise.all(
        times(60, (index) =>
          transact(
            store(),
            {
              kind: 'count-claim',
              key,
              amount: amountOf(index),
              max: 20,
              hold: {
                ownerId: `bkg_${index}`,
                amount: amountOf(index),
                expiresAtEpochSeconds: 2_000_000_000,
              },
            },
            { kind: 'put-if-absent', item: { PK: key.PK, SK: `BOOKING#${index}`, version: 1 } },
          ),
        ),
      )
      const { rev, used, holds } = countFromItem(await read(store(), key))
      const winners = times(60, (index) => index).filter((index) => outcomes[index]?.committed)
      expect(used).toBe(winners.reduce((sum, index) => sum + amountOf(index), 0))
      expect(used).toBeLessThanOrEqual(20)
      expect(rev).toBe(winners.length)
      expect(new Set(holds.map(({ ownerId }) => ownerId))).toEqual(
        new Set(winners.map((index) => `bkg_${index}`)),
      )
      // A party is refused only while its own seats do not fit: 15 parties of one cannot all fail beside a free seat.
      expect(used).toBe(20)
    })
    test('confirm, release and takeover of one held seat have exactly one winner', async () => {
      for (let round = 0; round < 10; round += 1) {
        const key = freshKey('1777280400')
        const hold = { ownerId: 'bkg_a', amount: 1, expiresAtEpochSeconds: 9 }
        const other = { ownerId: 'bkg_b', amount: 1, expiresAtEpochSeconds: 99 }
        await transact(store(), { kind: 'count-claim', key, amount: 1, max: 1, hold })
        const next = { used: 1, holds: [other] }
        const outcomes = await Promise.all([
          transact(store(), { kind: 'count-confirm', key, ownerId: 'bkg_a' }),
          transact(store(), { kind: 'count-release', key, amount: 1, markOf: 'bkg_a' }),
          transact(store(), { kind: 'count-replace', key, ifRev: 1, next }),
        ])
        expect(wins(outcomes)).toBe(1)
        const winner = outcomes.findIndex((outcome) => outcome.committed)
        const { rev, used, holds } = countFromItem(await read(store(), key))
        expect([rev, used, holds]).toEqual([2, winner === 1 ? 0 : 1, winner === 2 ? [other] : []])
      }
    })
    test('a reader always sees the same sum of two items while amounts move between them', async () => {
      const a = { ...freshKey('A'), version: 1, amount: 100 }
      const b = { ...freshKey('B'), version: 1, amount: 0 }
      await seed(store(), [a, b])
      await Promise.all(
        times(8, async () => {
          for (let round = 0; round < 5; round += 1) {
            const [x, y] = await store().getMany([a, b], { consistent: true })
            const [xv, yv] = [x?.version as number, y?.version as number]
            await transact(
              store(),
              {
                kind: 'put-if-version',
                item: { ...a, version: xv + 1, amount: (x?.amount as number) - 1 },
                version: xv,
              },
              {
                kind: 'put-if-version',
                item: { ...b, version: yv + 1, amount: (y?.amount as number) + 1 },
                version: yv,
              },
            )
          }
        }),
      )
      const [x, y] = await store().getMany([a, b], { consistent: true })
      expect((x?.amount as number) + (y?.amount as number)).toBe(100)
      expect(y?.amount).toBeGreaterThanOrEqual(5)
      expect(x?.version).toBe(1 + (y?.amount as number))
    })
  })
}
