import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { InvariantViolated, invariant } from '@holdfast/engine'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { StoreUnavailable } from '../../kernel/ports/store.ts'
import { GroupCommit } from './group-commit.ts'

let folder: string
let database: DatabaseSync
let ends: boolean[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-group-'))
  database = open()
  database.exec('PRAGMA journal_mode = WAL; CREATE TABLE written (value INTEGER)')
  ends = []
})
afterEach(() => {
  database.close()
  rmSync(folder, { recursive: true })
})

const open = () => new DatabaseSync(join(folder, 'test.db'), { timeout: 0 })
const groupCommit = (lockWaitMilliseconds = 5_000, gatherMilliseconds = 2) =>
  new GroupCommit(database, {
    lockWaitMilliseconds,
    gatherMilliseconds,
    onLocked: () => false,
    onEnd: (committed) => ends.push(committed),
  })
const write = (value: number) => () =>
  database.prepare('INSERT INTO written VALUES (?)').run(value).changes
const written = (): unknown[] =>
  database
    .prepare('SELECT value FROM written ORDER BY value')
    .all()
    .map((row) => row.value)

describe('a group commit', () => {
  test('covers up to 64 units that wait at the same time', async () => {
    const group = groupCommit()
    const values = Array.from({ length: 130 }, (_, value) => value)
    await Promise.all(values.map((value) => group.run(write(value), 1)))
    expect(ends).toEqual([true, true, true])
    expect(written()).toEqual(values)
  })
  test('covers up to 400 writes, or one larger unit alone', async () => {
    const group = groupCommit()
    const sizes = [200, 200, 1, 1_000, 1]
    await Promise.all(sizes.map((size, value) => group.run(write(value), size)))
    // 200 and 200; 1; 1,000; 1.
    expect(ends).toEqual([true, true, true, true])
    expect(written()).toEqual([0, 1, 2, 3, 4])
  })
  test('waits for units that arrive in successive turns of the event loop, up to a limit', async () => {
    const twoTurns = async (group: GroupCommit) => {
      const first = group.run(write(1), 1)
      await new Promise(setImmediate)
      const second = group.run(write(2), 1)
      await new Promise(setImmediate)
      await Promise.all([first, second, group.run(write(3), 1)])
    }
    await twoTurns(groupCommit(5_000, 60_000))
    expect(ends).toEqual([true])
    await twoTurns(groupCommit(5_000, 0))
    expect(ends).toEqual([true, true, true, true])
  })
  test('begins only when a hold on it ends, and an earlier hold does not end it', async () => {
    const group = groupCommit()
    const first = Promise.withResolvers<void>()
    const second = Promise.withResolvers<void>()
    group.hold(first.promise)
    group.hold(second.promise)
    const run = group.run(write(1), 1)
    first.resolve()
    for (let turns = 0; turns < 5; turns += 1) await new Promise(setImmediate)
    expect(ends).toEqual([])
    second.resolve()
    await run
    expect(written()).toEqual([1])
  })
  test('lets each unit see the writes of the units before it', async () => {
    const group = groupCommit()
    const counts = await Promise.all(
      [1, 2, 3].map((value) =>
        group.run(() => {
          write(value)()
          return written().length
        }, 1),
      ),
    )
    expect(counts).toEqual([1, 2, 3])
  })
  test('rejects only the unit that violates an invariant', async () => {
    const group = groupCommit()
    const outcomes = await Promise.allSettled([
      group.run(write(1), 1),
      group.run(() => invariant(false, 'broken'), 1),
      group.run(write(3), 1),
    ])
    expect(outcomes.map((outcome) => outcome.status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
    ])
    expect(outcomes[1]).toMatchObject({ reason: expect.any(InvariantViolated) })
    expect(written()).toEqual([1, 3])
  })
  test('applies nothing if the disk is full, and the next one works', async () => {
    const group = groupCommit()
    const fill = () => database.exec('INSERT INTO written VALUES (hex(randomblob(1000000)))')
    database.exec('PRAGMA max_page_count = 20')
    const outcomes = await Promise.allSettled([group.run(write(1), 1), group.run(fill, 1)])
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({
        status: 'rejected',
        reason: { code: 'store_unavailable', outcome: 'not-applied' },
      })
    }
    expect(ends).toEqual([false])
    expect(database.isTransaction).toBe(false)
    await group.run(write(2), 1)
    expect(written()).toEqual([2])
  })
  test('is rolled back as a whole if its COMMIT fails', async () => {
    database.exec(`PRAGMA foreign_keys = ON; CREATE TABLE parent (id INTEGER PRIMARY KEY);
      CREATE TABLE child (id REFERENCES parent DEFERRABLE INITIALLY DEFERRED)`)
    const group = groupCommit()
    const outcomes = await Promise.allSettled([
      group.run(write(1), 1),
      group.run(() => database.exec('INSERT INTO child VALUES (7)'), 1),
    ])
    expect(outcomes.map((outcome) => outcome.status)).toEqual(['rejected', 'rejected'])
    expect(written()).toEqual([])
    await group.run(write(2), 1)
    expect(written()).toEqual([2])
  })
})

describe('while another connection holds the lock', () => {
  test('units wait without blocking the event loop, and commit when the lock is free', async () => {
    const other = open()
    other.exec('BEGIN IMMEDIATE')
    const group = groupCommit()
    const done = group.run(write(1), 1)
    let turns = 0
    while (turns < 20) {
      await new Promise<void>((resolve) => setTimeout(resolve, 1))
      turns += 1
    }
    expect(written()).toEqual([])
    other.exec('ROLLBACK')
    await done
    expect(written()).toEqual([1])
    other.close()
  })
  test('units that waited too long are rejected as not applied, and later ones succeed', async () => {
    const other = open()
    other.exec('BEGIN IMMEDIATE')
    const group = groupCommit(30)
    await expect(group.run(write(1), 1)).rejects.toMatchObject({
      code: 'store_unavailable',
      outcome: 'not-applied',
    })
    other.exec('ROLLBACK')
    await group.run(write(2), 1)
    expect(written()).toEqual([2])
    other.close()
  })
})

describe('closing', () => {
  test('commits waiting units and rejects later ones', async () => {
    const group = groupCommit()
    const first = group.run(write(1), 1)
    const closed = group.close()
    await expect(group.run(write(2), 1)).rejects.toThrow(StoreUnavailable)
    await closed
    await first
    expect(written()).toEqual([1])
  })
})

test('units beyond 10,000 waiting ones are rejected', async () => {
  const group = groupCommit()
  const accepted = Array.from({ length: 10_000 }, (_, value) => group.run(write(value), 1))
  await expect(group.run(write(-1), 1)).rejects.toMatchObject({
    code: 'store_unavailable',
    outcome: 'not-applied',
  })
  await Promise.all(accepted)
  expect(written()).toHaveLength(10_000)
})
