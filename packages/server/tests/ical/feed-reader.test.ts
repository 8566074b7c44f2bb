import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { createFeedReader, FEED_LIMITS } from '../../src/adapters/ical/free-busy-reader.ts'
import { createIcalPool } from '../../src/adapters/ical/worker-pool.ts'
import { createOutboundHttp } from '../../src/adapters/outbound/outbound-http.ts'
import type { CredentialVault } from '../../src/external-calendars/ports/credential-vault.ts'
import type { FreeBusyRequest } from '../../src/kernel/ports/free-busy.ts'
import type { OutboundRequest } from '../../src/kernel/ports/outbound-http.ts'
import { feedUrl } from '../../src/stays/calendar-files/feed-url.ts'

const FEED = [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'BEGIN:VEVENT',
  'UID:1',
  'DTSTART:20260601T100000Z',
  'DTEND:20260601T110000Z',
  'END:VEVENT',
  'END:VCALENDAR',
  '',
].join('\r\n')

const NOW = Date.UTC(2026, 4, 1)
/** The clock of a feed's server, which is more than a day ahead. */
const DATE = 'Sat, 02 May 2026 09:00:00 GMT'
const minutes = (time: string) => Date.parse(time) / 60_000
const BUSY = [
  {
    startEpochMinutes: minutes('2026-06-01T10:00Z'),
    endEpochMinutes: minutes('2026-06-01T11:00Z'),
  },
]

const open = createOutboundHttp({ allowPrivateNetwork: true })
const guarded = createOutboundHttp({ allowPrivateNetwork: false })
const pool = createIcalPool()
const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})
afterAll(async () => {
  await Promise.all([open.close(), guarded.close(), pool.close()])
})

