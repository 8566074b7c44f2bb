import { parseArgs } from 'node:util'
import { openRelease, RELEASES } from './releases.ts'
import { proveUpgrade, type UpgradeReport, WrongSource } from './upgrade-run.ts'

/**
 * `npm run prove:upgrade`: upgrades the data of earlier releases under load and kills, and prints what was checked. Exits with
 * 1 if something was lost, doubled or shown too early.
 */

const HELP = `Usage: npm run prove:upgrade -- [options]
  --from LIST       releases whose kept data are upgraded: ${RELEASES.join(', ')} (all)
  --data FOLDER     a data folder of your own instead; it is copied, and the copy reaches no network
  --key KEY         an API key of the account in it that is looked at
  --copies N        how many accounts the copy gets besides (400; with --data 0)
  --kills N         how often the server is killed while it migrates (6)
  --kills-after N   and afterwards, under load (4)
  --clients N       how many clients read and write (6)
  --seed N          repeats the plan of a run; processes still race (a random number)`

const { values } = parseArgs({
  options: {
    from: { type: 'string', default: RELEASES.join(',') },
    data: { type: 'string' },
    key: { type: 'string' },
    copies: { type: 'string' },
    kills: { type: 'string', default: '6' },
    'kills-after': { type: 'string', default: '4' },
    clients: { type: 'string', default: '6' },
    seed: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})

function fail(text: string): never {
  console.error(`${text}\n\n${HELP}`)
  process.exit(2)
}

function numberIn(name: string, text: string): number {
  const value = Number(text)
  return Number.isSafeInteger(value) && value >= 0
    ? value
    : fail(`--${name} must be a whole number from 0 on.`)
}

if (values.help) {
  console.log(HELP)
  process.exit(0)
}
if ((values.data === undefined) !== (values.key === undefined)) {
  fail('--data and --key belong together.')
}

const seed =
  values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : numberIn('seed', values.seed)

const plan = {
  killsWhileMigrating: numberIn('kills', values.kills),
  killsAfterwards: numberIn('kills-after', values['kills-after']),
  clientCount: numberIn('clients', values.clients),
  seed,
  print: (line: string) => console.log(`  ${line}`),
}

const table = (report: UpgradeReport): string => {
  const { counts } = report
  const rows: readonly (readonly [string, string | number])[] = [
    ['items migrated', report.items],
    ['accounts', report.accounts],
    ['bookings of the earlier version', report.oldBookings],
    ['kills during the migration', report.killsInMigration],
    ['kills afterwards', report.killsAfterwards],
    ['seconds until ready', report.migrationSeconds.toFixed(1)],
    ['/readyz: not ready, ready', `${report.notReady}, ${report.ready}`],
    ['changes acknowledged', counts.acknowledged],
    ['changes refused', counts.refused],
    ['calls answered 503, unanswered', `${counts.unavailable}, ${counts.unanswered}`],
    ['whole lists compared meanwhile', counts.lists],
    ['doctor', report.isHealthy ? 'no problems found' : 'problems found'],
    ['contradictions', report.problems.length],
  ]
  return rows.map(([name, value]) => `  ${name.padEnd(34)}${value}`).join('\n')
}

/** The data to upgrade, each under a title. */
async function sources() {
  if (values.data !== undefined && values.key !== undefined) {
    const given = { dataDir: values.data, apiKey: values.key, close: async () => {} }
    return [{ title: values.data, copies: 0, open: async () => given }]
  }
  return values.from.split(',').map((name) => {
    const release = RELEASES.find((each) => each === name) ?? fail(`--from does not know ${name}.`)
    return { title: `data of ${release}`, copies: 400, open: () => openRelease(release) }
  })
}

console.log(`seed ${seed}`)
for (const { title, copies, open } of await sources()) {
  console.log(title)
  const { close, ...source } = await open()
  const report = await proveUpgrade({
    ...plan,
    ...source,
    copies: values.copies === undefined ? copies : numberIn('copies', values.copies),
  }).catch((error: unknown) =>
    error instanceof WrongSource ? fail(error.message) : Promise.reject(error),
  )
  await close()
  console.log(table(report))
  for (const problem of report.problems.slice(0, 10)) console.log(`  ! ${problem}`)
  if (report.problems.length > 0) process.exitCode = 1
}
