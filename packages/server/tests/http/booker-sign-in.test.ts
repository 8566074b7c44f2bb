import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { forgetAccounts } from '../../src/identity/accounts/known-accounts.ts'
import {
  changeAnyAccount,
  startAccountDeletion,
} from '../../src/identity/operator/operator-accounts.ts'
import { makeTenant } from '../support/tenants.ts'
import { openTestApp, type TestApp } from './support/app.ts'
import {
  askForBookerLink,
  sendMails,
  signInBooker,
  tokenIn,
  verifyBookerLink,
} from './support/booker-sign-in.ts'
import type { Call, Got } from './support/call.ts'
import { makeEventType, NEXT_START, START } from './support/fixtures.ts'
import { newAddress } from './support/people.ts'
import { REFUSED_ALIKE } from './support/refused-alike.ts'
import { workOnce } from './support/work.ts'

const SLUG = 'lakeside'

let server: TestApp
let eventTypeId: string
beforeAll(async () => {
  server = await openTestApp()
  await server.call('PATCH', '/v1/account', {
    body: { slug: SLUG, name: 'Lakeside', locale: 'it' },
  })
  eventTypeId = (await makeEventType(server.call, { confirmation: 'instant' })).id
})
afterAll(() => server.close())

let people = 0

/** A contact with an address of its own. */
async function newContact(): Promise<{ readonly id: string; readonly email: string }> {
  people += 1
  const email = `booker-${people}@example.com`
  const body = { name: `Booker ${people}`, email }
  const added = await server.call('POST', '/v1/contacts', { body })
  return { id: added.body.id, email }
}

const me = (token: string, query = '', call: Call = server.call): Promise<Got> =>
  call('GET', `/v1/public/me${query}`, {
    key: null,
    from: newAddress(),
    headers: { authorization: `Bearer ${token}` },
  })

const refusedAs = ({ status, body }: Got) => [status, body.code]
const INVALID = [401, 'sign_in_invalid']
const OVER = [401, 'unauthenticated']

test('a mailed link signs a booker in, who sees the own bookings with what manages them', async () => {
  const { email } = await newContact()
  const book = async (start: string, to: string) => {
    const body = { eventTypeId, start, booker: { name: 'Grace Hopper', email: to } }
    const booked = await server.call('POST', '/v1/bookings', { body })
    expect(booked.status).toBe(201)
    return booked.body
  }
  const later = await book(NEXT_START, email)
  const first = await book(START, email)
  await book('2026-04-27T08:00:00Z', 'somebody@example.com')
  await sendMails(server)

  const asked = await askForBookerLink(server, { accountSlug: SLUG, email })
  expect([asked.status, asked.text]).toEqual([202, '{}'])
  const [mail, ...others] = await sendMails(server)
  expect(others).toEqual([])
  expect(mail).toMatchObject({
    fromName: 'Lakeside',
    to: { address: email },
    subject: 'Le Sue prenotazioni: Lakeside',
    reader: '',
  })
  expect(mail?.to.name).toBeUndefined()
  const verified = await verifyBookerLink(server, tokenIn(mail))
  expect([verified.status, verified.body]).toEqual([
    200,
    {
      customerToken: expect.stringMatching(/^hb_[0-9A-Za-z]{49}$/),
      expiresAt: '2026-05-20T08:00:00Z',
    },
  ])
  const token = String(verified.body.customerToken)
  const own = await me(token)
  const shown = {
    status: 'confirmed',
    arrival: null,
    departure: null,
    timeZone: 'Europe/Berlin',
    eventTypeTitle: 'First visit',
    providerNames: ['Dr. Ada Weber'],
  }
  expect([own.status, own.body]).toEqual([
    200,
    {
      name: expect.stringMatching(/^Booker \d$/),
      email,
      data: [
        { ...shown, id: first.id, start: START, end: NEXT_START, manageToken: first.manageToken },
        {
          ...shown,
          id: later.id,
          start: NEXT_START,
          end: '2026-04-27T08:00:00Z',
          manageToken: later.manageToken,
        },
      ],
      nextCursor: null,
    },
  ])
  const { manageToken } = first
  const cancelled = await server.call('POST', `/v1/bookings/${first.id}/cancel`, {
    key: null,
    headers: { authorization: `Bearer ${manageToken}` },
    body: {},
  })
  expect([cancelled.status, cancelled.body.status]).toEqual([200, 'cancelled'])
})

