import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { waitUntil } from '../../src/adapters/dynamodb-local/wait-until.ts'
import { createSqliteStore } from '../../src/adapters/sqlite/sqlite-store.ts'
import { sqliteFile } from '../../src/composition/open-store.ts'
import { formatEntity } from '../../src/kernel/format.ts'
import { runCommand } from '../support/command.ts'
import { isReady } from '../support/is-ready.ts'
import { startServerProcess } from '../support/server-process.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdfast-start-'))
})
afterAll(() => rm(folder, { recursive: true, maxRetries: 5 }))

test('a data folder that is a file stops startup with a sentence that says so', async () => {
  const file = join(folder, 'data')
  await writeFile(file, '')
  const run = await runCommand('node', { PORT: '0', HOLDFAST_DATA_DIR: file })
  expect([run.exitCode, run.report, run.notices]).toEqual([
    1,
    '',
    `HOLDFAST_DATA_DIR is not a folder: ${file} is a file. Use the path of a folder.\n`,
  ])
})

test('an invalid setting stops startup with a sentence that says what to use', async () => {
  const run = await runCommand('node', { PORT: 'abc', HOLDFAST_DATA_DIR: folder })
  expect([run.exitCode, run.report, run.notices]).toEqual([
    1,
    '',
    'PORT is "abc". Use a whole number from 0 to 65535.\n',
  ])
})

describe('a store that a later version has written', () => {
  const SENTENCE =
    'The store has format 3; this version of Holdfast knows format 2. Start Holdfast 3.1.0 or later.\n'
  /** Writes the format to a store, as the later version does with the first item that needs it. */
  async function raiseFormat(dataDir: string): Promise<void> {
    const store = await createSqliteStore({ file: sqliteFile(dataDir) })
    const format = formatEntity.create({ format: 3, needs: '3.1.0', version: 1 })
    await store.transact([format], 'raised-format')
    await store.close()
  }

  test('stops startup with the version that it needs', async () => {
    const dataDir = await mkdtemp(join(folder, 'newer-'))
    await raiseFormat(dataDir)
    const run = await runCommand('node', { PORT: '0', HOLDFAST_DATA_DIR: dataDir })
    expect([run.exitCode, run.report, run.notices]).toEqual([1, '', SENTENCE])
  })

  test('stops a server that was running, at its next lease', async () => {
    const dataDir = await mkdtemp(join(folder, 'running-'))
    const server = await startServerProcess({
      engine: 'sqlite',
      dataDir,
      apiKey: 'hf_test_key_of_a_store_that_becomes_newer',
      sweeper: false,
      env: { HOLDFAST_LEASE_MILLISECONDS: '200' },
    })
    await raiseFormat(dataDir)
    await waitUntil(async () => !(await isReady(server.url)), 30_000)
    expect(await server.stop()).toBe(1)
    expect(server.output()).toContain(SENTENCE)
  })
})
