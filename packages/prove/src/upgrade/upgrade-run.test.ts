import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { deepTest } from '../../../server/tests/support/depth.ts'
import { PRELOAD } from '../run/fleet.ts'
import { OFFLINE } from '../run/preload-settings.ts'
import { openRelease, RELEASES, type Release } from './releases.ts'
import { proveUpgrade, type UpgradeOptions, type UpgradeReport } from './upgrade-run.ts'

/** A busy machine stands still at times. */
const TIMEOUT_MILLISECONDS = 5 * 60_000

async function upgraded(
  release: Release,
  more: Partial<UpgradeOptions> = {},
): Promise<UpgradeReport> {
  const { close, ...source } = await openRelease(release)
  const report = proveUpgrade({
    ...source,
    copies: 300,
    killsWhileMigrating: 5,
    killsAfterwards: 3,
    clientCount: 6,
    seed: 3,
    print: () => {},
    ...more,
  })
  return await report.finally(close)
}

/** `npm test` kills it once, in the migration. */
const SHORT = { copies: 200, killsWhileMigrating: 1, killsAfterwards: 0, clientCount: 3 }

test(
  'an upgrade of version 1 that is killed under load loses nothing, doubles nothing, and is ready only when done',
  async () => {
    const report = await upgraded('1.0.0', SHORT)
    expect(report.problems).toEqual([])
    expect(report).toMatchObject({ accounts: 201, oldBookings: 1_005, killsInMigration: 1 })
    expect(report.isHealthy).toBe(true)
    expect(report.notReady).toBeGreaterThan(0)
    expect(report.ready).toBeGreaterThan(0)
    expect(report.counts.acknowledged).toBeGreaterThan(0)
    expect(report.counts.lists).toBeGreaterThan(0)
  },
  TIMEOUT_MILLISECONDS,
)

for (const release of RELEASES) {
  deepTest(
    `an upgrade of ${release} survives kill after kill in the migration and afterwards`,
    async () => {
      // A page of 2.0.0 needs no change and takes 2 ms.
      const report = await upgraded(release, release === '2.0.0' ? { copies: 1_500 } : {})
      expect(report.problems).toEqual([])
      expect(report.killsInMigration).toBeGreaterThanOrEqual(4)
    },
    TIMEOUT_MILLISECONDS,
  )
}

const MIGRATION = 'packages/server/src/composition/migration.ts'
const PAGES = 'packages/server/src/ops/doctor/migrate-indexes.ts'

deepTest(
  'a server that answers before its migration is done is found',
  async () => {
    const planted = {
      file: MIGRATION,
      find: 'if (migration.isDone() || ALWAYS',
      replace: 'if (migration !== undefined || ALWAYS',
    }
    const { problems } = await upgraded('1.0.0', { ...SHORT, planted })
    expect(problems.join('\n')).toMatch(/\/readyz said 200 while migrating|A list of .* lacked/)
  },
  TIMEOUT_MILLISECONDS,
)

deepTest(
  'a migration that records its position before its work is found, once it is killed between them',
  async () => {
    const planted = {
      file: PAGES,
      find: 'const repairs = await mapAtMost(',
      replace: 'await save(deps, page.cursor); const repairs = await mapAtMost(',
    }
    const { problems } = await upgraded('1.0.0', { planted, killsAfterwards: 0 })
    expect(problems.join('\n')).toMatch(/ is missing\./)
  },
  TIMEOUT_MILLISECONDS,
)

test('servers of an upgrade reach nothing beyond this machine', async () => {
  const program = `fetch('http://192.0.2.1/').catch((error) => console.log(error.cause.code))`
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', PRELOAD, '--input-type=module', '--eval', program],
    { env: { PATH: process.env.PATH, [OFFLINE]: '1' } },
  )
  expect(stdout.trim()).toBe('ENETUNREACH')
})

test('a wrong key and a folder without data are refused before anything starts', async () => {
  await expect(upgraded('1.0.0', { copies: 0, apiKey: 'hf_wrong' })).rejects.toThrow(
    'The key is that of no account of this store.',
  )
  await expect(upgraded('1.0.0', { dataDir: '/nowhere' })).rejects.toThrow(
    '/nowhere has no holdfast.sqlite.',
  )
})
