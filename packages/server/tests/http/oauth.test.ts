import { afterAll, beforeAll, expect, test } from 'vitest'
import { createGoogleVendor } from '../../src/adapters/vendors/google.ts'
import { createMicrosoftVendor } from '../../src/adapters/vendors/microsoft.ts'
import {
  type GoogleCalendarServer,
  startGoogleCalendar,
} from '../support/google-calendar-server.ts'
import {
  type MicrosoftGraphServer,
  startMicrosoftGraph,
} from '../support/microsoft-graph-server.ts'
import { type BrowserRequest, confirm, comeBack as openPage } from '../support/oauth-server.ts'
import { NOW, openTestApp, type TestApp } from './support/app.ts'
import { makeProvider } from './support/fixtures.ts'
import { REFUSED_ALIKE } from './support/refused-alike.ts'

const PUBLIC_URL = 'https://book.example.com'
const NOBODY = 'prv_01kqs3v7m8e2f4g6h8j0k2m4n6'

let google: GoogleCalendarServer
let outlook: MicrosoftGraphServer
let server: TestApp
beforeAll(async () => {
  google = await startGoogleCalendar()
  outlook = await startMicrosoftGraph()
  server = await openTestApp({
    allowPrivateNetwork: true,
    settings: { publicUrl: PUBLIC_URL },
    vendors: (outbound) => ({
      google: createGoogleVendor({ ...google, endpoint: google.origin, outbound }),
      outlook: createMicrosoftVendor({ ...outlook, endpoint: outlook.origin, outbound }),
    }),
  })
})
afterAll(async () => {
  await google.close()
  await outlook.close()
  await server.close()
})

type Kind = 'google' | 'outlook'
const vendorOf = (kind: Kind) => (kind === 'google' ? google : outlook)

/** Begins a sign-in; answers where the owner is sent to. */
async function begin(providerId: string, kind: Kind = 'google', body?: unknown): Promise<string> {
  const path = `/v1/providers/${providerId}/calendar-connections/${kind}/authorize`
  const got = await server.call('POST', path, body === undefined ? {} : { body })
  expect(got.status).toBe(200)
  return String(got.body.authorizationUrl)
}

/** A request of the owner's browser, which has no key. */
const browse: BrowserRequest = async (path, init) => server.app.request(path, init)

/** What the owner's browser asks when it is sent back. */
const comeBack = (url: URL) => server.call('GET', `${url.pathname}${url.search}`, { key: null })

/** Comes back and presses the button of the confirmation page. */
async function agree(url: URL) {
  const answer = await confirm(browse, await openPage(browse, url))
  return { status: answer.status, text: await answer.text(), headers: answer.headers }
}

const connectionsOf = async (providerId: string) =>
  (await server.call('GET', `/v1/providers/${providerId}/calendar-connections`)).body.data

