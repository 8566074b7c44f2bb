import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Checkpointer } from './checkpointer.ts'
import { connect, setLongestLog } from './connection.ts'
import { Reader } from './reader.ts'
import { createSqliteStore } from './sqlite-store.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-checkpointer-'))
  file = join(folder, 'test.db')
})
afterEach(() => rmSync(folder, { recursive: true, maxRetries: 5 }))

const PAGE_BYTES = 4_096
const PAGES_OF_A_WRITE = 3
const WRITES_MIN = 1_200
/** Their pages are fewer than the 100,000 from which commits copy the log. */
const WRITES_MAX = 15_000
const logPages = () => statSync(`${file}-wal`).size / PAGE_BYTES
const autoCheckpoint = (database: DatabaseSync): unknown =>
  Object.values(database.prepare('PRAGMA wal_autocheckpoint').get() ?? {})[0]

test('the log begins anew although one transaction follows the other, and all that was acknowledged stays', async () => {
  const store = await createSqliteStore({
    file,
    copyTimes: { itemsPerCopy: 50, restartPages: 300 },
  })
  let serial = 0
  let count = 0
  // The file of a log never shrinks. One that does not begin anew has all pages.
  const hasBegunAnew = () => logPages() < (serial * PAGES_OF_A_WRITE) / 2
  const write = async (): Promise<void> => {
    while (serial < WRITES_MIN || (serial < WRITES_MAX && !hasBegunAnew())) {
      serial += 1
      const SK = String(serial)
      const item = { PK: 'P', SK, text: 'x'.repeat(12_000) }
      expect(await store.transact([{ kind: 'put-if-absent', item }], SK)).toEqual({
        committed: true,
      })
      count += 1
    }
  }
  await Promise.all(Array.from({ length: 16 }, write))
  expect(hasBegunAnew()).toBe(true)
  await store.close()
  // The last connection has removed the log: the thread had closed its own before.
  expect(existsSync(`${file}-wal`)).toBe(false)
  const database = new DatabaseSync(file)
  expect(database.prepare('SELECT count(*) AS count FROM item').get()).toEqual({ count })
  expect(database.prepare('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }])
  database.close()
})

/** Numbers in `[0, 1)` that a seed decides. */
function drawsOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const WRITTEN_PAGES = 12_000
const LONGEST_PAGES = 1_000

test('the log stays below its bound, whatever is put, replaced and deleted', async () => {
  const copyTimes = { itemsPerCopy: 50, restartPages: 300, longestPages: LONGEST_PAGES }
  const store = await createSqliteStore({ file, copyTimes })
  const draw = drawsOf(1)
  let written = 0
  let serial = 0
  const write = async (): Promise<void> => {
    while (written < WRITTEN_PAGES) {
      serial += 1
      const key = { PK: 'P', SK: String(Math.floor(draw() * 500)) }
      const length = Math.floor(draw() ** 4 * 200_000)
      const isDeleted = draw() < 0.2
      // Pages of its content; those of indexes and of content that is overwritten with zeros come on top.
      if (!isDeleted) written += Math.ceil(length / PAGE_BYTES)
      const token = String(serial)
      await store.transact([{ kind: 'delete', key }], `delete ${token}`)
      const item = { ...key, text: 'x'.repeat(length) }
      if (!isDeleted) await store.transact([{ kind: 'put-if-absent', item }], token)
    }
  }
  await Promise.all(Array.from({ length: 16 }, write))
  // The file of a log never shrinks, so this is the longest it was: the bound, and what was written during one copy.
  expect(logPages()).toBeLessThan(3 * LONGEST_PAGES)
  await store.close()
})

test('a process ends with its thread, whether it closes the store or not', async () => {
  const program = `
    import { setImmediate as turn } from 'node:timers/promises'
    import { createSqliteStore } from '${new URL('./sqlite-store.ts', import.meta.url)}'
    // If the thread never rests, this process ends, and so the test fails.
    setTimeout(() => process.exit(1), 20_000).unref()
    for (const name of ['open', 'closed']) {
      const file = ${JSON.stringify(folder)} + '/' + name
      const store = await createSqliteStore({ file, copyTimes: { itemsPerCopy: 1 } })
      await store.transact([{ kind: 'put-if-absent', item: { PK: 'P', SK: 'S' } }], 'token')
      // The thread has copied once it does not keep the process alive any more.
      while (process.getActiveResourcesInfo().includes('MessagePort')) await turn()
      if (name === 'closed') await store.close()
      console.log(name)
    }`
  const script = join(folder, 'program.mjs')
  writeFileSync(script, program)
  const { stdout } = await promisify(execFile)(process.execPath, [script])
  expect(stdout).toBe('open\nclosed\n')
})

describe('a thread that copies the log', () => {
  let database: DatabaseSync
  beforeEach(() => {
    database = connect(file)
    database.exec('CREATE TABLE written (value INTEGER)')
  })
  afterEach(() => database.close())

  /** A checkpointer, its stops of writes, and a promise of each change of who copies. */
  function start(options: { readonly file?: string; readonly restartPages: number }) {
    const stops: Promise<void>[] = []
    const begun = Promise.withResolvers<void>()
    const ended = Promise.withResolvers<void>()
    const stopped = Promise.withResolvers<void>()
    const checkpointer = new Checkpointer({
      file,
      itemsPerCopy: 10,
      ...options,
      onChange: (isCopying) => {
        setLongestLog(database, isCopying)
        ;(isCopying ? begun : ended).resolve()
      },
      holdWrites: (until) => {
        stops.push(until)
        stopped.resolve()
      },
    })
    return {
      checkpointer,
      stops,
      begun: begun.promise,
      ended: ended.promise,
      stopped: stopped.promise,
    }
  }

  test('starts when there is enough to copy, and not before', async () => {
    const { checkpointer, begun } = start({ restartPages: 1_000 })
    checkpointer.committed(9)
    expect(autoCheckpoint(database)).toBe(10_000)
    checkpointer.committed(1)
    await begun
    expect(autoCheckpoint(database)).toBe(100_000)
    await checkpointer.close()
  })

  test('stops writes for one copy only, and lets them go on', async () => {
    const { checkpointer, stops, stopped } = start({ restartPages: 1 })
    checkpointer.committed(10)
    await stopped
    await stops[0]
    await checkpointer.close()
    expect(stops).toHaveLength(1)
  })

  test('does not stop writes while a reader needs the log', async () => {
    const reader = new DatabaseSync(file)
    reader.exec('BEGIN')
    reader.prepare('SELECT * FROM written').all()
    database.exec('INSERT INTO written VALUES (1)')
    const { checkpointer, stops } = start({ restartPages: 1 })
    checkpointer.committed(10)
    // The thread ends after its copy.
    await checkpointer.close()
    expect(stops).toEqual([])
    reader.exec('ROLLBACK')
    reader.close()
  })

  test('leaves the caches of readers as they are', async () => {
    const reader = new Reader(database, 10)
    reader.detectOtherWriters()
    const { checkpointer, stops, stopped } = start({ restartPages: 1 })
    checkpointer.committed(10)
    await stopped
    await stops[0]
    expect(reader.detectOtherWriters()).toBe(false)
    await checkpointer.close()
  })

  test('that cannot work leaves the copies to the commits', async () => {
    const { checkpointer, ended, stops } = start({
      file: join(folder, 'no', 'file'),
      restartPages: 1,
    })
    checkpointer.committed(10)
    await ended
    expect(autoCheckpoint(database)).toBe(10_000)
    checkpointer.committed(10)
    expect(stops).toEqual([])
    await checkpointer.close()
  })
})
