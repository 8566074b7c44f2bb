import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { access, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fixedCredentials } from '../../src/adapters/aws/credentials.ts'
import { createTable } from '../../src/adapters/dynamodb/create-table.ts'
import { connect, createStoreOnTransport } from '../../src/adapters/dynamodb/store.ts'
import {
  EngineMissing,
  endpointOf,
  engineBinary,
  enginesOn,
  isEngine,
  spawnEngine,
} from '../../src/adapters/dynamodb-local/engine-process.ts'
import { isAlive, readRecord, recordFile } from '../../src/adapters/dynamodb-local/engine-record.ts'
import {
  type EngineExit,
  type LocalEngine,
  type LocalEngineOptions,
  startLocalEngine,
} from '../../src/adapters/dynamodb-local/local-engine.ts'
import {
  type Store,
  StoreUnavailable,
  type TransactOutcome,
  type Write,
} from '../../src/kernel/ports/store.ts'
import { ownPort } from '../support/own-port.ts'

let dataDir: string
let engines: LocalEngine[]
let processes: ChildProcess[]

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'holdfast-engine-'))
  engines = []
  processes = []
})
afterEach(async () => {
  for (const child of processes) child.kill('SIGKILL')
  await Promise.all(engines.map((engine) => engine.close()))
  const left = await readRecord(dataDir)
  if (left && isAlive(left.pid)) process.kill(left.pid, 'SIGKILL')
  await rm(dataDir, { recursive: true, maxRetries: 5 })
})

async function start(options: Partial<LocalEngineOptions> = {}): Promise<LocalEngine> {
  const engine = await startLocalEngine({ dataDir, ...options })
  engines.push(engine)
  return engine
}

const runs = (engine: LocalEngine): Promise<boolean> =>
  isEngine({
    pid: engine.pid(),
    port: Number(new URL(engine.endpoint()).port),
    databaseFile: join(dataDir, 'dynamodb.sqlite'),
  })

/** Starts another process that uses the engine. `said` resolves with the pid in its next message. */
async function startUser() {
  const child = fork(join(import.meta.dirname, '../support/engine-user.ts'), [dataDir])
  processes.push(child)
  const said = async () => ((await once(child, 'message')) as [{ readonly pid: number }])[0].pid
  return { child, said }
}

async function openStore(engine: LocalEngine) {
  const transport = connect({
    endpoint: () => engine.endpoint(),
    region: 'local',
    credentials: fixedCredentials({ accessKeyId: 'local', secretAccessKey: 'local' }),
  })
  await createTable(transport, { tableName: 'engine-test' })
  return createStoreOnTransport(transport, { tableName: 'engine-test' })
}

/** Repeats a call under its token while the store is unavailable, as callers do. */
async function settle(
  store: Store,
  writes: readonly Write[],
  token: string,
): Promise<TransactOutcome> {
  for (;;) {
    try {
      return await store.transact(writes, token)
    } catch (error) {
      // An engine may be down for longer than the store retries.
      if (!(error instanceof StoreUnavailable)) throw error
    }
  }
}

/** Resolves with the next unexpected exit of the engine. */
function nextExit() {
  const { promise, resolve } = Promise.withResolvers<EngineExit>()
  return { exit: promise, onExit: resolve }
}

test('an engine answers after the start, and its process has exited after the close', async () => {
  const engine = await start()
  const store = await openStore(engine)
  await expect(store.ping()).resolves.toBeUndefined()
  await store.close()
  await engine.close()
  expect(await runs(engine)).toBe(false)
  await expect(access(recordFile(dataDir))).rejects.toThrow('ENOENT')
})

test('a killed engine restarts on its port with all acknowledged writes', async () => {
  const { exit, onExit } = nextExit()
  // A port that no other process gets while the engine is down.
  const record = { pid: 4_194_304, port: await ownPort(), users: [] }
  await writeFile(recordFile(dataDir), JSON.stringify(record))
  const engine = await start({ onExit })
  const store = await openStore(engine)
  const [pid, endpoint] = [engine.pid(), engine.endpoint()]
  const acknowledged: string[] = []
  const stop = new AbortController()
  const writer = async (name: string) => {
    for (let i = 0; !stop.signal.aborted; i += 1) {
      const SK = `${name}#${i}`
      const outcome = await settle(
        store,
        [
          { kind: 'put-if-absent', item: { PK: 'A', SK, version: 1 } },
          { kind: 'outbox-append', item: { PK: 'OUTBOX', SK } },
        ],
        SK,
      )
      if (outcome.committed) acknowledged.push(SK)
    }
  }
  const writers = ['a', 'b', 'c', 'd'].map(writer)
  process.kill(pid, 'SIGKILL')
  const { pid: ended, replacedBy } = await exit
  const before = acknowledged.length
  while (acknowledged.length < before + 20) await store.ping()
  stop.abort()
  await Promise.all(writers)
  expect([ended, replacedBy, endpoint]).toEqual([pid, engine.pid(), engine.endpoint()])
  expect(engine.pid()).not.toBe(pid)
  const stored = await store.query({ partition: 'A', consistent: true })
  const events = await store.query({ partition: 'OUTBOX', consistent: true })
  const written = stored.items.map((item) => item.SK)
  expect(written).toEqual(expect.arrayContaining(acknowledged))
  expect(events.items.map((item) => item.SK)).toEqual(written)
  await store.close()
})