test('the bookings come in pages, from and to a time, in either order', async () => {
  const { email } = await newContact()
  const starts = ['2026-05-04T07:00:00Z', '2026-05-04T07:30:00Z', '2026-05-04T08:00:00Z']
  for (const start of starts) {
    const body = { eventTypeId, start, booker: { name: 'Grace', email } }
    expect((await server.call('POST', '/v1/bookings', { body })).status).toBe(201)
  }
  const token = await signInBooker(server, SLUG, email)
  const startsOf = ({ body }: Got) => {
    const { data, nextCursor } = body
    return { starts: data.map(({ start }) => start), nextCursor }
  }
  const first = startsOf(await me(token, '?limit=2&order=desc'))
  expect(first.starts).toEqual([starts[2], starts[1]])
  const rest = startsOf(await me(token, `?limit=2&order=desc&cursor=${first.nextCursor}`))
  expect(rest).toEqual({ starts: [starts[0]], nextCursor: null })
  const between = startsOf(await me(token, `?from=${starts[1]}&to=${starts[2]}`))
  expect(between.starts).toEqual([starts[1]])
  expect((await me(token, '?limit=0')).status).toBe(422)
  const backwards = await me(token, `?from=${starts[2]}&to=${starts[1]}`)
  expect([backwards.status, backwards.body.errors?.[0].pointer]).toEqual([422, '/query/to'])
})

test('a booking that is 90 days over has no token any more', async () => {
  const { email } = await newContact()
  const start = '2026-05-05T07:00:00Z'
  const body = { eventTypeId, start, booker: { name: 'Grace', email } }
  expect((await server.call('POST', '/v1/bookings', { body })).status).toBe(201)
  const now = server.clock.nowEpochMilliseconds()
  server.clock.moveTo(Date.parse('2026-08-03T07:30:00Z'))
  const token = await signInBooker(server, SLUG, email)
  expect((await me(token)).body).toMatchObject({ data: [{ start, manageToken: null }] })
  server.clock.moveTo(now)
})

const withoutRandom = (got: Got) => ({
  status: got.status,
  text: got.text,
  headers: [...got.headers].filter(([name]) => name !== 'x-request-id').sort(),
})

test('a known and an unknown address get the same answer, and only the known one an email', async () => {
  const { email } = await newContact()
  const unknown = 'unknown@example.com'
  const asked = await askForBookerLink(server, { accountSlug: SLUG, email })
  const other = await askForBookerLink(server, { accountSlug: SLUG, email: unknown })
  expect(asked.status).toBe(202)
  expect(withoutRandom(other)).toEqual(withoutRandom(asked))
  expect((await sendMails(server)).map(({ to }) => to.address)).toEqual([email])
  for (let n = 0; n < 4; n += 1) {
    await askForBookerLink(server, { accountSlug: SLUG, email })
    await askForBookerLink(server, { accountSlug: SLUG, email: unknown })
  }
  const limited = [
    await askForBookerLink(server, { accountSlug: SLUG, email }),
    await askForBookerLink(server, { accountSlug: SLUG, email: unknown }),
  ] as const
  expect(limited.map(refusedAs)).toEqual([
    [429, 'rate_limited'],
    [429, 'rate_limited'],
  ])
  const [{ requestId: _a, ...first }, { requestId: _b, ...second }] = [
    limited[0].body,
    limited[1].body,
  ]
  expect(second).toEqual(first)
  await sendMails(server)
})

test('a phone number is refused and told why, and so is a request without an address', async () => {
  const refused = await askForBookerLink(server, { accountSlug: SLUG, phone: '+41443334455' })
  expect(refused.body).toMatchObject({
    status: 422,
    code: 'validation_failed',
    errors: [
      {
        pointer: '/phone',
        message:
          'must be absent: a link is sent by email only, and this server sends no text messages. Send `email`.',
      },
    ],
  })
  const empty = await askForBookerLink(server, { accountSlug: SLUG })
  expect(empty.body.errors).toMatchObject([{ pointer: '/email' }])
})

