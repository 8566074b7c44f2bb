/**
 * Simulates a day of 10 million bookings against DynamoDB's limits. The model knows the keys that a booking
 * writes in its whole life and the cost of each write (from `tests/dynamodb/life-budgets.test.ts`). The load has skewed
 * popularity, daily peaks, crowds on one day of one provider, a sale of the largest account, and reminders and
 * completions that become due at quarters of an hour. It reports the load of the hottest key of each kind and draws
 * `docs/scale.svg`. It ignores burst capacity, so real throttling starts later.
 *
 *     npm run bench:scale
 */
import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { CrowdReport } from './scale/crowd.ts'
import { type DayReport, simulateDay } from './scale/day.ts'
import type { Load } from './scale/loads.ts'
import { limitOf, plotLoads } from './scale/plot.ts'

const DAY = {
  seed: 20_261_121,
  bookings: 10_000_000,
  saleHoldsPerSecond: 2_000,
  accounts: 100_000,
  providers: 500_000,
} as const
/** The current number of shards, and a larger one for comparison. */
const SHARDS = [8, 64] as const

const whole = (value: number): string => Math.round(value).toLocaleString('en-US')
const percent = (share: number): string =>
  `${share >= 0.1 ? Math.round(share * 100) : (share * 100).toPrecision(2)} %`

function verdict(load: Load): string {
  const share = load.peak / limitOf(load)
  if (share <= 0.5) return 'calm'
  if (share <= 1) return 'near the limit'
  const over = `over in ${load.secondsOver} s`
  if (load.spread === 'item') return `${over}; one item`
  return load.spread === 'divisible' ? `${over}; split for heat helps` : `${over}; needs more keys`
}

function show(report: DayReport): void {
  const { holds, confirmed, reminded, completed, largestShare, units, tableUnits } = report
  console.log(
    `${whole(holds)} holds, ${percent(largestShare)} of them at the largest account; ${whole(confirmed)} confirmed, ` +
      `${whole(reminded)} reminders, ${whole(completed)} completions`,
  )
  console.log(
    `the table: ${whole(units)} WCU, ${(units / confirmed).toFixed(1)} per confirmed booking; ${whole(tableUnits)} in the worst second`,
  )
  const { crowds } = report
  const sum = (pick: (crowd: CrowdReport) => number) =>
    crowds.reduce((all, each) => all + pick(each), 0)
  const slowest = Math.max(
    ...crowds.map(({ bookedAfterSeconds = Number.POSITIVE_INFINITY }) => bookedAfterSeconds),
  )
  console.log(
    `${crowds.length} crowds: ${whole(sum(({ attempts }) => attempts))} attempts, ${whole(sum(({ booked }) => booked))} booked, ` +
      `${whole(sum(({ taken }) => taken))} taken; the slowest booked its last time after ${slowest} s`,
  )
  const [first] = crowds
  console.log(
    `the one of 300 attempts a second: ${whole(first?.attempts ?? 0)} attempts, all ${first?.booked} times booked after ${first?.bookedAfterSeconds} s`,
  )
  for (const { name, deepest, oldestSeconds } of report.waits) {
    console.log(`${name}: at most ${whole(deepest)} wait, the longest ${oldestSeconds} s`)
  }
  console.log('')
}

function showLoads(loads: readonly Load[]): void {
  console.log(
    '| kind of key | units per day | hottest key, per second | share of partition limit | units over limit | |',
  )
  console.log('|---|---|---|---|---|---|')
  for (const load of loads) {
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

const begun = performance.now()
const report = simulateDay({
  ...DAY,
  shards: SHARDS,
  onHour: (hour) => process.stderr.write(`\rhour ${hour} of 24`),
})
process.stderr.write('\n')
const seconds = ((performance.now() - begun) / 1000).toFixed(0)
console.log(`\n${seconds} s, ${Math.round(process.memoryUsage.rss() / 1e6)} MB`)
show(report)
for (const [index, shards] of SHARDS.entries()) {
  console.log(`${shards} shards per queue`)
  showLoads(report.loads[index] ?? [])
}
const file = fileURLToPath(new URL('../../docs/scale.svg', import.meta.url))
const title = `A day with 10 million bookings, ${SHARDS[0]} shards per queue`
await writeFile(file, plotLoads(report.loads[0] ?? [], title))
