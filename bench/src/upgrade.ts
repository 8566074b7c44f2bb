/**
 * Measures the upgrade of an SQLite store with many bookings. What the server of an earlier release wrote is multiplied and opened by
 * this version, which is killed in the middle of the migration, and started again:
 *
 *     npm run bench:upgrade -- --help
 */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { runDoctor } from '../../packages/prove/src/run/doctor.ts'
import { childEnv } from '../../packages/server/tests/support/child-env.ts'
import { runCommand } from './command-line.ts'
import { machineText } from './http/report.ts'
import { type Booked, type Booker, bookerOf, bookWhile } from './upgrade/bookers.ts'
import { bookingsOf } from './upgrade/old-bookings.ts'
import { makeOldStore, megabytesOf, type OldStore } from './upgrade/old-store.ts'
import { type Options, readOptions, USAGE } from './upgrade/options.ts'
import { migratedShare, untilGuestIndex, untilMigratedTo } from './upgrade/progress.ts'
import { startUpgraded, type UpgradedServer } from './upgrade/upgraded-server.ts'

const SEARCH_INDEX = fileURLToPath(
  new URL('../../packages/server/src/entrypoints/search-index.ts', import.meta.url),
)
const AFTERWARDS_MILLISECONDS = 15_000
/** The index of guests waits for servers of earlier versions to stop. */
const QUIET_MILLISECONDS = 180_000

const secondsSince = (startedAt: number): string =>
  ((performance.now() - startedAt) / 1000).toFixed(1)

const say = (name: string, value: string): void => console.log(`${name.padEnd(44)}${value}`)

function sayBooked(when: string, { milliseconds, unavailable, wrong }: Booked): void {
  if (wrong !== undefined) throw new Error(`A booking was answered ${wrong}`)
  const sorted = milliseconds.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor(sorted.length * share)]?.toFixed(1)
  const times = sorted.length === 0 ? '' : `, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`
  say(`bookings ${when}`, `${sorted.length}${times}; answers 503: ${unavailable}`)
}

/** Starts the server, kills it in the middle, starts it again. Answers the second one, and the seconds until it is ready. */
async function migrate(store: OldStore, booker: Booker, stack: AsyncDisposableStack) {
  const { folder, file, lastRow } = store
  const startedAt = performance.now()
  const first = stack.use(await startUpgraded({ ...store, name: 'first', endedBy: 'SIGKILL' }))
  await untilMigratedTo(file, lastRow / 2)
  const firstCpuSeconds = first.cpuSeconds()
  await first[Symbol.asyncDispose]()
  const percent = (100 * migratedShare(file, lastRow)).toFixed(0)
  say('killed', `at ${percent} %, after ${secondsSince(startedAt)} s`)
  const server = stack.use(await startUpgraded({ ...store, name: 'second', endedBy: 'SIGTERM' }))
  sayBooked('until ready', await bookWhile(server.url, booker, () => server.untilReady()))
  const seconds = secondsSince(startedAt)
  const lines = (await first.progressLines()) + (await server.progressLines())
  say('ready, with both starts', `${seconds} s; lines of progress: ${lines}`)
  say('CPU of both', `${(firstCpuSeconds + server.cpuSeconds()).toFixed(1)} s`)
  say('most memory until then', `${server.peakMebibytes().toFixed(0)} MiB`)
  return { server, seconds: Number(seconds), folder }
}

/** Makes the write after which servers of 2.0.0 must not run, and waits for the index of guests that begins with it. */
async function buildGuestIndex(server: UpgradedServer, { file, apiKey }: OldStore, booker: Booker) {
  const property = await server.post(apiKey, '/v1/properties', { name: 'House', timeZone: 'UTC' })
  const unit = { name: 'Room', timeZone: 'UTC', kind: 'unit', propertyId: property.id }
  await server.post(apiKey, '/v1/providers', { ...unit, slug: 'room-of-the-house' })
  await untilGuestIndex(file, () => true)
  await server.advance(QUIET_MILLISECONDS)
  await untilGuestIndex(file, ({ cursor, isComplete }) => isComplete || cursor !== undefined)
  const startedAt = performance.now()
  const complete = () => untilGuestIndex(file, ({ isComplete }) => isComplete)
  const booked = await bookWhile(server.url, booker, complete)
  say('index of guests, beside all calls', `${secondsSince(startedAt)} s`)
  sayBooked('meanwhile', booked)
}

/** Runs the command that writes the words by which people are found. */
async function rebuildSearch(server: UpgradedServer, { folder }: OldStore, booker: Booker) {
  const startedAt = performance.now()
  const env = { ...childEnv(), HOLDFAST_STORE: 'sqlite', HOLDFAST_DATA_DIR: join(folder, 'data') }
  const command = async () => {
    const given = [SEARCH_INDEX, 'rebuild'] as const
    return (await promisify(execFile)(process.execPath, given, { env })).stdout.trim()
  }
  const { value, ...booked } = await bookWhile(server.url, booker, command)
  say('npm run search-index -- rebuild', `${secondsSince(startedAt)} s. ${value}`)
  sayBooked('meanwhile', booked)
}

async function run(options: Options, stack: AsyncDisposableStack): Promise<void> {
  const filledAt = performance.now()
  const store = await makeOldStore(options, stack)
  const { folder, file, items, lastRow, bookings } = store
  const [bookingCount, itemCount] = [bookings.count, items].map((each) => each.toLocaleString('en'))
  console.log(`${machineText()}; a store of ${options.from}, filled in ${secondsSince(filledAt)} s`)
  say('bookings, items', `${bookingCount}, ${itemCount}`)
  say('file', `${(await megabytesOf(file)).toFixed(0)} MB`)

  const booker = bookerOf(store.eventTypeId, store.copies)
  const { server, seconds } = await migrate(store, booker, stack)
  const afterwards = () => new Promise((resolve) => setTimeout(resolve, AFTERWARDS_MILLISECONDS))
  sayBooked('afterwards', await bookWhile(server.url, booker, afterwards))
  await buildGuestIndex(server, store, booker)
  if (options.isSearchRebuilt) await rebuildSearch(server, store, booker)
  await server[Symbol.asyncDispose]()
  say('file afterwards', `${(await megabytesOf(file)).toFixed(0)} MB`)

  const found = bookingsOf(file, lastRow)
  const isSame = found.count === bookings.count && found.sum === bookings.sum
  say('bookings compared', isSame ? 'all there, as before' : 'they differ')
  if (!isSame || seconds > options.mostSeconds) process.exitCode = 1
  if (!options.isDoctorAsked) return
  const doctorAt = performance.now()
  const env = { HOLDFAST_DATA_DIR: join(folder, 'data'), HOLDFAST_STORE: 'sqlite' }
  const { isHealthy, output } = await runDoctor(
    env,
    store.clockOffsetMilliseconds + QUIET_MILLISECONDS,
  )
  const verdict = isHealthy ? 'no problems found' : output
  say('doctor', `${verdict}, ${secondsSince(doctorAt)} s`)
  if (!isHealthy) process.exitCode = 1
}

await runCommand({ usage: USAGE, readOptions, run })
