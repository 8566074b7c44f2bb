import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../src/composition/config.ts'
import { openStore } from '../../src/composition/open-store.ts'
import { ledgerKey } from '../../src/ledger/keys.ts'
import { runCommand } from '../support/command.ts'
import { startServerProcess } from '../support/server-process.ts'
import { isInDataFolder, SOME_ENGINES, storeSettings } from '../support/stores.ts'
import { liveIn } from './lived-in-store.ts'
import { write } from './plant.ts'

const AT = '2026-04-27T10:00:00Z'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdfast-doctor-'))
})
afterAll(() => rm(folder, { recursive: true, maxRetries: 5 }))

const runDoctor = (settings: Readonly<Record<string, string>>, ...args: readonly string[]) =>
  runCommand('doctor', settings, ...args)

const summaryOf = (report: string): readonly string[] =>
  report
    .split('\n')
    .filter((line) => /^(?:Checked|No problems|Repaired|error|warning|\d+ error)/.test(line))

describe.each(SOME_ENGINES)('npm run doctor on %s', (engine) => {
  const settingsFor = async (name: string) => ({
    ...(await storeSettings(engine)),
    HOLDFAST_DATA_DIR: join(folder, `${engine}-${name}`),
    // The key of the test's use cases.
    HOLDFAST_SERVER_KEY: '0'.repeat(64),
  })

  test('without a server it reports problems, repairs safe ones and then finds none', async () => {
    const settings = await settingsFor('alone')
    const opened = await openStore(readConfig(settings), () => {})
    const made = await liveIn(opened.store)
    const key = ledgerKey(made.providerId, '2026-04-28')
    await write(opened.store, { kind: 'ledger-release', key, firstQuantum: 108, quantumCount: 2 })
    await write(opened.store, { kind: 'ledger-claim', key, firstQuantum: 200, quantumCount: 6 })
    await opened.close()

    const found = await runDoctor(settings, '--at', AT)
    expect(found).toMatchObject({ exitCode: 1, notices: '' })
    expect(summaryOf(found.report)).toEqual([
      'Checked 161 items in 2 passes.',
      '1 error, 1 warning:',
      'error    claim_missing  (repairable)',
      'warning  orphan_quanta  (repairable)',
    ])
    expect(found.report).toContain(`         ${key.PK}  ${key.SK}\n`)
    expect(found.report).toContain('         09:00–09:10 is claimed but not taken.\n')

    const repaired = await runDoctor(settings, '--repair', '--at', AT)
    expect(repaired).toMatchObject({ exitCode: 0, notices: '' })
    expect(summaryOf(repaired.report).slice(-3)).toEqual([
      'Repaired 2 findings; 0 findings left.',
      'Checked 161 items in 1 pass.',
      'No problems found.',
    ])

    const clean = await runDoctor(settings, '--json', '--at', AT)
    expect(clean).toMatchObject({ exitCode: 0, notices: '' })
    expect(JSON.parse(clean.report)).toMatchObject({
      engine: engine === 'dynamodb-local' ? 'dynamodb' : engine,
      itemCount: 161,
      passCount: 1,
      findings: [],
      checked: { booking: 14, ledger_day: 16 },
    })
  })

  test('a finding that cannot be repaired stays and sets the exit code to 1', async () => {
    const settings = await settingsFor('unknown')
    const opened = await openStore(readConfig(settings), () => {})
    await liveIn(opened.store)
    const guest = { PK: 'GUEST#1', SK: '#METADATA' }
    await write(opened.store, { kind: 'put-if-absent', item: guest })
    await opened.close()
    const { exitCode, report } = await runDoctor(settings, '--repair', '--json', '--at', AT)
    expect(exitCode).toBe(1)
    expect(JSON.parse(report)).toMatchObject({
      findings: [{ code: 'unknown_item', severity: 'warning', repairable: false, keys: [guest] }],
    })
  })

  test('it checks the store of a running server, which keeps running', async () => {
    const settings = await settingsFor('beside')
    const server = await startServerProcess({
      dataDir: settings.HOLDFAST_DATA_DIR,
      apiKey: 'hf_of-the-first-account-01234567',
      sweeper: true,
      env: settings,
    })
    const { exitCode, report, notices } = await runDoctor(settings)
    expect({ exitCode, notices }).toEqual({ exitCode: 0, notices: '' })
    expect(summaryOf(report).at(-1)).toBe('No problems found.')
    const ready = await fetch(`${server.url}/readyz`)
    expect(ready.status).toBe(200)
    expect(await server.stop()).toBe(0)
  })

  test('it fails if there is no store, and creates none', async () => {
    const settings = await settingsFor('nowhere')
    const run = await runDoctor(settings)
    expect(run.exitCode).toBe(2)
    expect(run.notices).toMatch(/^No store (at|in) /)
    expect((await runDoctor(settings)).exitCode).toBe(2)
  })

  if (!isInDataFolder(engine)) return

  test('it reports a server key that does not fit the store, and a missing one', async () => {
    const settings = await settingsFor('keys')
    const opened = await openStore(readConfig(settings), () => {})
    await liveIn(opened.store)
    await opened.close()
    expect((await runDoctor(settings, '--at', AT)).report).toContain('No problems found.')

    const { HOLDFAST_SERVER_KEY: _, ...withoutKey } = settings
    const missing = await runDoctor(withoutKey, '--at', AT)
    expect(missing.exitCode).toBe(1)
    expect(missing.report).toContain(
      'There is no server key, but the store has 15 manage tokens. Restore server.key from the backup of this store, or set HOLDFAST_SERVER_KEY.',
    )
    await writeFile(join(settings.HOLDFAST_DATA_DIR, 'server.key'), 'a'.repeat(64))
    const wrong = await runDoctor(withoutKey, '--at', AT)
    expect(summaryOf(wrong.report).slice(-1)).toEqual(['warning  server_key_wrong'])
    expect(wrong.report).toContain('The server key did not make 15 manage tokens in the store.')
  })
})

test.each([
  [['--at', 'noon'], /^--at is "noon"\. Use an RFC 3339 instant/],
  [['--heal'], /Unknown option '--heal'.*Usage: npm run doctor/s],
])('invalid options are rejected: %s', async (args, message) => {
  const { exitCode, notices } = await runDoctor({}, ...args)
  expect(exitCode).toBe(2)
  expect(notices).toMatch(message)
})

test('an invalid setting is reported with the same sentence as by the server', async () => {
  const { exitCode, notices } = await runDoctor({ HOLDFAST_STORE: 'mysql' })
  expect(exitCode).toBe(2)
  expect(notices).toBe('HOLDFAST_STORE is "mysql". Use sqlite, dynamodb, or postgres.\n')
})
