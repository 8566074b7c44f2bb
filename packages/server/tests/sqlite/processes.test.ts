import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createSqliteStore } from '../../src/adapters/sqlite/sqlite-store.ts'
import { ledgerFromItem } from '../../src/kernel/items/ledger-item.ts'
import { startChild } from './child-process.ts'

let folder: string
let file: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdfast-processes-'))
  file = join(folder, 'holdfast.db')
})
afterEach(() => rm(folder, { recursive: true, maxRetries: 5 }))

interface Result {
  readonly name: string
  readonly won: readonly string[]
  readonly lost: number
  readonly added: number
}

// Four processes share the cores with whatever else runs.
describe('several processes on one file', { timeout: 60_000 }, () => {
  test('claim each quantum exactly once, and share one counter without lost updates', async () => {
    // The file does not exist yet, so the four processes also race to create it.
    const children = ['a', 'b', 'c', 'd'].map((name) =>
      startChild('claim-everything.ts', [file, name]),
    )
    const results = await Promise.all(
      children.map(async (child): Promise<Result> => JSON.parse(await child.nextLine())),
    )
    const store = await createSqliteStore({ file })
    const won = results.flatMap((result) => result.won)
    expect([won.length, new Set(won).size]).toEqual([576, 576])
    for (const { won: wins, lost, added } of results) {
      expect([wins.length + lost, added]).toEqual([576, 36])
    }
    const { items } = await store.query({ partition: 'WON', consistent: true })
    const winners = new Map(items.map((item) => [item.SK, item.by]))
    expect(winners).toEqual(
      new Map(results.flatMap(({ name, won: wins }) => wins.map((each) => [each, name]))),
    )
    const days = await store.query({ partition: 'LEDGER', consistent: true })
    expect(days.items.map(ledgerFromItem).map(({ rev, taken }) => [rev, taken.size])).toEqual([
      [288, 288],
      [288, 288],
    ])
    expect(await store.get({ PK: 'COUNTER', SK: 'COUNTER' })).toMatchObject({ version: 4 * 36 })
    await store.close()
  })

  test('a read sees all acknowledged writes of all processes, even if the item is cached', async () => {
    const store = await createSqliteStore({ file })
    const child = startChild('write-on-demand.ts', [file])
    expect(await child.nextLine()).toBe('ready')
    const own = { PK: 'SHARED', SK: 'DAY#2026-04-28' }
    const takenByDay = async () => {
      const { items } = await store.query({ partition: 'SHARED', from: 'DAY#', to: 'DAY#9' })
      return items.map((item) => ledgerFromItem(item).taken.size)
    }
    for (let number = 0; number < 100; number += 1) {
      child.send(String(number))
      expect(await child.nextLine()).toBe(String(number))
      // Twice: the second answer comes from the cache.
      for (const _ of ['file', 'memory']) {
        expect(await store.get({ PK: 'SHARED', SK: 'ITEM' })).toMatchObject({ number })
        const [item, absent, claimed] = await store.getMany([
          { PK: 'SHARED', SK: 'ITEM' },
          { PK: 'SHARED', SK: 'NONE' },
          own,
        ])
        expect(item).toMatchObject({ number })
        expect(absent).toBeUndefined()
        expect(ledgerFromItem(claimed).taken.size).toBe(number)
        expect(await takenByDay()).toEqual(number === 0 ? [1] : [number + 1, number])
      }
      await store.transact(
        [{ kind: 'ledger-claim', key: own, firstQuantum: number, quantumCount: 1 }],
        `own-${number}`,
      )
      expect(await takenByDay()).toEqual([number + 1, number + 1])
    }
    await child.kill()
    await store.close()
  })

  test('opening the store waits for a process that has locked the file', async () => {
    const other = new DatabaseSync(file)
    other.exec('BEGIN EXCLUSIVE')
    const opening = createSqliteStore({ file })
    // Several turns of the event loop, in which the lock is found held.
    for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setTimeout(resolve, 2))
    other.exec('ROLLBACK')
    other.close()
    const store = await opening
    await store.ping()
    await store.close()
  })

  test('a call fails if the lock is held for too long, and works again once it is released', async () => {
    const store = await createSqliteStore({ file, lockWaitMilliseconds: 50 })
    const other = new DatabaseSync(file)
    const item = { PK: 'P', SK: 'S', version: 1 }
    const put = () => store.transact([{ kind: 'put-if-absent', item }], 'same token')
    other.exec('BEGIN IMMEDIATE')
    await expect(put()).rejects.toMatchObject({ name: 'StoreUnavailable', outcome: 'not-applied' })
    expect(await store.get(item)).toBeUndefined()
    other.exec('ROLLBACK')
    other.close()
    expect(await put()).toEqual({ committed: true })
    expect(await store.get(item)).toEqual(item)
    await store.close()
  })
})
