import { InvariantViolated } from '@holdfast/engine'
import { describe, expect, test } from 'vitest'
import { InvalidCursor, type Item } from '../../../src/kernel/ports/store.ts'
import {
  eventually,
  freshKey,
  freshPartition,
  freshToken,
  readPages,
  type SharedStore,
  seed,
  sortKeys,
  transact,
} from './harness.ts'

const rows = (PK: string, sks: readonly string[]): Item[] =>
  sks.map((SK) => ({ PK, SK, version: 1 }))
const numbered = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `S#${String(index).padStart(4, '0')}`)

/** The results of reads, their order and their end. */
export function readTests(store: SharedStore): void {
  keyReadTests(store)
  rangeTests(store)
  pageTests(store)
  cursorTests(store)
  indexTests(store)
  indexPageTests(store)
}

function keyReadTests(store: SharedStore): void {
  describe('get and getMany', () => {
    test('an absent item is undefined', async () => {
      expect(await store().get(freshKey())).toBeUndefined()
      expect(await store().get(freshKey(), { consistent: true })).toBeUndefined()
    })
    test('getMany returns items in the order of the keys, undefined for absent ones, duplicates twice', async () => {
      const PK = freshPartition()
      const [a, b, c] = rows(PK, ['a', 'b', 'c']) as [Item, Item, Item]
      await seed(store(), [a, b, c])
      const keys = [c, { PK, SK: 'no' }, a, { PK: 'NO', SK: 'a' }, b, c]
      expect(await store().getMany(keys, { consistent: true })).toEqual([
        c,
        undefined,
        a,
        undefined,
        b,
        c,
      ])
      expect(await store().getMany([])).toEqual([])
    })
    test('getMany reads 100 items of 10 KB, and throws InvariantViolated for 101 keys', async () => {
      const PK = freshPartition()
      const text = 'x'.repeat(10_000)
      const items = numbered(101).map((SK) => ({ PK, SK, text }))
      await seed(store(), items)
      const answer = await store().getMany(items.slice(0, 100), { consistent: true })
      expect(answer).toEqual(items.slice(0, 100))
      await expect(store().getMany(items)).rejects.toThrow(InvariantViolated)
    })
  })
}

function rangeTests(store: SharedStore): void {
  describe('a range of a partition', () => {
    test('includes both ends, is sorted ascending or descending, and has no other partition', async () => {
      const partition = freshPartition()
      await seed(store(), [
        ...rows(partition, ['d', 'a', 'c', 'b', 'e']),
        ...rows(`${partition}0`, ['b', 'c']),
      ])
      const request = { partition, consistent: true }
      expect(await sortKeys(store(), request)).toEqual(['a', 'b', 'c', 'd', 'e'])
      expect(await sortKeys(store(), { ...request, from: 'b', to: 'd' })).toEqual(['b', 'c', 'd'])
      expect(await sortKeys(store(), { ...request, from: 'd' })).toEqual(['d', 'e'])
      expect(await sortKeys(store(), { ...request, to: 'b' })).toEqual(['a', 'b'])
      expect(await sortKeys(store(), { ...request, from: 'b', to: 'd', descending: true })).toEqual(
        ['d', 'c', 'b'],
      )
    })
    test('is empty if it has no items or its ends are swapped', async () => {
      const partition = freshPartition()
      expect(await store().query({ partition })).toEqual({ items: [] })
      await seed(store(), rows(partition, ['a', 'b', 'c']))
      expect(await sortKeys(store(), { partition, from: 'c', to: 'a' })).toEqual([])
    })
    test('is sorted by UTF-8 bytes', async () => {
      const partition = freshPartition()
      // UTF-16 order would sort U+1F600 (d83d de00) before U+FFFD.
      const ordered = ['Z', 'a', 'a#', 'a0', 'ä', '\u{fffd}', '\u{1f600}']
      await seed(store(), rows(partition, ordered.toReversed()))
      expect(await sortKeys(store(), { partition, consistent: true })).toEqual(ordered)
    })
    test('without a limit is complete, even beyond one response of the engine', async () => {
      const partition = freshPartition()
      const text = 'x'.repeat(10_000)
      // 1.5 MB; a response of DynamoDB has at most 1 MB.
      const items = numbered(150).map((SK) => ({ PK: partition, SK, text }))
      await seed(store(), items)
      expect(await store().query({ partition, consistent: true })).toEqual({ items })
    })
  })
}

