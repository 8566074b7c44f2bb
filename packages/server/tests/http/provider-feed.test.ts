import ICAL from 'ical.js'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { forgetAccounts } from '../../src/identity/accounts/known-accounts.ts'
import { changeAnyAccount } from '../../src/identity/operator/operator-accounts.ts'
import { systemCaller } from '../../src/kernel/caller.ts'
import { openTestApp, type TestApp } from './support/app.ts'
import type { Body } from './support/call.ts'
import { book, eventTypeBody, makeProvider, NEXT_START, newSlug } from './support/fixtures.ts'
import { REFUSED_ALIKE } from './support/refused-alike.ts'

let server: TestApp
let provider: Body
let path: string
beforeAll(async () => {
  server = await openTestApp({ settings: { publicUrl: 'https://example.com' } })
})
afterAll(() => server.close())
beforeEach(async () => {
  provider = await makeProvider(server.call, { slug: newSlug() })
  path = `/v1/providers/${provider.id}`
})

async function issue(): Promise<string> {
  const issued = await server.call('POST', `${path}/feed-token`)
  expect(issued.status).toBe(200)
  const { origin, pathname, search } = new URL(String(issued.body.url))
  expect(origin).toBe('https://example.com')
  return `${pathname}${search}`
}

const read = (feed: string, headers = {}) => server.call('GET', feed, { key: null, headers })

async function makeType(more: object) {
  const body = eventTypeBody(provider.id, { slug: newSlug(), ...more })
  return (await server.call('POST', '/v1/event-types', { body })).body
}

const eventsOf = (text: string) =>
  new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((event) => ({
    uid: event.getFirstPropertyValue('uid'),
    start: String(event.getFirstPropertyValue('dtstart')),
    summary: event.getFirstPropertyValue('summary'),
    description: event.getFirstPropertyValue('description'),
  }))

test('the feed of a provider shows its confirmed bookings to whoever has the link', async () => {
  const { id: eventTypeId } = await makeType({ title: 'Check-up', confirmation: 'instant' })
  const { id } = await book(server.call, eventTypeId)
  const held = await makeType({ title: 'Held' })
  await book(server.call, held.id, NEXT_START)
  const got = await read(await issue())
  expect([got.status, got.headers.get('content-type')]).toEqual([
    200,
    'text/calendar; charset=utf-8',
  ])
  expect(eventsOf(got.text)).toEqual([
    {
      uid: `${id}@holdfast`,
      start: '2026-04-27T07:00:00Z',
      summary: 'Check-up: Grace Hopper',
      description: 'Grace Hopper\ngrace@example.com',
    },
  ])
})

test('the feed of a provider who is needed in spans shows each of them, and the gap is free', async () => {
  const spans = [
    { offsetMinutes: 0, durationMinutes: 45, label: 'Color' },
    { offsetMinutes: 80, durationMinutes: 30 },
  ]
  const { id: eventTypeId } = await makeType({
    title: 'Color',
    durationMinutes: undefined,
    confirmation: 'instant',
    requirements: [{ name: 'stylist', providerIds: [provider.id], count: 1, spans }],
  })
  const { id } = await book(server.call, eventTypeId)
  const { text } = await read(await issue())
  expect(eventsOf(text)).toMatchObject([
    {
      uid: `${id}.s1@holdfast`,
      start: '2026-04-27T07:00:00Z',
      summary: 'Color: Grace Hopper · Color',
    },
    { uid: `${id}.s2@holdfast`, start: '2026-04-27T08:20:00Z', summary: 'Color: Grace Hopper' },
  ])
  expect(text).toContain('DTEND:20260427T074500Z')
})

test('the feed of a provider shows a class once, with its taken seats and nobody by name', async () => {
  const seats = { capacity: 3 }
  const { id } = await makeType({ title: 'Yoga', seats, confirmation: 'instant' })
  await book(server.call, id)
  await book(server.call, id)
  const { text } = await read(await issue())
  expect(eventsOf(text)).toMatchObject([{ summary: 'Yoga (2/3)', description: null }])
  expect(text).not.toMatch(/Grace|grace/)
})

