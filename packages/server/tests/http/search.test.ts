import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from './support/app.ts'
import { book, makeEventType, START } from './support/fixtures.ts'
import { REFUSED_ALIKE } from './support/refused-alike.ts'
import { workOnce } from './support/work.ts'

let server: TestApp
let bookingId: string
beforeAll(async () => {
  server = await openTestApp()
  const { call, deps } = server
  const eventType = await makeEventType(call)
  bookingId = (await book(call, eventType.id, START)).id
  await call('POST', `/v1/bookings/${bookingId}/confirm`)
  await workOnce(deps)
})
afterAll(() => server.close())

const search = (query: string, options = {}) => server.call('GET', `/v1/search?${query}`, options)

test('people are found by name and address, with the contact in the answer', async () => {
  const { status, body } = await search('q=hopp%20GR%C3%A1ce')
  expect(status).toBe(200)
  const [contact] = (await server.call('GET', '/v1/contacts')).body.data
  expect(contact).toMatchObject({ name: 'Grace Hopper', email: 'grace@example.com' })
  expect(body).toEqual({ data: [{ kind: 'contact', contact }], more: false })
  expect((await search('q=grace@exam')).body.data).toEqual([{ kind: 'contact', contact }])
  expect((await search('q=example.com')).body.data).toEqual([])
  expect((await search('q=grace', { key: server.otherKey })).body.data).toEqual([])
})

test('a booking is found by its id', async () => {
  const { body } = await search(`q=${bookingId}`)
  expect(body).toMatchObject({
    data: [{ kind: 'booking', booking: { id: bookingId } }],
    more: false,
  })
  const other = await search(`q=${bookingId}`, { key: server.otherKey })
  expect(other.body.data).toEqual([])
})

test('the next bookings of the people who are found come after them, by start', async () => {
  const { call } = server
  const made = await call('POST', '/v1/contacts', { body: { name: 'Ida Rhodes' } })
  const eventType = await makeEventType(call)
  const bookAt = async (start: string) =>
    (
      await call('POST', '/v1/bookings', {
        body: { eventTypeId: eventType.id, start, contactId: made.body.id },
      })
    ).body.id
  const third = await bookAt('2026-04-27T11:00:00Z')
  const first = await bookAt('2026-04-27T09:00:00Z')
  const cancelled = await bookAt('2026-04-27T08:30:00Z')
  await call('POST', `/v1/bookings/${cancelled}/cancel`)
  const second = await bookAt('2026-04-27T10:00:00Z')
  expect(new Set([first, second, third, cancelled]).size).toBe(4)
  const { body } = await search('q=rhodes&bookings=upcoming')
  expect(body.data).toMatchObject([
    { kind: 'contact', contact: { id: made.body.id } },
    { kind: 'booking', booking: { id: first } },
    { kind: 'booking', booking: { id: second } },
  ])
  expect((await search('q=rhodes')).body.data).toMatchObject([{ kind: 'contact' }])
})

test('more people than asked for are said to be there', async () => {
  const { call } = server
  for (const name of ['Tom One', 'Tom Two', 'Tom Three']) {
    expect((await call('POST', '/v1/contacts', { body: { name } })).status).toBe(201)
  }
  const { body } = await search('q=tom&limit=2')
  expect([body.data.length, body.more]).toEqual([2, true])
  const all = await search('q=tom&limit=3')
  expect([all.body.data.length, all.body.more]).toEqual([3, false])
})

test.each([
  ['', '/query/q'],
  ['q=', '/query/q'],
  [`q=${'a'.repeat(101)}`, '/query/q'],
  ['q=tom&limit=0', '/query/limit'],
  ['q=tom&limit=51', '/query/limit'],
  ['q=tom&bookings=past', '/query/bookings'],
])('?%s is refused', async (query, pointer) => {
  const { status, body } = await search(query)
  expect([status, body.code]).toEqual([422, 'validation_failed'])
  expect(body.errors).toMatchObject([{ pointer }])
})

test('without a key nobody is found', async () => {
  const { status } = await search('q=grace', { key: null })
  expect(status).toBe(401)
})

test('every documented answer of these calls was seen', async () => {
  expect(server.call.unseen('Search', REFUSED_ALIKE)).toEqual([])
})
