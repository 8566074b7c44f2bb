import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { InvariantViolated, invariant } from '@holdfast/engine'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { withLock } from './lock-wait.ts'

let folder: string
let database: DatabaseSync
let other: DatabaseSync
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-lock-'))
  database = new DatabaseSync(join(folder, 'test.db'), { timeout: 0 })
  database.exec('CREATE TABLE t (a)')
  other = new DatabaseSync(join(folder, 'test.db'), { timeout: 0 })
})
afterEach(() => {
  database.close()
  other.close()
  rmSync(folder, { recursive: true })
})

const read = () => database.prepare('SELECT count(*) AS count FROM t').get()

test('work is retried until the lock is free', async () => {
  // Without WAL, an exclusive transaction also blocks readers.
  other.exec('BEGIN EXCLUSIVE; INSERT INTO t VALUES (1)')
  let tries = 0
  const done = withLock(() => {
    tries += 1
    if (tries === 3) other.exec('COMMIT')
    return read()
  }, 60_000)
  expect(await done).toEqual({ count: 1 })
  expect(tries).toBe(3)
})

test('a lock that is not released in time makes the store unavailable, with nothing applied', async () => {
  other.exec('BEGIN EXCLUSIVE')
  await expect(withLock(read, 20)).rejects.toMatchObject({
    name: 'StoreUnavailable',
    outcome: 'not-applied',
  })
  other.exec('ROLLBACK')
})

test('InvariantViolated is passed on, and any other failure makes the store unavailable', async () => {
  await expect(withLock(() => invariant(false, 'broken'), 1)).rejects.toThrow(InvariantViolated)
  await expect(withLock(() => database.exec('SELECT nonsense'), 1)).rejects.toMatchObject({
    name: 'StoreUnavailable',
    message: 'SQLite: no such column: nonsense',
  })
})
