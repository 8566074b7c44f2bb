/**
 * Runs each operation that reads more than a page on an account with many bookings, beside a poll of /readyz: a server must go
 * on answering others. They are those of `work-of-operations.test.ts`, which counts the items that they read.
 *
 *     npm run bench:long-operations -- --help
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCommand } from './command-line.ts'
import { medianOf } from './growth/exponent.ts'
import { storeOnDisk } from './growth/filled-stores.ts'
import { SERVER_KEY } from './growth/server-key.ts'
import { startHoldfast } from './http/holdfast-server.ts'
import type { Origin } from './http/load-job.ts'
import { machineText } from './http/report.ts'
import {
  addPayments,
  call,
  completeAccount,
  inDays,
  type LongAccount,
  waitingBody,
} from './long-operations/account.ts'
import { type Options, readOptions, USAGE } from './long-operations/options.ts'
import { watched } from './long-operations/watch.ts'

const PROVIDERS = 50
const EXPORTS_AT_ONCE = 3

/** What an operation answers is counted in bytes. */
type Operation = readonly [name: string, run: () => Promise<string>]

/** The operations in their order: what later ones need is still there. */
function operationsOn(origin: Origin, account: LongAccount): readonly Operation[] {
  const { providerId, calendarId, waitedId, providerFeed, calendarFeed, contactId, erasedId } =
    account
  const get = (path: string) => () => call(origin, 'GET', path)
  const exportIt = () => call(origin, 'POST', `/v1/contacts/${contactId}/export`, { body: {} })
  const vendor = { body: { kind: 'simulated' } }
  return [
    ['list bookings (one page)', get('/v1/bookings?limit=100')],
    ['search', get('/v1/search?q=grace')],
    ['agenda', get(`/v1/agenda?from=${inDays(400)}&to=${inDays(421)}&providerId=${providerId}`)],
    [
      'calendar events',
      get(`/v1/calendars/${calendarId}/events?from=${inDays(0)}&to=${inDays(90)}`),
    ],
    ['feed of a provider', get(providerFeed)],
    ['feed of a calendar', get(calendarFeed)],
    [
      'join a wait list',
      () =>
        call(origin, 'POST', `/v1/event-types/${waitedId}/waitlist`, { body: waitingBody(9_999) }),
    ],
    ['contacts.csv', get('/v1/contacts.csv')],
    ['payments.csv', get('/v1/payments.csv')],
    ['connect a payment vendor', () => call(origin, 'PUT', '/v1/payment-connection', vendor)],
    ['disconnect it', () => call(origin, 'DELETE', '/v1/payment-connection')],
    ['export a person', exportIt],
    [
      `${EXPORTS_AT_ONCE} exports at once`,
      async () => (await Promise.all(Array.from({ length: EXPORTS_AT_ONCE }, exportIt))).join(''),
    ],
    ['erase a person', () => call(origin, 'POST', `/v1/contacts/${erasedId}/erase`, { body: {} })],
  ]
}

async function run(options: Options, stack: AsyncDisposableStack): Promise<void> {
  const { bookings, mostMilliseconds, only } = options
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-long-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const startedAt = performance.now()
  const plan = { bookings, providers: PROVIDERS, seed: 1 }
  const { name, filled } = await storeOnDisk(folder, plan, () => {})
  await addPayments(join(folder, name), filled)
  const server = stack.use(
    await startHoldfast({
      name,
      folder,
      logLevel: 'warn',
      relay: 'on',
      serverKey: SERVER_KEY,
      settings: {
        // A busy machine must not end the run.
        HOLDFAST_MAX_WAIT_MILLISECONDS: '60000',
        // With the simulated payment vendor.
        HOLDFAST_TEST_MODE: '1',
      },
    }),
  )
  const account = await completeAccount(server.origin, filled)
  const filledSeconds = (performance.now() - startedAt) / 1000
  console.log(
    `${machineText()}; ${bookings.toLocaleString('en')} bookings, filled in ${filledSeconds.toFixed(0)} s`,
  )
  console.log(
    'operation                      seconds        kB   /readyz: answers   median ms   longest ms',
  )
  const late: string[] = []
  for (const [operation, work] of operationsOn(server.origin, account)) {
    if (!operation.includes(only)) continue
    const { value, seconds, milliseconds } = await watched(server.origin, work)
    const longest = Math.max(...milliseconds)
    console.log(
      `${operation.padEnd(28)} ${seconds.toFixed(2).padStart(9)} ${String(Math.round(value.length / 1000)).padStart(9)} ${String(milliseconds.length).padStart(19)} ${medianOf(milliseconds).toFixed(1).padStart(11)} ${longest.toFixed(1).padStart(12)}`,
    )
    if (longest > mostMilliseconds) late.push(operation)
  }
  if (late.length === 0) return
  console.log(
    `Beside these, /readyz was answered after more than ${mostMilliseconds} ms: ${late.join(', ')}.`,
  )
  process.exitCode = 1
}

await runCommand({ usage: USAGE, readOptions, run })
