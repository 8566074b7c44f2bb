import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSqliteStore } from '../adapters/sqlite/sqlite-store.ts'
import { loadServerKeys } from '../adapters/system/server-key.ts'
import { runBackup } from './backup.ts'
import { sqliteFile } from './open-store.ts'
import { openFileVault } from './open-vault.ts'
import { runRestore } from './restore.ts'

let folder = ''
const notices: string[] = []
const reports: string[] = []
const output = {
  report: (text: string) => void reports.push(text),
  notice: (text: string) => void notices.push(text),
}
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdfast-backup-'))
  notices.length = 0
  reports.length = 0
})
afterEach(() => rm(folder, { recursive: true }))

const back = (...args: readonly string[]) => runBackup(args, { HOLDFAST_DATA_DIR: data() }, output)
const restoreTo = (folderName: string, archive: string) =>
  runRestore([archive], { HOLDFAST_DATA_DIR: join(folder, folderName) }, output)
const data = () => join(folder, 'data')
const archive = () => join(folder, 'copy.tar')
const modeOf = async (path: string) => (await stat(path)).mode & 0o777

/** A data folder with a store, a server key and a secret in its vault. */
async function makeData() {
  const store = await createSqliteStore({ file: sqliteFile(data()) })
  const item = { PK: 'A', SK: 'B', version: 1, text: 'stored' }
  await store.transact([{ kind: 'put-if-absent', item }], 'one')
  const serverKey = await loadServerKeys(data())
  const credential = { kind: 'feed', url: 'https://example.com/secret.ics' } as const
  const reference = await openFileVault(data(), undefined).put(credential)
  return { store, item, serverKey, credential, reference }
}

test('a restored backup of an open store has all acknowledged writes, the server key and the vault', async () => {
  const made = await makeData()
  expect(await back(archive())).toBe(0)
  await made.store.close()
  expect(reports.join('')).toMatch(
    /^Backed up to .*copy\.tar \(\d+ bytes\)\. The copy passed its check\.\nCredentials of connected calendars in it: 1\.\nIt contains keys: whoever has the archive can read everything in it\. Keep it private\.\n$/,
  )
  expect(await modeOf(archive())).toBe(0o600)
  expect((await readdir(folder)).sort()).toEqual(['copy.tar', 'data'])

  expect(await restoreTo('restored', archive())).toBe(0)
  const restored = join(folder, 'restored')
  expect(await loadServerKeys(restored)).toEqual(made.serverKey)
  expect(await openFileVault(restored, undefined).get(made.reference)).toEqual(made.credential)
  const store = await createSqliteStore({ file: sqliteFile(restored) })
  expect(await store.get({ PK: 'A', SK: 'B' })).toEqual(made.item)
  await store.close()
  expect((await readdir(restored)).sort()).toEqual([
    'holdfast.sqlite',
    'server.key',
    'vault',
    'vault.keys',
  ])
  expect(await modeOf(join(restored, 'server.key'))).toBe(0o600)
})

test('a backup without keys has none of them, and restoring it says which ones to add', async () => {
  const made = await makeData()
  await made.store.close()
  expect(await back('--without-keys', archive())).toBe(0)
  expect(reports.join('')).toContain('It does not contain the server key. Store a copy elsewhere.')
  const text = await readFile(archive(), 'latin1')
  expect(text).not.toContain(Buffer.from(made.serverKey.current).toString('hex'))
  expect(await restoreTo('restored', archive())).toBe(0)
  expect(reports.join('')).toContain(
    'The backup does not contain the vault keys. Put vault.keys into the data folder before you start the server.',
  )
})

test('a key from the environment is not in the backup, and the backup says so', async () => {
  const made = await makeData()
  await made.store.close()
  const settings = { HOLDFAST_DATA_DIR: data(), HOLDFAST_SERVER_KEY: 'a'.repeat(64) }
  expect(await runBackup([archive()], settings, output)).toBe(0)
  expect(reports.join('')).toContain(
    'It does not contain the server key: HOLDFAST_SERVER_KEY is set. Store its value elsewhere.',
  )
})

test('a folder that is not empty is never restored over', async () => {
  const { store } = await makeData()
  await store.close()
  await back(archive())
  expect(await restoreTo('data', archive())).toBe(2)
  expect(notices.join('')).toMatch(/data is not empty\. Set HOLDFAST_DATA_DIR to an empty folder/)
})

test.each([
  ['cut off', (content: Buffer) => content.subarray(0, 4096), 'the archive ends early'],
  [
    'changed',
    (content: Buffer) => {
      content[700] = 1
      return content
    },
    'missing or damaged',
  ],
  ['no archive', () => Buffer.alloc(1024, 'x'), 'not a tar archive'],
])('a backup that is %s is not restored, and leaves no files', async (_name, damage, reason) => {
  const { store } = await makeData()
  await store.close()
  await back(archive())
  await writeFile(archive(), damage(await readFile(archive())))
  expect(await restoreTo('restored', archive())).toBe(2)
  expect(notices.join('')).toContain(reason)
  expect((await readdir(folder)).sort()).toEqual(['copy.tar', 'data'])
})

test.each([
  ['a target file that exists', ['there.tar'], {}, 'there.tar already exists'],
  [
    'a data folder without a store',
    ['new.tar'],
    { HOLDFAST_DATA_DIR: '/nonexistent' },
    'No store at /nonexistent/holdfast.sqlite',
  ],
  ['DynamoDB', ['new.tar'], { HOLDFAST_STORE: 'dynamodb' }, 'point-in-time recovery'],
  ['an unknown option', ['--all'], {}, 'Usage: npm run backup'],
])('the command rejects %s with an explanation', async (_name, args, env, explanation) => {
  await (await createSqliteStore({ file: sqliteFile(folder) })).close()
  await writeFile(join(folder, 'there.tar'), 'precious')
  const inFolder = args.map((arg) => (arg.startsWith('-') ? arg : join(folder, arg)))
  expect(await runBackup(inFolder, { HOLDFAST_DATA_DIR: folder, ...env }, output)).toBe(2)
  expect(notices.join('')).toContain(explanation)
  expect(reports).toEqual([])
})
