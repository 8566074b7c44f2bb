import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from './support/app.ts'
import { sendMails, signInBooker } from './support/booker-sign-in.ts'
import type { Got } from './support/call.ts'
import { makeEventType } from './support/fixtures.ts'
import { newAddress } from './support/people.ts'
import { workOnce } from './support/work.ts'

const EMAIL = 'grace@example.com'
const GRACE = { name: 'Grace', email: EMAIL }
const OTHER = { name: 'Grace', email: 'other@example.com' }

let server: TestApp
let work: TestApp
let token: string
let workToken: string
beforeAll(async () => {
  server = await openTestApp({ settings: { publicGuard: 'email' } })
  work = await openTestApp({ settings: { publicGuard: 'pow' } })
  token = await signedIn(server, GRACE)
  workToken = await signedIn(work, GRACE)
})
afterAll(async () => {
  await server.close()
  await work.close()
})

/** Makes the account, if it has no slug yet, and a contact of it; answers the token of their sign-in. */
async function signedIn(on: TestApp, body: { readonly name: string; readonly email: string }) {
  await on.call('PATCH', '/v1/account', { body: { slug: 'lakeside' } })
  const made = await on.call('POST', '/v1/contacts', { body })
  expect(made.status).toBe(201)
  return await signInBooker(on, 'lakeside', body.email)
}

const post = (on: TestApp, path: string, body: object, sent?: string) =>
  on.call('POST', path, {
    key: null,
    from: newAddress(),
    headers: sent === undefined ? {} : { authorization: `Bearer ${sent}` },
    body,
  })

/** Two bookings of a new event type, together. */
async function bookTwo(on: TestApp, booker: object, sent?: string) {
  const { id: eventTypeId } = await makeEventType(on.call, { confirmation: 'instant' })
  const items = ['2026-04-27T07:00:00Z', '2026-04-28T07:00:00Z'].map((start) => ({
    eventTypeId,
    start,
  }))
  return await post(on, '/v1/public/booking-groups', { items, booker }, sent)
}

// The tests of the contracts check the members.
const bookingsOf = ({ body }: Got) =>
  body.bookings as readonly { readonly status: string; readonly emailUnconfirmed: boolean }[]
const dataOf = ({ body }: Got) =>
  body.data as readonly { readonly id: string; readonly name: string }[]

/** Joins the wait list of a new event type. */
async function wait(on: TestApp, booker: object, sent?: string) {
  const { id: eventTypeId } = await makeEventType(on.call, { waitlist: {} })
  const range = { from: '2026-04-27', to: '2026-04-28' }
  return await post(on, '/v1/public/waitlist', { eventTypeId, ...range, booker }, sent)
}

const ways = [
  ['a booking group', bookTwo],
  ['an entry of a wait list', wait],
] as const

test('a booking group of who signed in stands at once; one with a typed address has to be proved', async () => {
  const typed = await bookTwo(server, GRACE)
  expect([typed.status, bookingsOf(typed)[0]?.emailUnconfirmed]).toEqual([202, true])
  const own = await bookTwo(server, { name: 'Grace Hopper', email: EMAIL }, token)
  const statuses = bookingsOf(own).map(({ status }) => status)
  expect([own.status, statuses]).toEqual([201, ['confirmed', 'confirmed']])
  await workOnce(server.deps)
  const contacts = await server.call('GET', `/v1/contacts?email=${EMAIL}`)
  expect(dataOf(contacts)[0]?.name).toBe('Grace Hopper')
})

test('who signed in is on a wait list at once, and the mail is addressed to them by name', async () => {
  const typed = await wait(server, { name: 'Win a prize', email: EMAIL })
  expect([typed.status, typed.body.status]).toEqual([201, 'unconfirmed'])
  const own = await wait(server, { name: 'Grace Hopper', email: EMAIL }, token)
  expect([own.status, own.body.status]).toEqual([201, 'waiting'])
  const mails = await sendMails(server)
  const toOf = (subject: string) =>
    mails.flatMap((mail) => (mail.subject.startsWith(subject) ? [mail.to] : []))
  expect(toOf('Please confirm: wait list')).toEqual([{ address: EMAIL }])
  expect(toOf('On the wait list')).toEqual([{ name: 'Grace Hopper', address: EMAIL }])
})

test('a sign-in proves no other address, neither of a group nor on a wait list', async () => {
  const group = await bookTwo(server, OTHER, token)
  expect([group.status, bookingsOf(group)[0]?.emailUnconfirmed]).toEqual([202, true])
  const entry = await wait(server, OTHER, token)
  expect([entry.status, entry.body.status]).toEqual([201, 'unconfirmed'])
})

test.each(ways)(
  '%s of who signed in needs no proof of work; that of a stranger does',
  async (_, send) => {
    const stranger = await send(work, GRACE)
    expect([stranger.status, stranger.body.code]).toEqual([403, 'proof_of_work_required'])
    expect((await send(work, GRACE, workToken)).status).toBe(201)
  },
)

test('a single booking of who signed in needs no proof of work', async () => {
  const { id: eventTypeId } = await makeEventType(work.call, { confirmation: 'instant' })
  const body = { eventTypeId, start: '2026-04-27T07:00:00Z', booker: GRACE }
  const stranger = await post(work, '/v1/public/bookings', body)
  expect([stranger.status, stranger.body.code]).toEqual([403, 'proof_of_work_required'])
  expect((await post(work, '/v1/public/bookings', body, workToken)).status).toBe(201)
})

test.each(ways)(
  '%s with the token of another account, an invented one and that of an erased person is refused',
  async (_, send) => {
    const { otherKey: key } = server
    const email = `${send.name.toLowerCase()}@example.com`
    await server.call('PATCH', '/v1/account', { key, body: { slug: 'hillside' } })
    await server.call('POST', '/v1/contacts', { key, body: { name: 'Ada', email } })
    const foreign = await signInBooker(server, 'hillside', email)
    const ended = await signedIn(server, { name: 'Ada', email })
    const found = await server.call('GET', `/v1/contacts?email=${email}`)
    const erase = `/v1/contacts/${dataOf(found)[0]?.id}/erase`
    expect((await server.call('POST', erase, { body: {} })).status).toBe(202)
    for (const sent of [foreign, 'hb_invented', ended]) {
      const got = await send(server, { name: 'Ada', email }, sent)
      expect([got.status, got.body.code]).toEqual([401, 'unauthenticated'])
    }
  },
)
