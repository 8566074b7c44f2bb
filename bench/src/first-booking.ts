import { execFileSync } from 'node:child_process'
import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { packAll } from '@holdfast/package'
import { median } from './package/median.ts'
import { API_KEY, startServer } from './package/started.ts'

/**
 * `npm run bench:first-booking [-- --packed <folder>] [--rounds <n>] [--keep-cache]`: the seconds from nothing to a confirmed booking, on
 * a machine with Node and npm alone: with npx from the packed tarball, and with a clone. Each round has empty
 * folders and an empty npm cache, so a clone downloads everything, some 430 MB. `--keep-cache` lets it use npm's own cache. Fails if a median is over its limit. `--packed`
 * has what `npm run package -- --to` wrote; the default is a new build.
 */

const { values } = parseArgs({
  options: {
    packed: { type: 'string' },
    rounds: { type: 'string', default: '3' },
    'keep-cache': { type: 'boolean', default: false },
  },
})

const LIMIT_SECONDS = { npx: 20, clone: 60 } as const
const ROOT = process.cwd()
const FIRST_BOOKING = join(ROOT, 'scripts/first-booking.ts')
const folder = mkdtempSync(join(tmpdir(), 'holdfast-first-booking-'))

// `npm run` puts the programs of this repository first, which a new machine does not have.
const PATH = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((entry) => !entry.includes('node_modules'))
  .join(delimiter)

/** The parts of a round, in seconds. */
type Parts = Readonly<Record<string, number>>

/** Runs the parts one after another, each in seconds. */
async function timed(parts: Readonly<Record<string, () => void | Promise<void>>>): Promise<Parts> {
  const took: Record<string, number> = {}
  for (const [name, run] of Object.entries(parts)) {
    const from = performance.now()
    await run()
    took[name] = (performance.now() - from) / 1000
  }
  return took
}

/** Starts a server with a command, books and confirms. The end of the server is not part of the time. */
async function startAndBook(
  command: readonly [string, ...string[]],
  options: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): Promise<() => Promise<void>> {
  const server = await startServer(command, options)
  execFileSync(process.execPath, [FIRST_BOOKING], {
    env: { ...process.env, HOLDFAST_URL: server.url, HOLDFAST_API_KEY: API_KEY },
    stdio: 'ignore',
  })
  return () => server.end()
}

async function npxRound(tarball: string): Promise<Parts> {
  const cwd = mkdtempSync(join(folder, 'npx-'))
  // Node 22.13 or later, as the package wants: the pinned one. Nothing is downloaded.
  const { PATH: withPinnedNode = '' } = process.env
  const env = {
    PATH: withPinnedNode,
    npm_config_cache: join(cwd, 'cache'),
    npm_config_offline: 'true',
  }
  let end = async (): Promise<void> => {}
  const parts = await timed({
    'npx holdfast start and a booking': async () => {
      const command = ['npx', '--yes', `--package=${tarball}`, '--', 'holdfast', 'start'] as const
      end = await startAndBook(command, { cwd, env })
    },
  })
  await end()
  rmSync(cwd, { recursive: true, force: true, maxRetries: 5 })
  return parts
}

async function cloneRound(): Promise<Parts> {
  const cwd = mkdtempSync(join(folder, 'clone-'))
  const clone = join(cwd, 'holdfast')
  const env = { PATH, ...(!values['keep-cache'] && { npm_config_cache: join(cwd, 'cache') }) }
  let end = async (): Promise<void> => {}
  const parts = await timed({
    'git clone': () => {
      execFileSync('git', ['clone', '--quiet', '--no-hardlinks', ROOT, clone])
    },
    'npm ci': () => {
      execFileSync('npm', ['ci'], { cwd: clone, stdio: 'ignore', env: { ...process.env, ...env } })
    },
    'npm start and a booking': async () => {
      end = await startAndBook(['npm', 'start'], { cwd: clone, env })
    },
  })
  await end()
  rmSync(cwd, { recursive: true, force: true, maxRetries: 5 })
  return parts
}

const inSeconds = (seconds: number): string => `${seconds.toFixed(1)} s`
const totalOf = (parts: Parts): number => Object.values(parts).reduce((sum, each) => sum + each, 0)

/** Runs rounds and prints the median of the totals, and of each part. */
async function measure(name: keyof typeof LIMIT_SECONDS, round: () => Promise<Parts>) {
  const rounds: Parts[] = []
  for (let done = 0; done < Number(values.rounds); done += 1) rounds.push(await round())
  const totals = rounds.map(totalOf)
  const middle = median(totals)
  const parts = Object.keys(rounds[0] ?? {}).map(
    (part) => `${part} ${inSeconds(median(rounds.map((each) => each[part] ?? 0)))}`,
  )
  const limit = LIMIT_SECONDS[name]
  console.log(
    `${name} to a confirmed booking: ${inSeconds(middle)}, median of ${totals.map(inSeconds).join(', ')}; ` +
      `limit ${limit} s (${parts.join(', ')})`,
  )
  if (middle > limit) process.exitCode = 1
}

try {
  const packed = resolve(values.packed ?? join(folder, 'packed'))
  if (values.packed === undefined) await packAll(packed)
  const [tarball] = globSync('holdfast-[0-9]*.tgz', { cwd: packed })
  if (tarball === undefined) throw new Error(`There is no tarball in ${packed}.`)
  const [load = 0] = loadavg()
  console.log(`load of the machine before: ${load.toFixed(1)}`)
  await measure('npx', () => npxRound(join(packed, tarball)))
  await measure('clone', cloneRound)
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
