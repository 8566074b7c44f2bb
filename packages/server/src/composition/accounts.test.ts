import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ACCOUNTS_USAGE, runAccounts } from './accounts.ts'
import { readConfig } from './config.ts'
import { openStore } from './open-store.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdfast-accounts-command-'))
  const opened = await openStore(readConfig({ HOLDFAST_DATA_DIR: folder }), () => {})
  await opened.close()
})
afterAll(() => rm(folder, { recursive: true, maxRetries: 5 }))

async function run(...args: readonly string[]) {
  const reports: string[] = []
  const notices: string[] = []
  const exitCode = await runAccounts(
    args,
    { HOLDFAST_DATA_DIR: folder },
    { report: (text) => void reports.push(text), notice: (text) => void notices.push(text) },
  )
  return { exitCode, report: reports.join(''), notices: notices.join('\n') }
}

test('the command creates, lists, suspends, resumes and deletes accounts', async () => {
  expect(await run('list')).toEqual({ exitCode: 0, report: '0 accounts\n', notices: '' })
  const created = await run('create', '--name', 'Lakeside', '--slug', 'lakeside')
  expect(created.exitCode).toBe(0)
  expect(created.report).toMatch(/^Created the account acc_\w{26}\.\nIts API key, .+: hf_\w+\n$/)
  expect((await run('suspend', 'lakeside')).report).toMatch(
    /^Suspended the account acc_\w{26} \(Lakeside\)\.\n$/,
  )
  expect((await run('list')).report).toMatch(
    /^acc_\w{26} {2}suspended {2}lakeside {2}Lakeside\n1 account\n$/,
  )
  const [listed] = JSON.parse((await run('list', '--json')).report)
  expect(listed).toMatchObject({ slug: 'lakeside', status: 'suspended', deletion: null })
  expect((await run('resume', listed.id)).exitCode).toBe(0)
  expect(await run('delete', 'lakeside')).toMatchObject({
    exitCode: 2,
    notices: expect.stringContaining('Repeat the command with --yes.'),
  })
  expect((await run('delete', 'lakeside', '--yes')).report).toContain('from 70 seconds on')
  expect((await run('list')).report).toMatch(/deleting, 0 items deleted/)
  expect(await run('resume', listed.id)).toMatchObject({
    exitCode: 1,
    notices: 'The account is being deleted. Nothing of it can be changed.',
  })
})

test('a refused or wrong command says what to do', async () => {
  await run('create', '--name', 'First', '--slug', 'first')
  expect(await run('create', '--name', 'Second', '--slug', 'first')).toMatchObject({
    exitCode: 1,
    notices: 'The slug "first" is already taken.',
  })
  expect(await run('create', '--name', 'Docs', '--slug', 'docs')).toMatchObject({
    exitCode: 1,
    notices: expect.stringContaining('"docs" is the path of another page'),
  })
  expect(await run('create', '--name', 'Shout', '--slug', 'SHOUT')).toMatchObject({
    exitCode: 2,
    notices: expect.stringContaining('--slug must be 1 to 64 lowercase letters'),
  })
  expect(await run('suspend', 'nobody')).toMatchObject({
    exitCode: 1,
    notices: 'Account not found: "nobody".',
  })
  for (const args of [[], ['remove', 'first'], ['list', 'first'], ['suspend'], ['create']]) {
    expect(await run(...args)).toMatchObject({
      exitCode: 2,
      notices: expect.stringContaining(ACCOUNTS_USAGE.trim()),
    })
  }
})
