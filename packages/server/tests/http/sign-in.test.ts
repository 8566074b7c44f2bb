import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstAccount } from '../../src/identity/accounts/accounts.ts'
import { createOperatorLink } from '../../src/identity/sign-in/setup.ts'
import { openTestApp, type TestApp } from './support/app.ts'
import type { Got } from './support/call.ts'
import {
  askForLink,
  asPage,
  cookieOf,
  joinMember,
  mailedTokens,
  newAddress,
  ORIGIN,
} from './support/people.ts'
import { REFUSED_ALIKE } from './support/refused-alike.ts'

let server: TestApp
beforeAll(async () => {
  server = await openTestApp()
})
afterAll(() => server.close())

const ask = (email: string, from = newAddress()) =>
  asPage(server, '')('POST', '/v1/sign-in', { email }, { from })

const verify = (token: string, cookie: string, more: object = {}) =>
  asPage(server, cookie)('POST', '/v1/sign-in/verify', { token, ...more }, { from: newAddress() })

const refusedAs = (got: Got) => [got.status, got.body.code, got.headers.get('set-cookie')]
const INVALID = [401, 'sign_in_invalid', null]

test('a link signs in: a fresh session, in a cookie that no script reads', async () => {
  const email = 'ada@example.com'
  const { member } = await joinMember(server, { email })
  const link = await askForLink(server, email)
  const got = await verify(link.token, link.cookie)
  expect(got.status).toBe(200)
  expect(got.body).toEqual({
    session: {
      account: { id: expect.stringMatching(/^acc_/), name: 'first account', brand: null },
      apiKeyId: null,
      member: { id: member.id, name: 'Ada', email, role: 'scheduler' },
      scopes: ['read', 'bookings'],
      providerIds: null,
      signedInAt: '2026-04-20T08:00:00Z',
      expiresAt: '2026-04-27T08:00:00Z',
      features: {
        calendarVendors: [],
        paymentVendors: ['simulated'],
        mailbox: false,
        keySignIn: true,
      },
    },
    accounts: [{ id: expect.stringMatching(/^acc_/), name: 'first account' }],
  })
  expect(got.headers.get('set-cookie')).toMatch(
    /^holdfast_session=hs_\w{49}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Strict$/,
  )
  const session = await asPage(server, cookieOf(got))('GET', '/v1/session')
  expect(session.body).toEqual(got.body.session)
})

test('a replayed, altered, foreign or missing token signs nobody in', async () => {
  const email = 'bob@example.com'
  await joinMember(server, { email })
  const link = await askForLink(server, email)
  const other = await askForLink(server, email)
  expect(refusedAs(await verify(link.token, ''))).toEqual(INVALID)
  expect(refusedAs(await verify(link.token, other.cookie))).toEqual(INVALID)
  expect(refusedAs(await verify(`${link.token}0`, link.cookie))).toEqual(INVALID)
  expect(refusedAs(await verify('hm_other', link.cookie))).toEqual(INVALID)
  expect((await verify(link.token, link.cookie)).status).toBe(200)
  expect(refusedAs(await verify(link.token, link.cookie))).toEqual(INVALID)
})

test('a page of another site can neither ask for a link nor redeem one', async () => {
  const email = 'csrf@example.com'
  await joinMember(server, { email })
  const link = await askForLink(server, email)
  const foreign = { from: newAddress(), headers: { origin: 'https://evil.example' } }
  const asked = await asPage(server, '')('POST', '/v1/sign-in', { email }, foreign)
  const redeemed = await asPage(server, link.cookie)(
    'POST',
    '/v1/sign-in/verify',
    { token: link.token },
    foreign,
  )
  expect([asked.status, redeemed.status]).toEqual([401, 401])
  expect((await verify(link.token, link.cookie)).status).toBe(200)
})

test('a browser that asks again keeps its cookie, so that both links work', async () => {
  const email = 'again@example.com'
  await joinMember(server, { email })
  const first = await askForLink(server, email)
  const second = await askForLink(server, email, first.cookie)
  expect(second.cookie).toBe(first.cookie)
  const [early = '', late = ''] = await mailedTokens(server, email)
  expect((await verify(late, first.cookie)).status).toBe(200)
  expect((await verify(early, first.cookie)).status).toBe(200)
})

const withoutRandom = (got: Got) => ({
  status: got.status,
  text: got.text,
  headers: [...got.headers]
    .map(([name, value]) => {
      if (name === 'x-request-id') return [name, 'random']
      return [name, value.replace(/holdfast_sign_in=\w{43}/, 'holdfast_sign_in=random')]
    })
    .sort(),
})

