import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from './support/app.ts'
import { proveAddress, type SentMail, sendMails, signInBooker } from './support/booker-sign-in.ts'
import type { Body } from './support/call.ts'
import { makeEventType } from './support/fixtures.ts'
import { missBooking } from './support/miss-booking.ts'
import { newAddress } from './support/people.ts'
import { workOnce } from './support/work.ts'

const LATE = 'lee@example.com'
const FREE = { payment: null }
/** Everybody with at most one no-show. */
const PUNCTUAL = { tags: [], maxNoShows: 1 }

let server: TestApp
let refusing: Body
let charging: Body
let contactId: string
let token: string
let day = 4
const mails: SentMail[] = []
/** 9:00 in Berlin on another working day of May. */
const nextStart = () => {
  do day += 1
  while ([0, 6].includes(new Date(Date.UTC(2026, 4, day)).getUTCDay()))
  return `2026-05-${String(day).padStart(2, '0')}T07:00:00Z`
}

const desk = (body: object) =>
  server.call('POST', '/v1/bookings', { body: { eventTypeId: refusing.id, ...body } })
const book = (eventType: Body, email: string, sent?: string) =>
  server.call('POST', '/v1/public/bookings', {
    key: null,
    from: newAddress(),
    headers: sent === undefined ? {} : { authorization: `Bearer ${sent}` },
    body: { eventTypeId: eventType.id, start: nextStart(), booker: { name: 'Somebody', email } },
  })

/** Follows the link in the email that asks for a proof of the address. */
async function prove(booking: Body) {
  mails.push(...(await sendMails(server)))
  return await proveAddress(server, booking.id, mails)
}

beforeAll(async () => {
  server = await openTestApp()
  const { call } = server
  await call('PATCH', '/v1/account', { body: { slug: 'lakeside' } })
  await call('PUT', '/v1/payment-connection', { body: { kind: 'simulated' } })
  const rules = { confirmation: 'instant', slotStepMinutes: 60 }
  refusing = await makeEventType(call, { ...rules, access: [PUNCTUAL] })
  charging = await makeEventType(call, {
    ...rules,
    payment: { amount: 5000, currency: 'EUR', kind: 'full' },
    access: [{ ...PUNCTUAL, amount: 0 }, { tags: [] }],
  })
  const lee = await call('POST', '/v1/contacts', { body: { name: 'Lee', email: LATE } })
  contactId = lee.body.id
  token = await signInBooker(server, 'lakeside', LATE)
})
afterAll(() => server.close())

test('one no-show changes nothing, and a second one bars from an event type that says so', async () => {
  await missBooking(server, refusing.id, LATE, '2026-04-21T07:00:00Z')
  const first = await book(refusing, LATE, token)
  expect([first.status, first.body.status]).toEqual([201, 'confirmed'])
  await missBooking(server, refusing.id, LATE, '2026-04-22T07:00:00Z')
  const { body } = await server.call('GET', `/v1/contacts/${contactId}`)
  expect(body.noShowCount).toBe(2)
  const second = await book(refusing, LATE, token)
  expect([second.status, second.body.code]).toEqual([409, 'booker_not_allowed'])
  expect((await book(refusing, 'new@example.com')).status).toBe(202)
})

test('the account is told so as well, and skips the rule with override', async () => {
  const start = nextStart()
  const refused = await desk({ start, contactId })
  expect([refused.status, refused.body.code]).toEqual([409, 'booker_not_allowed'])
  const named = await desk({ start, booker: { name: 'Lee', email: LATE } })
  expect([named.status, named.body.code]).toEqual([409, 'booker_not_allowed'])
  expect((await desk({ start, contactId, override: true })).status).toBe(201)
})

test('whoever types the address learns nothing until the proof, which then refuses', async () => {
  const typed = await book(refusing, LATE)
  const unknown = await book(refusing, 'unknown@example.com')
  expect([typed.status, unknown.status]).toEqual([202, 202])
  expect(Object.keys(typed.body).sort()).toEqual(Object.keys(unknown.body).sort())
  const refused = await prove(typed.body)
  expect([refused.status, refused.body.code]).toEqual([409, 'booker_not_allowed'])
  const proved = await prove(unknown.body)
  expect([proved.status, proved.body.status]).toEqual([200, 'confirmed'])
})

test('a stranger who misses under a typed address leaves its owner without a no-show', async () => {
  const owner = 'owner@example.com'
  const { body } = await server.call('POST', '/v1/contacts', { body: { name: 'O', email: owner } })
  const open = await makeEventType(server.call, { confirmation: 'instant' })
  const typed = await book(open, owner)
  const before = server.clock.nowEpochMilliseconds()
  server.clock.moveTo(Date.parse(String(typed.body.end)))
  const missed = await server.call('POST', `/v1/bookings/${typed.body.id}/no-show`)
  expect(missed.status).toBe(200)
  await workOnce(server.deps)
  server.clock.moveTo(before)
  const { body: contact } = await server.call('GET', `/v1/contacts/${body.id}`)
  expect(contact.noShowCount).toBe(0)
})

test('whoever missed too often pays where others do not, and cannot avoid it by typing the address', async () => {
  const free = await book(charging, 'punctual@example.com')
  expect(free.body).toMatchObject(FREE)
  const own = await book(charging, LATE, token)
  expect([own.status, own.body.status, own.body.payment]).toMatchObject([
    202,
    'pending',
    { amount: 5000, status: 'required' },
  ])
  const typed = await book(charging, LATE)
  expect(typed.body).toMatchObject(FREE)
  const refused = await prove(typed.body)
  expect([refused.status, refused.body.code]).toEqual([409, 'booker_not_allowed'])
  const proved = await prove(free.body)
  expect([proved.status, proved.body.status]).toEqual([200, 'confirmed'])
})

test('a lower price than that for everybody does not refuse a proof', async () => {
  await server.call('POST', '/v1/contacts', {
    body: { name: 'Mia', email: 'mia@example.com', tags: ['member'] },
  })
  const lesson = await makeEventType(server.call, {
    confirmation: 'approval',
    payment: { amount: 5000, currency: 'EUR', kind: 'full' },
    access: [{ tags: ['member'], amount: 3000 }, { tags: [] }],
  })
  const typed = await book(lesson, 'mia@example.com')
  const proved = await prove(typed.body)
  expect([proved.status, proved.body.payment]).toMatchObject([200, { amount: 5000 }])
})

test.each([
  [{ tags: [], maxNoShows: -1 }, '/access/0/maxNoShows'],
  [{ tags: [], maxNoShows: 100 }, '/access/0/maxNoShows'],
])('a number of no-shows that no contact has is refused: %j', async (entry, pointer) => {
  const body = { access: [entry] }
  const refused = await server.call('PATCH', `/v1/event-types/${refusing.id}`, { body })
  expect([refused.status, refused.body.errors[0].pointer]).toEqual([422, pointer])
})

test('an entry for fewer no-shows comes before one for more', async () => {
  const save = (access: readonly object[]) =>
    server.call('PATCH', `/v1/event-types/${refusing.id}`, { body: { access } })
  const late = await save([PUNCTUAL, { tags: ['member'], maxNoShows: 1 }])
  expect([late.status, late.body.errors[0].pointer]).toEqual([422, '/access/1'])
  const saved = await save([PUNCTUAL, { tags: [], maxNoShows: 2, maxAdvanceDays: 3 }])
  expect([saved.status, saved.body.access]).toMatchObject([
    200,
    [{ maxNoShows: 1 }, { maxNoShows: 2 }],
  ])
})
