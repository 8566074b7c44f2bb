import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from './support/app.ts'
import { makeEventType } from './support/fixtures.ts'
import { REFUSED_ALIKE } from './support/refused-alike.ts'
import { publish, workOnce } from './support/work.ts'

let server: TestApp
let eventTypeId: string
beforeAll(async () => {
  server = await openTestApp()
  eventTypeId = (await makeEventType(server.call, { confirmation: 'instant' })).id
})
afterAll(() => server.close())

let hour = 0
/** Books the next free start, and counts it for its contact. */
async function book(who: Readonly<Record<string, unknown>>) {
  const start = new Date(Date.UTC(2026, 3, 27, 7 + 24 * Math.floor(hour / 6) + (hour % 6)))
  hour += 1
  const body = { eventTypeId, start: start.toISOString().replace('.000', ''), ...who }
  const booked = await server.call('POST', '/v1/bookings', { body })
  expect([booked.status, booked.body.code]).toEqual([201, undefined])
  await workOnce(server.deps)
  return booked.body
}

const add = async (body: object) => (await server.call('POST', '/v1/contacts', { body })).body
const contact = async (id: string) => (await server.call('GET', `/v1/contacts/${id}`)).body
const merge = (id: string, into: string, headers = {}) =>
  server.call('POST', `/v1/contacts/${id}/merge`, { body: { into }, headers })
const undo = (id: string) => server.call('POST', `/v1/contacts/${id}/merge/undo`)
const bookingsOf = async (query: string) =>
  (await server.call('GET', `/v1/bookings?${query}`)).body.data.map(
    (booking: { readonly id: string }) => booking.id,
  )

/** A person twice: with an email address, and with a phone alone; each with a booking. */
async function twice(name: string) {
  const email = `${name.toLowerCase()}@example.com`
  const phone = `+4144333${String(1000 + name.charCodeAt(0) * 7)}`
  const ofDesk = await book({ booker: { name: `${name} Desk`, phone } })
  const mailed = await book({ booker: { name: `${name} Mail`, email } })
  const { data } = (await server.call('GET', `/v1/contacts?email=${email}`)).body
  const [into] = data
  if (into === undefined) throw new Error(`no contact of ${email}`)
  return { email, phone, mailed, ofDesk, into, from: ofDesk.booker.contactId as string }
}

test('a merged contact is found by its phone, words and id as the other one, which has the bookings of both', async () => {
  const { call } = server
  const { into, from, phone, mailed, ofDesk } = await twice('Ada')
  const merged = await merge(from, into.id)
  expect([merged.status, merged.headers.get('etag')]).toEqual([200, `"${into.version + 1}"`])
  expect(merged.body).toMatchObject({
    id: into.id,
    name: 'Ada Mail',
    email: 'ada@example.com',
    phone,
    bookingCount: 2,
    mergedInto: null,
    merged: [{ id: from, name: 'Ada Desk', email: null, phone, mergedAt: '2026-04-20T08:00:00Z' }],
  })
  expect(await contact(from)).toMatchObject({ mergedInto: into.id, bookingCount: 1 })
  const listed = (await call('GET', '/v1/contacts')).body.data
  expect(listed.map(({ id }: { readonly id: string }) => id)).toEqual([into.id])
  const byPhone = (await call('GET', `/v1/contacts?phone=${encodeURIComponent(phone)}`)).body.data
  expect(byPhone).toEqual([merged.body])
  const found = (await call('GET', '/v1/search?q=desk ada')).body.data
  expect(found).toEqual([{ kind: 'contact', contact: merged.body }])
  const both = [ofDesk.id, mailed.id]
  expect(await bookingsOf(`contactId=${into.id}`)).toEqual(both)
  expect(await bookingsOf(`contactId=${from}&order=desc`)).toEqual(both.toReversed())
  expect(await bookingsOf(`contactId=${from}&status=cancelled`)).toEqual([])
  const first = (await call('GET', `/v1/bookings?contactId=${into.id}&limit=1`)).body
  expect(first.data[0]?.id).toBe(ofDesk.id)
  const rest = `contactId=${into.id}&limit=1&cursor=${first.nextCursor}`
  expect(await bookingsOf(rest)).toEqual([mailed.id])
  // A booking of the merged contact is one of the other.
  expect((await book({ contactId: from })).booker).toMatchObject({ email: 'ada@example.com' })
  expect(await contact(into.id)).toMatchObject({ bookingCount: 3 })
})

test('a merge is undone while nothing new depends on it, and both are as before', async () => {
  const { call } = server
  const { into, from, phone } = await twice('Bea')
  const before = [await contact(into.id), await contact(from)]
  await merge(from, into.id)
  const headers = { 'idempotency-key': 'undo-of-bea' }
  const undone = await call('POST', `/v1/contacts/${from}/merge/undo`, { headers })
  expect([undone.status, undone.body.id]).toEqual([200, from])
  const repeated = await call('POST', `/v1/contacts/${from}/merge/undo`, { headers })
  expect(repeated.headers.get('idempotency-replayed')).toBe('true')
  const spaced = { headers: { 'idempotency-key': 'a b' } }
  expect((await call('POST', `/v1/contacts/${from}/merge/undo`, spaced)).status).toBe(422)
  const stamps = { version: expect.any(Number), updatedAt: expect.any(String) }
  expect([await contact(into.id), await contact(from)]).toEqual(
    before.map((each) => ({ ...each, ...stamps })),
  )
  const byPhone = (await call('GET', `/v1/contacts?phone=${encodeURIComponent(phone)}`)).body.data
  expect(byPhone.map(({ id }: { readonly id: string }) => id)).toEqual([from])
  const again = await undo(from)
  expect([again.status, again.body.code]).toEqual([409, 'merge_not_undoable'])
})

