import { mkdtemp, open, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createSqliteStore, type SqliteStore } from '../../src/adapters/sqlite/sqlite-store.ts'
import type { Item } from '../../src/kernel/ports/store.ts'
import { seed } from '../ports/suite/harness.ts'
import { startChild } from './child-process.ts'

let folder: string
let file: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdfast-maintenance-'))
  file = join(folder, 'data', 'holdfast.db')
})
afterEach(() => rm(folder, { recursive: true, maxRetries: 5 }))

const numbered = (PK: string, count: number, more: Partial<Item> = {}): Item[] =>
  Array.from({ length: count }, (_, number) => ({
    PK,
    SK: String(number).padStart(4, '0'),
    ...more,
  }))

describe('the file', () => {
  test('with a newer schema is rejected with both versions, and not changed', async () => {
    await (await createSqliteStore({ file })).close()
    const database = new DatabaseSync(file)
    database.exec('PRAGMA user_version = 99')
    await expect(createSqliteStore({ file })).rejects.toMatchObject({
      name: 'FileNotUsable',
      message: `${file} has schema version 99, but this version of Holdfast supports at most 2. Start a newer version.`,
    })
    expect(database.prepare('PRAGMA user_version').get()).toEqual({ user_version: 99 })
    database.close()
  })
  test('of the first version is migrated, and its items stay', async () => {
    const item = { PK: 'P', SK: 'before', GSI1PK: 'in', GSI1SK: '1' }
    const before = await createSqliteStore({ file })
    await seed(before, [item])
    await before.close()
    const database = new DatabaseSync(file)
    database.exec(
      'DROP INDEX item_gsi5; ALTER TABLE item DROP COLUMN gsi5pk; ALTER TABLE item DROP COLUMN gsi5sk; PRAGMA user_version = 1',
    )
    database.close()
    const store = await createSqliteStore({ file })
    expect((await store.query({ index: 'GSI1', partition: 'in' })).items).toEqual([item])
    const later = { PK: 'P', SK: 'later', GSI5PK: 'account', GSI5SK: '1' }
    await seed(store, [later])
    expect((await store.query({ index: 'GSI5', partition: 'account' })).items).toEqual([later])
    await store.close()
  })
  test('of another program is rejected and not changed', async () => {
    const foreign = join(folder, 'foreign.db')
    const database = new DatabaseSync(foreign)
    database.exec('CREATE TABLE theirs (a)')
    await expect(createSqliteStore({ file: foreign })).rejects.toMatchObject({
      name: 'FileNotUsable',
      message: `${foreign} is an SQLite file of another program. Set HOLDFAST_DATA_DIR to another folder.`,
    })
    expect(database.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'delete' })
    database.close()
    const text = join(folder, 'text.db')
    await writeFile(text, 'not a database, but longer than the header of one\n'.repeat(100))
    await expect(createSqliteStore({ file: text })).rejects.toMatchObject({ name: 'FileNotUsable' })
  })
  test('and its log and backups are readable only by their owner', async () => {
    const store = await createSqliteStore({ file })
    await seed(store, numbered('P', 1))
    const copy = join(folder, 'copy.db')
    await store.backup(copy)
    for (const each of [file, `${file}-wal`, copy]) {
      expect([each, (await stat(each)).mode & 0o777]).toEqual([each, 0o600])
    }
    await store.close()
  })
  test('that cannot be opened makes the store unavailable', async () => {
    await expect(createSqliteStore({ file: folder })).rejects.toMatchObject({
      name: 'StoreUnavailable',
      outcome: 'not-applied',
    })
  })
})

describe('a page', () => {
  test('that ends the range has no cursor, even if it is full', async () => {
    const store = await createSqliteStore({ file })
    await seed(store, numbered('P', 4))
    expect(await store.query({ partition: 'P', limit: 4 })).not.toHaveProperty('cursor')
    const { cursor } = await store.query({ partition: 'P', limit: 2 })
    expect(await store.query({ partition: 'P', limit: 2, cursor: cursor as string })).toEqual({
      items: numbered('P', 4).slice(2),
    })
    await store.close()
  })
  test('cannot begin outside the requested range', async () => {
    const store = await createSqliteStore({ file })
    await seed(store, numbered('P', 9))
    const { cursor } = await store.query({ partition: 'P', limit: 2 })
    await expect(
      store.query({ partition: 'P', from: '0005', cursor: cursor as string }),
    ).rejects.toMatchObject({ code: 'invalid_cursor' })
    await store.close()
  })
})

