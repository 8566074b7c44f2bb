import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSqliteStore } from '../adapters/sqlite/sqlite-store.ts'
import { systemClock } from '../adapters/system/clock.ts'
import { createIdSource } from '../adapters/system/ids.ts'
import { loadServerKeys, serverKeyFile } from '../adapters/system/server-key.ts'
import { checkServerKey } from '../ops/server-key/known-server-key.ts'
import { readConfig } from './config.ts'
import { fingerprintsOf } from './known-server-key.ts'
import { runServerKey } from './server-key.ts'

const NOW = Date.parse('2026-04-20T08:00:00Z') / 1000
const DAY = 24 * 60 * 60

let folder = ''
const notices: string[] = []
const reports: string[] = []
const output = {
  report: (text: string) => void reports.push(text),
  notice: (text: string) => void notices.push(text),
}
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdfast-server-key-'))
  notices.length = 0
  reports.length = 0
})
afterEach(() => rm(folder, { recursive: true }))

const rotate = (settings: Readonly<Record<string, string>>, ...more: readonly string[]) =>
  runServerKey(['rotate', ...more], settings, output, NOW)

test('a rotation replaces the key, and ends every earlier key at its own end or at the new one', async () => {
  const first = await loadServerKeys(folder)
  expect(await rotate({ HOLDFAST_DATA_DIR: folder })).toBe(0)
  const second = await loadServerKeys(folder)
  expect(await rotate({ HOLDFAST_DATA_DIR: folder }, '--overlap-days', '0')).toBe(0)
  const third = await loadServerKeys(folder)
  expect(third.previous).toEqual([
    { bytes: second.current, validUntilEpochSeconds: NOW },
    { bytes: first.current, validUntilEpochSeconds: NOW },
  ])
  expect(third.current).not.toEqual(second.current)
  expect((await stat(serverKeyFile(folder))).mode & 0o777).toBe(0o600)
  expect(reports[0]).toBe(
    'The server key is replaced. Links with the old one work until 2026-05-20T08:00:00.000Z.\n',
  )
})

test('a key from the environment is rotated by a new value of its setting', async () => {
  const before = 'a'.repeat(64)
  expect(await rotate({ HOLDFAST_SERVER_KEY: before })).toBe(0)
  const value = /^HOLDFAST_SERVER_KEY="(.*)"\n$/.exec(reports.join(''))?.[1] ?? ''
  const keys = readConfig({ HOLDFAST_SERVER_KEY: value }).serverKey
  expect(keys?.previous).toEqual([
    {
      bytes: new Uint8Array(Buffer.from(before, 'hex')),
      validUntilEpochSeconds: NOW + 30 * DAY,
    },
  ])
})

test.each([
  [['--overlap-days', 'many'], '--overlap-days is "many". Use a whole number from 0 to 3650.'],
  [['now'], 'Usage: npm run server-key'],
  [['accept', '--overlap-days', '3'], 'Usage: npm run server-key'],
  [[], 'No server key at '],
])('the command rejects %o with an explanation', async (args, explanation) => {
  expect(await rotate({ HOLDFAST_DATA_DIR: folder }, ...args)).toBe(2)
  expect(notices.join('')).toContain(explanation)
})

test('accept makes the key in the data folder the key of the store', async () => {
  const store = await createSqliteStore({ file: join(folder, 'holdfast.sqlite') })
  const deps = { store, clock: systemClock, ids: createIdSource() }
  await checkServerKey(deps, { current: 'lost', previous: [] })
  const own = fingerprintsOf(await loadServerKeys(folder))
  expect(await checkServerKey(deps, own)).toBe('foreign')
  expect(await runServerKey(['accept'], { HOLDFAST_DATA_DIR: folder }, output)).toBe(0)
  expect(reports).toEqual([
    'The store now knows the key of this server. Start all servers with this key.\n',
  ])
  expect(await checkServerKey(deps, own)).toBe('known')
  await store.close()
})
