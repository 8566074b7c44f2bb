import { InvariantViolated } from '@holdfast/engine'
import { describe, expect, test } from 'vitest'
import { ledgerFromItem } from '../../../src/kernel/items/ledger-item.ts'
import type { Write } from '../../../src/kernel/ports/store.ts'
import {
  freshKey,
  freshPartition,
  freshToken,
  read,
  type SharedStore,
  seed,
  sortKeys,
  transact,
} from './harness.ts'

/** `count` puts of new items in one partition. */
const puts = (PK: string, count: number): Write[] =>
  Array.from({ length: count }, (_, index) => ({
    kind: 'put-if-absent',
    item: { PK, SK: `ITEM#${String(index).padStart(4, '0')}`, version: 1 },
  }))

/** A transaction applies fully or not at all, within its limits, and once per token. */
export function transactionTests(store: SharedStore): void {
  describe('a transaction', () => {
    test('that is rejected changes nothing, whatever its kinds of writes', async () => {
      const kept = { ...freshKey(), version: 1 }
      const day = freshKey('DAY#2026-04-27')
      await seed(store(), [kept])
      await transact(store(), { kind: 'ledger-claim', key: day, firstQuantum: 1, quantumCount: 1 })
      const ledger = await read(store(), day)
      const added = { ...freshKey(), version: 1 }
      const event = { ...freshKey('evn_1'), payload: 'p' }
      const key = { PK: kept.PK, SK: kept.SK }
      expect(
        await transact(
          store(),
          { kind: 'put-if-absent', item: added },
          { kind: 'ledger-claim', key: day, firstQuantum: 2, quantumCount: 1 },
          { kind: 'outbox-append', item: event },
          { kind: 'delete-if-version', key, version: 1 },
          { kind: 'check-version', key: freshKey(), version: 1 },
        ),
      ).toEqual({ committed: false, failed: [{ index: 4 }] })
      expect(await read(store(), kept)).toEqual(kept)
      expect(await read(store(), day)).toEqual(ledger)
      expect(await read(store(), added)).toBeUndefined()
      expect(await read(store(), event)).toBeUndefined()
    })
    test('reports every write whose condition failed, in order', async () => {
      const items = [1, 2, 3].map((version) => ({ ...freshKey(), version }))
      await seed(store(), items)
      const [a, b, c] = items as [(typeof items)[0], (typeof items)[0], (typeof items)[0]]
      expect(
        await transact(
          store(),
          { kind: 'put-if-absent', item: a },
          { kind: 'put-if-version', item: { ...b, version: 3 }, version: 2 },
          { kind: 'put-if-version', item: { ...c, version: 9 }, version: 8 },
          { kind: 'delete-if-version', key: freshKey(), version: 1 },
        ),
      ).toEqual({
        committed: false,
        failed: [{ index: 0, current: a }, { index: 2, current: c }, { index: 3 }],
      })
      expect(await read(store(), b)).toEqual(b)
    })
    test('applies up to 100 writes', async () => {
      const PK = freshPartition()
      expect(await transact(store(), ...puts(PK, 100))).toEqual({ committed: true })
      expect(await sortKeys(store(), { partition: PK, consistent: true })).toHaveLength(100)
    })
    test('of 101 writes, or of none, throws InvariantViolated and changes nothing', async () => {
      const PK = freshPartition()
      await expect(transact(store(), ...puts(PK, 101))).rejects.toThrow(InvariantViolated)
      await expect(transact(store())).rejects.toThrow(InvariantViolated)
      expect(await sortKeys(store(), { partition: PK, consistent: true })).toEqual([])
    })
    test('with two writes on one key throws InvariantViolated and changes nothing', async () => {
      const item = { ...freshKey(), version: 1 }
      await expect(
        transact(
          store(),
          { kind: 'put-if-absent', item },
          { kind: 'delete', key: { PK: item.PK, SK: item.SK } },
        ),
      ).rejects.toThrow(InvariantViolated)
      expect(await read(store(), item)).toBeUndefined()
    })
    test('with a claim longer than 144 quanta throws InvariantViolated', async () => {
      const key = freshKey('DAY#2026-04-27')
      await expect(
        transact(store(), { kind: 'ledger-claim', key, firstQuantum: 0, quantumCount: 145 }),
      ).rejects.toThrow(InvariantViolated)
      expect(await read(store(), key)).toBeUndefined()
    })
    test('with an item above 400 KB throws InvariantViolated and changes nothing', async () => {
      const small = { ...freshKey(), version: 1 }
      const large = { ...freshKey(), text: 'x'.repeat(400 * 1024 + 1) }
      await expect(
        transact(
          store(),
          { kind: 'put-if-absent', item: small },
          { kind: 'put-if-absent', item: large },
        ),
      ).rejects.toThrow(InvariantViolated)
      expect(await read(store(), small)).toBeUndefined()
    })
  })
  tokenTests(store)
}

function tokenTests(store: SharedStore): void {
  describe('a token', () => {
    test('of a committed transaction returns committed again and applies once', async () => {
      const key = freshKey('DAY#2026-04-27')
      const item = { ...freshKey(), version: 1 }
      const writes: Write[] = [
        { kind: 'put-if-absent', item },
        { kind: 'ledger-claim', key, firstQuantum: 108, quantumCount: 3 },
      ]
      const token = freshToken()
      expect(await store().transact(writes, token)).toEqual({ committed: true })
      expect(await store().transact(writes, token)).toEqual({ committed: true })
      expect(ledgerFromItem(await read(store(), key)).rev).toBe(1)
    })
    test('that is sent several times at once applies once', async () => {
      const key = freshKey('DAY#2026-04-27')
      const writes: Write[] = [{ kind: 'ledger-claim', key, firstQuantum: 108, quantumCount: 3 }]
      const token = freshToken()
      const outcomes = await Promise.all([1, 2, 3].map(() => store().transact(writes, token)))
      expect(outcomes).toEqual([{ committed: true }, { committed: true }, { committed: true }])
      expect(ledgerFromItem(await read(store(), key)).rev).toBe(1)
    })
    test('of a rejected transaction is decided again', async () => {
      const item = { ...freshKey(), version: 1 }
      await seed(store(), [item])
      const token = freshToken()
      const writes: Write[] = [{ kind: 'put-if-absent', item: { ...item, version: 5 } }]
      expect(await store().transact(writes, token)).toMatchObject({ committed: false })
      await transact(store(), { kind: 'delete', key: { PK: item.PK, SK: item.SK } })
      expect(await store().transact(writes, token)).toEqual({ committed: true })
      expect(await read(store(), item)).toMatchObject({ version: 5 })
    })
  })
}
