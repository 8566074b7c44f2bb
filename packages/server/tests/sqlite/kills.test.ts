import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSqliteStore } from '../../src/adapters/sqlite/sqlite-store.ts'
import { ledgerFromItem } from '../../src/kernel/items/ledger-item.ts'
import type { Item, QueryRequest, Store } from '../../src/kernel/ports/store.ts'
import { startChild } from './child-process.ts'

/** The number of kills; set `HOLDFAST_KILLS` for more. */
const KILLS = Number(process.env.HOLDFAST_KILLS ?? 6)

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdfast-kills-'))
})
afterEach(() => rm(folder, { recursive: true, maxRetries: 5 }))

const sortKeys = async (store: Store, request: QueryRequest): Promise<readonly string[]> =>
  (await store.query(request)).items.map((item: Item) => item.SK)

/** Checks a store after a kill: acknowledged writes exist, and both items, index and ledger agree. */
async function expectWhole(store: Store, run: string, acknowledged: readonly string[]) {
  const left = await sortKeys(store, { partition: `LEFT#${run}` })
  const there = new Set(left)
  expect(acknowledged.filter((each) => !there.has(each))).toEqual([])
  expect(await sortKeys(store, { partition: `RIGHT#${run}` })).toEqual(left)
  expect(await sortKeys(store, { index: 'GSI1', partition: `INDEX#${run}` })).toEqual(left)
  const { items } = await store.query({ partition: `LEDGER#${run}` })
  const claimed = items.flatMap((item) => {
    const day = Number(item.SK.slice('DAY#'.length))
    const { taken, rev } = ledgerFromItem(item)
    expect(rev).toBe(taken.size)
    return [...taken].map((quantum) => String(day * 288 + quantum).padStart(8, '0'))
  })
  expect(claimed.toSorted()).toEqual(left)
}

test(`acknowledged writes survive ${KILLS} kills, and no transaction is partially applied`, async () => {
  const file = join(folder, 'holdfast.db')
  const acknowledgedByRun = new Map<string, string[]>()
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const run = `run${kill}`
    const child = startChild('acknowledge-writes.ts', [file, run])
    const acknowledged: string[] = []
    acknowledgedByRun.set(run, acknowledged)
    // The kill comes after a random number of acknowledgements, while further writes are in progress.
    const before = 1 + Math.floor(Math.random() * 400)
    while (acknowledged.length < before) acknowledged.push(await child.nextLine())
    const killed = child.kill()
    acknowledged.push(...(await child.restOfLines()))
    await killed
    // After every other kill the log stays as it is, so that the next child must recover it.
    if (kill % 2 === 1 && kill < KILLS) continue
    const store = await createSqliteStore({ file })
    for (const [each, there] of acknowledgedByRun) await expectWhole(store, each, there)
    await store.close()
  }
  const database = new DatabaseSync(file)
  expect(database.prepare('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }])
  database.close()
})

test('on a full disk a write fails as not applied, and all earlier writes stay readable', async () => {
  const file = join(folder, 'holdfast.db')
  await (await createSqliteStore({ file })).close()
  const child = startChild('fill-disk.ts', [file], { fileSizeLimitBlocks: 4_000 })
  const answer = JSON.parse(await child.nextLine())
  await child.restOfLines()
  expect(answer.acknowledged).toBeGreaterThan(10)
  expect(answer).toEqual({
    acknowledged: answer.acknowledged,
    outcome: 'not-applied',
    readable: answer.acknowledged,
  })
  const store = await createSqliteStore({ file })
  for (let number = 0; number < answer.acknowledged; number += 1) {
    expect(await sortKeys(store, { partition: `FULL#${number}` })).toHaveLength(3)
  }
  const refused = `FULL#${answer.acknowledged}`
  expect(await sortKeys(store, { partition: refused })).toEqual([])
  const item = { PK: refused, SK: 'PART#0' }
  expect(await store.transact([{ kind: 'put-if-absent', item }], 'again')).toEqual({
    committed: true,
  })
  await store.close()
})