async function serve(listener: RequestListener) {
  const requests: IncomingMessage[] = []
  const server = createServer((request, response) => {
    requests.push(request)
    listener(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/secret.ics`,
    requests,
    server,
  }
}

const answering =
  (
    status: number,
    headers: Record<string, string> = {},
    body: string | Uint8Array = '',
  ): RequestListener =>
  (_request, response) => {
    response.writeHead(status, headers)
    response.end(body)
  }

const vaultWith = (url: string | undefined): CredentialVault => ({
  put: async () => 'a',
  get: async () => (url === undefined ? undefined : { kind: 'feed', url }),
  remove: async () => {},
})

const request = (more: Partial<FreeBusyRequest> = {}): FreeBusyRequest => ({
  connectionId: 'con_1',
  providerId: 'prv_1',
  accountId: 'acc_1',
  timeZone: 'Europe/Berlin',
  credentialReference: 'a',
  calendarIds: [],
  range: {
    startEpochMinutes: minutes('2026-06-01T00:00Z'),
    endEpochMinutes: minutes('2026-07-01T00:00Z'),
  },
  nowEpochMilliseconds: NOW,
  signal: new AbortController().signal,
  ...more,
})

const read = (
  url: string | undefined,
  more: Partial<FreeBusyRequest> = {},
  outbound = open,
  // Longer than a test, so that only the signal ends an attempt.
  timeoutMilliseconds = 600_000,
) =>
  createFeedReader({
    outbound,
    vault: vaultWith(url),
    pool,
    userAgent: 'Holdfast/test',
    limits: { ...FEED_LIMITS, bytes: 100_000, milliseconds: 60_000 },
    timeoutMilliseconds,
  }).getFreeBusy(request(more))

test('a feed is read, and a conditional request follows', async () => {
  const { url, requests } = await serve((asked, response) => {
    const isKnown = asked.headers['if-none-match'] === '"v1"'
    response.writeHead(isKnown ? 304 : 200, {
      etag: '"v1"',
      'last-modified': 'Mon, 27 Apr 2026 09:00:00 GMT',
    })
    response.end(isKnown ? '' : FEED)
  })
  const first = await read(url)
  const validators = { etag: '"v1"', lastModified: 'Mon, 27 Apr 2026 09:00:00 GMT' }
  expect(first).toEqual({ kind: 'read', busy: BUSY, warnings: [], validators })
  expect(await read(url, { validators })).toEqual({ kind: 'unchanged' })
  expect(requests[0]?.headers).toMatchObject({
    'user-agent': 'Holdfast/test',
    'accept-encoding': 'gzip, deflate, br',
  })
  expect(requests[1]?.headers['if-modified-since']).toBe('Mon, 27 Apr 2026 09:00:00 GMT')
})

test.each([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
] as const)('a feed in %s is decompressed', async (coding, pack) => {
  const { url } = await serve(answering(200, { 'content-encoding': coding }, pack(FEED)))
  expect(await read(url)).toMatchObject({ kind: 'read', busy: BUSY })
})

test('a decompression bomb is refused', async () => {
  const bomb = gzipSync(Buffer.alloc(50_000_000, 'x'))
  expect(bomb.length).toBeLessThan(100_000)
  const { url } = await serve(answering(200, { 'content-encoding': 'gzip' }, bomb))
  expect(await read(url)).toEqual({
    kind: 'failed',
    code: 'too_large',
    detail: 'the decompressed feed is larger than 100000 bytes',
  })
})

describe('redirects', () => {
  const leadingTo = (location: string, status = 302) => serve(answering(status, { location }))

  test.each([301, 302, 303, 307, 308])('%i is followed', async (status) => {
    const target = await serve(answering(200, {}, FEED))
    const { url } = await leadingTo(target.url, status)
    expect(await read(url)).toMatchObject({ kind: 'read', busy: BUSY })
  })

  test('a relative address belongs to the server that gave it', async () => {
    const { url, requests } = await serve((asked, response) => {
      const isMoved = asked.url === '/moved.ics'
      response.writeHead(isMoved ? 200 : 301, isMoved ? {} : { location: '/moved.ics' })
      response.end(isMoved ? FEED : '')
    })
    expect(await read(url)).toMatchObject({ kind: 'read', busy: BUSY })
    expect(requests.map((one) => one.url)).toEqual(['/secret.ics', '/moved.ics'])
  })

  test('three are followed, a fourth is named without its secret path', async () => {
    const target = await serve(answering(200, {}, FEED))
    let url = target.url.replace('127.0.0.1', 'localhost')
    for (let hop = 0; hop < 3; hop += 1) url = (await leadingTo(url)).url
    expect(await read(url)).toMatchObject({ kind: 'read', busy: BUSY })
    url = (await leadingTo(url)).url
    expect(await read(url)).toEqual({
      kind: 'failed',
      code: 'malformed',
      detail:
        'the feed redirects more than 3 times, last to localhost; connect the last address instead',
    })
    expect(target.requests).toHaveLength(1)
  })

  test('validators stay with the address that they are from', async () => {
    const target = await serve(answering(200, { etag: '"v1"' }, FEED))
    const { url, requests } = await leadingTo(target.url)
    const validators = { etag: '"v1"', lastModified: 'Mon, 27 Apr 2026 09:00:00 GMT' }
    expect(await read(url, { validators })).toEqual({ kind: 'read', busy: BUSY, warnings: [] })
    expect(requests[0]?.headers['if-none-match']).toBe('"v1"')
    expect(target.requests[0]?.headers).toMatchObject({ 'user-agent': 'Holdfast/test' })
    expect(target.requests[0]?.headers['if-none-match']).toBeUndefined()
    expect(target.requests[0]?.headers['if-modified-since']).toBeUndefined()
  })

  test('one that names no address is a failure', async () => {
    const { url } = await serve(answering(302))
    expect(await read(url)).toEqual({
      kind: 'failed',
      code: 'malformed',
      detail: 'the feed redirects (302) to no address',
    })
  })

  test('all requests together end at the timeout', async () => {
    const silent = await serve(() => {})
    const { url } = await leadingTo(silent.url)
    expect(await read(url, {}, open, 500)).toEqual({
      kind: 'failed',
      code: 'unreachable',
      detail: 'the feed redirects to 127.0.0.1: no answer came in time',
    })
  })

  describe('never lead to an address that the first could not have', () => {
    test.each([
      ['plain http', (url: string) => url, 'only https URLs can be used'],
      [
        'loopback',
        (url: string) => url.replace(/^http:(.*):\d+/, 'https:$1:8443'),
        '127.0.0.1 is not a public address',
      ],
      ['webcal', () => 'webcal://10.0.0.1/a.ics', '10.0.0.1 is not a public address'],
      [
        'cloud metadata',
        () => 'https://169.254.169.254/',
        '169.254.169.254 is not a public address',
      ],
      ['a password', () => 'https://a:b@feed.example/', 'a user name or password in the URL'],
      ['a name inside', () => 'https://feed.example/', 'the name is not at a public address'],
    ])('%s', async (_, targetOf, reason) => {
      const inside = await serve(answering(200, {}, FEED))
      const first = await leadingTo(targetOf(inside.url))
      const checked = createOutboundHttp({
        allowPrivateNetwork: false,
        resolve: (_name, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }]),
      })
      closing.push(() => checked.close())
      // The first server is on loopback, so only its own address skips the checks.
      const outbound = {
        ...checked,
        send: (sent: OutboundRequest) => (sent.url === first.url ? open : checked).send(sent),
      }
      const outcome = await read(first.url, {}, outbound)
      expect(outcome).toMatchObject({ kind: 'failed', code: 'forbidden_address' })
      expect('detail' in outcome && outcome.detail).toContain(reason)
      expect(first.requests).toHaveLength(1)
      expect(inside.requests).toHaveLength(0)
    })
  })
})

describe('an error of the feed’s server is a failure with a matching code', () => {
  test.each([
    [401, {}, 'unauthorized', undefined],
    [403, {}, 'unauthorized', undefined],
    [410, {}, 'unauthorized', undefined],
    [404, {}, 'unreachable', undefined],
    [429, { 'retry-after': '120' }, 'throttled', 120],
    [429, { date: DATE, 'retry-after': 'Sat, 02 May 2026 09:05:00 GMT' }, 'throttled', 300],
    [429, { 'retry-after': '99999999' }, 'throttled', 86_400],
    [500, {}, 'unreachable', undefined],
    [503, { 'retry-after': '60' }, 'unreachable', 60],
    [204, {}, 'malformed', undefined],
    [304, {}, 'malformed', undefined],
    [418, {}, 'malformed', undefined],
  ] as const)('status %i %o: %s', async (status, headers, code, retryAfterSeconds) => {
    const { url } = await serve(answering(status, headers))
    const outcome = await read(url)
    expect(outcome).toMatchObject({ kind: 'failed', code })
    expect(outcome).toHaveProperty('detail')
    expect('retryAfterSeconds' in outcome ? outcome.retryAfterSeconds : undefined).toBe(
      retryAfterSeconds,
    )
  })

  test.each([
    ['an HTML page', '<!doctype html><title>Sign in</title>', 'malformed'],
    ['an empty body', '', 'malformed'],
    ['half a feed', FEED.slice(0, 80), 'malformed'],
    ['a feed that is too large', `${FEED}${' '.repeat(100_000)}`, 'too_large'],
  ])('%s instead of a feed', async (_, body, code) => {
    const { url } = await serve(answering(200, {}, body))
    expect(await read(url)).toMatchObject({ kind: 'failed', code })
  })

  test('an unsupported or broken Content-Encoding', async () => {
    const unknown = await serve(answering(200, { 'content-encoding': 'zstd' }, FEED))
    expect(await read(unknown.url)).toMatchObject({ code: 'malformed' })
    const broken = await serve(answering(200, { 'content-encoding': 'gzip' }, FEED))
    expect(await read(broken.url)).toMatchObject({ code: 'malformed' })
  })

  test('a connection that breaks off', async () => {
    const { url } = await serve((_request, response) => {
      response.writeHead(200, { 'content-length': '5000' })
      response.write(FEED, () => response.destroy())
    })
    expect(await read(url)).toMatchObject({ code: 'unreachable' })
  })

  test('a silent server, until the attempt is aborted', async () => {
    const ending = new AbortController()
    const { url } = await serve(() => ending.abort())
    expect(await read(url, { signal: ending.signal })).toEqual({
      kind: 'failed',
      code: 'unreachable',
      detail: 'no answer came in time',
    })
  })
})

test('a feed at an address that is not public is never requested', async () => {
  const { url, requests } = await serve(answering(200, {}, FEED))
  for (const inside of [url, url.replace('http:', 'https:'), 'webcal://127.0.0.1/a.ics']) {
    expect(await read(inside, {}, guarded)).toMatchObject({ code: 'forbidden_address' })
  }
  expect(requests).toHaveLength(0)
})

test('a feed whose address is not in the vault counts as unauthorized', async () => {
  expect(await read(undefined)).toMatchObject({ code: 'unauthorized' })
})

test.each([
  ['webcal://calendar.example/a.ics?k=1', 'https://calendar.example/a.ics?k=1'],
  ['WEBCALS://calendar.example/a.ics', 'https://calendar.example/a.ics'],
  [' https://calendar.example/a.ics ', 'https://calendar.example/a.ics'],
  ['http://calendar.example/a.ics', 'http://calendar.example/a.ics'],
])('%s is read from %s', (given, url) => {
  expect(feedUrl(given)).toBe(url)
})
