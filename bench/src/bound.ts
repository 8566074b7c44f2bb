/**
 * What bounds the CPU time of a hold: the smallest servers that could do what it needs, each with a little more than the one
 * before, then Holdfast, and the services on Fastify and PostgreSQL, by turns.
 *
 *     npm run bench:bound -- --help
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BoundContenders, startAll } from './bound/bound-contenders.ts'
import { type Options, readOptions, USAGE } from './bound/options.ts'
import { type Block, blockText, readBlock } from './bound/text.ts'
import { pidsOf, runRounds, take } from './bound/turns.ts'
import { runCommand } from './command-line.ts'
import type { HttpContender } from './http/contenders.ts'
import type { LoadJob, LoadResult } from './http/load-job.ts'
import { machineTime } from './http/measure.ts'
import { cpuSince, readCpu, startAskable } from './http/processes.ts'
import { machineText } from './http/report.ts'

const RESULTS = fileURLToPath(new URL('../results/', import.meta.url))
const GENERATOR = new URL('./http/load-generator.ts', import.meta.url).href
const WARM_UP_CONNECTIONS = 16
/** Turns with more connections are longer, since opening them takes time as well. */
const LONGER: readonly (readonly [connections: number, times: number])[] = [
  [64, 4],
  [16, 2],
]

const timesLonger = (connections: number): number =>
  LONGER.find(([from]) => connections >= from)?.[1] ?? 1

const allOf = ({
  stages,
  holdfast,
  keyed,
  services,
}: BoundContenders): readonly HttpContender[] => [...stages.values(), holdfast, keyed, ...services]

/** Tells, when it is called again, which share of all cores other processes have used. */
function watchOthers(pids: () => readonly number[]): () => number {
  const before = machineTime()
  const own = readCpu(pids())
  return () => {
    const now = machineTime()
    const busy = now.busy - before.busy - cpuSince(own)
    return Math.max(busy / Math.max(now.all - before.all, 1), 0)
  }
}

async function run(options: Options, stack: AsyncDisposableStack): Promise<void> {
  const startedAt = performance.now()
  const onStep = (what: string): void => {
    const seconds = String(Math.round((performance.now() - startedAt) / 1000)).padStart(4)
    process.stderr.write(`${seconds} s  ${what}\n`)
  }
  const folder = await mkdtemp(join(options.folder ?? tmpdir(), 'holdfast-bound-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const generator = stack.use(startAskable<LoadJob, LoadResult>(GENERATOR))
  const { withPostgres } = options
  const contenders = await startAll({ stack, folder, onStep, withPostgres })
  const all = allOf(contenders)
  for (const contender of all) {
    onStep(`warming up: ${contender.name}`)
    if (options.warmUp > 0) await take(contender, generator, WARM_UP_CONNECTIONS, options.warmUp)
  }
  const blocks: Block[] = []
  for (const connections of options.connections) {
    const othersShare = watchOthers(() => [process.pid, generator.pid, ...all.flatMap(pidsOf)])
    const count = options.count * timesLonger(connections)
    const { rounds, laterMicroseconds } = await runRounds(all, contenders.services, generator, {
      connections,
      count,
      rounds: options.rounds,
      onRound: (round) =>
        onStep(`concurrency ${connections}, round ${round + 1} of ${options.rounds}`),
    })
    const block = readBlock(contenders, rounds, {
      connections,
      laterMicroseconds,
      othersShare: othersShare(),
    })
    blocks.push(block)
    console.log(blockText(block))
  }
  console.log(`${machineText()}, ${options.rounds} turns of each server`)
  await mkdir(RESULTS, { recursive: true })
  await writeFile(join(RESULTS, 'bound.json'), `${JSON.stringify(blocks, undefined, 2)}\n`)
  console.log('Written: bench/results/bound.json')
}

await runCommand({ usage: USAGE, readOptions, run })
