import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { InvalidCursor, type Item, StoreUnavailable } from '../../src/kernel/ports/store.ts'
import { conditionTests } from './suite/conditions.ts'
import { countTests } from './suite/counts.ts'
import {
  freshKey,
  freshToken,
  type OpenedStore,
  type OpenStore,
  read,
  seed,
} from './suite/harness.ts'
import { ledgerTests } from './suite/ledger.ts'
import { modelTests } from './suite/model.ts'
import { raceTests } from './suite/races.ts'
import { readTests } from './suite/reads.ts'
import { transactionTests } from './suite/transactions.ts'
import { valueTests } from './suite/values.ts'

/**
 * Tests an adapter against the store port. `open` creates an empty store each time. `reopen`, for engines
 * with durable data, closes the store and opens the same data again.
 */
export function storeSuite(name: string, open: OpenStore): void {
  describe(`the store port on ${name}`, () => {
    let opened: OpenedStore
    beforeAll(async () => {
      opened = await open()
    })
    afterAll(() => opened.close())
    const shared = () => opened.store
    conditionTests(shared)
    ledgerTests(shared)
    countTests(shared)
    transactionTests(shared)
    readTests(shared)
    valueTests(shared)
    raceTests(shared)
    modelTests(shared)
    lifeTests(open)
  })
}

function lifeTests(open: OpenStore): void {
  describe('the lifecycle of a store', () => {
    test('ping resolves while it is open', async () => {
      const { store, close } = await open()
      await expect(store.ping()).resolves.toBeUndefined()
      await close()
    })
    test('scan returns every item exactly once', async () => {
      const { store, close } = await open()
      const { PK } = freshKey()
      const items: Item[] = Array.from({ length: 250 }, (_, index) => ({
        PK: `${PK}#${index % 7}`,
        SK: `ITEM#${index}`,
        text: 'x'.repeat(6_000),
        set: new Set([index]),
      }))
      await seed(store, items)
      const seen: Item[] = []
      for await (const page of store.scan()) seen.push(...page)
      const order = (a: Item, b: Item) => (a.PK + a.SK < b.PK + b.SK ? -1 : 1)
      expect(seen.toSorted(order)).toEqual(items.toSorted(order))
      await close()
    })
    test('a write completes while the store is scanned over and over', async () => {
      const { store, close } = await open()
      await seed(store, [{ ...freshKey(), version: 1 }])
      const writes = [{ kind: 'put-if-absent', item: { ...freshKey(), version: 1 } }] as const
      const written = { isDone: false }
      const writing = store.transact(writes, freshToken()).then(() => {
        written.isDone = true
      })
      for (let scans = 0; scans < 1_000 && !written.isDone; scans += 1) {
        for await (const page of store.scan()) expect(page).not.toEqual([])
      }
      expect(written.isDone).toBe(true)
      await writing
      await close()
    })
    test('a walk over all items goes on in another store, also if what it has read was deleted', async () => {
      const { store, reopen, close } = await open()
      const { PK } = freshKey()
      // More than one page of either engine: 1 MB on DynamoDB.
      const items: Item[] = Array.from({ length: 250 }, (_, index) => ({
        PK: `${PK}#${index % 7}`,
        SK: `ITEM#${index}`,
        text: 'x'.repeat(6_000),
      }))
      await seed(store, items)
      const first = await store.scanPage()
      expect(first.items.length).toBeGreaterThan(0)
      expect(first.cursor).toBeDefined()
      for (const { PK, SK } of first.items) {
        await store.transact([{ kind: 'delete', key: { PK, SK } }], freshToken())
      }
      const again = (await reopen?.()) ?? store
      const seen = [...first.items]
      let { cursor } = first
      while (cursor !== undefined) {
        const page = await again.scanPage(cursor)
        seen.push(...page.items)
        cursor = page.cursor
      }
      const names = (all: readonly Item[]) => all.map(({ PK, SK }) => `${PK} ${SK}`).toSorted()
      expect(names(seen)).toEqual(names(items))
      await expect(again.scanPage('not a cursor')).rejects.toThrow(InvalidCursor)
      await close()
    })
    test('a walk for keys of some forms finds all that have one of them, once', async () => {
      const { store, close } = await open()
      const { PK } = freshKey()
      const items: Item[] = Array.from({ length: 60 }, (_, index) => ({
        PK: `${PK}#${index % 3}#[${index}]`,
        SK: index % 2 === 0 ? '#METADATA' : `DAY#${index}`,
      }))
      await seed(store, items)
      const forms = [
        { PK: `${PK}#0#*`, SK: '#METADATA' },
        { PK: `${PK}#1#*`, SK: 'DAY#*' },
      ]
      const seen: Item[] = []
      let cursor: string | undefined
      do {
        const page = await store.scanPage(cursor, forms)
        seen.push(...page.items)
        cursor = page.cursor
      } while (cursor !== undefined)
      const isWanted = ({ PK: at, SK }: Item) =>
        SK === '#METADATA' ? at.startsWith(`${PK}#0#`) : at.startsWith(`${PK}#1#`)
      const names = (all: readonly Item[]) => all.map(({ PK: at, SK }) => `${at} ${SK}`).toSorted()
      expect(names(seen.filter(isWanted))).toEqual(names(items.filter(isWanted)))
      await close()
    })
    test('after close every call rejects, and a second close does nothing', async () => {
      const { store, close } = await open()
      const key = freshKey()
      await store.close()
      await store.close()
      const scanAll = async () => {
        for await (const _ of store.scan()) throw new Error('A closed store returned items.')
      }
      const item = { ...key, version: 1 }
      const calls: (() => Promise<unknown>)[] = [
        () => store.get(key),
        () => store.getMany([key]),
        () => store.query({ partition: key.PK }),
        () => store.transact([{ kind: 'put-if-absent', item }], freshToken()),
        () => store.ping(),
        () => store.scanPage(),
        scanAll,
      ]
      for (const call of calls) await expect(call()).rejects.toThrow(StoreUnavailable)
      await close()
    })
    test('acknowledged writes survive a restart', async () => {
      const { store, reopen, close } = await open()
      const items = Array.from({ length: 20 }, () => ({ ...freshKey(), version: 1 }))
      await Promise.all(
        items.map((item) => store.transact([{ kind: 'put-if-absent', item }], freshToken())),
      )
      const again = (await reopen?.()) ?? store
      expect(await Promise.all(items.map((item) => read(again, item)))).toEqual(items)
      await close()
    })
  })
}
