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

test('a start on a data folder that is a file says so in a sentence', async () => {
  const file = join(folder, 'data')
  await writeFile(file, '')
  const run = await runCommand('node', { PORT: '0', HOLDFAST_DATA_DIR: file })
  expect([run.exitCode, run.report, run.notices]).toEqual([
    1,
    '',
    `HOLDFAST_DATA_DIR must name a folder; there is a file at ${file}\n`,
  ])
})

test('a start with a setting that is wrong names it', async () => {
  const run = await runCommand('node', { PORT: 'abc', HOLDFAST_DATA_DIR: folder })
  expect([run.exitCode, run.report, run.notices]).toEqual([
    1,
    '',
    'PORT is "abc"; it must be a whole number, 0 to 65535\n',
  ])
})
