import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { connect } from './connection.ts'
import { Reader } from './reader.ts'

let folder: string
let database: DatabaseSync
let reader: Reader

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-reader-'))
  database = connect(join(folder, 'test.db'))
  reader = new Reader(database, 100)
})
afterEach(() => {
  database.close()
  rmSync(folder, { recursive: true })
})

const insert = (into: DatabaseSync, sk: string, pk = 'QUEUE') =>
  into.prepare('INSERT INTO item (pk, sk, body) VALUES (?, ?, ?)').run(pk, sk, '{}')
/** What is due in the queue until a key. */
const due = (to: string) =>
  reader.query({ partition: 'QUEUE', from: '0', to, limit: 10 }).items.map(({ SK }) => SK)
const written = (sk: string) => {
  insert(database, sk)
  reader.invalidate({ PK: 'QUEUE', SK: sk })
}

test('a queue that stays empty is not read again, however late it is asked', () => {
  const read = vi.spyOn(Object.getPrototypeOf(database.prepare('SELECT 1')), 'all')
  try {
    written('500')
    expect([due('100'), due('101'), due('102'), due('499')]).toEqual([[], [], [], []])
    expect(read).toHaveBeenCalledTimes(2)
  } finally {
    read.mockRestore()
  }
})

test('an item of a remembered empty queue is found as soon as its time has come', () => {
  written('500')
  expect([due('100'), due('101'), due('499')]).toEqual([[], [], []])
  expect(due('500')).toEqual(['500'])
  expect(due('499')).toEqual([])
})

test('an item that is written into a remembered empty queue is found at once', () => {
  expect([due('100'), due('101'), due('102')]).toEqual([[], [], []])
  written('050')
  expect(due('103')).toEqual(['050'])
})

test('an item that another connection writes into a remembered empty queue is found in the next turn', async () => {
  expect([due('100'), due('101'), due('102')]).toEqual([[], [], []])
  const other = connect(join(folder, 'test.db'))
  insert(other, '050')
  other.close()
  await turn()
  expect(due('103')).toEqual(['050'])
})

test('cached reads of one turn look for other writers once, and those of the next turn once more', async () => {
  const item = (SK: string) => reader.get({ PK: 'QUEUE', SK })?.SK
  for (const sk of ['1', '2', '3']) written(sk)
  expect(['1', '2', '3'].map(item)).toEqual(['1', '2', '3'])
  await turn()
  const read = vi.spyOn(Object.getPrototypeOf(database.prepare('SELECT 1')), 'get')
  try {
    expect(['1', '2', '3'].map(item)).toEqual(['1', '2', '3'])
    await Promise.resolve()
    expect(['1', '2', '3'].map(item)).toEqual(['1', '2', '3'])
    expect(read).toHaveBeenCalledTimes(1)
    await turn()
    expect(['1', '2', '3'].map(item)).toEqual(['1', '2', '3'])
    expect(read).toHaveBeenCalledTimes(2)
  } finally {
    read.mockRestore()
  }
})

test('a cached item is never older than what was read from the file before it', () => {
  written('1')
  expect(reader.get({ PK: 'QUEUE', SK: '1' })?.SK).toBe('1')
  const other = connect(join(folder, 'test.db'))
  other.exec(
    `BEGIN; DELETE FROM item; INSERT INTO item (pk, sk, body) VALUES ('QUEUE', '2', '{}'); COMMIT`,
  )
  other.close()
  // Not cached, so it comes from the file, in which the first one is not any more.
  expect(reader.get({ PK: 'QUEUE', SK: '2' })?.SK).toBe('2')
  expect(reader.get({ PK: 'QUEUE', SK: '1' })).toBeUndefined()
})

test('a remembered empty queue follows the order of bytes, in which the store compares keys', () => {
  // In UTF-16, the order of JavaScript's comparison, the second one is the smaller one.
  written('\u{ff5e}')
  expect([due('9'), due('9'), due('9')]).toEqual([[], [], []])
  expect(due('\u{1f600}')).toEqual(['\u{ff5e}'])
})

test('a queue without an end is remembered as empty until something is written', () => {
  const all = () => reader.query({ partition: 'QUEUE', limit: 5 }).items.length
  expect([all(), all(), all()]).toEqual([0, 0, 0])
  written('050')
  expect(all()).toBe(1)
})

test('a row of a page is decoded once, and again as soon as its text or its index keys differ', () => {
  written('1')
  const first = () => reader.query({ partition: 'QUEUE', limit: 5 }).items[0]
  const before = first()
  expect(first()).toBe(before)
  const other = connect(join(folder, 'test.db'))
  other.exec(`UPDATE item SET body = '{"version":2}'`)
  const after = first()
  expect(after).toEqual({ PK: 'QUEUE', SK: '1', version: 2 })
  other.exec(`UPDATE item SET gsi1pk = 'A', gsi1sk = 'B'`)
  other.close()
  expect(first()).toEqual({ PK: 'QUEUE', SK: '1', version: 2, GSI1PK: 'A', GSI1SK: 'B' })
})

test('a walk for keys of a form reads only those rows, over gaps in the row numbers, up to the last row', () => {
  for (const [id, pk, sk] of [
    [1, 'A#1', '#METADATA'],
    [2, 'A#1', 'DAY#1'],
    [3, 'B#1', '#METADATA'],
    [9_000_000, 'A#2', '#METADATA'],
  ] as const) {
    database
      .prepare('INSERT INTO item (id, pk, sk, body) VALUES (?, ?, ?, ?)')
      .run(id, pk, sk, '{}')
  }
  const forms = [{ PK: 'A#*', SK: '#METADATA' }]
  const page = (afterRowId: number) => {
    const { items, lastRowId } = reader.scanForms(afterRowId, forms)
    return [...items.map(({ PK }) => PK), lastRowId]
  }
  expect(page(0)).toEqual(['A#1', 500])
  expect(page(500)).toEqual(['A#2', 9_000_000])
  expect(page(9_000_000)).toEqual([9_000_000])
  insert(database, '#METADATA', 'A#3')
  expect(page(9_000_000)).toEqual(['A#3', 9_000_001])
})