test('the answer is the same for a known and an unknown address: status, body and headers', async () => {
  await joinMember(server, { email: 'known@example.com' })
  const known = await ask('known@example.com')
  const unknown = await ask('unknown@example.com')
  expect(known.status).toBe(202)
  expect(known.text).toBe('{}')
  expect(withoutRandom(unknown)).toEqual(withoutRandom(known))
  for (let n = 0; n < 4; n += 1) {
    await ask('known@example.com')
    await ask('unknown@example.com')
  }
  const limited = [await ask('known@example.com'), await ask('unknown@example.com')] as const
  expect(limited.map(({ status }) => status)).toEqual([429, 429])
  const { requestId: _a, ...first } = limited[0].body
  const { requestId: _b, ...second } = limited[1].body
  expect(second).toEqual(first)
})

test('an invitation and a setup link sign in from any browser', async () => {
  const accountId = await firstAccount(server.deps)
  const token = await createOperatorLink(server.deps, { kind: 'setup', accountId })
  const body = { token, name: 'Olga', email: 'olga@example.com' }
  const from = newAddress()
  const set = await asPage(server, '')('POST', '/v1/sign-in/setup', body, { from })
  expect(set.status).toBe(200)
  expect(set.body).toMatchObject({ session: { member: { role: 'owner', name: 'Olga' } } })
  const again = await asPage(server, '')('POST', '/v1/sign-in/setup', body, { from })
  expect(refusedAs(again)).toEqual(INVALID)
  const invitation = await asPage(server, '')(
    'POST',
    '/v1/sign-in/invitations',
    { token: 'hl_x' },
    { from },
  )
  expect(refusedAs(invitation)).toEqual(INVALID)
})

test('a removed member is out on every server that did not read the session just before', async () => {
  const { member, cookie } = await joinMember(server, { email: 'elsewhere@example.com' })
  expect((await server.call('DELETE', `/v1/members/${member.id}`)).status).toBe(204)
  const elsewhere = asPage({ call: await server.another() }, cookie)
  expect((await elsewhere('GET', '/v1/session')).status).toBe(401)
})

// Equal work takes equal time, on a busy machine, too.
test('the answer to a known address asks the store for the same as that to an unknown one', async () => {
  const asked: string[] = []
  const own = await openTestApp({
    between: (store) => ({
      get: (key, options) => {
        asked.push(`get ${key.PK.split('#')[0]}`)
        return store.get(key, options)
      },
      getMany: (keys, options) => {
        asked.push(`getMany ${keys.length}`)
        return store.getMany(keys, options)
      },
      query: (request) => {
        asked.push('query')
        return store.query(request)
      },
      transact: (writes, token) => {
        asked.push(`transact ${writes.map(({ kind }) => kind).join()}`)
        return store.transact(writes, token)
      },
    }),
  })
  await joinMember(own, { email: 'known@example.com' })
  const workOf = async (email: string) => {
    const before = asked.length
    await asPage(own, '')('POST', '/v1/sign-in', { email }, { from: newAddress() })
    return asked.slice(before)
  }
  const work = [
    'transact counter-add',
    'transact counter-add',
    'transact put-if-absent,put-if-absent',
  ]
  expect(await workOf('known@example.com')).toEqual(work)
  expect(await workOf('unknown@example.com')).toEqual(work)
  await own.close()
})

test('an account that begins to require passkeys leaves a session of a link no scopes at once', async () => {
  const own = await openTestApp()
  const { cookie } = await joinMember(own, { email: 'strict@example.com', role: 'owner' })
  const asOwner = asPage(own, cookie)
  const changed = await asOwner('PATCH', '/v1/account', { requiresPasskeys: true })
  expect(changed.status).toBe(200)
  expect((await asOwner('GET', '/v1/session')).body.scopes).toEqual([])
  const refused = await asOwner('PATCH', '/v1/account', { requiresPasskeys: false })
  expect([refused.status, refused.body.code]).toEqual([403, 'forbidden'])
  expect((await asOwner('POST', '/v1/sign-in/passkeys/registration-options')).status).toBe(200)
  await own.close()
})

