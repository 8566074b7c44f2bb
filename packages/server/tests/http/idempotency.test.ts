import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openTestApp, type TestApp } from './support/app.ts'
import type { Got } from './support/call.ts'
import { BOOKER, makeEventType, makeProvider, PROVIDER, START } from './support/fixtures.ts'
import { makeUnpaidBooking } from './support/paid-booking.ts'
import { makeSampleIds, samplesOf, sentBy } from './support/samples.ts'

let server: TestApp
beforeAll(async () => {
  server = await openTestApp()
})
afterAll(() => server.close())

const DAY_SECONDS = 24 * 60 * 60

const post = (path: string, body: unknown, key: string, more: { key?: string } = {}) =>
  server.call('POST', path, { body, headers: { 'idempotency-key': key }, ...more })

const withoutRequest = ({ status, headers, text }: Got) => ({
  status,
  text,
  location: headers.get('location'),
  etag: headers.get('etag'),
})

describe('the same key and body', () => {
  test('gets the first answer again, whole, and nothing is done twice', async () => {
    const first = await post('/v1/providers', PROVIDER, 'once')
    const items = (await server.contents()).length
    const second = await post('/v1/providers', PROVIDER, 'once')
    expect(first.status).toBe(201)
    expect(first.headers.get('idempotency-replayed')).toBeNull()
    expect(second.headers.get('idempotency-replayed')).toBe('true')
    expect(withoutRequest(second)).toEqual(withoutRequest(first))
    expect(second.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'))
    expect(await server.contents()).toHaveLength(items)
  })

  test('gets a secret that is shown once a second time, and the store never holds it readable', async () => {
    const first = await post('/v1/api-keys', { name: 'site' }, 'secret-once')
    const second = await post('/v1/api-keys', { name: 'site' }, 'secret-once')
    expect(second.body.secret).toBe(first.body.secret)
    const stored = (await server.contents()).map((item) =>
      Object.values(item)
        .map((value) =>
          value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
        )
        .join(' '),
    )
    expect(stored.join('\n')).not.toContain(first.body.secret)
  })

  test('gets the hold again, though its time is taken by now: by itself', async () => {
    const eventType = await makeEventType(server.call)
    const body = { eventTypeId: eventType.id, start: START, booker: BOOKER }
    const first = await post('/v1/bookings', body, 'hold')
    const second = await post('/v1/bookings', body, 'hold')
    expect([first.status, second.status]).toEqual([202, 202])
    expect(second.body).toEqual(first.body)
    const other = await post('/v1/bookings', body, 'another')
    expect([other.status, other.body.code]).toEqual([409, 'slot_taken'])
  })

  test('gets the confirmation again, though the booking is confirmed by now', async () => {
    const eventType = await makeEventType(server.call)
    const body = { eventTypeId: eventType.id, start: START, booker: BOOKER }
    const { id } = (await post('/v1/bookings', body, 'to-confirm')).body
    const first = await post(`/v1/bookings/${id}/confirm`, {}, 'confirm')
    const second = await post(`/v1/bookings/${id}/confirm`, {}, 'confirm')
    expect(second.headers.get('idempotency-replayed')).toBe('true')
    expect(withoutRequest(second)).toEqual(withoutRequest(first))
  })

  test('gets the answer bare or quoted', async () => {
    const first = await post('/v1/providers', PROVIDER, '"quoted"')
    const second = await post('/v1/providers', PROVIDER, 'quoted')
    expect(second.body).toEqual(first.body)
  })

  test('is a new request after 24 hours', async () => {
    const first = await post('/v1/providers', PROVIDER, 'daily')
    const before = server.clock.nowEpochMilliseconds()
    server.clock.moveTo(before + (DAY_SECONDS - 1) * 1000)
    const late = await post('/v1/providers', PROVIDER, 'daily')
    server.clock.moveTo(before + DAY_SECONDS * 1000)
    const next = await post('/v1/providers', PROVIDER, 'daily')
    server.clock.moveTo(before)
    expect(late.body.id).toBe(first.body.id)
    expect(next.status).toBe(201)
    expect(next.body.id).not.toBe(first.body.id)
  })
})

describe('a key', () => {
  test('that comes with another body is refused, and the first answer stays', async () => {
    const first = await post('/v1/providers', PROVIDER, 'reused')
    const other = await post('/v1/providers', { ...PROVIDER, name: 'Bob' }, 'reused')
    expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused'])
    const again = await post('/v1/providers', PROVIDER, 'reused')
    expect(again.body.id).toBe(first.body.id)
  })

  test('is that of one account and one path', async () => {
    const provider = await makeProvider(server.call)
    const first = await post('/v1/providers', PROVIDER, 'mine')
    const theirs = await post('/v1/providers', PROVIDER, 'mine', { key: server.otherKey })
    expect(theirs.status).toBe(201)
    expect(theirs.body.id).not.toBe(first.body.id)
    const block = await post(
      `/v1/providers/${provider.id}/blocks`,
      { start: START, end: '2026-04-27T08:00:00Z' },
      'mine',
    )
    expect(block.status).toBe(201)
  })

  test('gets a refusal again, whatever has changed since, and a new key tries again', async () => {
    const slug = 'wanted-slug'
    const taken = await makeProvider(server.call, { slug })
    const refused = await post('/v1/providers', { ...PROVIDER, slug }, 'refused')
    expect([refused.status, refused.body.code]).toEqual([409, 'slug_taken'])
    await server.call('PATCH', `/v1/providers/${taken.id}`, { body: { slug: 'other-slug' } })
    const other = await server.another()
    const headers = { 'idempotency-key': 'refused' }
    const again = await other('POST', '/v1/providers', { body: { ...PROVIDER, slug }, headers })
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(again.headers.get('content-type')).toBe('application/problem+json')
    expect(withoutRequest(again)).toEqual(withoutRequest(refused))
    const reused = await post('/v1/providers', PROVIDER, 'refused')
    expect([reused.status, reused.body.code]).toEqual([422, 'idempotency_key_reused'])
    expect((await post('/v1/providers', { ...PROVIDER, slug }, 'new')).status).toBe(201)
  })

  test('is not used up by input that breaks the schema', async () => {
    const wrong = await post('/v1/providers', { ...PROVIDER, name: 1 }, 'corrected')
    expect(wrong.status).toBe(422)
    expect((await post('/v1/providers', PROVIDER, 'corrected')).status).toBe(201)
  })

  test.each([['two words'], [''], ['ünüsual'], ['a'.repeat(256)], ['"open']])(
    '%j is refused by name',
    async (key) => {
      const headers = { 'idempotency-key': key }
      const got = await server.app.request('/v1/providers', {
        method: 'POST',
        headers: { authorization: 'Bearer hf_test-key-of-the-first-account', ...headers },
      })
      const body = (await got.json()) as { code: string; errors: { pointer: string }[] }
      expect([got.status, body.code]).toEqual([422, 'validation_failed'])
      expect(body.errors[0]?.pointer).toBe('/header/Idempotency-Key')
    },
  )

  test('of a request that is still running answers 409, and the request is done once', async () => {
    const running = Promise.withResolvers<void>()
    const released = Promise.withResolvers<void>()
    let isFirst = false
    const slow = await openTestApp({
      between: (store) => ({
        async transact(writes, token) {
          // Only the first request waits: were the second to come this far, its answer would show it.
          if (isFirst) {
            isFirst = false
            running.resolve()
            await released.promise
          }
          return await store.transact(writes, token)
        },
      }),
    })
    onTestFinished(async () => {
      released.resolve()
      await slow.close()
    })
    // The first use of the key is recorded.
    await slow.call('GET', '/v1/session')
    isFirst = true
    const send = () =>
      slow.call('POST', '/v1/providers', { body: PROVIDER, headers: { 'idempotency-key': 'slow' } })
    const first = send()
    await running.promise
    const second = await send()
    expect([second.status, second.body.code]).toEqual([409, 'request_in_progress'])
    expect(second.headers.get('retry-after')).toBe('1')
    released.resolve()
    expect((await first).status).toBe(201)
    const third = await send()
    expect(third.body.id).toBe((await first).body.id)
  })

  test('counts over several server processes: of many at once, one does the work', async () => {
    const calls = [server.call, await server.another(), await server.another()]
    const sent = { body: PROVIDER, headers: { 'idempotency-key': 'all-at-once' } }
    const before = (await server.contents()).length
    const answers = await Promise.all(calls.map((call) => call('POST', '/v1/providers', sent)))
    expect(answers.map((got) => got.status)).toEqual([201, 201, 201])
    expect(new Set(answers.map((got) => got.body.id)).size).toBe(1)
    expect(answers.filter((got) => got.headers.has('idempotency-replayed'))).toHaveLength(2)
    // The provider, its slug and the answer that is kept.
    expect(await server.contents()).toHaveLength(before + 3)
  })
})

test('a changed event type status is replayed as it was, not as it is', async () => {
  const eventType = await makeEventType(server.call)
  const path = `/v1/event-types/${eventType.id}`
  const first = await post(`${path}/deactivate`, {}, 'off')
  await server.call('POST', `${path}/activate`, { body: {} })
  const again = await post(`${path}/deactivate`, {}, 'off')
  expect(first.body.status).toBe('inactive')
  expect(again.body).toEqual(first.body)
  expect((await server.call('GET', path)).body.status).toBe('active')
})

/** They answer what is true now: an export, and the bookings of a group. */
const TELL_NOW = [
  'exportContact',
  'createBookingGroup',
  'createPublicBookingGroup',
  'confirmBookingGroup',
  'cancelBookingGroup',
  'rescheduleBookingGroup',
]

/** Calls without a key of the account: they need a token of an email, sign somebody in, or are played by the tests above. */
const UNPLAYED = [
  'acceptInvitation',
  'beginPasskeySignIn',
  'confirmBookingEmail',
  'confirmWaitlistEmail',
  'createAccount',
  'createPublicBooking',
  'createPublicBookingGroup',
  'createPublicStay',
  'createSession',
  'joinPublicWaitlist',
  'makeDecision',
  'openCheckout',
  'payPublicOrder',
  'receiveSesNotification',
  'receiveSmsReport',
  'receiveStripeWebhook',
  'requestBookerSignIn',
  'requestSignIn',
  'setUpOwner',
  'verifyBookerSignIn',
  'verifyPasskey',
  'verifySignIn',
]

test('the checkout of a payment is answered the same again after its booking was cancelled', async () => {
  await server.call('PUT', '/v1/payment-connection', { body: { kind: 'simulated' } })
  const booking = await makeUnpaidBooking(server)
  const open = () =>
    server.call('POST', `/v1/public/payments/${booking.payment.id}/checkout`, {
      key: null,
      headers: { 'idempotency-key': 'pay' },
    })
  const first = await open()
  expect(first.status).toBe(200)
  await server.call('POST', `/v1/bookings/${booking.id}/cancel`)
  const second = await open()
  expect([second.status, second.headers.get('idempotency-replayed')]).toEqual([200, 'true'])
  expect(second.body).toEqual(first.body)
})

test('every operation that takes the header answers a key the same again, also after everything else was done', async () => {
  const app = await openTestApp()
  onTestFinished(() => app.close())
  const { paths } = (await app.call('GET', '/openapi.json')).body
  const takesKey = new Set(
    Object.values(
      paths as Record<string, { post?: { operationId: string; parameters?: { name: string }[] } }>,
    )
      .filter(({ post }) => post?.parameters?.some(({ name }) => name === 'Idempotency-Key'))
      .map(({ post }) => post?.operationId),
  )
  const samples = samplesOf(await makeSampleIds(app)).filter(({ operationId }) =>
    takesKey.has(operationId),
  )
  const unplayed = [...takesKey].filter(
    (id) => !samples.some(({ operationId }) => operationId === id),
  )
  expect(unplayed.sort()).toEqual(UNPLAYED)
  const play = async () => {
    const answers: Record<string, unknown> = {}
    for (const sample of samples) {
      const sent = sentBy(sample)
      const headers = { ...sent.headers, 'idempotency-key': `play-${sample.operationId}` }
      const got = await app.call(sample.method, sample.path, { ...sent, headers })
      const isWhole = !TELL_NOW.includes(sample.operationId)
      answers[sample.operationId] = isWhole
        ? [got.status, got.text.replace(/"requestId":"[^"]*"/, '')]
        : got.status
    }
    return answers
  }
  const first = await play()
  expect(await play()).toEqual(first)
})
