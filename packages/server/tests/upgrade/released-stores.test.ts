import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { createSqliteStore } from '../../src/adapters/sqlite/sqlite-store.ts'
import { systemClock } from '../../src/adapters/system/clock.ts'
import { createIdSource } from '../../src/adapters/system/ids.ts'
import { readConfig } from '../../src/composition/config.ts'
import { composeServer } from '../../src/composition/serve.ts'
import type { Item, Store } from '../../src/kernel/ports/store.ts'
import { inspect } from '../../src/ops/doctor/inspect.ts'
import { areIndexesCurrent, migrateIndexes } from '../../src/ops/doctor/migrate-indexes.ts'
import { runCommand } from '../support/command.ts'
import { newDataFolder } from '../support/data-folder.ts'

/** The key of the account in the stores. */
const API_KEY = 'hf_fixtureofversionone000000000000'

/** When their bookings were made. */
const THEN = { nowEpochMilliseconds: () => Date.parse('2026-04-20T08:00:00Z') }

const stored = (version: string, file: string): string =>
  fileURLToPath(new URL(`${version}/${file}`, import.meta.url))

/** What the tests read of answers. */
interface Body {
  readonly code?: string
  readonly data?: readonly { readonly start?: string; readonly name?: string }[]
}

/** A data folder as a server of that version left it. */
async function dataFolderOf(version: string): Promise<string> {
  const dataDir = await newDataFolder('released')
  onTestFinished(() => rm(dataDir, { recursive: true, maxRetries: 5 }))
  await cp(stored(version, '.'), dataDir, { recursive: true })
  return dataDir
}

async function composed(dataDir: string) {
  const settings = { HOLDFAST_DATA_DIR: dataDir, HOLDFAST_LOG_LEVEL: 'error', HOLDFAST_DEMO: 'off' }
  const server = await composeServer(readConfig(settings), {})
  const call = async (path: string, key = API_KEY) => {
    const headers = { authorization: `Bearer ${key}` }
    const answer = await server.fetch(new Request(`http://127.0.0.1${path}`, { headers }))
    return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Body }
  }
  return { server, call }
}

const indexFindings = async (store: Store): Promise<number> =>
  (await inspect({ store, clock: THEN })).findings.filter(({ code }) => code === 'index_wrong')
    .length

test('a store of version 1.0.0 is migrated at the start, and the server is ready only then', async () => {
  const { server, call } = await composed(await dataFolderOf('1.0.0'))
  const early = await call('/v1/bookings')
  expect([early.status, early.body.code]).toEqual([503, 'store_unavailable'])
  expect(early.headers.get('retry-after')).toBe('5')
  expect([(await call('/readyz')).status, (await call('/healthz')).status]).toEqual([503, 200])

  await server.startWork()
  expect((await call('/readyz')).status).toBe(200)
  const { data } = (await call('/v1/bookings')).body
  expect(data?.map(({ start }) => start)).toEqual([
    '2026-04-21T10:00:00Z',
    '2026-04-22T10:00:00Z',
    '2026-04-23T10:00:00Z',
    '2026-04-24T10:00:00Z',
    '2026-04-25T10:00:00Z',
  ])
  expect((await call('/v1/providers')).body.data).toMatchObject([{ name: 'Ada' }])
  expect((await call('/v1/calendars')).body.data).toMatchObject([{ name: 'Room 1' }])
  await server.close()
})

test('a backup of version 1.0.0 is restored, and says which files it lacks', async () => {
  const dataDir = await newDataFolder('restored')
  onTestFinished(() => rm(dataDir, { recursive: true, maxRetries: 5 }))
  const restored = await runCommand(
    'restore',
    { HOLDFAST_DATA_DIR: dataDir },
    stored('1.0.0', 'holdfast.sqlite'),
  )
  expect(restored).toMatchObject({ exitCode: 0, notices: '' })
  expect(restored.report).toContain('Put server.key of that server into the data folder')
  await cp(stored('1.0.0', 'server.key'), join(dataDir, 'server.key'))
  const { server, call } = await composed(dataDir)
  await server.startWork()
  expect((await call('/v1/bookings')).body.data).toHaveLength(5)
  await server.close()
})

test('a file that is cut or of another program is not restored as a backup of version 1.0.0', async () => {
  const folder = await newDataFolder('refused')
  onTestFinished(() => rm(folder, { recursive: true, maxRetries: 5 }))
  const whole = await readFile(stored('1.0.0', 'holdfast.sqlite'))
  const foreign = Buffer.from(whole)
  foreign.writeUInt32BE(1, 68)
  for (const [name, content, reason] of [
    ['cut', whole.subarray(0, 40_000), 'malformed'],
    ['foreign', foreign, 'is an SQLite file of another program'],
  ] as const) {
    const file = join(folder, name)
    await writeFile(file, content)
    const dataDir = join(folder, 'data')
    const refused = await runCommand('restore', { HOLDFAST_DATA_DIR: dataDir }, file)
    expect(refused).toMatchObject({ exitCode: 2, report: '' })
    expect(refused.notices).toContain(reason)
    expect(await readdir(folder)).not.toContain('data')
  }
})

test('a migration that was ended goes on where it was, and a migrated store is only asked once', async () => {
  const store = await createSqliteStore({
    file: join(await dataFolderOf('1.0.0'), 'holdfast.sqlite'),
  })
  onTestFinished(() => store.close())
  expect(await indexFindings(store)).toBe(6)
  const items: Item[] = []
  for await (const page of store.scan()) items.push(...page)
  const pages: (string | undefined)[] = []
  const paged: Store = Object.assign(Object.create(store), {
    async scanPage(cursor?: string) {
      pages.push(cursor)
      const from = Number(cursor ?? 0)
      const next = from + 10
      return {
        items: items.slice(from, next),
        ...(next < items.length && { cursor: String(next) }),
      }
    },
  })
  for (const name of ['get', 'transact'] as const) {
    Object.assign(paged, { [name]: store[name].bind(store) })
  }
  const deps = { store: paged, clock: systemClock, ids: createIdSource() }
  const stopping = new AbortController()
  expect(await migrateIndexes(deps, stopping.signal, () => stopping.abort())).toBe(false)
  expect(await areIndexesCurrent(paged)).toBe(false)
  expect(await migrateIndexes(deps, new AbortController().signal, () => {})).toBe(true)
  expect(pages.slice(0, 3)).toEqual([undefined, '10', '20'])
  expect(new Set(pages).size).toBe(pages.length)
  expect(await areIndexesCurrent(paged)).toBe(true)
  expect(await indexFindings(store)).toBe(0)
  const asked = pages.length
  expect(await migrateIndexes(deps, new AbortController().signal, () => {})).toBe(true)
  expect(pages.length).toBe(asked)
})
