import { createContext, runInContext } from 'node:vm'
import { Holdfast } from '@holdfast/client'
import { build } from 'esbuild'
import { beforeEach, expect, test } from 'vitest'
import { KEY, serveThroughGateway } from './served-client.ts'

const DAY_MILLISECONDS = 86_400_000
const BOOKER = { name: 'Grace', email: 'grace@example.com' }

const served = serveThroughGateway()
let holdfast: Holdfast
beforeEach(() => {
  holdfast = new Holdfast({
    baseUrl: served.gateway.url,
    apiKey: KEY,
    retry: { baseMilliseconds: 1 },
  })
})

const dateAfter = (days: number): string =>
  new Date(Date.now() + days * DAY_MILLISECONDS).toISOString().slice(0, 10)

async function makeEventType() {
  const provider = await holdfast.providers.create({ name: 'Ada', timeZone: 'UTC' })
  return holdfast.eventTypes.create({
    providerId: provider.id,
    slug: 'visit',
    title: 'Visit',
    durationMinutes: 30,
    confirmation: 'instant',
    availabilityRules: [{ weekday: 'monday', windows: [{ start: '00:00', end: '24:00' }] }],
  })
}

async function freeStarts(eventTypeId: string): Promise<readonly string[]> {
  const range = { from: dateAfter(1), to: dateAfter(9) }
  const { data } = await holdfast.eventTypes.slots(eventTypeId, range)
  return data.map(({ start }) => start)
}

test('a time is found, booked, moved and cancelled with methods alone', async () => {
  const eventType = await makeEventType()
  const [start = '', later = ''] = await freeStarts(eventType.id)
  const booking = await holdfast.bookings.create({
    eventTypeId: eventType.id,
    start,
    booker: BOOKER,
  })
  expect(booking).toMatchObject({ status: 'confirmed', start })
  const moved = await holdfast.bookings.reschedule(booking.id, { start: later })
  expect(moved).toMatchObject({ id: booking.id, start: later })
  await holdfast.bookings.cancel(booking.id)
  expect(await holdfast.bookings.get(booking.id)).toMatchObject({ status: 'cancelled' })
})

test('a refused call throws an error with the code of the problem', async () => {
  const eventType = await makeEventType()
  const [start = ''] = await freeStarts(eventType.id)
  const body = { eventTypeId: eventType.id, start, booker: BOOKER }
  await holdfast.bookings.create(body)
  await expect(holdfast.bookings.create(body)).rejects.toMatchObject({
    name: 'HoldfastError',
    status: 409,
    code: 'slot_taken',
  })
})

test('a change with the version of an older read is refused', async () => {
  const provider = await holdfast.providers.create({ name: 'Ada', timeZone: 'UTC' })
  const { version } = provider
  const named = await holdfast.providers.update(provider.id, { name: 'Bo' }, { ifMatch: version })
  expect(named.name).toBe('Bo')
  const late = holdfast.providers.update(provider.id, { name: 'Cy' }, { ifMatch: version })
  await expect(late).rejects.toMatchObject({ code: 'version_mismatch' })
  const { response } = await holdfast.providers.get(provider.id).withResponse()
  const etag = response.headers.get('etag') ?? ''
  await holdfast.providers.update(provider.id, { name: 'Cy' }, { ifMatch: etag })
})

test('two calls with one idempotency key take effect once', async () => {
  const body = { name: 'Ada', timeZone: 'UTC' }
  const first = await holdfast.providers.create(body, { idempotencyKey: 'once' })
  const again = await holdfast.providers.create(body, { idempotencyKey: 'once' }).withResponse()
  expect(again.data.id).toBe(first.id)
  expect(again.response.headers.get('idempotency-replayed')).toBe('true')
})

test('a list is one page if it is awaited, and all items in order if it is iterated', async () => {
  const calendar = await holdfast.calendars.create({ name: 'Fairs', timeZone: 'UTC' })
  for (const day of [1, 2, 3]) {
    const [start, end] = [dateAfter(day), dateAfter(day + 1)]
    await holdfast.calendars.events.create(calendar.id, { title: `Fair ${day}`, start, end })
  }
  const query = { from: dateAfter(0), to: dateAfter(9), limit: 2 }
  const page = await holdfast.calendars.events.list(calendar.id, query)
  expect(page.data.map(({ title }) => title)).toEqual(['Fair 1', 'Fair 2'])
  expect(page.nextCursor).not.toBeNull()
  const before = served.gateway.seen.length
  const titles: string[] = []
  for await (const { title } of holdfast.calendars.events.list(calendar.id, query)) {
    titles.push(title)
  }
  expect(titles).toEqual(['Fair 1', 'Fair 2', 'Fair 3'])
  expect(served.gateway.seen.length - before).toBe(2)
})

