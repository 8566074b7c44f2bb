/**
 * A day of 10 million bookings against DynamoDB's limits: a model of which keys a booking touches and
 * what each write costs (as `npm run bench:capacity` counts it), fed with skewed popularity, the hours
 * of a day and crowds. It says for each kind of key how hot its hottest one gets, and draws
 * `docs/scale.svg`. Burst reserve is left out, so real throttling begins later than this says.
 *
 *     npm run bench:scale
 */
import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type DayOptions, type DayReport, simulateDay } from './scale/day.ts'
import type { Load } from './scale/loads.ts'
import { limitOf, plotLoads } from './scale/plot.ts'

const DAY = {
  seed: 20_261_121,
  bookings: 10_000_000,
  accounts: 20_000,
  providers: 500_000,
} as const
/** As built, and as it could be. */
const SHARDS = [8, 64] as const

/** How long a transaction holds its items, about: two phases within a region. */
const TRANSACTION_SECONDS = 0.015

const whole = (value: number): string => Math.round(value).toLocaleString('en-US')
const percent = (share: number): string =>
  `${share >= 0.1 ? Math.round(share * 100) : (share * 100).toPrecision(2)} %`

function verdict(load: Load): string {
  const share = load.peak / limitOf(load)
  if (share <= 0.5) return 'calm'
  if (share <= 1) return 'near the limit'
  const over = `over in ${load.secondsOver} s`
  return load.spread === 'divisible' ? `${over}; split for heat helps` : `${over}; needs more keys`
}

function show(report: DayReport): void {
  const { holds, confirmed, refused, crowds, tableUnits, claimsOfOneDay } = report
  console.log(
    `${whole(holds)} holds, ${whole(confirmed)} confirmed, ${whole(refused)} refused; ${crowds} crowds`,
  )
  console.log(`the table: ${whole(tableUnits)} WCU in its worst second`)
  const collisions = 1 - Math.exp(-claimsOfOneDay * TRANSACTION_SECONDS)
  console.log(
    `one ledger day: ${claimsOfOneDay} claims in its worst second, ${percent(collisions)} of them meet another\n`,
  )
  console.log(
    '| kind of key | units a day | hottest key, a second | of a partition | units over | |',
  )
  console.log('|---|---|---|---|---|---|')
  for (const load of report.loads) {
    const cells = [
      load.name,
      `${whole(load.units)} ${load.unit}`,
      whole(load.peak),
      percent(load.peak / limitOf(load)),
      load.units === 0 ? '–' : percent(load.unitsOver / load.units),
      verdict(load),
    ]
    console.log(`| ${cells.join(' | ')} |`)
  }
  console.log('')
}

for (const shards of SHARDS) {
  const options: DayOptions = {
    ...DAY,
    shards,
    onHour: (hour) => process.stderr.write(`\r${shards} shards: hour ${hour} of 24`),
  }
  const begun = performance.now()
  const report = simulateDay(options)
  process.stderr.write('\n')
  const seconds = ((performance.now() - begun) / 1000).toFixed(0)
  const megabytes = Math.round(process.memoryUsage.rss() / 1e6)
  console.log(`\n${shards} shards a queue (${seconds} s, ${megabytes} MB)`)
  show(report)
  if (shards === SHARDS[0]) {
    const file = fileURLToPath(new URL('../../docs/scale.svg', import.meta.url))
    await writeFile(
      file,
      plotLoads(report.loads, 'A day with 10 million bookings, 8 shards per queue'),
    )
  }
}