test('a booking with a merged address counts for the other contact, once, and ends the undo', async () => {
  const { into, from, email } = await twice('Cleo')
  await merge(into.id, from)
  await book({ booker: { name: 'Cleopatra', email } })
  expect(await contact(from)).toMatchObject({ name: 'Cleo Desk', bookingCount: 3 })
  const refused = await undo(into.id)
  expect([refused.status, refused.body.code]).toEqual([409, 'merge_not_undoable'])
  expect(refused.body.detail).toContain('since the merge')
})

test('a merge can be undone for 30 days', async () => {
  const { from, into } = await twice('Dora')
  await merge(from, into.id)
  const then = server.clock.nowEpochMilliseconds()
  server.clock.moveTo(then + 30 * 86_400_000)
  expect((await undo(from)).body.detail).toContain('more than 30 days')
  server.clock.moveTo(then + 30 * 86_400_000 - 1000)
  expect((await undo(from)).status).toBe(200)
  server.clock.moveTo(then)
})

test('a merged contact is not merged or changed again, and its address stays taken', async () => {
  const { call } = server
  const { from, into, email } = await twice('Eva')
  const third = await add({ name: 'Eva Third' })
  await merge(into.id, from)
  for (const refused of [
    await merge(into.id, third.id),
    await merge(third.id, into.id),
    await call('PATCH', `/v1/contacts/${into.id}`, { body: { name: 'Eve' } }),
  ]) {
    expect([refused.status, refused.body.code, refused.body.contactId]).toEqual([
      409,
      'contact_merged',
      from,
    ])
  }
  const taken = await call('POST', '/v1/contacts', { body: { name: 'Eva', email } })
  expect([taken.body.code, taken.body.contactId]).toEqual(['contact_exists', from])
  // What was merged into another goes with it.
  expect((await merge(from, third.id)).body).toMatchObject({ bookingCount: 2 })
  expect((await undo(into.id)).body.detail).toContain('merged into another')
  expect((await call('GET', `/v1/contacts?email=${email}`)).body.data[0]?.id).toBe(third.id)
})

test('both contacts must be of the account, and two', async () => {
  const { call, otherKey } = server
  const mine = await add({ name: 'Fay' })
  const foreign = await call('POST', '/v1/contacts', { key: otherKey, body: { name: 'Fay' } })
  const pairs = [
    { id: mine.id, into: foreign.body.id },
    { id: foreign.body.id, into: mine.id },
  ]
  for (const { id, into } of pairs) {
    const refused = await merge(id, into)
    expect([refused.status, refused.body.code]).toEqual([404, 'not_found'])
  }
  expect((await undo(foreign.body.id)).status).toBe(404)
  const itself = await merge(mine.id, mine.id)
  expect([itself.status, itself.body.errors[0].pointer]).toEqual([422, '/into'])
  const stale = await merge(mine.id, (await add({ name: 'Fay 2' })).id, { 'if-match': '"9"' })
  expect([stale.status, stale.body.code]).toEqual([412, 'version_mismatch'])
})

test('a person has at most 30 addresses', async () => {
  const into = await add({ name: 'Gil' })
  for (let count = 1; count < 30; count += 1) {
    expect((await merge((await add({ name: 'Gil' })).id, into.id)).status).toBe(200)
  }
  const refused = await merge((await add({ name: 'Gil' })).id, into.id)
  expect([refused.status, refused.body.errors[0]?.pointer]).toEqual([422, '/into'])
  const erased = await server.call('POST', `/v1/contacts/${into.id}/erase`, { body: {} })
  expect(erased.status).toBe(202)
})

test('of two merges of one contact at once, one wins; two that cross leave one contact', async () => {
  const [a, b, c] = [
    await add({ name: 'H1' }),
    await add({ name: 'H2' }),
    await add({ name: 'H3' }),
  ]
  const both = await Promise.all([merge(a.id, b.id), merge(a.id, c.id)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  const [d, e] = [await add({ name: 'H4' }), await add({ name: 'H5' })]
  const crossed = await Promise.all([merge(d.id, e.id), merge(e.id, d.id)])
  expect(crossed.map(({ status }) => status).sort()).toEqual([200, 409])
  const into = [(await contact(d.id)).mergedInto, (await contact(e.id)).mergedInto]
  expect(into.filter((each) => each === null)).toHaveLength(1)
})

test('webhooks and the log have an event of each merge, with ids alone', async () => {
  const { from, into } = await twice('Ivy')
  await merge(from, into.id)
  await undo(from)
  await publish(server.deps)
  for (const type of ['contact.merged', 'contact.merge_undone']) {
    const { data } = (await server.call('GET', `/v1/events?type=${type}&limit=100`)).body
    expect(data.at(-1)).toMatchObject({ type, resource: { id: into.id } })
    expect(data.at(-1)?.data).toEqual({ merge: { contactId: from, into: into.id } })
  }
})

test('every documented answer of these calls was seen', async () => {
  expect(server.call.unseen('Contact merges', REFUSED_ALIKE)).toEqual([])
})