describe('removeExpired', () => {
  const removeAll = async (store: SqliteStore, now: number, limit: number) => {
    const counts: number[] = []
    do counts.push(await store.removeExpired(now, limit))
    while (counts.at(-1) === limit)
    return counts
  }
  test('removes expired items in batches, and never an item without a ttl', async () => {
    const store = await createSqliteStore({ file })
    const kept = [
      ...numbered('NONE', 3),
      ...numbered('NOW', 3, { ttl: 1_000 }),
      ...numbered('TEXT', 3, { ttl: '1' }),
    ]
    await seed(store, [...kept, ...numbered('PAST', 25, { ttl: 999 })])
    expect(await store.query({ partition: 'PAST' })).toMatchObject({ items: { length: 25 } })
    expect(await removeAll(store, 1_000, 10)).toEqual([10, 10, 5])
    expect(await store.query({ partition: 'PAST' })).toEqual({ items: [] })
    const left: Item[] = []
    for await (const page of store.scan()) left.push(...page)
    expect(left).toEqual(kept)
    await store.close()
  })
  test('removes the oldest first, and keeps an item whose ttl was removed', async () => {
    const store = await createSqliteStore({ file })
    const items = numbered('P', 4).map((item, index) => ({ ...item, version: 1, ttl: 40 - index }))
    await seed(store, items)
    const { ttl: _, ...confirmed } = items[3] as Item
    await store.transact(
      [{ kind: 'put-if-version', item: { ...confirmed, version: 2 } as Item, version: 1 }],
      'confirm',
    )
    expect(await store.removeExpired(1_000, 2)).toBe(2)
    const { items: left } = await store.query({ partition: 'P' })
    expect(left.map((item) => item.SK)).toEqual(['0000', '0003'])
    await store.close()
  })
})

describe('a backup', () => {
  test('is a consistent snapshot, even while another process writes', async () => {
    const child = startChild('acknowledge-writes.ts', [file, 'run'])
    const store = await createSqliteStore({ file })
    const acknowledgedBefore = await child.nextLine()
    await seed(store, numbered('MINE', 2_000, { text: 'x'.repeat(2_000) }))
    const copy = join(folder, 'copy.db')
    const progress: number[] = []
    const report = await store.backup(copy, ({ copiedPages, totalPages }) => {
      expect(copiedPages).toBeLessThanOrEqual(totalPages)
      progress.push(copiedPages)
    })
    await child.kill()
    expect(progress.length).toBeGreaterThan(1)
    expect(progress.at(-1)).toBe(report.totalPages)
    expect((await stat(copy)).size).toBe(report.bytes)
    expect((await readdir(folder)).toSorted()).toEqual(['copy.db', 'data'])

    const restored = await createSqliteStore({ file: copy })
    expect((await restored.query({ partition: 'MINE' })).items).toHaveLength(2_000)
    const left = (await restored.query({ partition: 'LEFT#run' })).items.map((item) => item.SK)
    const right = (await restored.query({ partition: 'RIGHT#run' })).items.map((item) => item.SK)
    expect(left).toContain(acknowledgedBefore)
    expect(right).toEqual(left)
    await restored.close()
    await store.close()
  })
  test('never replaces a file', async () => {
    const store = await createSqliteStore({ file })
    const copy = join(folder, 'copy.db')
    await writeFile(copy, 'precious')
    await expect(store.backup(copy)).rejects.toThrow(
      `Cannot back up ${file}: ${copy} already exists.`,
    )
    await store.close()
  })
  test('of a damaged file fails and leaves no file that looks like a backup', async () => {
    const store = await createSqliteStore({ file })
    await seed(store, numbered('P', 2_000, { text: 'x'.repeat(500) }))
    await store.close()
    const handle = await open(file, 'r+')
    await handle.write(Buffer.alloc(4_096, 0xff), 0, 4_096, 4_096 * 100)
    await handle.close()
    const damaged = await createSqliteStore({ file })
    const copy = join(folder, 'copy.db')
    // As a full disk leaves it.
    await writeFile(`${copy}.part-journal`, 'a journal')
    await expect(damaged.backup(copy)).rejects.toThrow(`Cannot back up ${file}: `)
    expect(await readdir(folder)).toEqual(['data'])
    await damaged.close()
  })
})