test('a person lists and ends sessions, and continues in another account', async () => {
  const email = 'person@example.com'
  const { cookie } = await joinMember(server, { email })
  const asPerson = asPage(server, cookie)
  const link = await askForLink(server, email)
  const phone = cookieOf(await verify(link.token, link.cookie))
  const listed = await asPerson('GET', '/v1/sign-in/sessions')
  const [own, other] = listed.body.data
  expect(own).toEqual({
    id: expect.stringMatching(/^ses_/),
    account: { id: expect.stringMatching(/^acc_/), name: 'first account' },
    device: 'Firefox on Linux',
    method: 'link',
    current: true,
    createdAt: '2026-04-20T08:00:00Z',
    lastSeenAt: '2026-04-20T08:00:00Z',
    expiresAt: '2026-04-27T08:00:00Z',
  })
  expect(other?.current).toBe(false)
  expect((await asPage(server, phone)('GET', '/v1/session')).status).toBe(200)
  const path = `/v1/sign-in/sessions/${other?.id}`
  expect((await asPerson('DELETE', path)).status).toBe(204)
  expect((await asPage(server, phone)('GET', '/v1/session')).status).toBe(401)
  expect((await asPerson('DELETE', path)).status).toBe(404)

  const accounts = await asPerson('GET', '/v1/sign-in/accounts')
  expect(accounts.body.data).toEqual([own?.account])

  const invited = await server.call('POST', '/v1/members', {
    key: server.otherKey,
    body: { email, name: 'Ada', role: 'viewer' },
  })
  expect(invited.status).toBe(201)
  const switchTo = (accountId: string, as = asPerson) =>
    as('POST', '/v1/sign-in/switch', { accountId })
  const accountId = (await server.call('GET', '/v1/account', { key: server.otherKey })).body.id
  expect((await switchTo(accountId)).status).toBe(404)
  const own2 = await asPerson('GET', '/v1/session')
  const same = await switchTo((own2.body.account as { id: string }).id)
  expect([same.status, same.body.scopes]).toEqual([200, ['read', 'bookings']])
  expect((await asPerson('GET', '/v1/session')).status).toBe(401)
  const now = asPage(server, cookieOf(same))
  expect((await now('GET', '/v1/session')).status).toBe(200)
  expect((await now('DELETE', '/v1/session')).status).toBe(204)
  expect((await now('GET', '/v1/session')).status).toBe(401)
})

test('an API key has no sessions and passkeys, and no other accounts', async () => {
  for (const path of ['sessions', 'accounts', 'passkeys']) {
    const listed = await server.call('GET', `/v1/sign-in/${path}`)
    expect([listed.status, listed.body.data]).toEqual([200, []])
  }
  const begun = await server.call('POST', '/v1/sign-in/passkeys/registration-options')
  expect([begun.status, begun.body.code]).toEqual([409, 'invalid_transition'])
})

test('every documented answer of these calls was seen', async () => {
  const headers = { origin: ORIGIN, 'idempotency-key': 'at-once' }
  const paths = ['', '/verify', '/invitations', '/setup'].map((path) => `/v1/sign-in${path}`)
  for (const path of paths) {
    const body = { token: 'hl_x', email: 'at-once@example.com', name: 'Ada' }
    const own: Readonly<Record<string, object>> = {
      '/v1/sign-in': { email: body.email },
      '/v1/sign-in/setup': body,
    }
    const from = newAddress()
    const sent = { key: null, body: own[path] ?? { token: body.token }, from, headers }
    const both = await Promise.all([0, 1].map(() => server.call('POST', path, sent)))
    expect(both[1]?.body.code).toBe('request_in_progress')
    expect((await server.call('POST', path, { ...sent, headers: {}, body: {} })).status).toBe(422)
  }
  const { cookie } = await joinMember(server, { email: 'seen@example.com' })
  const asPerson = asPage(server, cookie)
  expect((await asPerson('GET', '/v1/sign-in/sessions?limit=0')).status).toBe(422)
  expect((await asPerson('GET', '/v1/sign-in/accounts?limit=1')).status).toBe(422)
  expect((await asPerson('POST', '/v1/sign-in/switch', {})).status).toBe(422)
  const { id } = (await asPerson('GET', '/v1/session')).body.account as { id: string }
  const switched = await Promise.all(
    [0, 1].map(() =>
      asPerson(
        'POST',
        '/v1/sign-in/switch',
        { accountId: id },
        { headers: { 'idempotency-key': 'switch' } },
      ),
    ),
  )
  expect(switched.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(server.call.unseen('Sign-in links', REFUSED_ALIKE)).toEqual([])
  expect(server.call.unseen('Sessions of a person', REFUSED_ALIKE)).toEqual([])
})
