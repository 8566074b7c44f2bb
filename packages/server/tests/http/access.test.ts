import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from './support/app.ts'
import { sendMails, signInBooker } from './support/booker-sign-in.ts'
import type { Body } from './support/call.ts'
import { makeEventType } from './support/fixtures.ts'
import { newAddress } from './support/people.ts'

// It is Monday 20 April 2026, 10:00 in Berlin.
const SOON = '2026-04-22T08:00:00Z'
const LATER = '2026-04-29T08:00:00Z'
const MEMBER = 'mia@example.com'
const GUEST = 'gus@example.com'

let server: TestApp
/** What the store was asked for since the last look. */
let asked: string[] = []
let open: Body
let closed: Body
let memberToken: string
let guestToken: string
beforeAll(async () => {
  server = await openTestApp({
    between: (store) => ({
      get: (key, options) => {
        // Every five seconds the account is read anew, whoever calls.
        if (!/^ACCOUNT#[^#]+$/.test(key.PK)) asked.push(`get ${key.PK.split('#')[0]}`)
        return store.get(key, options)
      },
      getMany: (keys, options) => {
        asked.push(`getMany ${keys.map(({ PK }) => PK.split('#')[0]).join()}`)
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
  const { call } = server
  await call('PATCH', '/v1/account', { body: { slug: 'lakeside' } })
  const access = [{ tags: ['member'], maxAdvanceDays: 30 }]
  const everybody = { tags: [], maxAdvanceDays: 3 }
  const rules = { confirmation: 'instant', slotStepMinutes: 60 }
  open = await makeEventType(call, { ...rules, access: [...access, everybody] })
  closed = await makeEventType(call, { ...rules, confirmation: 'hold', access })
  await call('POST', '/v1/contacts', { body: { name: 'Mia', email: MEMBER, tags: ['Member'] } })
  await call('POST', '/v1/contacts', { body: { name: 'Gus', email: GUEST } })
  memberToken = await signInBooker(server, 'lakeside', MEMBER)
  guestToken = await signInBooker(server, 'lakeside', GUEST)
})
afterAll(() => server.close())

let hour = 0
/** Another time of the same day. */
const at = (day: string) => {
  hour = (hour + 1) % 7
  return day.replace('T08', `T${String(7 + hour).padStart(2, '0')}`)
}

const book = (eventType: Body, start: string, email?: string, token?: string) =>
  server.call('POST', '/v1/public/bookings', {
    key: null,
    from: newAddress(),
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    body: {
      eventTypeId: eventType.id,
      start,
      ...(email !== undefined && { booker: { name: 'Somebody', email } }),
    },
  })

/** Follows the link in the email that asks for a proof of the address. */
async function prove(booking: Body, email: string) {
  const mails = await sendMails(server)
  const links = mails.flatMap(({ to, text }) =>
    to.address === email && text.includes(String(booking.id))
      ? (/#hm_\w+\.(hm_\w+)/.exec(text)?.[1] ?? [])
      : [],
  )
  const body = { token: links.at(-1) }
  return await server.call('POST', `/v1/bookings/${booking.id}/confirm-email`, { key: null, body })
}

const startsFor = async (eventType: Body, token?: string, list = '/slots') => {
  const provider = (await server.call('GET', `/v1/providers/${eventType.providerId}`)).body
  const path = `/v1/public/${provider.slug}/${eventType.slug}${list}`
  const got = await server.call(
    'GET',
    `${path}?accountSlug=lakeside&from=2026-04-20&to=2026-05-20`,
    {
      key: null,
      from: newAddress(),
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    },
  )
  const starts = (got.body.data ?? []).map(({ start }: { readonly start: string }) => start)
  return { status: got.status, code: got.body.code, last: starts.at(-1), headers: got.headers }
}

test('each kind of customer is shown its own window, and nobody else gets the answer of a member', async () => {
  const stranger = await startsFor(open)
  expect([stranger.status, stranger.last]).toEqual([200, '2026-04-23T14:00:00Z'])
  expect(stranger.headers.get('cache-control')).toContain('s-maxage=1')
  const member = await startsFor(open, memberToken)
  expect([member.status, member.last]).toEqual([200, '2026-05-19T14:00:00Z'])
  expect(member.headers.get('cache-control')).toBe('no-store')
  expect((await startsFor(open, guestToken)).last).toBe('2026-04-23T14:00:00Z')
  const refused = await startsFor(closed, guestToken)
  expect([refused.status, refused.code]).toEqual([409, 'booker_not_allowed'])
  const page = await startsFor(closed, guestToken, '')
  expect([page.status, page.code]).toEqual([409, 'booker_not_allowed'])
})

test('a member who signed in books within the own window at once; others who signed in do not', async () => {
  const member = await book(open, at(LATER), MEMBER, memberToken)
  expect([member.status, member.body.status]).toEqual([201, 'confirmed'])
  const guest = await book(open, at(LATER), GUEST, guestToken)
  expect([guest.status, guest.body.code]).toEqual([422, 'slot_not_bookable'])
  const soon = await book(open, at(SOON), GUEST, guestToken)
  expect([soon.status, soon.body.status]).toEqual([201, 'confirmed'])
  const closedTo = await book(closed, at(SOON), GUEST, guestToken)
  expect([closedTo.status, closedTo.body.code]).toEqual([409, 'booker_not_allowed'])
})

test('an impostor who types the address of a member gets the rules of strangers, and learns nothing', async () => {
  const typed = await book(open, at(LATER), MEMBER)
  const unknown = await book(open, at(LATER), 'nobody@example.com')
  expect([typed.status, typed.body.code]).toEqual([422, 'slot_not_bookable'])
  const { requestId: _, ...told } = typed.body
  const { requestId: __, ...same } = unknown.body
  expect(Object.keys(told).sort()).toEqual(Object.keys(same).sort())

  const answers: string[] = []
  const work: string[][] = []
  // Known, barred and new addresses; the times of one hour, so that the same items are asked for.
  await server.call('POST', '/v1/contacts', {
    body: { name: 'Bo', email: 'bar@example.com', barred: { reason: 'No.' } },
  })
  await book(closed, at(SOON), 'abc@example.com')
  for (const [index, email] of [MEMBER, 'bar@example.com', 'new@example.com'].entries()) {
    asked = []
    const held = await book(
      closed,
      `2026-04-23T${String(8 + index).padStart(2, '0')}:00:00Z`,
      email,
    )
    work.push(asked)
    expect([held.status, held.body.status, held.body.emailUnconfirmed]).toEqual([
      202,
      'pending',
      true,
    ])
    const shown = JSON.stringify(held.body, (key, value) =>
      /^(id|manageToken|start|end|localStart|email|holdExpiresAt|\w+Until)$/.test(key)
        ? typeof value
        : value,
    )
    answers.push(shown)
  }
  expect(answers[1]).toBe(answers[0])
  expect(answers[2]).toBe(answers[0])
  expect(work[1]).toEqual(work[0])
  expect(work[2]).toEqual(work[0])
})

test('a proof decides: a member is confirmed, others are refused, and the hold ends as holds do', async () => {
  const held = await book(closed, at('2026-04-24T08:00:00Z'), MEMBER)
  const early = await server.call('POST', `/v1/bookings/${held.body.id}/confirm`, {
    key: String(held.body.manageToken),
  })
  expect([early.status, early.body.code]).toEqual([409, 'email_unconfirmed'])
  const proved = await prove(held.body, MEMBER)
  expect([proved.status, proved.body.status]).toEqual([200, 'confirmed'])
  const guest = await book(closed, at('2026-04-24T08:00:00Z'), GUEST)
  const refused = await prove(guest.body, GUEST)
  expect([refused.status, refused.body.code]).toEqual([409, 'booker_not_allowed'])
  const still = await server.call('GET', `/v1/bookings/${guest.body.id}`)
  expect(still.body.status).toBe('pending')
})

test('a hold without a booker asks for the proof when it gets one, and that of a member is for nobody else', async () => {
  const confirm = (held: Body, email: string) =>
    server.call('POST', `/v1/bookings/${held.id}/confirm`, {
      key: String(held.manageToken),
      body: { booker: { name: 'Somebody', email } },
    })
  const anonymous = await book(closed, at('2026-04-27T08:00:00Z'))
  const named = await confirm(anonymous.body, MEMBER)
  expect([named.status, named.body.status, named.body.emailUnconfirmed]).toEqual([
    200,
    'pending',
    true,
  ])
  const own = await book(closed, at('2026-04-27T08:00:00Z'), undefined, memberToken)
  const other = await confirm(own.body, 'friend@example.com')
  expect([other.status, other.body.code]).toEqual([409, 'booker_not_allowed'])
  const mine = await confirm(own.body, MEMBER)
  expect([mine.status, mine.body.status]).toEqual([200, 'confirmed'])
})

test('a phone number alone does not show who may book', async () => {
  await server.call('PATCH', '/v1/account', {
    body: { bookerContact: 'emailOrPhone', country: 'DE' },
  })
  const got = await server.call('POST', '/v1/public/bookings', {
    key: null,
    from: newAddress(),
    body: {
      eventTypeId: closed.id,
      start: at(SOON),
      booker: { name: 'Somebody', phone: '+49 30 901820' },
    },
  })
  expect([got.status, got.body.errors[0].pointer]).toEqual([422, '/booker/email'])
})

test('a booking moves within the window of its booker', async () => {
  const move = (booking: Body, start: string) =>
    server.call('POST', `/v1/bookings/${booking.id}/reschedule`, {
      key: String(booking.manageToken),
      body: { start },
    })
  const guest = await book(open, at(SOON), GUEST, guestToken)
  const far = await move(guest.body, at(LATER))
  expect([far.status, far.body.code]).toEqual([422, 'slot_not_bookable'])
  const member = await book(open, at(SOON), MEMBER, memberToken)
  const moved = await move(member.body, at('2026-04-30T08:00:00Z'))
  expect([moved.status, moved.body.code]).toEqual([200, undefined])
})

test('the account has the rules of whom it books, and skips them with override', async () => {
  const { call } = server
  const of = (email: string, more = {}) => ({
    body: {
      eventTypeId: closed.id,
      start: at('2026-04-28T08:00:00Z'),
      ...more,
      booker: { name: 'A', email },
    },
  })
  expect((await call('POST', '/v1/bookings', of(MEMBER))).status).toBe(202)
  const refused = await call('POST', '/v1/bookings', of(GUEST))
  expect([refused.status, refused.body.code]).toEqual([409, 'booker_not_allowed'])
  expect((await call('POST', '/v1/bookings', of(GUEST, { override: true }))).status).toBe(202)
})

test('entries that can never count are refused, and a wait list beside them', async () => {
  const save = (body: object) => server.call('PATCH', `/v1/event-types/${open.id}`, { body })
  const late = await save({ access: [{ tags: [] }, { tags: ['member'] }] })
  expect([late.status, late.body.errors[0].pointer]).toEqual([422, '/access/1'])
  const waits = await save({ waitlist: {} })
  expect([waits.status, waits.body.errors[0].pointer]).toEqual([422, '/access'])
  expect((await server.call('GET', `/v1/event-types/${open.id}`)).body.access).toEqual([
    { tags: ['member'], maxNoShows: null, maxAdvanceDays: 30, amount: null, limits: null },
    { tags: [], maxNoShows: null, maxAdvanceDays: 3, amount: null, limits: null },
  ])
})

test('each kind of customer has its own price, in lists and in bookings', async () => {
  const { call } = server
  const payment = { amount: 5000, currency: 'EUR', kind: 'full' }
  const access = [{ tags: ['member'], amount: 3000 }, { tags: [] }]
  const lesson = await makeEventType(call, { payment, access, slotStepMinutes: 60 })
  const provider = (await call('GET', `/v1/providers/${lesson.providerId}`)).body
  const path = `/v1/public/${provider.slug}/${lesson.slug}/slots?accountSlug=lakeside&from=2026-04-27&to=2026-04-28`
  const priceFor = async (token?: string) => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
    const got = await call('GET', path, { key: null, from: newAddress(), headers })
    return got.body.data[0]?.price
  }
  expect(await priceFor()).toEqual({ amount: 5000, currency: 'EUR' })
  expect(await priceFor(memberToken)).toEqual({ amount: 3000, currency: 'EUR' })
  const pagePrice = async (token?: string) => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
    const page = path.replace('/slots', '')
    return (await call('GET', page, { key: null, from: newAddress(), headers })).body.payment
  }
  expect(await pagePrice()).toMatchObject({ amount: 5000 })
  expect(await pagePrice(memberToken)).toMatchObject({ amount: 3000 })
  const costs = async (email: string, start: string) => {
    const body = { eventTypeId: lesson.id, start, booker: { name: 'A', email } }
    return (await call('POST', '/v1/bookings', { body })).body.payment
  }
  expect(await costs(GUEST, '2026-04-27T08:00:00Z')).toMatchObject({ amount: 5000 })
  expect(await costs(MEMBER, '2026-04-27T09:00:00Z')).toMatchObject({ amount: 3000 })
  const wrong = await call('PATCH', `/v1/event-types/${open.id}`, {
    body: { access: [{ tags: [], amount: 1000 }] },
  })
  expect([wrong.status, wrong.body.errors[0].pointer]).toEqual([422, '/access/0/amount'])
})
