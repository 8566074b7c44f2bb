import { describe, expect, test } from 'vitest'
import { freshKey, read, type SharedStore, seed, transact } from './harness.ts'

/** Every kind of write except ledger writes, with its condition met and unmet. */
export function conditionTests(store: SharedStore): void {
  describe('put-if-absent', () => {
    test('writes an item if its key is free', async () => {
      const item = { ...freshKey(), version: 1, name: 'first' }
      expect(await transact(store(), { kind: 'put-if-absent', item })).toEqual({ committed: true })
      expect(await read(store(), item)).toEqual(item)
    })
    test('fails with the stored item, which stays unchanged', async () => {
      const first = { ...freshKey(), version: 1, name: 'first' }
      await seed(store(), [first])
      const item = { ...first, name: 'second' }
      expect(await transact(store(), { kind: 'put-if-absent', item })).toEqual({
        committed: false,
        failed: [{ index: 0, current: first }],
      })
      expect(await read(store(), first)).toEqual(first)
    })
    test('replaces an item from the second at which it expires, not before', async () => {
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
    test('does not treat an item without an expiry as expired', async () => {
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

  describe('put-if-present', () => {
    test('replaces the whole item, whatever its content', async () => {
      const first = { ...freshKey(), gone: true }
      await seed(store(), [first])
      const item = { PK: first.PK, SK: first.SK, name: 'new' }
      expect(await transact(store(), { kind: 'put-if-present', item })).toEqual({
        committed: true,
      })
      expect(await read(store(), first)).toEqual(item)
    })
    test('fails if there is no item, and writes none', async () => {
      const item = { ...freshKey(), name: 'new' }
      expect(await transact(store(), { kind: 'put-if-present', item })).toEqual({
        committed: false,
        failed: [{ index: 0 }],
      })
      expect(await read(store(), item)).toBeUndefined()
    })
  })

  describe('put-if-version', () => {
    test('replaces the whole item if the version matches', async () => {
      const first = { ...freshKey(), version: 1, gone: true }
      await seed(store(), [first])
      const item = { PK: first.PK, SK: first.SK, version: 2, name: 'new' }
      expect(await transact(store(), { kind: 'put-if-version', item, version: 1 })).toEqual({
        committed: true,
      })
      expect(await read(store(), first)).toEqual(item)
    })
    test('fails with the stored item if the version differs', async () => {
      const first = { ...freshKey(), version: 3 }
      await seed(store(), [first])
      const item = { ...first, version: 3, name: 'stale' }
      expect(await transact(store(), { kind: 'put-if-version', item, version: 2 })).toEqual({
        committed: false,
        failed: [{ index: 0, current: first }],
      })
      expect(await read(store(), first)).toEqual(first)
    })
    test('fails if there is no item', async () => {
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
  counterTests(store)
}

function removalTests(store: SharedStore): void {
  describe('delete-if-version and delete', () => {
    test('delete-if-version removes the item if the version matches', async () => {
      const item = { ...freshKey(), version: 4 }
      await seed(store(), [item])
      const key = { PK: item.PK, SK: item.SK }
      expect(await transact(store(), { kind: 'delete-if-version', key, version: 4 })).toEqual({
        committed: true,
      })
      expect(await read(store(), key)).toBeUndefined()
    })
    test('delete-if-version fails with the stored item if the version differs', async () => {
      const item = { ...freshKey(), version: 4 }
      await seed(store(), [item])
      const key = { PK: item.PK, SK: item.SK }
      expect(await transact(store(), { kind: 'delete-if-version', key, version: 3 })).toEqual({
        committed: false,
        failed: [{ index: 0, current: item }],
      })
      expect(await read(store(), key)).toEqual(item)
    })
    test('delete-if-version fails if there is no item', async () => {
      const key = freshKey()
      expect(await transact(store(), { kind: 'delete-if-version', key, version: 1 })).toEqual({
        committed: false,
        failed: [{ index: 0 }],
      })
    })
    test('delete removes the item, and succeeds if there is none', async () => {
      const item = { ...freshKey(), version: 1 }
      await seed(store(), [item])
      const key = { PK: item.PK, SK: item.SK }
      expect(await transact(store(), { kind: 'delete', key })).toEqual({ committed: true })
      expect(await read(store(), key)).toBeUndefined()
      expect(await transact(store(), { kind: 'delete', key })).toEqual({ committed: true })
    })
    test('a deleted key can be written again', async () => {
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
    test('allows the other writes if the version matches, and writes nothing itself', async () => {
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
    test('stops the other writes if the version differs or there is no item', async () => {
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
    test('writes the item once, and fails on a used key with the stored item', async () => {
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

function counterTests(store: SharedStore): void {
  const ttl = 4_000_000_000
  describe('counter-add', () => {
    test('adds to every count if all have room, and creates the item', async () => {
      const key = freshKey()
      const add = (amount: number) =>
        transact(store(), {
          kind: 'counter-add',
          key,
          counts: [
            { name: 'day', amount, max: 10 },
            { name: 'hour', amount, max: 5 },
          ],
          ttl,
        })
      expect(await add(2)).toEqual({ committed: true })
      expect(await add(3)).toEqual({ committed: true })
      expect(await read(store(), key)).toEqual({ ...key, day: 5, hour: 5, ttl })
    })
    test('adds nothing and fails with the stored item if one count has no room', async () => {
      const counter = { ...freshKey(), day: 5, hour: 5, ttl }
      await seed(store(), [counter])
      const counts = [
        { name: 'day', amount: 1, max: 10 },
        { name: 'hour', amount: 1, max: 5 },
      ]
      const key = { PK: counter.PK, SK: counter.SK }
      expect(await transact(store(), { kind: 'counter-add', key, counts, ttl })).toEqual({
        committed: false,
        failed: [{ index: 0, current: counter }],
      })
      expect(await read(store(), key)).toEqual(counter)
    })
    test('fails if the amount alone exceeds the maximum', async () => {
      const key = freshKey()
      const counts = [{ name: 'day', amount: 3, max: 2 }]
      expect(await transact(store(), { kind: 'counter-add', key, counts, ttl })).toEqual({
        committed: false,
        failed: [{ index: 0 }],
      })
      expect(await read(store(), key)).toBeUndefined()
    })
    test('stops the other writes of its transaction if it has no room', async () => {
      const counts = [{ name: 'day', amount: 1, max: 0 }]
      const item = { ...freshKey(), version: 1 }
      expect(
        await transact(
          store(),
          { kind: 'put-if-absent', item },
          { kind: 'counter-add', key: freshKey(), counts, ttl },
        ),
      ).toEqual({ committed: false, failed: [{ index: 1 }] })
      expect(await read(store(), item)).toBeUndefined()
    })
    test('60 parallel additions of 1 to a maximum of 10 add exactly 10', async () => {
      const key = freshKey()
      const counts = [{ name: 'day', amount: 1, max: 10 }]
      const outcomes = await Promise.all(
        Array.from({ length: 60 }, () =>
          transact(store(), { kind: 'counter-add', key, counts, ttl }),
        ),
      )
      expect(outcomes.filter((outcome) => outcome.committed)).toHaveLength(10)
      expect(await read(store(), key)).toEqual({ ...key, day: 10, ttl })
    })
  })
}
