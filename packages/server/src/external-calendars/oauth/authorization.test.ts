import { createHash } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { unwrap } from '../../../tests/support/booking-world.ts'
import { type CalendarWorld, openCalendarWorld } from '../../../tests/support/calendar-world.ts'
import { deleteProvider } from '../../booking/providers/provider-deletion.ts'
import { findConnection } from '../connections/connections.ts'
import type { CalendarVendor, TokenOutcome } from '../ports/calendar-vendor.ts'
import { type AuthorizationInput, startAuthorization } from './authorize.ts'
import { type Callback, receiveAuthorization } from './callback.ts'
import { confirmAuthorization } from './confirm.ts'

const PUBLIC_URL = 'https://book.example.com'
const NEEDED = ['freebusy', 'list']

type Exchange = Parameters<CalendarVendor['exchange']>[0]

/** A vendor outside of this repository: what it is asked, and what it answers. */
function standIn() {
  const seen = {
    asked: [] as Parameters<CalendarVendor['authorizationUrl']>[0][],
    exchanged: [] as Exchange[],
  }
  const answers: { tokens: TokenOutcome; address: string | undefined } = {
    tokens: {
      kind: 'granted',
      tokens: {
        accessToken: 'access',
        refreshToken: 'refresh',
        expiresInSeconds: 3600,
        scope: 'list freebusy',
      },
    },
    address: 'ada@example.com',
  }
  const unused = () => Promise.reject(new Error('no test of authorizations calls this'))
  const vendor: CalendarVendor = {
    kind: 'google',
    authorizationUrl(request) {
      seen.asked.push(request)
      return `https://vendor.example/allow?state=${request.state}`
    },
    async exchange(request) {
      seen.exchanged.push(request)
      return answers.tokens
    },
    missingScopes: (scope, writesBack) =>
      [...NEEDED, ...(writesBack ? ['events'] : [])].filter(
        (each) => !scope.split(' ').includes(each),
      ),
    account: async () =>
      answers.address === undefined
        ? { kind: 'failed', code: 'unreachable', detail: 'down' }
        : { kind: 'done', value: { address: answers.address } },
    refresh: unused,
    calendars: unused,
    busy: unused,
    putSyncedEvent: unused,
    readConference: unused,
    removeSyncedEvent: unused,
  }
  return { vendor, seen, answers }
}

let world: CalendarWorld
let outside: ReturnType<typeof standIn>
beforeEach(async () => {
  world = await openCalendarWorld()
  outside = standIn()
})
afterEach(() => world.close())

const deps = () => ({ ...world.deps, vendors: { google: outside.vendor } })
const providerId = () => world.provider.id

/** Begins an authorization; answers its state. */
async function begin(input: Partial<AuthorizationInput> = {}, session?: { tokenHash: string }) {
  const url = await startAuthorization(deps(), { ...world.caller }, providerId(), {
    input: { kind: 'google', ...input },
    publicUrl: PUBLIC_URL,
    // A session has more members, which an authorization does not read.
    ...(session && { session: session as never }),
  })
  return new URL(unwrap(url)).searchParams.get('state') ?? ''
}

const comeBack = (state: string | undefined, more: Partial<Callback> = {}) =>
  receiveAuthorization(deps(), {
    kind: 'google',
    state,
    code: 'code',
    error: undefined,
    iss: undefined,
    requestId: 'req',
    publicUrl: PUBLIC_URL,
    ...more,
  })

/** Comes back from the vendor; answers what the confirmation page has. */
async function granted(input: Partial<AuthorizationInput> = {}) {
  const outcome = await comeBack(await begin(input))
  if (outcome.kind !== 'confirm') throw new Error(outcome.kind)
  return outcome.confirmation
}

const confirm = (secret: string | undefined, browserSecrets: readonly string[]) =>
  confirmAuthorization(deps(), {
    kind: 'google',
    secret,
    browserSecrets,
    sessionToken: undefined,
    requestId: 'req',
  })

const connection = () => findConnection(world.deps, providerId(), 'google')

test('an authorization that its owner confirms connects the calendar of the account they chose', async () => {
  const { secret, browserSecret, ...shown } = await granted()
  expect(shown).toEqual({
    label: 'ada@example.com',
    providerName: world.provider.name,
    accountName: expect.any(String),
    writesBack: false,
  })
  expect(await connection()).toBeUndefined()
  expect(await confirm(secret, ['another', browserSecret])).toMatchObject({ kind: 'connected' })
  expect(await connection()).toMatchObject({
    kind: 'google',
    label: 'ada@example.com',
    writesBack: false,
    calendarIds: [],
  })
})

