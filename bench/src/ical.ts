/**
 * Measures the import of a large iCal feed: 5 MB with 5,000 events, 726 of them recurring, over HTTP from a
 * local server and parsed in a worker thread. It reports time, memory and the longest pause of the main
 * thread. Then it compares a month of slots over HTTP for providers with and without this feed.
 *
 *     npm run bench:ical
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { loadavg } from 'node:os'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { gzipSync } from 'node:zlib'
import type { Interval } from '@holdfast/engine'
import { busyTimes } from '../../packages/server/src/adapters/ical/busy-times.ts'
import {
  createFeedReader,
  FEED_LIMITS,
} from '../../packages/server/src/adapters/ical/free-busy-reader.ts'
import { parseCalendar } from '../../packages/server/src/adapters/ical/parse-calendar.ts'
import { createIcalPool } from '../../packages/server/src/adapters/ical/worker-pool.ts'
import { createOutboundHttp } from '../../packages/server/src/adapters/outbound/outbound-http.ts'
import { FROM, largeFeed } from './ical/large-feed.ts'
import { slotsWithFeed } from './ical/slots-with-feed.ts'

const ROUNDS = 7
const MEBIBYTE = 1024 * 1024

const rangeOf = (days: number): Interval => ({
  startEpochMinutes: FROM / 60_000,
  endEpochMinutes: FROM / 60_000 + days * 1440,
})
const queryOf = (days: number) => ({
  range: rangeOf(days),
  timeZone: 'Europe/Berlin',
  occurrencesPerRule: 10_000,
  warnings: 20,
})

const feed = new TextEncoder().encode(largeFeed())
const packed = gzipSync(feed)

/** Runs work several times and returns the median and the first time, in milliseconds. */
async function timed(work: () => unknown): Promise<string> {
  const taken: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const startedAt = performance.now()
    await work()
    taken.push(performance.now() - startedAt)
  }
  const first = (taken[0] as number).toFixed(0)
  const median = (taken.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] as number).toFixed(0)
  return `${median} ms (the first ${first} ms)`
}

const print = (what: string, figure: string) => console.log(`${what.padEnd(62)} ${figure}`)

async function serveFeed() {
  const server = createServer((request, response) => {
    const isKnown = request.headers['if-none-match'] === '"v1"'
    response.writeHead(isKnown ? 304 : 200, { etag: '"v1"', 'content-encoding': 'gzip' })
    response.end(isKnown ? undefined : packed)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { server, url: `http://127.0.0.1:${port}/large.ics` }
}

async function readFeeds(): Promise<void> {
  const { server, url } = await serveFeed()
  const outbound = createOutboundHttp({ allowPrivateNetwork: true })
  const pool = createIcalPool()
  const vault = {
    put: async () => 'feed',
    get: async () => ({ kind: 'feed', url }) as const,
    remove: async () => {},
  }
  const reader = createFeedReader({ outbound, vault, pool, userAgent: 'Holdfast/bench' })
  const read = (days: number, etag?: string) =>
    reader.getFreeBusy({
      connectionId: 'con_bench',
      providerId: 'prv_bench',
      accountId: 'acc_bench',
      timeZone: 'Europe/Berlin',
      credentialReference: 'feed',
      calendarIds: [],
      range: rangeOf(days),
      ...(etag && { validators: { etag } }),
      nowEpochMilliseconds: FROM,
      signal: new AbortController().signal,
    })
  const before = process.resourceUsage().maxRSS * 1024
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const peak = () => process.resourceUsage().maxRSS * 1024
  await read(60)
  print('peak memory of the first import, above the level before', mebibytes(peak() - before))
  print('GET, decompress, parse, 60 days of busy times', await timed(() => read(60)))
  delay.disable()
  print('  peak memory of all imports', mebibytes(peak() - before))
  print('  longest pause of the main thread', `${(delay.max / 1e6).toFixed(0)} ms`)
  const outcome = await read(60)
  if (outcome.kind !== 'read')
    throw new Error(`the feed could not be read: ${JSON.stringify(outcome)}`)
  print('  busy ranges found', `${outcome.busy.length}, ${outcome.warnings.length} warnings`)
  print('the same, 400 days of busy times', await timed(() => read(400)))
  print('GET with an unchanged feed', await timed(() => read(60, '"v1"')))
  await Promise.all([outbound.close(), pool.close()])
  server.close()
}

const mebibytes = (bytes: number): string => `${Math.round(bytes / MEBIBYTE)} MiB`

print('load average before', loadavg()[0]?.toFixed(1) ?? '')
print(
  'the feed',
  `${(feed.length / MEBIBYTE).toFixed(2)} MiB, ${Math.round(packed.length / 1024)} KiB compressed`,
)
await readFeeds()
const parsed = parseCalendar(feed, FEED_LIMITS)
if (!parsed.ok) throw new Error(parsed.refusal.detail)
const file = parsed.value
print('parsing the file only, in one thread', await timed(() => parseCalendar(feed, FEED_LIMITS)))
print('parsing its times only', await timed(() => parseCalendar(feed, FEED_LIMITS, 'times')))
print('60 days of busy times from the parsed file', await timed(() => busyTimes(file, queryOf(60))))
for (const { what, milliseconds } of await slotsWithFeed(packed)) {
  const { median, p99 } = milliseconds
  print(what, `${median.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`)
}
