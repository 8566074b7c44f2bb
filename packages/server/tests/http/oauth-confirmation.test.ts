import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createGoogleVendor } from '../../src/adapters/vendors/google.ts'
import { PUBLIC_LIMITS } from '../../src/composition/http/app.ts'
import { refreshDueConnections } from '../../src/external-calendars/connections/refresh.ts'
import {
  type GoogleCalendarServer,
  startGoogleCalendar,
} from '../support/google-calendar-server.ts'
import { type BrowserRequest, comeBack, confirm } from '../support/oauth-server.ts'
import { KEY, NOW, openTestApp, type TestApp } from './support/app.ts'
import { makeProvider } from './support/fixtures.ts'

const PUBLIC_URL = 'https://book.example.com'

let google: GoogleCalendarServer
let server: TestApp
beforeAll(async () => {
  google = await startGoogleCalendar()
  server = await openTestApp({
    allowPrivateNetwork: true,
    settings: { publicUrl: PUBLIC_URL },
    limits: { ...PUBLIC_LIMITS, signIn: { name: 'sign-in', requests: 1_000, windowSeconds: 60 } },
    vendors: (outbound) => ({
      google: createGoogleVendor({ ...google, endpoint: google.origin, outbound }),
    }),
  })
})
afterAll(async () => {
  await google.close()
  await server.close()
})

const browse: BrowserRequest = async (path, init) => server.app.request(path, init)

/** Starts a sign-in with the key or in a session; answers the URL that the vendor sends the owner to. */
async function granted(providerId: string, cookie?: string): Promise<URL> {
  const path = `/v1/providers/${providerId}/calendar-connections/google/authorize`
  const headers = { cookie: cookie ?? '', origin: PUBLIC_URL }
  const got = await server.call('POST', path, {
    body: { writesBack: true },
    ...(cookie && { key: null, headers }),
  })
  expect(got.status).toBe(200)
  return google.visit(String(got.body.authorizationUrl))
}

/** Signs in to the dashboard; answers the cookie of the session. */
async function signIn(): Promise<string> {
  const got = await server.call('POST', '/v1/session', { key: null, body: { apiKey: KEY } })
  return got.headers.get('set-cookie')?.split(';')[0] ?? ''
}

const connectionsOf = async (providerId: string) =>
  (await server.call('GET', `/v1/providers/${providerId}/calendar-connections`)).body.data

const headingOf = async (answer: Response) => [
  answer.status,
  /<h1>(.*)<\/h1>/.exec(await answer.text())?.[1],
]
const OTHER_BROWSER = [403, 'Continue in the browser where you started']
const CONNECTED = [200, 'Google Calendar is connected']
const EXPIRED = [400, 'This sign-in has expired']

test('the page names the calendar, the provider and the account, and nothing is connected yet', async () => {
  const provider = await makeProvider(server.call, { name: 'Ada <b>Weber</b>' })
  const answer = await browse(...partsOf(await granted(provider.id)))
  const text = await answer.text()
  expect(answer.status).toBe(200)
  expect(text).toContain('<dd>ada@example.com (Google Calendar)</dd>')
  expect(text).toContain('<dd>Ada &#60;b&#62;Weber&#60;/b&#62;</dd>')
  const account = await server.call('GET', '/v1/account')
  expect(text).toContain(`<dd>${account.body.name}</dd>`)
  expect(text).toContain('confirmed bookings are written into it')
  expect(answer.headers.get('content-security-policy')).toContain("form-action 'self'")
  expect(answer.headers.get('set-cookie')).toMatch(
    /^holdfast_calendar_\w{8}=\w{43}; Max-Age=600; Path=\/v1\/oauth; HttpOnly; Secure; SameSite=Lax$/,
  )
  expect(await connectionsOf(provider.id)).toEqual([])
})

const partsOf = ({ pathname, search }: URL): [string, RequestInit] => [`${pathname}${search}`, {}]