test('the email is in the language that was asked for, else in that of the latest booking', async () => {
  const { email } = await newContact()
  const booker = { name: 'Grace', email, locale: 'ja-JP' }
  const start = '2026-05-06T07:00:00Z'
  expect(
    (await server.call('POST', '/v1/bookings', { body: { eventTypeId, start, booker } })).status,
  ).toBe(201)
  await workOnce(server.deps)
  await askForBookerLink(server, { accountSlug: SLUG, email })
  await askForBookerLink(server, { accountSlug: SLUG, email, locale: 'pl' })
  expect((await sendMails(server)).map(({ subject }) => subject).sort()).toEqual([
    'Twoje rezerwacje: Lakeside',
    'ご予約の一覧：Lakeside',
  ])
})

describe('an impostor gets nothing:', () => {
  test('a link works once, for 15 minutes, and not for members, nor theirs for bookers', async () => {
    const { email } = await newContact()
    await askForBookerLink(server, { accountSlug: SLUG, email })
    const token = tokenIn((await sendMails(server))[0])
    const asMember = await server.call('POST', '/v1/sign-in/verify', {
      key: null,
      body: { token },
      from: newAddress(),
    })
    expect(refusedAs(asMember)).toEqual(INVALID)
    expect(refusedAs(await verifyBookerLink(server, `${token}0`))).toEqual(INVALID)
    expect((await verifyBookerLink(server, token)).status).toBe(200)
    expect(refusedAs(await verifyBookerLink(server, token))).toEqual(INVALID)
    await askForBookerLink(server, { accountSlug: SLUG, email })
    const late = tokenIn((await sendMails(server))[0])
    const now = server.clock.nowEpochMilliseconds()
    server.clock.moveTo(now + 15 * 60 * 1000)
    expect(refusedAs(await verifyBookerLink(server, late))).toEqual(INVALID)
    server.clock.moveTo(now)
  })

  test('of many who follow a link at once, one is signed in', async () => {
    const { email } = await newContact()
    await askForBookerLink(server, { accountSlug: SLUG, email })
    const token = tokenIn((await sendMails(server))[0])
    const other = { call: await server.another() }
    const got = await Promise.all(
      [server, other, server, other].map((each) => verifyBookerLink(each, token)),
    )
    expect(got.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401])
  })

  test('without a token, with another one, or with one that is 30 days old', async () => {
    const { email } = await newContact()
    const token = await signInBooker(server, SLUG, email)
    expect(refusedAs(await server.call('GET', '/v1/public/me', { key: null }))).toEqual(OVER)
    expect(refusedAs(await server.call('GET', '/v1/public/me'))).toEqual(OVER)
    expect(refusedAs(await me(`${token}0`))).toEqual(OVER)
    const asAccount = await server.call('GET', '/v1/contacts', { key: token })
    expect(refusedAs(asAccount)).toEqual(OVER)
    const now = server.clock.nowEpochMilliseconds()
    server.clock.moveTo(now + 30 * 24 * 60 * 60 * 1000 - 1000)
    expect((await me(token)).status).toBe(200)
    server.clock.moveTo(now + 30 * 24 * 60 * 60 * 1000)
    expect(refusedAs(await me(token))).toEqual(OVER)
    server.clock.moveTo(now)
  })

  test('a sign-in shows the bookings of its account alone', async () => {
    const { email } = await newContact()
    const { otherKey: key } = server
    await server.call('PATCH', '/v1/account', { key, body: { slug: 'hillside' } })
    const provider = await server.call('POST', '/v1/providers', {
      key,
      body: { name: 'Bob', timeZone: 'UTC' },
    })
    expect(provider.status).toBe(201)
    await server.call('POST', '/v1/contacts', { key, body: { name: 'Elsewhere', email } })
    const token = await signInBooker(server, 'hillside', email)
    expect((await me(token)).body).toMatchObject({ name: 'Elsewhere', data: [] })
  })

  test('an erasure ends the sign-ins of the person at once, at every server, and their links', async () => {
    const { id, email } = await newContact()
    const token = await signInBooker(server, SLUG, email)
    await askForBookerLink(server, { accountSlug: SLUG, email })
    const link = tokenIn((await sendMails(server))[0])
    expect((await me(token)).status).toBe(200)
    const elsewhere = await server.another()
    const erased = await server.call('POST', `/v1/contacts/${id}/erase`, { body: {} })
    expect(erased.status).toBe(202)
    expect(refusedAs(await me(token))).toEqual(OVER)
    expect(refusedAs(await me(token, '', elsewhere))).toEqual(OVER)
    expect(refusedAs(await verifyBookerLink(server, link))).toEqual(INVALID)
    await askForBookerLink(server, { accountSlug: SLUG, email })
    expect(await sendMails(server)).toEqual([])
  })

  test('a change of the address ends the sign-ins, also if the person gets it back', async () => {
    const { id, email } = await newContact()
    const token = await signInBooker(server, SLUG, email)
    const elsewhere = await server.another()
    const rename = (body: object) => server.call('PATCH', `/v1/contacts/${id}`, { body })
    expect((await rename({ name: 'New Name' })).status).toBe(200)
    expect((await me(token)).body.name).toBe('New Name')
    expect((await rename({ email: `new-${email}` })).status).toBe(200)
    expect(refusedAs(await me(token))).toEqual(OVER)
    expect(refusedAs(await me(token, '', elsewhere))).toEqual(OVER)
    // Somebody else has the address now.
    await server.call('POST', '/v1/contacts', { body: { name: 'Heir', email } })
    expect(refusedAs(await me(token))).toEqual(OVER)
    const heir = await signInBooker(server, SLUG, email)
    expect((await me(heir)).body.name).toBe('Heir')

    const other = await newContact()
    const before = await signInBooker(server, SLUG, other.email)
    const set = (to: string | null) =>
      server.call('PATCH', `/v1/contacts/${other.id}`, { body: { email: to } })
    expect((await set(null)).status).toBe(200)
    expect((await set(other.email)).status).toBe(200)
    expect(refusedAs(await me(before))).toEqual(OVER)
  })

  test('the token is stored nowhere, and no item of a sign-in has the address', async () => {
    const { email } = await newContact()
    const token = await signInBooker(server, SLUG, email)
    const items = await server.contents()
    expect(JSON.stringify(items)).not.toContain(token)
    const own = items.filter(({ PK }) => PK.startsWith('BOOKERTOKEN#'))
    expect(own.length).toBeGreaterThan(0)
    expect(JSON.stringify(own)).not.toContain('@')
  })
})