test('the vendor gets the hash of a verifier, and the verifier itself only with the code', async () => {
  await granted()
  const [asked] = outside.seen.asked
  const [exchanged] = outside.seen.exchanged
  const redirectUri = `${PUBLIC_URL}/v1/oauth/google/callback`
  expect(asked).toMatchObject({ redirectUri, writesBack: false })
  expect(exchanged).toMatchObject({ code: 'code', redirectUri })
  expect(exchanged).not.toHaveProperty('iss')
  const hash = createHash('sha256').update(exchanged?.codeVerifier ?? '')
  expect(asked?.codeChallenge).toBe(hash.digest('base64url'))
})

test('the issuer in a callback reaches the vendor, who checks it', async () => {
  await comeBack(await begin(), { iss: 'https://issuer.example' })
  expect(outside.seen.exchanged).toMatchObject([{ iss: 'https://issuer.example' }])
})

test('a state works once, for ten minutes, and at its own vendor alone', async () => {
  const used = await begin()
  expect(await comeBack(used)).toMatchObject({ kind: 'confirm' })
  expect(await comeBack(used)).toEqual({ kind: 'state_unknown' })
  expect(await comeBack('unknown')).toEqual({ kind: 'state_unknown' })
  expect(await comeBack(undefined)).toEqual({ kind: 'state_unknown' })
  const late = await begin()
  world.advanceMinutes(10)
  expect(await comeBack(late)).toEqual({ kind: 'state_unknown' })
  const intime = await begin()
  world.clock.moveTo(world.clock.nowEpochMilliseconds() + 599_000)
  expect(await comeBack(intime)).toMatchObject({ kind: 'confirm' })
  const other = await begin()
  const both = { ...deps(), vendors: { google: outside.vendor, outlook: outside.vendor } }
  const atOutlook = { kind: 'outlook', state: other, code: 'code', publicUrl: PUBLIC_URL } as const
  const none = { error: undefined, iss: undefined, requestId: 'req' }
  expect(await receiveAuthorization(both, { ...atOutlook, ...none })).toEqual({
    kind: 'state_unknown',
  })
  expect(await comeBack(other)).toMatchObject({ kind: 'confirm' })
})

test.each([
  ['access_denied', 'denied'],
  ['consent_required', 'denied'],
  ['interaction_required', 'denied'],
  ['server_error', 'refused_by_vendor'],
])(
  'an owner who comes back with the error %s ends the authorization as %s',
  async (error, kind) => {
    const state = await begin()
    expect(await comeBack(state, { error })).toEqual({ kind })
    expect(outside.seen.exchanged).toEqual([])
    expect(await comeBack(state)).toEqual({ kind: 'state_unknown' })
  },
)

const tokens = { accessToken: 'access', refreshToken: 'refresh', expiresInSeconds: 3600 }

test.each<[string, TokenOutcome, string]>([
  ['refuses the code', { kind: 'refused', error: 'invalid_grant' }, 'refused_by_vendor'],
  ['is not reachable', { kind: 'failed', detail: 'down' }, 'vendor_failed'],
  [
    'grants too little',
    { kind: 'granted', tokens: { ...tokens, scope: 'list' } },
    'too_little_granted',
  ],
  [
    'gives no token for later',
    { kind: 'granted', tokens: { accessToken: 'access', expiresInSeconds: 3600 } },
    'vendor_failed',
  ],
])('nothing is connected if the vendor %s', async (_, answer, kind) => {
  outside.answers.tokens = answer
  expect(await comeBack(await begin())).toEqual({ kind })
  expect(world.vault.kept.size).toBe(0)
  expect(await connection()).toBeUndefined()
})

test('an owner who comes back without a code, or whose address is unknown, connects nothing', async () => {
  expect(await comeBack(await begin(), { code: undefined })).toEqual({ kind: 'refused_by_vendor' })
  outside.answers.address = undefined
  expect(await comeBack(await begin())).toEqual({ kind: 'vendor_failed' })
  expect(world.vault.kept.size).toBe(0)
})

test('a vendor that names no scopes has granted those that were asked for', async () => {
  outside.answers.tokens = { kind: 'granted', tokens }
  await granted({ writesBack: true })
  expect([...world.vault.kept.values()]).toMatchObject([
    {
      kind: 'oauth',
      accessToken: 'access',
      refreshToken: 'refresh',
      scope: 'freebusy list events',
      accessExpiresAtEpochSeconds: Date.parse('2026-05-01T09:00:00Z') / 1000,
    },
  ])
})