test('the feed of a provider follows a move and a cancellation, and is not sent again unchanged', async () => {
  const { id: eventTypeId } = await makeType({ confirmation: 'instant' })
  const { id } = await book(server.call, eventTypeId)
  const feed = await issue()
  const etag = (await read(feed)).headers.get('etag') ?? ''
  const same = await read(feed, { 'if-none-match': etag })
  expect([same.status, same.text, same.headers.get('etag')]).toEqual([304, '', etag])
  const booking = `/v1/bookings/${id}`
  await server.call('POST', `${booking}/reschedule`, { body: { start: NEXT_START } })
  const moved = await read(feed, { 'if-none-match': etag })
  expect(eventsOf(moved.text)).toMatchObject([
    { uid: `${id}@holdfast`, start: '2026-04-27T07:30:00Z' },
  ])
  await server.call('POST', `${booking}/cancel`, { body: {} })
  expect(eventsOf((await read(feed)).text)).toEqual([])
})

test('the feed of a provider has the SEQUENCE of the invitation through confirmation, note, place and move', async () => {
  const { call } = server
  const { id: eventTypeId } = await makeType({ confirmation: 'hold' })
  const { id } = await book(call, eventTypeId)
  const feed = await issue()
  const sequenceIn = (text: string) => /^SEQUENCE:(\d+)\r$/m.exec(text)?.[1]
  const seen: (string | undefined)[] = []
  for (const [method, action, body] of [
    ['POST', '/confirm', {}],
    ['PATCH', '', { note: 'Rings twice' }],
    ['PATCH', '', { location: { kind: 'in_person', address: 'Oak Street 1' } }],
    ['POST', '/reschedule', { start: NEXT_START }],
  ] as const) {
    const path = `/v1/bookings/${id}`
    expect((await call(method, `${path}${action}`, { body })).status).toBe(200)
    const sequence = sequenceIn((await read(feed)).text)
    expect(sequenceIn((await call('GET', `${path}/invite.ics`)).text)).toBe(sequence)
    seen.push(sequence)
  }
  expect(seen).toEqual(['0', '0', '1', '2'])
})

test('the feed of a provider is not found without its link, or once that is revoked or replaced', async () => {
  const first = await issue()
  const second = await issue()
  expect([(await read(first)).status, (await read(second)).status]).toEqual([404, 200])
  expect((await read(`${path}/feed.ics?token=hc_guess`)).status).toBe(404)
  expect((await read(`${path}/feed.ics`)).status).toBe(422)
  expect((await server.call('GET', path)).body.feed).toBe(true)
  expect((await server.call('DELETE', `${path}/feed-token`)).status).toBe(204)
  expect((await server.call('DELETE', `${path}/feed-token`)).status).toBe(204)
  expect((await read(second)).status).toBe(404)
  expect((await server.call('GET', path)).body.feed).toBe(false)
  expect((await read(`${path}/feed.ics?token=hc_guess`)).status).toBe(404)
})

test('the feed of a provider stays when the provider changes, and ends when it is deleted', async () => {
  const feed = await issue()
  await server.call('PATCH', path, { body: { name: 'Dr. Lovelace' } })
  expect((await read(feed)).text).toContain('NAME:Dr. Lovelace\r\n')
  await server.call('DELETE', path)
  expect((await read(feed)).status).toBe(404)
})

test('the token of a provider feed is stored nowhere', async () => {
  const token = (await issue()).split('token=')[1] ?? ''
  expect(token).toMatch(/^hc_/)
  expect(JSON.stringify(await server.contents())).not.toContain(token)
})

test('every documented answer of provider feeds was seen', async () => {
  const { call, deps } = server
  const nowhere = '/v1/providers/prv_01kqs3v7m8e2f4g6h8j0k2m4n6/feed-token'
  const sent = { headers: { 'if-match': 'x' } }
  for (const method of ['POST', 'DELETE'] as const) {
    expect((await call(method, nowhere)).status).toBe(404)
    expect((await call(method, `${path}/feed-token`, sent)).status).toBe(422)
  }
  const feed = await issue()
  const { id } = (await call('GET', '/v1/account')).body
  await changeAnyAccount(deps, systemCaller('', 'test'), id, { status: 'suspended' })
  forgetAccounts(deps)
  expect((await read(feed)).body.code).toBe('account_suspended')
  await changeAnyAccount(deps, systemCaller('', 'test'), id, { status: 'active' })
  forgetAccounts(deps)
  expect(call.unseen('Provider feeds', [...REFUSED_ALIKE, 409])).toEqual([])
})
