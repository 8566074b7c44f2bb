import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Store } from '../../kernel/ports/store.ts'
import { createSqliteStore } from './sqlite-store.ts'

const ITEMS = 2_600

let folder: string
let store: Store

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-turns-'))
  store = await createSqliteStore({ file: join(folder, 'test.db') })
  for (let first = 0; first < ITEMS; first += 100) {
    const items = Array.from({ length: 100 }, (_, place) => ({
      PK: 'LONG',
      SK: String(first + place).padStart(6, '0'),
      GSI1PK: 'INDEXED',
      GSI1SK: String(first + place).padStart(6, '0'),
    }))
    await store.transact(
      items.map((item) => ({ kind: 'put-if-absent', item })),
      `token-${first}`,
    )
  }
})
afterAll(async () => {
  await store.close()
  rmSync(folder, { recursive: true })
})

/** Waits until nothing was read in this turn. */
async function newTurn(): Promise<void> {
  await new Promise(setImmediate)
  await new Promise(setImmediate)
}

/** How many turns the event loop makes during some work. */
async function turnsOf(work: () => Promise<unknown>): Promise<number> {
  await newTurn()
  let turns = 0
  const count = () => {
    turns += 1
    counting = setImmediate(count)
  }
  let counting = setImmediate(count)
  await work()
  clearImmediate(counting)
  return turns
}

async function readInPages(limit: number): Promise<number> {
  let count = 0
  let cursor: string | undefined
  do {
    const page = await store.query({ partition: 'LONG', limit, ...(cursor && { cursor }) })
    count += page.items.length
    cursor = page.cursor
  } while (cursor !== undefined)
  return count
}

async function readOneByOne(): Promise<void> {
  for (let place = 0; place < ITEMS; place += 1) {
    await store.get({ PK: 'LONG', SK: String(place).padStart(6, '0') })
  }
}

async function readAll(): Promise<void> {
  let count = 0
  for await (const page of store.scan()) count += page.length
  expect(count).toBe(ITEMS)
}

// 2,600 items are five turns of 500 and a rest; 25 pages of 100 end a turn after each fifth one.
test.each([
  ['in pages', () => readInPages(100)],
  ['one by one', readOneByOne],
  ['one by one again, from the cache', async () => await readOneByOne().then(readOneByOne)],
  ['at once', () => store.query({ partition: 'LONG' })],
  ['at once, in an index', () => store.query({ index: 'GSI1', partition: 'INDEXED' })],
  ['all of the store', readAll],
])('a long read lets the event loop turn after every 500 items: %s', async (_, read) => {
  expect(await turnsOf(read)).toBeGreaterThanOrEqual(5)
})

test('several long reads share the turns: together they read 500 items in each', async () => {
  const read = () => Promise.all([readInPages(100), readInPages(100), readInPages(100)])
  expect(await turnsOf(read)).toBeGreaterThanOrEqual(15)
})

test('a range without a limit is complete and in order, however long it is', async () => {
  const { items, cursor } = await store.query({ partition: 'LONG', descending: true })
  expect(cursor).toBeUndefined()
  expect(items.map(({ SK }) => Number(SK))).toEqual(
    Array.from({ length: ITEMS }, (_, place) => ITEMS - 1 - place),
  )
})

test('a short read does not wait for the turn', async () => {
  expect(await turnsOf(() => store.query({ partition: 'LONG', limit: 100 }))).toBe(0)
})

test('a read that waits for its turn is refused when the store closes', async () => {
  await newTurn()
  const late = Promise.allSettled(
    Array.from({ length: 20 }, () => store.query({ partition: 'LONG', limit: 100 })),
  )
  await store.close()
  const outcomes = (await late).map(({ status }) => status)
  expect(outcomes.slice(0, 5)).toEqual(Array(5).fill('fulfilled'))
  expect(outcomes.at(-1)).toBe('rejected')
  store = await createSqliteStore({ file: join(folder, 'test.db') })
})
