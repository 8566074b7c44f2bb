/**
 * Measures what a server costs that nobody uses: the time until it is ready, and then its memory, CPU time and
 * wake-ups while it waits. It has an empty SQLite store and the background work of `npm start`.
 *
 *     npm run bench:idle -- [--starts 5] [--settle 20] [--seconds 60]
 *
 * Linux only: it reads /proc.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type HoldfastServer, startHoldfast } from './http/holdfast-server.ts'
import { cpuMillisecondsOf } from './http/processes.ts'

const GOALS = { readySeconds: 1.5, cpuPercent: 0.3, residentMegabytes: 120 } as const

const { values } = parseArgs({
  options: {
    starts: { type: 'string', default: '5' },
    settle: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '60' },
  },
})

/** A number that a file of /proc names, in its own unit. */
function procNumber(file: string, name: string): number {
  const value = new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(file, 'utf8'))?.[1]
  if (value === undefined) throw new Error(`${file} has no ${name}`)
  return Number(value)
}

const residentMegabytes = (pid: number): number => procNumber(`/proc/${pid}/status`, 'VmRSS') / 1024

/** How often the threads of a process were put on a core because something had happened. */
const wakeUpsOf = (pid: number): number =>
  readdirSync(`/proc/${pid}/task`)
    .map((task) => procNumber(`/proc/${pid}/task/${task}/status`, 'voluntary_ctxt_switches'))
    .reduce((sum, each) => sum + each, 0)

async function start(
  folder: string,
  name: string,
): Promise<{ server: HoldfastServer; seconds: number }> {
  const startedAt = performance.now()
  const server = await startHoldfast({ name, folder, logLevel: 'info', relay: 'on' })
  return { server, seconds: (performance.now() - startedAt) / 1000 }
}

const row = (what: string, found: string, goal: string, isMet: boolean): string =>
  `${what.padEnd(34)} ${found.padStart(12)}   goal ${goal} ${isMet ? 'met' : 'MISSED'}`

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-bench-'))
  try {
    const ready: number[] = []
    // The first start creates the store.
    const first = await start(folder, 'server')
    await first.server[Symbol.asyncDispose]()
    for (let count = 1; count < Number(values.starts); count += 1) {
      const { server, seconds } = await start(folder, 'server')
      ready.push(seconds)
      await server[Symbol.asyncDispose]()
    }
    const last = await start(folder, 'server')
    ready.push(last.seconds)
    const readySeconds = ready.sort((a, b) => a - b)[Math.floor(ready.length / 2)] ?? 0
    const text = `${first.seconds.toFixed(2)} / ${readySeconds.toFixed(2)} s`
    const isReady = readySeconds <= GOALS.readySeconds
    console.log(row('ready: first / median start', text, `${GOALS.readySeconds} s`, isReady))
    await measureIdle(last.server)
    await last.server[Symbol.asyncDispose]()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function measureIdle({ pid }: HoldfastServer): Promise<void> {
  await sleep(Number(values.settle) * 1000)
  const seconds = Number(values.seconds)
  const [cpuBefore, wakeUpsBefore] = [cpuMillisecondsOf(pid), wakeUpsOf(pid)]
  await sleep(seconds * 1000)
  const cpu = (cpuMillisecondsOf(pid) - cpuBefore) / (seconds * 10)
  const wakeUps = (wakeUpsOf(pid) - wakeUpsBefore) / seconds
  const resident = residentMegabytes(pid)
  const { cpuPercent, residentMegabytes: most } = GOALS
  console.log(row('CPU, of one core', `${cpu.toFixed(2)} %`, `${cpuPercent} %`, cpu <= cpuPercent))
  console.log(row('resident memory', `${resident.toFixed(0)} MB`, `${most} MB`, resident <= most))
  console.log(`${'wake-ups of its threads'.padEnd(34)} ${`${wakeUps.toFixed(1)}/s`.padStart(12)}`)
}

await main()