describe('a connection is confirmed only', () => {
  test('by the browser that came back from the vendor', async () => {
    const provider = await makeProvider(server.call)
    const page = await comeBack(browse, await granted(provider.id))
    const other = await comeBack(browse, await granted(provider.id))
    for (const cookie of ['', other.cookie, page.cookie.replace(/=.*/, '=guessed')]) {
      expect(await headingOf(await confirm(browse, { ...page, cookie }))).toEqual(OTHER_BROWSER)
    }
    expect(await connectionsOf(provider.id)).toEqual([])
    expect(await headingOf(await confirm(browse, page))).toEqual(CONNECTED)
  })

  test('by the session that started it', async () => {
    const provider = await makeProvider(server.call)
    const [session, other] = [await signIn(), await signIn()]
    const page = await comeBack(browse, await granted(provider.id, session))
    const confirmWith = async (...cookies: readonly string[]) =>
      headingOf(await confirm(browse, { ...page, cookie: [page.cookie, ...cookies].join('; ') }))
    expect(await confirmWith()).toEqual(OTHER_BROWSER)
    expect(await confirmWith(other)).toEqual(OTHER_BROWSER)
    expect(await connectionsOf(provider.id)).toEqual([])
    expect(await confirmWith(session)).toEqual(CONNECTED)
    expect(await connectionsOf(provider.id)).toMatchObject([{ label: 'ada@example.com' }])
  })

  test('while that session lasts', async () => {
    const provider = await makeProvider(server.call)
    const session = await signIn()
    const page = await comeBack(browse, await granted(provider.id, session))
    const headers = { cookie: session, origin: PUBLIC_URL }
    await server.call('DELETE', '/v1/session', { key: null, headers })
    const cookie = `${page.cookie}; ${session}`
    expect(await headingOf(await confirm(browse, { ...page, cookie }))).toEqual(OTHER_BROWSER)
  })

  test('once, and within ten minutes', async () => {
    const provider = await makeProvider(server.call)
    const page = await comeBack(browse, await granted(provider.id))
    const late = await comeBack(browse, await granted(provider.id))
    expect(await headingOf(await confirm(browse, page))).toEqual(CONNECTED)
    expect(await headingOf(await confirm(browse, page))).toEqual(EXPIRED)
    server.clock.moveTo(NOW + 600_000)
    expect(await headingOf(await confirm(browse, late))).toEqual(EXPIRED)
    server.clock.moveTo(NOW)
  })

  test('from a page of this server', async () => {
    const provider = await makeProvider(server.call)
    const page = await comeBack(browse, await granted(provider.id))
    const foreign = await confirm(browse, page, { origin: 'https://attacker.example' })
    expect(foreign.status).toBe(401)
    expect((await confirm(browse, page, { origin: PUBLIC_URL })).status).toBe(200)
  })

  test('with the secret of the page, not with a state', async () => {
    const provider = await makeProvider(server.call)
    const url = await granted(provider.id)
    const page = await comeBack(browse, await granted(provider.id))
    const form = `confirmation=${url.searchParams.get('state')}`
    expect(await headingOf(await confirm(browse, { ...page, form }))).toEqual(EXPIRED)
    const secret = new URLSearchParams(page.form).get('confirmation') ?? ''
    url.searchParams.set('state', secret)
    expect((await browse(...partsOf(url))).status).toBe(400)
    expect(await headingOf(await confirm(browse, page))).toEqual(CONNECTED)
  })

  test('for a provider that still exists', async () => {
    const provider = await makeProvider(server.call)
    const page = await comeBack(browse, await granted(provider.id))
    await server.call('DELETE', `/v1/providers/${provider.id}`)
    expect((await confirm(browse, page)).status).toBe(409)
  })
})

test('an access that nobody confirms is deleted and revoked an hour later', async () => {
  const lonely = await startGoogleCalendar()
  const other = await openTestApp({
    allowPrivateNetwork: true,
    settings: { publicUrl: PUBLIC_URL },
    vendors: (outbound) => ({
      google: createGoogleVendor({ ...lonely, endpoint: lonely.origin, outbound }),
    }),
  })
  const provider = await makeProvider(other.call)
  const path = `/v1/providers/${provider.id}/calendar-connections/google/authorize`
  const begun = await other.call('POST', path, { body: {} })
  await comeBack(
    async (to, init) => other.app.request(to, init),
    await lonely.visit(String(begun.body.authorizationUrl)),
  )
  const revocations = () => lonely.calls.all.filter(({ path: to }) => to === '/revoke').length
  other.clock.moveTo(NOW + 3_599_000)
  await refreshDueConnections(other.deps, 10)
  expect(revocations()).toBe(0)
  other.clock.moveTo(NOW + 3_600_000)
  expect(await refreshDueConnections(other.deps, 10)).toMatchObject({ deletedCredentials: 1 })
  expect(revocations()).toBe(1)
  await other.close()
  await lonely.close()
})