/** Comes back in a way that must change nothing but the state that is used up. */
async function comeBackInVain(providerId: string, url: URL) {
  const got = await comeBack(url)
  expect(got.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(await connectionsOf(providerId)).toEqual([])
  return [got.status, /<h1>(.*)<\/h1>/.exec(got.text)?.[1]]
}

const GONE = 'This sign-in has expired'

test.each<[Kind, string]>([
  ['google', 'ada@example.com'],
  ['outlook', 'ada@contoso.example'],
])(
  'the owner grants access at %s, confirms here, and the calendar is connected',
  async (kind, address) => {
    const provider = await makeProvider(server.call)
    const url = new URL(await begin(provider.id, kind))
    expect(url.origin).toBe(vendorOf(kind).origin)
    expect(url.searchParams.get('code_challenge_method')).toBe('S256')
    expect(url.searchParams.get('redirect_uri')).toBe(`${PUBLIC_URL}/v1/oauth/${kind}/callback`)
    const got = await agree(await vendorOf(kind).visit(url.href))
    expect(got.status).toBe(200)
    expect(got.text).toContain(address)
    expect(got.text).toContain('<a href="/dashboard">')
    expect(got.text).not.toContain('<script')
    expect(got.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(await connectionsOf(provider.id)).toMatchObject([
      { kind, label: address, status: 'active', calendarIds: [], writesBack: false },
    ])
  },
)

test('neither the state nor a token is in the store', async () => {
  const provider = await makeProvider(server.call)
  const url = new URL(await begin(provider.id))
  const state = url.searchParams.get('state') ?? ''
  expect(state).toMatch(/^[0-9A-Za-z]{43}$/)
  expect(JSON.stringify(await server.contents())).not.toContain(state)
  await agree(await google.visit(url.href))
  const { text = '' } = google.calls.all.findLast(({ path }) => path === '/token') ?? {}
  const code = new URLSearchParams(text).get('code') ?? ''
  const bearer = google.calls.all.at(-1)?.headers.authorization?.slice('Bearer '.length) ?? ''
  expect([code.length > 10, bearer.length > 10]).toEqual([true, true])
  const contents = JSON.stringify(await server.contents())
  expect([contents.includes(code), contents.includes(bearer)]).toEqual([false, false])
})

test('a state works once, also when two come with it at the same time', async () => {
  const provider = await makeProvider(server.call)
  const url = await google.visit(await begin(provider.id))
  const both = await Promise.all([comeBack(url), comeBack(url)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
  const before = await connectionsOf(provider.id)
  const replayed = await comeBack(url)
  expect([replayed.status, replayed.text.includes(GONE)]).toEqual([400, true])
  expect(await connectionsOf(provider.id)).toEqual(before)
})

test('a state works for ten minutes', async () => {
  const provider = await makeProvider(server.call)
  const url = await google.visit(await begin(provider.id))
  server.clock.moveTo(NOW + 600_000)
  expect(await comeBackInVain(provider.id, url)).toEqual([400, GONE])
  server.clock.moveTo(NOW + 599_999)
  expect((await comeBack(url)).status).toBe(200)
  server.clock.moveTo(NOW)
})

test('the state of one vendor is nothing to another, and stays good', async () => {
  const provider = await makeProvider(server.call)
  const url = await google.visit(await begin(provider.id))
  const astray = new URL(url)
  astray.pathname = '/v1/oauth/outlook/callback'
  expect(await comeBackInVain(provider.id, astray)).toEqual([400, GONE])
  expect((await comeBack(url)).status).toBe(200)
})

test('who does not agree, or not to all of it, connects nothing', async () => {
  const provider = await makeProvider(server.call)
  google.oauth.consent = 'deny'
  const denied = await google.visit(await begin(provider.id))
  google.oauth.consent = { onlyScopes: ['https://www.googleapis.com/auth/calendar.freebusy'] }
  const partly = await google.visit(await begin(provider.id))
  google.oauth.consent = 'agree'
  expect(await comeBackInVain(provider.id, denied)).toEqual([
    403,
    'Google Calendar is not connected',
  ])
  expect(await comeBackInVain(provider.id, partly)).toEqual([403, 'A permission is missing'])
})

test('what does not come from the vendor that was asked connects nothing', async () => {
  const provider = await makeProvider(server.call)
  const refused = [400, 'Google Calendar sign-in failed']
  const changes: readonly ((query: URLSearchParams) => void)[] = [
    (query) => query.set('code', 'guessed'),
    (query) => query.delete('code'),
    (query) => query.set('error', '<script>alert(1)</script>'),
    (query) => query.set('iss', 'https://attacker.example'),
  ]
  for (const change of changes) {
    const url = await google.visit(await begin(provider.id))
    change(url.searchParams)
    expect(await comeBackInVain(provider.id, url)).toEqual(refused)
  }
  const stateless = await google.visit(await begin(provider.id))
  stateless.searchParams.delete('state')
  expect(await comeBackInVain(provider.id, stateless)).toEqual([400, GONE])
})

test.each(['/token', 'calendarList'])(
  'a vendor that fails at %s connects nothing',
  async (path) => {
    const provider = await makeProvider(server.call)
    const url = await google.visit(await begin(provider.id))
    google.fail({ status: 503 }, { path, times: 1 })
    expect(await comeBackInVain(provider.id, url)).toEqual([
      502,
      'Google Calendar is not responding correctly',
    ])
  },
)

test('a provider that is deleted meanwhile gets no calendar', async () => {
  const provider = await makeProvider(server.call)
  const url = await google.visit(await begin(provider.id))
  expect((await server.call('DELETE', `/v1/providers/${provider.id}`)).status).toBe(204)
  const got = await comeBack(url)
  expect([got.status, got.text.includes('It was deleted during the sign-in')]).toEqual([409, true])
})

test('what is chosen at the beginning is kept, and stays when the same account agrees again', async () => {
  const provider = await makeProvider(server.call)
  const chosen = { writesBack: true, calendarIds: ['work@group.example'] }
  await agree(await google.visit(await begin(provider.id, 'google', chosen)))
  const [first] = await connectionsOf(provider.id)
  expect(first).toMatchObject(chosen)
  await agree(await google.visit(await begin(provider.id)))
  const [second] = await connectionsOf(provider.id)
  expect(second).toMatchObject({ ...chosen, id: first?.id })
})

test('a server that is known to no vendor says so', async () => {
  const plain = await openTestApp({ settings: { publicUrl: PUBLIC_URL } })
  const provider = await makeProvider(plain.call)
  const path = `/v1/providers/${provider.id}/calendar-connections/google/authorize`
  const before = await plain.contents()
  const got = await plain.call('POST', path)
  expect([got.status, got.body.code]).toEqual([409, 'calendar_kind_unavailable'])
  const page = await plain.call('GET', '/v1/oauth/google/callback?state=x&code=y', { key: null })
  expect([page.status, page.headers.get('content-type')]).toEqual([409, 'text/html; charset=utf-8'])
  expect(await plain.contents()).toEqual(before)
  await plain.close()
})

test('every documented answer of these calls was seen', async () => {
  const { call } = server
  const provider = await makeProvider(call)
  const connections = `/v1/providers/${provider.id}/calendar-connections`
  const nobody = `/v1/providers/${NOBODY}/calendar-connections/google/authorize`
  expect((await call('POST', nobody)).status).toBe(404)
  expect((await call('POST', `${connections}/ical/authorize`)).status).toBe(404)
  const wrong = { body: { writesBack: 'yes' } }
  const refused = await call('POST', `${connections}/google/authorize`, wrong)
  expect([refused.status, refused.body.errors[0].pointer]).toEqual([422, '/writesBack'])
  const headers = { 'idempotency-key': 'one' }
  const sent = { headers, body: {} }
  const first = await call('POST', `${connections}/google/authorize`, sent)
  const again = await call('POST', `${connections}/google/authorize`, sent)
  expect(again.body.authorizationUrl).toBe(first.body.authorizationUrl)
  expect((await call('GET', '/v1/oauth/ical/callback', { key: null })).status).toBe(404)
  const twice = '/v1/oauth/google/callback?state=a&state=b'
  expect((await call('GET', twice, { key: null })).status).toBe(422)
  // Seen on a server of its own.
  const unseen = ['authorizeCalendar 409']
  expect(call.unseen('Calendar sign-in', REFUSED_ALIKE)).toEqual(unseen)
})
