import { cpus } from 'node:os'
import type { LoadResult } from './load-job.ts'
import { cpuSince, readCpu } from './processes.ts'

/** A category of CPU time. */
export type CpuPart = 'server' | 'engine' | 'generator'

/** One of the compared programs. */
export interface Contender {
  readonly name: string
  /** Applies load for a number of seconds. The scenario defines the unit. */
  readonly load: (connections: number, seconds: number) => Promise<LoadResult>
  /** Its processes except the load generator, listed before and after each stretch. */
  readonly processes: Partial<Record<CpuPart, () => readonly number[]>>
  /** The category of the CPU time in the result. */
  readonly ownCpu: CpuPart
}

/** The result of one contender at one number of connections. */
export interface Measurement {
  readonly contender: string
  readonly connections: number
  /** Units per second: median, minimum and maximum of the rounds. */
  readonly perSecond: { readonly median: number; readonly least: number; readonly most: number }
  /** Percentiles over the units of all rounds, in milliseconds. */
  readonly p50: number
  readonly p99: number
  /** Units with only 2xx responses. */
  readonly done: number
  /** Rejected units, by status. */
  readonly refused: Readonly<Record<string, number>>
  /** Milliseconds of CPU time per unit. */
  readonly cpu: Partial<Record<CpuPart, number>>
  /** Share of all cores that other processes used, 0 to 1. */
  readonly othersShare: number
}

/** The options of a measurement. */
export interface MeasureOptions {
  readonly connections: readonly number[]
  readonly seconds: number
  readonly rounds: number
  readonly warmUpSeconds: number
  readonly onStep: (what: string) => void
}

interface Round {
  readonly result: LoadResult
  readonly cpu: Partial<Record<CpuPart, number>>
  readonly othersShare: number
}

/** Busy and total milliseconds of all cores since the system started. */
export function machineTime(): { readonly busy: number; readonly all: number } {
  let busy = 0
  let idle = 0
  for (const { times } of cpus()) {
    busy += times.user + times.nice + times.sys + times.irq
    idle += times.idle
  }
  return { busy, all: busy + idle }
}

const WARM_UP_CONNECTIONS = 16
/**
 * Load before each stretch that does not count. A server that has waited for its turn begins with cold caches: at 64
 * connections, its first 64 answers would be the slowest hundredth of a second.
 */
const LEAD_IN_SECONDS = 0.25

async function runRound(
  { name, load, processes, ownCpu }: Contender,
  connections: number,
  seconds: number,
): Promise<Round> {
  await load(connections, LEAD_IN_SECONDS)
  const parts = Object.entries(processes) as [CpuPart, () => readonly number[]][]
  const before = parts.map(([part, pids]) => ({ part, cpu: readCpu(pids()) }))
  const machineBefore = machineTime()
  const result = await load(connections, seconds)
  if (result.milliseconds.length === 0) {
    throw new Error(`${name}: every request was rejected: ${JSON.stringify(result.refused)}`)
  }
  const cpu: Partial<Record<CpuPart, number>> = { [ownCpu]: result.cpuMilliseconds }
  for (const each of before) cpu[each.part] = cpuSince(each.cpu)
  const machine = machineTime()
  const others = machine.busy - machineBefore.busy - sum(Object.values(cpu))
  const othersShare = Math.max(others / (machine.all - machineBefore.all), 0)
  return { result, cpu, othersShare }
}

/**
 * Measures contenders alternately, so that other load affects all equally. Every second round runs in
 * reverse order.
 */
export async function measure(
  contenders: readonly Contender[],
  options: MeasureOptions,
): Promise<readonly Measurement[]> {
  const { connections, seconds, rounds, warmUpSeconds, onStep } = options
  for (const contender of contenders) {
    onStep(`warming up ${contender.name}`)
    await contender.load(WARM_UP_CONNECTIONS, warmUpSeconds)
  }
  const measurements: Measurement[] = []
  for (const count of connections) {
    const found = new Map<Contender, Round[]>(contenders.map((contender) => [contender, []]))
    for (let round = 0; round < rounds; round += 1) {
      const turn = round % 2 === 0 ? contenders : contenders.toReversed()
      for (const contender of turn) {
        onStep(`${contender.name}, concurrency ${count}, round ${round + 1} of ${rounds}`)
        found.get(contender)?.push(await runRound(contender, count, seconds))
      }
    }
    for (const [contender, list] of found) measurements.push(summary(contender.name, count, list))
  }
  return measurements
}

const sum = (values: readonly number[]): number => values.reduce((total, each) => total + each, 0)

function summary(contender: string, connections: number, rounds: readonly Round[]): Measurement {
  const rates = rounds
    .map(({ result }) => result.milliseconds.length / result.seconds)
    .sort((a, b) => a - b)
  const all = rounds.flatMap(({ result }) => Array.from(result.milliseconds)).sort((a, b) => a - b)
  const percentile = (share: number) => all[Math.floor((all.length - 1) * share)] ?? Number.NaN
  const refused: Record<string, number> = {}
  for (const { result } of rounds) {
    for (const [status, count] of Object.entries(result.refused)) {
      refused[status] = (refused[status] ?? 0) + count
    }
  }
  const units = all.length + sum(Object.values(refused))
  const parts = Object.keys(rounds[0]?.cpu ?? {}) as CpuPart[]
  return {
    contender,
    connections,
    perSecond: {
      median: rates[Math.floor(rates.length / 2)] ?? 0,
      least: rates[0] ?? 0,
      most: rates.at(-1) ?? 0,
    },
    p50: percentile(0.5),
    p99: percentile(0.99),
    done: all.length,
    refused,
    cpu: Object.fromEntries(
      parts.map((part) => [part, sum(rounds.map(({ cpu }) => cpu[part] ?? 0)) / units]),
    ),
    othersShare: sum(rounds.map((round) => round.othersShare)) / rounds.length,
  }
}