test('who writes bookings back needs the right to write events', async () => {
  expect(await comeBack(await begin({ writesBack: true }))).toEqual({ kind: 'too_little_granted' })
})

test('a confirmation needs the secret of the page and the cookie of the browser, and works once', async () => {
  const { secret, browserSecret } = await granted()
  expect(await confirm(undefined, [browserSecret])).toEqual({ kind: 'state_unknown' })
  expect(await confirm('unknown', [browserSecret])).toEqual({ kind: 'state_unknown' })
  expect(await confirm(secret, [])).toEqual({ kind: 'other_browser' })
  expect(await confirm(secret, ['another'])).toEqual({ kind: 'other_browser' })
  expect(await confirm(secret, [browserSecret])).toMatchObject({ kind: 'connected' })
  expect(await confirm(secret, [browserSecret])).toEqual({ kind: 'state_unknown' })
})

test('a confirmation has to come within ten minutes', async () => {
  const { secret, browserSecret } = await granted()
  world.advanceMinutes(10)
  expect(await confirm(secret, [browserSecret])).toEqual({ kind: 'state_unknown' })
  expect(await connection()).toBeUndefined()
})

test('the state of a link cannot confirm, and the secret of a page is no state', async () => {
  const state = await begin()
  expect(await confirm(state, ['any'])).toEqual({ kind: 'state_unknown' })
  const { secret } = await granted()
  expect(await comeBack(secret)).toEqual({ kind: 'state_unknown' })
})

test('what was begun in a session is confirmed in that session alone', async () => {
  const outcome = await comeBack(await begin({}, { tokenHash: 'hash of a session' }))
  if (outcome.kind !== 'confirm') throw new Error(outcome.kind)
  const { secret, browserSecret } = outcome.confirmation
  expect(await confirm(secret, [browserSecret])).toEqual({ kind: 'other_browser' })
  expect(await connection()).toBeUndefined()
})

test('the same account keeps its chosen calendars when it is authorized again, another does not', async () => {
  const first = await granted({ calendarIds: ['team'], writesBack: false })
  await confirm(first.secret, [first.browserSecret])
  expect(await connection()).toMatchObject({ calendarIds: ['team'] })
  const again = await granted()
  await confirm(again.secret, [again.browserSecret])
  expect(await connection()).toMatchObject({ calendarIds: ['team'] })
  outside.answers.address = 'bob@example.com'
  const other = await granted()
  await confirm(other.secret, [other.browserSecret])
  expect(await connection()).toMatchObject({ label: 'bob@example.com', calendarIds: [] })
})

test('whether bookings are written back stays as it was unless it is asked for', async () => {
  await world.connect({ writesBack: true })
  await begin()
  await begin({ writesBack: false })
  expect(outside.seen.asked.map(({ writesBack }) => writesBack)).toEqual([true, false])
})

test('a provider that is deleted meanwhile is not connected', async () => {
  const state = await begin()
  const { secret, browserSecret } = await granted()
  unwrap(await deleteProvider(world.deps, world.caller, providerId()))
  expect(await comeBack(state)).toEqual({ kind: 'provider_gone' })
  expect(await confirm(secret, [browserSecret])).toEqual({ kind: 'provider_gone' })
})

test('a server that is not registered with the vendor, has no vault or no address connects nothing', async () => {
  const input = { kind: 'google' } as const
  const unavailable = { ok: false, refusal: { code: 'calendar_kind_unavailable', kind: 'google' } }
  const start = (given: object, publicUrl: string | undefined = PUBLIC_URL) =>
    startAuthorization({ ...deps(), ...given }, { ...world.caller }, providerId(), {
      input,
      publicUrl,
    })
  expect(await start({ vendors: {} })).toEqual(unavailable)
  expect(await start({ vault: undefined })).toEqual(unavailable)
  const here = { input, publicUrl: undefined }
  expect(await startAuthorization(deps(), { ...world.caller }, providerId(), here)).toEqual(
    unavailable,
  )
  const state = await begin()
  expect(await comeBack(state, { publicUrl: undefined })).toEqual({ kind: 'kind_unavailable' })
  expect(await comeBack(state, { kind: 'outlook' })).toEqual({ kind: 'kind_unavailable' })
})

test('nobody starts an authorization for a provider of another account', async () => {
  const stranger = { ...world.caller, accountId: 'acc_stranger' }
  const options = { input: { kind: 'google' }, publicUrl: PUBLIC_URL } as const
  const started = await startAuthorization(deps(), stranger, providerId(), options)
  expect(started).toMatchObject({ ok: false, refusal: { code: 'not_found' } })
})