test('processes share the engine of a folder, and the last one stops it', async () => {
  const engine = await start()
  const { child, said } = await startUser()
  expect(await said()).toBe(engine.pid())
  await engine.close()
  expect(await runs(engine)).toBe(true)
  child.disconnect()
  await once(child, 'exit')
  expect(await runs(engine)).toBe(false)
})

test('processes that start at the same time start one engine', async () => {
  const users = await Promise.all([startUser(), startUser(), startUser()])
  const pids = await Promise.all(users.map((user) => user.said()))
  expect(new Set(pids).size).toBe(1)
})

test('an engine survives the kill of the process that started it, and other users restart it', async () => {
  const { child, said } = await startUser()
  const pid = await said()
  const { exit, onExit } = nextExit()
  const engine = await start({ onExit })
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(engine.pid()).toBe(pid)
  const store = await openStore(engine)
  process.kill(pid, 'SIGKILL')
  expect(await exit).toEqual({ pid, replacedBy: engine.pid() })
  await expect(store.ping()).resolves.toBeUndefined()
  await store.close()
})

test('an engine that exits is restarted once, however many processes notice', async () => {
  const engine = await start()
  const users = await Promise.all([startUser(), startUser()])
  await Promise.all(users.map((user) => user.said()))
  const noticed = users.map((user) => user.said())
  process.kill(engine.pid(), 'SIGKILL')
  const pids = await Promise.all(noticed)
  expect(new Set(pids).size).toBe(1)
  // This process may be the last to notice.
  await vi.waitFor(() => expect(engine.pid()).toBe(pids[0]), 10_000)
})

test.each([
  ['names a process that is gone', { pid: 4_194_304, port: 41_999, users: [] }],
  ['names a process that is something else', { pid: process.pid, port: 41_999, users: [] }],
  [
    'has users that are gone',
    { pid: 4_194_304, port: 41_999, users: [{ pid: 4_194_304, id: 'x' }] },
  ],
  ['is not a record', { hello: 1 }],
])('a record that %s is replaced', async (_, record) => {
  await writeFile(recordFile(dataDir), JSON.stringify(record))
  const engine = await start()
  const store = await openStore(engine)
  await store.close()
  const written = await readRecord(dataDir)
  expect(written?.pid).toBe(engine.pid())
  expect(written?.users.map((user) => user.pid)).toEqual([process.pid])
})

test('an engine whose starter was killed before it wrote the record is found and used', async () => {
  const databaseFile = join(dataDir, 'dynamodb.sqlite')
  const lost = await spawnEngine(await ownPort(), databaseFile)
  const engine = await start()
  expect(engine.pid()).toBe(lost?.pid)
  expect(await enginesOn(databaseFile)).toHaveLength(1)
})

test('if several engines run on one file, all but one are stopped', async () => {
  const databaseFile = join(dataDir, 'dynamodb.sqlite')
  await spawnEngine(await ownPort(), databaseFile)
  await spawnEngine(await ownPort(), databaseFile)
  const engine = await start()
  expect((await enginesOn(databaseFile)).map(({ pid }) => pid)).toEqual([engine.pid()])
})

test('an engine whose port was taken while it was down restarts on another port', async () => {
  const squatter = createServer().listen(0, '127.0.0.1')
  await once(squatter, 'listening')
  const { port } = squatter.address() as AddressInfo
  await writeFile(recordFile(dataDir), JSON.stringify({ pid: 4_194_304, port, users: [] }))
  const engine = await start()
  expect(engine.endpoint()).not.toBe(endpointOf(port))
  const store = await openStore(engine)
  await store.close()
  squatter.close()
})

test('the error on a platform without the engine names the setting that helps', () => {
  expect(() => engineBinary('@dynoxide/no-such-platform')).toThrow(EngineMissing)
  expect(() => engineBinary('@dynoxide/no-such-platform')).toThrow('HOLDFAST_DYNAMODB_ENDPOINT')
})