function pageTests(store: SharedStore): void {
  describe('pages', () => {
    test.each([false, true])(
      'have at most the limit, and together the whole range (descending: %s)',
      async (descending) => {
        const partition = freshPartition()
        const sks = numbered(10)
        await seed(store(), rows(partition, sks))
        for (const limit of [1, 3, 5, 10, 11]) {
          const request = { partition, limit, descending, consistent: true }
          const pages = await readPages(store(), request)
          expect(Math.max(...pages.map((page) => page.length))).toBe(Math.min(limit, 10))
          expect(pages.flat().map((item) => item.SK)).toEqual(descending ? sks.toReversed() : sks)
        }
      },
    )
    test('stay within the range of the request', async () => {
      const partition = freshPartition()
      await seed(store(), rows(partition, numbered(10)))
      const request = { partition, from: 'S#0002', to: 'S#0006', limit: 2, consistent: true }
      const expected = ['S#0002', 'S#0003', 'S#0004', 'S#0005', 'S#0006']
      expect(await sortKeys(store(), request)).toEqual(expected)
      expect(await sortKeys(store(), { ...request, descending: true })).toEqual(
        expected.toReversed(),
      )
    })
    test('contain each lasting item exactly once while other items are added and deleted', async () => {
      const partition = freshPartition()
      await seed(store(), rows(partition, ['b', 'd', 'f', 'h', 'j']))
      const request = { partition, limit: 2, consistent: true }
      const first = await store().query(request)
      expect(first.items.map((item) => item.SK)).toEqual(['b', 'd'])
      await seed(store(), rows(partition, ['a', 'c', 'e', 'k']))
      // The item at the cursor is deleted.
      await transact(store(), { kind: 'delete', key: { PK: partition, SK: 'd' } })
      const seen: string[] = []
      let cursor = first.cursor
      while (cursor !== undefined) {
        const page = await store().query({ ...request, cursor })
        seen.push(...page.items.map((item) => item.SK))
        cursor = page.cursor
      }
      expect(seen).toEqual(['e', 'f', 'h', 'j', 'k'])
    })
  })
}

function cursorTests(store: SharedStore): void {
  describe('a cursor', () => {
    test.each([
      '',
      'x',
      '!',
      'null',
      'e30',
      'W10',
      'bnVsbA',
      Buffer.from('{"SK":7}').toString('base64url'),
      Buffer.from('[1,2,3,4]').toString('base64url'),
      'A'.repeat(20_000),
    ])('that no read returned is rejected: %.20s', async (cursor) => {
      const partition = freshPartition()
      await seed(store(), rows(partition, ['a', 'b']))
      await expect(store().query({ partition, limit: 1, cursor })).rejects.toThrow(InvalidCursor)
      await expect(store().query({ index: 'GSI1', partition, limit: 1, cursor })).rejects.toThrow(
        InvalidCursor,
      )
    })
    test('of one partition reveals nothing to a request for another', async () => {
      const [mine, theirs] = [freshPartition(), freshPartition()]
      await seed(store(), [...rows(mine, ['a', 'z']), ...rows(theirs, ['b', 'c'])])
      const { cursor } = await store().query({ partition: theirs, limit: 1, consistent: true })
      const request = { partition: mine, consistent: true, cursor: cursor as string }
      const outcome = await store()
        .query(request)
        .then(
          (answer) => answer.items.map((item) => item.PK),
          (error: unknown) => [error instanceof InvalidCursor ? mine : 'another error'],
        )
      expect(new Set(outcome)).toEqual(new Set([mine]))
    })
  })
}

