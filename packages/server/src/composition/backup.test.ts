import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSqliteStore } from '../adapters/sqlite/sqlite-store.ts'
import { runBackup } from './backup.ts'
import { sqliteFile } from './open-store.ts'

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

test('a backup of an open store contains every acknowledged write', async () => {
  const store = await createSqliteStore({ file: sqliteFile(folder) })
  const item = { PK: 'A', SK: 'B', version: 1, text: 'stored' }
  await store.transact([{ kind: 'put-if-absent', item }], 'one')
  const copy = join(folder, 'copy.sqlite')
  expect(await runBackup([copy], { HOLDFAST_DATA_DIR: folder }, output)).toBe(0)
  await store.close()
  expect(reports.join('')).toMatch(
    /^Backed up to .*copy\.sqlite \(\d+ bytes\)\. The copy passed its check\.\n$/,
  )
  const restored = await createSqliteStore({ file: copy })
  expect(await restored.get({ PK: 'A', SK: 'B' })).toEqual(item)
  await restored.close()
})

test.each([
  ['a target file that exists', ['there.sqlite'], {}, 'there.sqlite already exists'],
  [
    'a data folder without a store',
    ['new.sqlite'],
    { HOLDFAST_DATA_DIR: '/nonexistent' },
    'No store at /nonexistent/holdfast.sqlite',
  ],
  ['DynamoDB', ['new.sqlite'], { HOLDFAST_STORE: 'dynamodb' }, 'point-in-time recovery'],
  ['an unknown option', ['--all'], {}, 'Usage: npm run backup'],
])('the command rejects %s with an explanation', async (_name, args, env, explanation) => {
  await (await createSqliteStore({ file: sqliteFile(folder) })).close()
  await writeFile(join(folder, 'there.sqlite'), 'precious')
  const inFolder = args.map((arg) => (arg.startsWith('-') ? arg : join(folder, arg)))
  expect(await runBackup(inFolder, { HOLDFAST_DATA_DIR: folder, ...env }, output)).toBe(2)
  expect(notices.join('')).toContain(explanation)
  expect(reports).toEqual([])
})