test('an error of a list that is iterated is thrown once, in the iteration', async () => {
  const stranger = new Holdfast({ baseUrl: served.server.url, apiKey: 'hf_guess' })
  const read = async () => {
    for await (const booking of stranger.bookings.list()) throw new Error(booking.id)
  }
  await expect(read()).rejects.toMatchObject({ code: 'unauthenticated' })
  const call = stranger.bookings.get('bkg_01kqs3v7m8e2f4g6h8j0k2m4n6').withResponse()
  await expect(call).rejects.toMatchObject({ code: 'unauthenticated' })
})

test('a booker without a key books, and manages the booking with its token', async () => {
  const eventType = await makeEventType()
  const [start = '', later = ''] = await freeStarts(eventType.id)
  const { slug: providerSlug } = await holdfast.providers.get(eventType.providerId)
  // The wrong key shows that public calls send none.
  const visitor = new Holdfast({ baseUrl: served.server.url, apiKey: 'hf_guess' })
  const body = { providerSlug, eventTypeSlug: 'visit', start, booker: BOOKER }
  const { id, manageToken: token } = await visitor.public.bookings.create(body)
  const moved = await visitor.bookings.reschedule(id, { start: later }, { token })
  expect(moved.start).toBe(later)
  expect(await visitor.bookings.get(id, { token })).not.toHaveProperty('metadata')
  expect(await visitor.bookings.downloadInvitation(id, { token })).toMatch(/^BEGIN:VCALENDAR\r\n/)
})

test('the time limit and the signal of one call end that call', async () => {
  const once = new Holdfast({ baseUrl: served.gateway.url, apiKey: KEY, retry: { attempts: 1 } })
  served.gateway.inject('hang')
  const slow = once.providers.list({}, { timeoutMilliseconds: 50 })
  await expect(slow).rejects.toMatchObject({ name: 'TimeoutError' })
  served.gateway.inject('hang')
  const ended = new AbortController()
  const call = once.providers.list({}, { signal: ended.signal })
  await expect.poll(() => served.gateway.seen.length).toBe(2)
  ended.abort(new Error('the page was left'))
  await expect(call).rejects.toThrow('the page was left')
  expect((await once.providers.list()).data.length).toBeGreaterThan(0)
})

test('the events of the account are followed from a position', async () => {
  const eventType = await makeEventType()
  const ended = new AbortController()
  const stream = { after: 0, type: 'event_type.created', signal: ended.signal } as const
  const ids: string[] = []
  for await (const { event } of holdfast.events.follow(stream)) {
    if (event.type === 'event_type.created') ids.push(event.data.eventType.id)
    if (ids.includes(eventType.id)) ended.abort()
  }
  expect(ids).toContain(eventType.id)
})

test('an id that would lead to another path is refused before a request is sent', () => {
  for (const id of ['', '.', '..', undefined]) {
    // The cast: JavaScript programs can pass what the types forbid.
    expect(() => holdfast.bookings.cancel(id as string)).toThrow(TypeError)
  }
  expect(served.gateway.seen).toEqual([])
})

/** What browsers and workers have in common, without anything of Node. */
const WEB_GLOBALS = [
  ...[
    'AbortController',
    'AbortSignal',
    'DOMException',
    'FormData',
    'Headers',
    'Request',
    'Response',
  ],
  ...['TextDecoder', 'TextDecoderStream', 'TextEncoder', 'URL', 'URLSearchParams', 'atob'],
  ...['clearTimeout', 'crypto', 'fetch', 'setTimeout'],
]

test('the client runs where there are web standards alone, without anything of Node', async () => {
  const { outputFiles } = await build({
    stdin: {
      contents: `import { Holdfast, verifyWebhook } from '@holdfast/client'
        globalThis.run = async (baseUrl, apiKey, after) => {
          const holdfast = new Holdfast({ baseUrl, apiKey })
          const { id } = await holdfast.providers.create({ name: 'Web', timeZone: 'UTC' })
          const names = []
          for await (const provider of holdfast.providers.list({ limit: 1 })) names.push(provider.name)
          const read = await holdfast.providers.get(id)
          const code = await holdfast.providers.get('prv_none').catch((error) => error.code)
          const events = holdfast.events.follow({ after: 0 })
          const { value } = await events.next()
          await events.return()
          const message = { body: '{}', headers: { 'webhook-id': 'a', 'webhook-timestamp': '1', 'webhook-signature': 'v1,a' } }
          const forged = await verifyWebhook(message, { secret: 'whsec_QQ==' }).catch((error) => error.name)
          return JSON.stringify([read.name, names.includes('Web'), code, value.position, forged])
        }`,
      resolveDir: import.meta.dirname,
    },
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
  })
  const globals = Object.fromEntries(
    WEB_GLOBALS.map((name) => [name, Reflect.get(globalThis, name)]),
  )
  const context = createContext(globals)
  runInContext(outputFiles[0]?.text ?? '', context)
  const run: unknown = Reflect.get(context, 'run')
  if (typeof run !== 'function') throw new Error('the bundle defines no run')
  expect(JSON.parse(await run(served.server.url, KEY))).toEqual([
    'Web',
    true,
    'not_found',
    1,
    'WebhookVerificationError',
  ])
})
