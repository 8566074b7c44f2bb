/**
 * Simulates a day of 10 million bookings against DynamoDB's limits. The model knows the keys that a booking
 * writes and the cost of each write (from `npm run bench:capacity`). The load has skewed popularity, daily
 * peaks and crowds. It reports the load of the hottest key of each kind and draws `docs/scale.svg`. It
 * ignores burst capacity, so real throttling starts later.
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
/** The current number of shards, and a larger one for comparison. */
const SHARDS = [8, 64] as const

/** Approximate time that a transaction locks its items: two phases within a region. */
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
  console.log(`the table: ${whole(tableUnits)} WCU in the worst second`)
  const collisions = 1 - Math.exp(-claimsOfOneDay * TRANSACTION_SECONDS)
  console.log(
    `one ledger day: ${claimsOfOneDay} claims in the worst second, ${percent(collisions)} of them conflict\n`,
  )
  console.log(
    '| kind of key | units per day | hottest key, per second | share of partition limit | units over limit | |',
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
  console.log(`\n${shards} shards per queue (${seconds} s, ${megabytes} MB)`)
  show(report)
  if (shards === SHARDS[0]) {
    const file = fileURLToPath(new URL('../../docs/scale.svg', import.meta.url))
    await writeFile(
      file,
      plotLoads(report.loads, 'A day with 10 million bookings, 8 shards per queue'),
    )
  }
}
