import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSqliteStore, type SqliteStore } from '../adapters/sqlite/sqlite-store.ts'
import { runCompact } from './compact.ts'
import { sqliteFile } from './open-store.ts'

let dataDir = ''
const notices: string[] = []
const reports: string[] = []
const output = {
  report: (text: string) => void reports.push(text),
  notice: (text: string) => void notices.push(text),
}
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'holdfast-compact-'))
  notices.length = 0
  reports.length = 0
})
afterEach(() => rm(dataDir, { recursive: true }))

const compactIt = (env: Readonly<Record<string, string>> = {}, ...args: readonly string[]) =>
  runCompact(args, { HOLDFAST_DATA_DIR: dataDir, ...env }, output)
const open = () => createSqliteStore({ file: sqliteFile(dataDir) })
const sizeOf = async () => (await stat(sqliteFile(dataDir))).size

const ITEMS = 4_000
const PER_TRANSACTION = 100
const keyOf = (number: number) => ({ PK: `ITEM#${number}`, SK: 'A' })
const itemOf = (number: number) => ({
  ...keyOf(number),
  GSI1PK: 'ALL',
  GSI1SK: String(number).padStart(4, '0'),
  text: 'x'.repeat(1_000),
  number,
})

/** Stores 4,000 items and deletes all but every hundredth. */
async function fillAndDelete(store: SqliteStore): Promise<void> {
  const numbers = Array.from({ length: ITEMS }, (_, number) => number)
  for (let first = 0; first < ITEMS; first += PER_TRANSACTION) {
    const part = numbers.slice(first, first + PER_TRANSACTION)
    await store.transact(
      part.map((number) => ({ kind: 'put-if-absent', item: itemOf(number) })),
      `put ${first}`,
    )
  }
  for (let first = 0; first < ITEMS; first += PER_TRANSACTION) {
    const part = numbers.slice(first + 1, first + PER_TRANSACTION)
    await store.transact(
      part.map((number) => ({ kind: 'delete', key: keyOf(number) })),
      `delete ${first}`,
    )
  }
}

test('a file whose items were deleted is made small, and the others stay', async () => {
  const before = await open()
  await fillAndDelete(before)
  await before.close()
  expect(await sizeOf()).toBeGreaterThan(4_500_000)
  expect(await compactIt()).toBe(0)
  expect(await sizeOf()).toBeLessThan(150_000)
  expect(notices).toEqual([])
  expect(reports.join('')).toMatch(
    /^Compacted .*holdfast\.sqlite: [45]\d{6} bytes before, 1?\d{5} bytes now\.\n$/,
  )
  expect(await readdir(dataDir)).toEqual(['holdfast.sqlite'])
  expect((await stat(sqliteFile(dataDir))).mode & 0o777).toBe(0o600)

  const after = await open()
  const { items } = await after.query({ index: 'GSI1', partition: 'ALL' })
  expect(items).toEqual(Array.from({ length: 40 }, (_, n) => itemOf(n * 100)))
  // It can be written, by more than one connection.
  const other = await open()
  const item = { PK: 'NEW', SK: 'A', version: 1 }
  expect(await other.transact([{ kind: 'put-if-absent', item }], 'new')).toEqual({
    committed: true,
  })
  expect(await after.get({ PK: 'NEW', SK: 'A' })).toEqual(item)
  await other.close()
  await after.close()
  const database = new DatabaseSync(sqliteFile(dataDir))
  expect(database.prepare('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }])
  database.close()
})

test('a file that a server has open is left as it is, and the server goes on', async () => {
  const store = await open()
  await fillAndDelete(store)
  await store.purgeDeleted()
  expect(await compactIt()).toBe(2)
  expect(notices.join('')).toBe(
    `${sqliteFile(dataDir)} is in use. Stop all servers and commands first.`,
  )
  expect(await sizeOf()).toBeGreaterThan(4_500_000)
  expect(await store.get(keyOf(100))).toEqual(itemOf(100))
  expect(await store.transact([{ kind: 'delete', key: keyOf(100) }], 'goes on')).toEqual({
    committed: true,
  })
  await store.close()
})

test.each([
  [
    'a data folder without a store',
    { HOLDFAST_DATA_DIR: '/nonexistent' },
    [],
    'No store at /nonexistent/holdfast.sqlite',
  ],
  [
    'PostgreSQL',
    { HOLDFAST_STORE: 'postgres', HOLDFAST_POSTGRES_URL: 'postgres://localhost/x' },
    [],
    'HOLDFAST_STORE is "postgres". This command compacts SQLite stores.',
  ],
  ['an unknown option', {}, ['--all'], 'Usage: npm run compact'],
  ['a file', {}, ['other.sqlite'], 'Usage: npm run compact'],
] as const)('the command rejects %s with an explanation', async (_name, env, args, explanation) => {
  await (await open()).close()
  expect(await compactIt(env, ...args)).toBe(2)
  expect(notices.join('')).toContain(explanation)
  expect(reports).toEqual([])
})

test('a file of another program is not changed', async () => {
  const database = new DatabaseSync(sqliteFile(dataDir))
  database.exec('CREATE TABLE theirs (a)')
  database.close()
  const before = await readFile(sqliteFile(dataDir))
  expect(await compactIt()).toBe(2)
  expect(notices.join('')).toContain('is an SQLite file of another program')
  expect(await readFile(sqliteFile(dataDir))).toEqual(before)
  await writeFile(sqliteFile(dataDir), 'no SQLite file, but longer than its header\n'.repeat(10))
  expect(await compactIt()).toBe(2)
  expect(notices.join('')).toContain('is not an SQLite file')
})
