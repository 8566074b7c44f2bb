/**
 * Compares servers of several checkouts in turns of a few hundred requests, by their CPU time. Other work on the machine
 * affects all alike, and a turn that it disturbed counts little.
 *
 *     npm run bench:pairs -- ../holdfast-before --connections 1,16,64
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runCommand } from './command-line.ts'
import type { LoadJob, LoadResult } from './http/load-job.ts'
import { startAskable } from './http/processes.ts'
import { summarize } from './pairs/compare.ts'
import { type PairOptions, type PairUnit, readOptions, USAGE } from './pairs/options.ts'
import { type Side, startSide, type Turn } from './pairs/turns.ts'

const THIS_CHECKOUT = fileURLToPath(new URL('../../', import.meta.url)).replace(/\/$/, '')
const WARM_UP_CONNECTIONS = 16

const percent = (ratio: number): string => `${(ratio * 100).toFixed(1)} %`

async function compare(
  sides: readonly Side[],
  unit: PairUnit,
  connections: number,
  { rounds, count }: PairOptions,
): Promise<void> {
  const found = new Map<Side, Turn[]>(sides.map((side) => [side, []]))
  for (let round = 0; round < rounds; round += 1) {
    const turn = round % 2 === 0 ? sides : sides.toReversed()
    for (const side of turn) found.get(side)?.push(await side.run(unit, connections, count))
  }
  const cpuOf = (side: Side | undefined) =>
    (side && found.get(side))?.map(({ cpuMicroseconds }) => cpuMicroseconds) ?? []
  const rateOf = (side: Side | undefined) =>
    (side && found.get(side))?.map(({ perSecond }) => perSecond) ?? []
  for (const side of sides) {
    const cpu = summarize(cpuOf(side), cpuOf(sides[0]))
    const rate = summarize(rateOf(side), rateOf(sides[0]))
    console.log(
      `${unit.padEnd(8)}${String(connections).padStart(3)}  ${side.name.padEnd(24)} ${cpu.lowest.toFixed(0).padStart(6)} µs (median ${cpu.median.toFixed(0)})  ${percent(cpu.ratio)} (${percent(cpu.ratioFrom)} to ${percent(cpu.ratioTo)})   ${rate.median.toFixed(0)}/s ${percent(rate.ratio)}`,
    )
  }
}

async function run(options: PairOptions, stack: AsyncDisposableStack): Promise<void> {
  const folder = await mkdtemp(join(options.folder ?? tmpdir(), 'holdfast-pairs-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const generator = stack.use(
    startAskable<LoadJob, LoadResult>(new URL('./http/load-generator.ts', import.meta.url).href),
  )
  const sides: Side[] = []
  for (const [place, checkout] of [...options.checkouts, THIS_CHECKOUT].entries()) {
    const name = `${place + 1} ${checkout.slice(checkout.lastIndexOf('/') + 1)}`
    sides.push(await startSide({ name, checkout, folder, generator }, stack))
  }
  for (const unit of options.units) {
    for (const side of sides) await side.run(unit, WARM_UP_CONNECTIONS, options.warmUp)
    for (const connections of options.connections) await compare(sides, unit, connections, options)
  }
}

await runCommand({ usage: USAGE, readOptions, run })
