import { execFileSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { packAll } from '@holdfast/package'
import { confirmBookings } from './package/bookings.ts'
import { API_KEY, type Started, startServer } from './package/started.ts'

/**
 * `npm run bench:package [-- --packed <folder>] [--clone]`: the package beside the clone: size, time to start, memory,
 * disk of bookings, and the time from nothing to a confirmed booking. `--packed` has what `npm run package -- --to`
 * wrote; the default is a new build. `--clone` also clones and installs the repository.
 */

const { values } = parseArgs({
  options: { clone: { type: 'boolean', default: false }, packed: { type: 'string' } },
})

const ROOT = process.cwd()
const STARTS = 5
const BOOKINGS = 1_000
const FIRST_BOOKING = join(ROOT, 'scripts/first-booking.ts')
const folder = mkdtempSync(join(tmpdir(), 'holdfast-bench-package-'))

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`
const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(2)} s`
const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
const bytesOf = (path: string): number =>
  Number(execFileSync('du', ['-sb', path], { encoding: 'utf8' }).split('\t')[0])

/** Books on a started server with `npm run first-booking`. */
function bookFirst({ url }: Started): void {
  execFileSync(process.execPath, [FIRST_BOOKING], {
    env: { ...process.env, HOLDFAST_URL: url, HOLDFAST_API_KEY: API_KEY },
    stdio: 'ignore',
  })
}

/** Starts a server with a command and books on it. Resolves with the milliseconds of all of it. */
async function timeToBooking(
  command: readonly [string, ...string[]],
  options: { readonly cwd: string; readonly env?: Readonly<Record<string, string>> },
): Promise<number> {
  const from = performance.now()
  const server = await startServer(command, options)
  bookFirst(server)
  const took = performance.now() - from
  await server.end()
  return took
}

async function measureProgram(name: string, program: readonly string[]): Promise<void> {
  const cwd = join(folder, name)
  mkdirSync(cwd)
  const command = [process.execPath, ...program] as const
  const starts: number[] = []
  for (let round = 0; round < STARTS; round += 1) {
    const from = performance.now()
    const server = await startServer(command, { cwd })
    starts.push(performance.now() - from)
    await server.end()
  }
  const server = await startServer(command, { cwd })
  const idleBytes = server.memoryBytes()
  const before = bytesOf(join(cwd, 'data'))
  await confirmBookings(server.url, BOOKINGS)
  const busyBytes = server.memoryBytes()
  await server.end()
  const perThousand = ((bytesOf(join(cwd, 'data')) - before) / BOOKINGS) * 1000
  console.log(
    `${name}: start ${seconds(median(starts))} (median of ${STARTS}), memory ${megabytes(idleBytes)} after the start and ` +
      `${megabytes(busyBytes)} after ${BOOKINGS} bookings, disk ${megabytes(perThousand)} per 1,000 bookings with their emails`,
  )
}

try {
  const packed = resolve(values.packed ?? join(folder, 'packed'))
  if (values.packed === undefined) await packAll(packed)
  const [tarball] = globSync('holdfast-[0-9]*.tgz', { cwd: packed })
  if (tarball === undefined) throw new Error(`There is no tarball in ${packed}.`)
  const file = join(packed, tarball)
  console.log(
    `size: the tarball ${megabytes(bytesOf(file))}, installed ${megabytes(bytesOf(join(packed, 'holdfast')))}; ` +
      `node_modules of this clone ${megabytes(bytesOf(join(ROOT, 'node_modules')))}`,
  )
  const empty = join(folder, 'npx')
  mkdirSync(empty)
  const env = { npm_config_cache: join(folder, 'cache'), npm_config_offline: 'true' }
  const npx = ['npx', '--yes', `--package=${file}`, '--', 'holdfast', 'start'] as const
  console.log(
    `npx to a confirmed booking: ${seconds(await timeToBooking(npx, { cwd: empty, env }))} with an empty cache, ` +
      `${seconds(await timeToBooking(npx, { cwd: empty, env }))} the second time`,
  )
  await measureProgram('package', [join(packed, 'holdfast/bin/holdfast.js'), 'start'])
  await measureProgram('clone', [join(ROOT, 'packages/server/src/entrypoints/node.ts')])
  if (values.clone) {
    const from = performance.now()
    const clone = join(folder, 'clone')
    execFileSync('git', ['clone', '--quiet', '--no-hardlinks', ROOT, clone])
    const cloned = performance.now()
    execFileSync('npm', ['ci', '--no-audit'], { cwd: clone, stdio: 'ignore' })
    const installed = performance.now()
    const took = await timeToBooking(['npm', 'start'], { cwd: clone })
    console.log(
      `clone to a confirmed booking: ${seconds(performance.now() - from)} (git ${seconds(cloned - from)}, npm ci ` +
        `${seconds(installed - cloned)}, npm start and booking ${seconds(took)})`,
    )
  }
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