test('an account that does not exist or is suspended sends no link; its bookers can still read', async () => {
  const unknown = { accountSlug: 'nowhere', email: 'a@example.com' }
  expect(refusedAs(await askForBookerLink(server, unknown))).toEqual([404, 'not_found'])
  const { secret: key, caller, accountId } = await makeTenant(server.deps, 'quiet')
  const email = 'quiet@example.com'
  await server.call('POST', '/v1/contacts', { key, body: { name: 'Quiet', email } })
  const token = await signInBooker(server, 'quiet', email)
  await changeAnyAccount(server.deps, caller, accountId, { status: 'suspended' })
  forgetAccounts(server.deps)
  const refused = await askForBookerLink(server, { accountSlug: 'quiet', email })
  expect(refusedAs(refused)).toEqual([403, 'account_suspended'])
  expect((await me(token)).body.name).toBe('Quiet')
  await startAccountDeletion(server.deps, caller, accountId)
  forgetAccounts(server.deps)
  expect(refusedAs(await me(token))).toEqual([403, 'account_suspended'])
})

test.each([
  ['/v1/public/sign-in', { accountSlug: SLUG, email: 'once@example.com' }],
  ['/v1/public/sign-in/verify', { token: 'hl_unknown' }],
])('an Idempotency-Key of POST %s stands for one request', async (path, body) => {
  const from = newAddress()
  const headers = { 'idempotency-key': `key-of-${path}` }
  const send = (sent: object) => server.call('POST', path, { key: null, body: sent, from, headers })
  const first = await send(body)
  expect((await send(body)).text).toBe(first.text)
  expect(refusedAs(await send({ ...body, unknown: true }))).toEqual([422, 'validation_failed'])
  const other = 'token' in body ? { token: 'hl_other' } : { ...body, locale: 'de' }
  expect(refusedAs(await send(other))).toEqual([422, 'idempotency_key_reused'])
  const both = await Promise.all([0, 1].map(() => send(body)))
  expect(both[1]?.body.code).toBe('request_in_progress')
})

test('every documented answer of these calls was seen', () => {
  expect(server.call.unseen('Sign-in of bookers', REFUSED_ALIKE)).toEqual([])
})
