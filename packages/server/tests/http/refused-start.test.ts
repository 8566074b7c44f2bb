import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCommand } from '../support/command.ts'

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
