import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SOME_ENGINES } from '../support/stores.ts'
import { openTestApp, type TestApp } from './support/app.ts'
import { book, makeEventType, NEXT_START } from './support/fixtures.ts'
import { REFUSED_ALIKE } from './support/refused-alike.ts'
import { sendTwice } from './support/send-twice.ts'

const PATH = '/v1/bookings/bulk'
const NOBODY = 'bkg_01kqs3v7m8e2f4g6h8j0k2m4n6'

describe.each(SOME_ENGINES)('a bulk change on %s', (engine) => {
  let server: TestApp
  let [first, second]: readonly [string, string] = ['', '']
  beforeAll(async () => {
    server = await openTestApp({ engine })
    const { id } = await makeEventType(server.call)
    first = (await book(server.call, id)).id
    second = (await book(server.call, id, NEXT_START)).id
  })
  afterAll(() => server.close())

  const send = (body: unknown, headers = {}) => server.call('POST', PATH, { body, headers })

  test('answers each booking by itself, and replays the answer to its key', async () => {
    const body = { action: 'cancel', bookingIds: [first, NOBODY], reason: 'Ill' }
    const headers = { 'idempotency-key': 'cancel-the-morning' }
    const got = await send(body, headers)
    expect(got.status).toBe(200)
    expect(got.body.data).toEqual([
      { bookingId: first, status: 'cancelled' },
      {
        bookingId: NOBODY,
        problem: {
          type: '/problems/not_found',
          title: 'Not found',
          status: 404,
          code: 'not_found',
          detail: expect.stringContaining(NOBODY),
          requestId: got.headers.get('x-request-id'),
        },
      },
    ])
    const again = await send(body, headers)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(again.body).toEqual(got.body)
    const other = await send({ action: 'cancel', bookingIds: [second] }, headers)
    expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused'])
    const untouched = await server.call('GET', `/v1/bookings/${second}`)
    expect(untouched.body.status).toBe('pending')
  })

  test('does not find a booking of another account', async () => {
    const body = { action: 'cancel', bookingIds: [second] }
    const got = await server.call('POST', PATH, { body, key: server.otherKey })
    expect(got.body.data).toMatchObject([{ bookingId: second, problem: { code: 'not_found' } }])
  })

  test('reassigns bookings', async () => {
    const body = { action: 'reassign', bookingIds: [second] }
    const got = await send(body)
    expect(got.status).toBe(200)
    expect(got.body.data).toMatchObject([
      { bookingId: second, problem: { code: 'no_candidate_free', status: 409 } },
    ])
  })

  test.each([
    ['a reason to reassign', { action: 'reassign', bookingIds: [NOBODY], reason: 'x' }, '/reason'],
    [
      'a provider to cancel from',
      { action: 'cancel', bookingIds: [NOBODY], from: 'prv_01kqs3v7m8e2f4g6h8j0k2m4n6' },
      '/from',
    ],
    ['an unknown action', { action: 'confirm', bookingIds: [NOBODY] }, '/action'],
    ['no bookings', { action: 'cancel', bookingIds: [] }, '/bookingIds'],
    ['a booking twice', { action: 'cancel', bookingIds: [NOBODY, NOBODY] }, '/bookingIds'],
    [
      'more than 100 bookings',
      {
        action: 'cancel',
        bookingIds: Array.from({ length: 101 }, (_, i) => NOBODY.slice(0, -3) + (100 + i)),
      },
      '/bookingIds',
    ],
  ])('with %s is 422', async (_, body, pointer) => {
    const got = await send(body)
    expect([got.status, got.body.errors[0].pointer]).toEqual([422, pointer])
  })

  test('has no other documented answer', async () => {
    await sendTwice(server.call, PATH, { action: 'cancel', bookingIds: [second] })
    expect(server.call.unseen('Bulk changes', REFUSED_ALIKE)).toEqual([])
  })
})
