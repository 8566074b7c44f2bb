import { createHash } from 'node:crypto'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createOutboundHttp } from '../../src/adapters/outbound/outbound-http.ts'
import { createGoogleVendor } from '../../src/adapters/vendors/google.ts'
import { createMicrosoftVendor } from '../../src/adapters/vendors/microsoft.ts'
import type { CalendarVendor } from '../../src/external-calendars/ports/calendar-vendor.ts'
import { startGoogleCalendar } from '../support/google-calendar-server.ts'
import { startMicrosoftGraph } from '../support/microsoft-graph-server.ts'
import type { OAuthServer } from '../support/oauth-server.ts'
import type { Fault, VendorServer } from '../support/vendor-server.ts'

const outbound = createOutboundHttp({ allowPrivateNetwork: true })
afterAll(() => outbound.close())

const redirectUri = 'https://holdfast.example/v1/oauth/vendor/callback'
const codeVerifier = 'v'.repeat(43)
const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url')

interface Side extends VendorServer {
  readonly oauth: OAuthServer
  visit(authorizationUrl: string): Promise<URL>
}

async function google(): Promise<{ server: Side; vendor: CalendarVendor }> {
  const server = await startGoogleCalendar()
  const { origin: endpoint, clientId, clientSecret } = server
  return {
    server,
    vendor: createGoogleVendor({ outbound, endpoint, clientId, clientSecret }),
  }
}

async function microsoft(): Promise<{ server: Side; vendor: CalendarVendor }> {
  const server = await startMicrosoftGraph()
  const { origin: endpoint, clientId, clientSecret, tenant } = server
  return {
    server,
    vendor: createMicrosoftVendor({ outbound, endpoint, clientId, clientSecret, tenant }),
  }
}

describe.each([
  ['Google', google, '/token'],
  ['Microsoft', microsoft, '/oauth2/v2.0/token'],
] as const)('the authorization at %s', (name, start, tokenPath) => {
  let server: Side
  let vendor: CalendarVendor
  beforeEach(async () => {
    const started = await start()
    server = started.server
    vendor = started.vendor
  })
  afterEach(() => server.close())

  const agree = (writesBack = false) =>
    server.visit(
      vendor.authorizationUrl({ state: 'the state', codeChallenge, redirectUri, writesBack }),
    )
  const codeOf = (callback: URL) => callback.searchParams.get('code') ?? ''
  const issOf = (callback: URL) => {
    const iss = callback.searchParams.get('iss')
    return iss === null ? {} : { iss }
  }
  const exchange = (callback: URL, more: object = {}) =>
    vendor.exchange({
      code: codeOf(callback),
      codeVerifier,
      redirectUri,
      ...issOf(callback),
      ...more,
    })
  async function granted() {
    const outcome = await exchange(await agree())
    if (outcome.kind !== 'granted') throw new Error(JSON.stringify(outcome))
    return outcome.tokens
  }

  test('gives valid tokens with all requested scopes', async () => {
    const callback = await agree(true)
    expect(callback.origin + callback.pathname).toBe(redirectUri)
    expect(callback.searchParams.get('state')).toBe('the state')
    const outcome = await exchange(callback)
    if (outcome.kind !== 'granted') throw new Error(JSON.stringify(outcome))
    const { tokens } = outcome
    expect(tokens.expiresInSeconds).toBe(3599)
    expect(tokens.refreshToken).toMatch(/^[\w-]{32}$/)
    expect(vendor.missingScopes(tokens.scope ?? '', true)).toEqual([])
    expect(await vendor.account(tokens)).toMatchObject({ kind: 'done' })
  })

  test('accepts a code once, with its verifier and its redirect URI', async () => {
    const wrong = 'w'.repeat(43)
    expect(await exchange(await agree(), { codeVerifier: wrong })).toEqual({
      kind: 'refused',
      error: 'invalid_grant',
    })
    expect(await exchange(await agree(), { redirectUri: 'https://other.example/' })).toEqual({
      kind: 'refused',
      error: 'invalid_grant',
    })
    const callback = await agree()
    expect(await exchange(callback)).toMatchObject({ kind: 'granted' })
    expect(await exchange(callback)).toEqual({ kind: 'refused', error: 'invalid_grant' })
  })

  test('rejects the callback of another issuer', async () => {
    const outcome = await exchange(await agree(), { iss: 'https://elsewhere.example' })
    expect(outcome).toEqual({ kind: 'refused', error: 'another_issuer' })
    expect(server.calls.all.filter(({ path }) => path.endsWith(tokenPath))).toEqual([])
  })

  test('reports the scopes that the owner deselected', async () => {
    const [first = ''] = vendor.missingScopes('', false)
    const kept = vendor.missingScopes('', false).filter((scope) => scope !== first)
    server.oauth.consent = { onlyScopes: ['offline_access', ...kept] }
    const { scope = '' } = await granted()
    expect(vendor.missingScopes(scope, false)).toEqual([first])
  })

  test('refreshes a token until the grant is revoked', async () => {
    const { accessToken, refreshToken = '' } = await granted()
    server.oauth.expireAccessTokens()
    expect(await vendor.account({ accessToken })).toEqual({ kind: 'expired' })
    const renewed = await vendor.refresh(refreshToken)
    if (renewed.kind !== 'granted') throw new Error(JSON.stringify(renewed))
    expect(await vendor.account(renewed.tokens)).toMatchObject({ kind: 'done' })
    // Google's refresh token stays valid. Microsoft gives a new one.
    expect(renewed.tokens.refreshToken === undefined).toBe(name === 'Google')
    server.oauth.revoke()
    expect(await vendor.refresh(refreshToken)).toEqual({ kind: 'refused', error: 'invalid_grant' })
  })

  test.each<[string, Fault, object]>([
    ['429', { retryAfterSeconds: 30, as: 'date' }, { kind: 'failed', retryAfterSeconds: 30 }],
    ['503', { status: 503 }, { kind: 'failed' }],
    ['half an answer', 'broken', { kind: 'failed' }],
    ['an HTML page', 'page', { kind: 'failed' }],
    ['a broken connection', 'cut', { kind: 'failed' }],
    ['a huge answer', 'huge', { kind: 'failed' }],
    ['an answer without a token', { status: 200, body: {} }, { kind: 'failed' }],
    [
      'a grant that needs its owner again',
      { status: 400, body: { error: 'interaction_required' } },
      { kind: 'refused', error: 'interaction_required' },
    ],
  ])(
    'reports %s as a failure or, if the grant ended, as a refusal',
    async (_what, fault, outcome) => {
      const { refreshToken = '' } = await granted()
      server.fail(fault, { path: tokenPath, times: 1 })
      expect(await vendor.refresh(refreshToken)).toMatchObject(outcome)
      expect(await vendor.refresh(refreshToken)).toMatchObject({ kind: 'granted' })
    },
  )

  test('reports a wrong client secret as a failure, not as a revoked grant', async () => {
    const { refreshToken = '' } = await granted()
    server.oauth.clientSecret = 'rotated'
    expect(await vendor.refresh(refreshToken)).toEqual({
      kind: 'failed',
      detail: 'the token endpoint answered 401 invalid_client',
    })
  })
})
