import { describe, expect, test } from 'vitest'
import { freshKey, read, type SharedStore, seed, transact } from './harness.ts'

/** Every write that is not a ledger's, with its condition met and unmet. */
export function conditionTests(store: SharedStore): void {
  describe('put-if-absent', () => {
    test('puts an item where there was none', async () => {
      const item = { ...freshKey(), version: 1, name: 'first' }
      expect(await transact(store(), { kind: 'put-if-absent', item })).toEqual({ committed: true })
      expect(await read(store(), item)).toEqual(item)
    })
    test('is refused with the item that is there, and leaves it alone', async () => {
      const first = { ...freshKey(), version: 1, name: 'first' }
      await seed(store(), [first])
      const item = { ...first, name: 'second' }
      expect(await transact(store(), { kind: 'put-if-absent', item })).toEqual({
        committed: false,
        failed: [{ index: 0, current: first }],
      })
      expect(await read(store(), first)).toEqual(first)
    })
    test('replaces an item from the second of its expiry on, not before', async () => {
      const first = { ...freshKey(), expiresAtEpochSeconds: 1_000, answer: 'old' }
      await seed(store(), [first])
      const item = { PK: first.PK, SK: first.SK, expiresAtEpochSeconds: 2_000 }
      expect(
        await transact(store(), { kind: 'put-if-absent', item, orIfExpiredAtEpochSeconds: 999 }),
      ).toEqual({ committed: false, failed: [{ index: 0, current: first }] })
      expect(
        await transact(store(), { kind: 'put-if-absent', item, orIfExpiredAtEpochSeconds: 1_000 }),
      ).toEqual({ committed: true })
      expect(await read(store(), first)).toEqual(item)
    })
    test('does not take an item without an expiry for an expired one', async () => {
      const first = { ...freshKey(), name: 'first' }
      await seed(store(), [first])
      expect(
        await transact(store(), {
          kind: 'put-if-absent',
          item: { ...first, name: 'second' },
          orIfExpiredAtEpochSeconds: 9_999_999_999,
        }),
      ).toEqual({ committed: false, failed: [{ index: 0, current: first }] })
    })
  })

  describe('put-if-version', () => {
    test('replaces the whole item at the expected version', async () => {
      const first = { ...freshKey(), version: 1, gone: true }
      await seed(store(), [first])
      const item = { PK: first.PK, SK: first.SK, version: 2, name: 'new' }
      expect(await transact(store(), { kind: 'put-if-version', item, version: 1 })).toEqual({
        committed: true,
      })
      expect(await read(store(), first)).toEqual(item)
    })
    test('is refused at another version, with the item', async () => {
      const first = { ...freshKey(), version: 3 }
      await seed(store(), [first])
      const item = { ...first, version: 3, name: 'stale' }
      expect(await transact(store(), { kind: 'put-if-version', item, version: 2 })).toEqual({
        committed: false,
        failed: [{ index: 0, current: first }],
      })
      expect(await read(store(), first)).toEqual(first)
    })
    test('is refused where there is no item', async () => {
      const item = { ...freshKey(), version: 1 }
      expect(await transact(store(), { kind: 'put-if-version', item, version: 0 })).toEqual({
        committed: false,
        failed: [{ index: 0 }],
      })
      expect(await read(store(), item)).toBeUndefined()
    })
  })
  removalTests(store)
  checkAndOutboxTests(store)
}

function removalTests(store: SharedStore): void {
  describe('delete-if-version and delete', () => {
    test('delete-if-version removes the item at the expected version', async () => {
      const item = { ...freshKey(), version: 4 }
      await seed(store(), [item])
      const key = { PK: item.PK, SK: item.SK }
      expect(await transact(store(), { kind: 'delete-if-version', key, version: 4 })).toEqual({
        committed: true,
      })
      expect(await read(store(), key)).toBeUndefined()
    })
    test('delete-if-version is refused at another version, with the item', async () => {
      const item = { ...freshKey(), version: 4 }
      await seed(store(), [item])
      const key = { PK: item.PK, SK: item.SK }
      expect(await transact(store(), { kind: 'delete-if-version', key, version: 3 })).toEqual({
        committed: false,
        failed: [{ index: 0, current: item }],
      })
      expect(await read(store(), key)).toEqual(item)
    })
    test('delete-if-version is refused where there is no item', async () => {
      const key = freshKey()
      expect(await transact(store(), { kind: 'delete-if-version', key, version: 1 })).toEqual({
        committed: false,
        failed: [{ index: 0 }],
      })
    })
    test('delete removes the item, and does not mind its absence', async () => {
      const item = { ...freshKey(), version: 1 }
      await seed(store(), [item])
      const key = { PK: item.PK, SK: item.SK }
      expect(await transact(store(), { kind: 'delete', key })).toEqual({ committed: true })
      expect(await read(store(), key)).toBeUndefined()
      expect(await transact(store(), { kind: 'delete', key })).toEqual({ committed: true })
    })
    test('a removed key can be put again', async () => {
      const item = { ...freshKey(), version: 1 }
      await seed(store(), [item])
      await transact(store(), { kind: 'delete', key: { PK: item.PK, SK: item.SK } })
      const again = { ...item, name: 'again' }
      expect(await transact(store(), { kind: 'put-if-absent', item: again })).toEqual({
        committed: true,
      })
      expect(await read(store(), item)).toEqual(again)
    })
  })
}

function checkAndOutboxTests(store: SharedStore): void {
  describe('check-version', () => {
    test('lets the other writes pass at the expected version, and writes nothing itself', async () => {
      const checked = { ...freshKey(), version: 7, name: 'as it was' }
      await seed(store(), [checked])
      const item = { ...freshKey(), version: 1 }
      expect(
        await transact(
          store(),
          { kind: 'check-version', key: { PK: checked.PK, SK: checked.SK }, version: 7 },
          { kind: 'put-if-absent', item },
        ),
      ).toEqual({ committed: true })
      expect(await read(store(), checked)).toEqual(checked)
      expect(await read(store(), item)).toEqual(item)
    })
    test('stops the other writes at another version, and where there is no item', async () => {
      const checked = { ...freshKey(), version: 8 }
      await seed(store(), [checked])
      const absent = freshKey()
      const item = { ...freshKey(), version: 1 }
      expect(
        await transact(
          store(),
          { kind: 'put-if-absent', item },
          { kind: 'check-version', key: { PK: checked.PK, SK: checked.SK }, version: 7 },
          { kind: 'check-version', key: absent, version: 1 },
        ),
      ).toEqual({ committed: false, failed: [{ index: 1, current: checked }, { index: 2 }] })
      expect(await read(store(), item)).toBeUndefined()
    })
  })

  describe('outbox-append', () => {
    test('puts the item once; a used key is refused with the item that has it', async () => {
      const item = {
        ...freshKey('evn_1'),
        payload: '{"type":"booking.created"}',
        ttl: 4_000_000_000,
      }
      expect(await transact(store(), { kind: 'outbox-append', item })).toEqual({ committed: true })
      expect(await read(store(), item)).toEqual(item)
      expect(
        await transact(store(), { kind: 'outbox-append', item: { ...item, payload: '{}' } }),
      ).toEqual({ committed: false, failed: [{ index: 0, current: item }] })
    })
  })
}
