import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from './support/app.ts'
import { makeBooking } from './support/fixtures.ts'
import { REFUSED_ALIKE } from './support/refused-alike.ts'
import { sendTwice } from './support/send-twice.ts'
import { workOnce } from './support/work.ts'

let server: TestApp
let bookingId: string
beforeAll(async () => {
  server = await openTestApp()
  bookingId = (await makeBooking(server.call)).id
  await server.call('POST', `/v1/bookings/${bookingId}/confirm`)
  await workOnce(server.deps)
})
afterAll(() => server.close())

const list = async (query = '') => (await server.call('GET', `/v1/dead-letters${query}`)).body.data

test('work that was given up is listed with the event, the attempts and the reason', async () => {
  const letters = await list()
  expect(letters.map((letter) => letter.event)).toMatchObject([
    { type: 'booking.created', resource: { id: bookingId, version: 1 } },
    { type: 'booking.confirmed', resource: { id: bookingId, version: 2 } },
  ])
  expect(letters[0]).toMatchObject({
    id: expect.stringMatching(/^mails\.evn_/),
    consumer: 'mails',
    subject: null,
    failedAttempts: 1,
    lastError: 'no such mailbox',
    diedAt: '2026-04-20T08:00:00Z',
  })
  expect(await list('?consumer=mails')).toEqual(letters)
  expect(await list('?consumer=contacts')).toEqual([])
})

test('a redrive takes it off the list, and back into its queue', async () => {
  const { call, deps } = server
  const [letter] = await list()
  const redriven = await call('POST', `/v1/dead-letters/${letter?.id}/redrive`)
  expect([redriven.status, redriven.body]).toEqual([202, letter])
  expect((await list()).map(({ id }) => id)).not.toContain(letter?.id)
  expect((await call('POST', `/v1/dead-letters/${letter?.id}/redrive`)).status).toBe(404)
  // Its consumer gets it again, and gives it up again.
  await workOnce(deps)
  expect((await list()).map(({ id }) => id)).toContain(letter?.id)
})

test('another account neither sees nor redrives it', async () => {
  const { call, otherKey } = server
  const [letter] = await list()
  expect((await call('GET', '/v1/dead-letters', { key: otherKey })).body.data).toEqual([])
  const path = `/v1/dead-letters/${letter?.id}/redrive`
  expect((await call('POST', path, { key: otherKey })).status).toBe(404)
  expect((await list()).map(({ id }) => id)).toContain(letter?.id)
})

test.each(['mails', 'mails.bkg_1', 'mails.evn_01kqs3v7m8e2f4g6h8j0k2m4n6/x', '..'])(
  'what cannot be the id of one, such as %s, is not found',
  async (id) => {
    const got = await server.call('POST', `/v1/dead-letters/${encodeURIComponent(id)}/redrive`)
    expect(got.status).toBe(404)
  },
)

test('every documented answer of these calls was seen', async () => {
  const { call } = server
  expect((await call('GET', '/v1/dead-letters?consumer=nobody')).status).toBe(422)
  const [letter] = await list()
  const path = `/v1/dead-letters/${letter?.id}/redrive`
  const headers = { 'idempotency-key': 'redrive' }
  await sendTwice(call, path, {})
  expect((await call('POST', path, { headers, body: { now: true } })).status).toBe(422)
  expect(call.unseen('Dead letters', REFUSED_ALIKE)).toEqual([])
})