function indexTests(store: SharedStore): void {
  describe('an index', () => {
    test('follows the item: added, changed, removed from the index, deleted', async () => {
      const item = { ...freshKey(), version: 1, name: 'whole item' }
      const [first, second] = [freshPartition(), freshPartition()]
      const inIndex = (partition: string) => store().query({ index: 'GSI2', partition })
      await seed(store(), [item])
      const added = { ...item, version: 2, GSI2PK: first, GSI2SK: 's' }
      await transact(store(), { kind: 'put-if-version', item: added, version: 1 })
      await eventually(async () => expect(await inIndex(first)).toEqual({ items: [added] }))
      const moved = { ...added, version: 3, GSI2PK: second }
      await transact(store(), { kind: 'put-if-version', item: moved, version: 2 })
      await eventually(async () => expect(await inIndex(first)).toEqual({ items: [] }))
      await eventually(async () => expect(await inIndex(second)).toEqual({ items: [moved] }))
      const bare = { ...item, version: 4 }
      await transact(store(), { kind: 'put-if-version', item: bare, version: 3 })
      await eventually(async () => expect(await inIndex(second)).toEqual({ items: [] }))
      await transact(store(), {
        kind: 'put-if-version',
        item: { ...moved, version: 5 },
        version: 4,
      })
      await eventually(async () => expect((await inIndex(second)).items).toHaveLength(1))
      await transact(store(), { kind: 'delete', key: { PK: item.PK, SK: item.SK } })
      await eventually(async () => expect(await inIndex(second)).toEqual({ items: [] }))
    })
    test('is independent: an item can be in all of them under different keys', async () => {
      const p = freshPartition()
      const item: Item = {
        ...freshKey(),
        GSI1PK: `${p}1`,
        GSI1SK: 'a',
        GSI2PK: `${p}2`,
        GSI2SK: 'b',
        GSI3PK: `${p}3`,
        GSI3SK: 'c',
        GSI4PK: `${p}4`,
        GSI4SK: 'd',
        GSI5PK: `${p}5`,
        GSI5SK: 'e',
      }
      await seed(store(), [item])
      for (const [index, name] of (['GSI1', 'GSI2', 'GSI3', 'GSI4', 'GSI5'] as const).entries()) {
        const partition = `${p}${index + 1}`
        await eventually(async () =>
          expect(await store().query({ index: name, partition })).toEqual({ items: [item] }),
        )
        const other = name === 'GSI1' ? 'GSI2' : 'GSI1'
        expect(await store().query({ index: other, partition })).toEqual({ items: [] })
      }
    })
    test('does not contain an item with only half of its key', async () => {
      const partition = freshPartition()
      const item = { ...freshKey(), GSI3PK: partition }
      await seed(store(), [item, { ...freshKey(), GSI3PK: partition, GSI3SK: 's', name: 'whole' }])
      await eventually(async () =>
        expect((await store().query({ index: 'GSI3', partition })).items).toMatchObject([
          { name: 'whole' },
        ]),
      )
      expect(await store().get(item, { consistent: true })).toEqual(item)
    })
    test('is not changed by a rejected transaction', async () => {
      const partition = freshPartition()
      const item = { ...freshKey(), GSI1PK: partition, GSI1SK: 's' }
      await store().transact(
        [
          { kind: 'put-if-absent', item },
          { kind: 'check-version', key: freshKey(), version: 1 },
        ],
        freshToken(),
      )
      expect(await store().query({ index: 'GSI1', partition })).toEqual({ items: [] })
    })
  })
}

function indexPageTests(store: SharedStore): void {
  describe('a range of an index', () => {
    test.each([false, true])(
      'is paged without loss over equal sort keys (descending: %s)',
      async (descending) => {
        const partition = freshPartition()
        const sks = ['1', '2', '2', '2', '2', '2', '3']
        const items = sks.map((sk, index) => ({
          PK: freshPartition(),
          SK: `ITEM#${index}`,
          GSI4PK: partition,
          GSI4SK: sk,
        }))
        await seed(store(), items)
        const request = { index: 'GSI4', partition, limit: 2, descending } as const
        await eventually(async () => {
          const pages = await readPages(store(), request)
          expect(Math.max(...pages.map((page) => page.length))).toBe(2)
          const found = pages.flat()
          expect(found.map((item) => item.GSI4SK)).toEqual(descending ? sks.toReversed() : sks)
          expect(found.map((item) => item.SK).toSorted()).toEqual(items.map((item) => item.SK))
        })
        expect((await readPages(store(), { ...request, from: '2', to: '2' })).flat()).toHaveLength(
          5,
        )
      },
    )
  })
}
