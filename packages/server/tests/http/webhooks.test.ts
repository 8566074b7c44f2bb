import { EVENT_KEYS } from '@holdfast/contracts'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts'
import { openTestApp, type TestApp } from './support/app.ts'
import type { Body } from './support/call.ts'
import { makeBooking, makeProvider } from './support/fixtures.ts'
import { REFUSED_ALIKE } from './support/refused-alike.ts'
import { sendTwice } from './support/send-twice.ts'
import { deliverOnce } from './support/work.ts'

const ENDPOINTS = '/v1/webhook-endpoints'

describe('a webhook endpoint', () => {
  let server: TestApp
  beforeAll(async () => {
    server = await openTestApp()
  })
  afterAll(() => server.close())

  const create = (body: unknown) => server.call('POST', ENDPOINTS, { body })

  test('is created with a secret that is shown once', async () => {
    const { call } = server
    const made = await create({
      url: 'https://example.com/hook',
      events: ['booking.confirmed', 'booking.cancelled'],
    })
    expect([made.status, made.headers.get('etag')]).toEqual([201, '"1"'])
    expect(made.headers.get('location')).toBe(`${ENDPOINTS}/${made.body.id}`)
    expect(made.body).toEqual({
      id: expect.stringMatching(/^whk_/),
      version: 1,
      url: 'https://example.com/hook',
      events: ['booking.confirmed', 'booking.cancelled'],
      status: 'enabled',
      disabledReason: null,
      failingSince: null,
      previousSecretExpiresAt: null,
      createdAt: '2026-04-20T08:00:00Z',
      updatedAt: '2026-04-20T08:00:00Z',
      secret: expect.stringMatching(/^whsec_/),
    })
    const { secret: _, ...shown } = made.body
    expect((await call('GET', `${ENDPOINTS}/${made.body.id}`)).body).toEqual(shown)
    const listed = await call('GET', ENDPOINTS)
    expect(listed.body.data).toEqual([shown])
    expect(listed.text).not.toContain('whsec_')
  })

  test.each([
    ['http://example.com/hook', 'only https URLs can be used'],
    ['https://127.0.0.1/hook', '127.0.0.1 is not a public address'],
    ['https://0x7f.1/hook', '127.0.0.1 is not a public address'],
    ['https://[::1]/hook', '::1 is not a public address'],
    ['https://169.254.169.254/latest', '169.254.169.254 is not a public address'],
    ['https://localhost/hook', 'localhost is not a public address'],
    ['https://example.com:22/', 'only the ports 443 and 8443 can be used'],
    ['https://me:word@example.com/', 'a user name or password'],
    ['hook', 'this is not a URL'],
  ])('at %s is refused, and says why', async (url, why) => {
    const got = await create({ url })
    expect([got.status, got.body.errors[0].pointer]).toEqual([422, '/url'])
    expect(got.body.errors[0].message).toContain(why)
  })

  test.each([['webhook.test'], ['booking.reminder'], ['bookings.*'], ['book*'], ['*']])(
    'for %s, which is no event of the log, is refused',
    async (event) => {
      const got = await create({ url: 'https://example.com/hook', events: [event] })
      expect([got.status, got.body.errors[0].pointer]).toEqual([422, '/events/0'])
    },
  )

  test('changes its URL or its events and keeps everything else', async () => {
    const { call } = server
    const made = await create({ url: 'https://example.com/before', events: ['booking.created'] })
    const { secret: _, ...before } = made.body
    const path = `${ENDPOINTS}/${made.body.id}`
    const moved = await call('PATCH', path, { body: { url: 'https://example.com/after' } })
    expect([moved.status, moved.headers.get('etag')]).toEqual([200, '"2"'])
    expect(moved.body).toEqual({ ...before, url: 'https://example.com/after', version: 2 })
    const body = { events: ['stay.*', 'booking.created'] }
    const changed = await call('PATCH', path, { body, headers: { 'if-match': '"2"' } })
    expect(changed.body).toEqual({ ...moved.body, ...body, version: 3 })
    expect((await call('GET', path)).body).toEqual(changed.body)
    const all = await call('PATCH', path, { body: { events: [] } })
    expect([all.status, all.body.events]).toEqual([200, []])
  })

  test('is not changed by a stale version or to a URL that is not public', async () => {
    const { call } = server
    const made = await create({ url: 'https://example.com/kept' })
    const path = `${ENDPOINTS}/${made.body.id}`
    const body = { url: 'https://example.com/other' }
    const stale = await call('PATCH', path, { body, headers: { 'if-match': '"7"' } })
    expect([stale.status, stale.body.code]).toEqual([412, 'version_mismatch'])
    for (const url of ['https://127.0.0.1/hook', 'http://example.com/hook', null]) {
      const refused = await call('PATCH', path, { body: { url } })
      expect([refused.status, refused.body.errors[0].pointer]).toEqual([422, '/url'])
    }
    expect((await call('GET', path)).body).toMatchObject({ url: 'https://example.com/kept' })
  })

  test('gets a new secret, and the old one goes on for a day', async () => {
    const { call } = server
    const made = await create({ url: 'https://example.com/rotated' })
    const path = `${ENDPOINTS}/${made.body.id}`
    const rotated = await call('POST', `${path}/rotate-secret`)
    expect([rotated.status, rotated.body.version]).toEqual([200, 2])
    expect(rotated.body.secret).toMatch(/^whsec_/)
    expect(rotated.body.secret).not.toBe(made.body.secret)
    const read = await call('GET', path)
    expect(read.body.previousSecretExpiresAt).toBe('2026-04-21T08:00:00Z')
    expect(read.text).not.toContain('whsec_')
  })

  test('is gone once it is deleted', async () => {
    const { call } = server
    const made = await create({ url: 'https://example.com/gone' })
    const path = `${ENDPOINTS}/${made.body.id}`
    const stale = await call('DELETE', path, { headers: { 'if-match': '"7"' } })
    expect(stale.status).toBe(412)
    expect((await call('DELETE', path)).status).toBe(204)
    for (const [method, below] of [
      ['GET', ''],
      ['DELETE', ''],
      ['PATCH', ''],
      ['GET', '/deliveries'],
      ['GET', '/deliveries/evn_01kqs3v7m8e2f4g6h8j0k2m4n6'],
      ['POST', '/deliveries/evn_01kqs3v7m8e2f4g6h8j0k2m4n6/redeliver'],
      ['POST', '/rotate-secret'],
      ['POST', '/enable'],
      ['POST', '/test'],
    ] as const) {
      expect([method, below, (await call(method, path + below)).status]).toEqual([
        method,
        below,
        404,
      ])
    }
  })

  test('is the last of twenty', async () => {
    const own = await openTestApp()
    const more = () => own.call('POST', ENDPOINTS, { body: { url: 'https://example.com/hook' } })
    for (let made = 0; made < 20; made += 1) expect((await more()).status).toBe(201)
    const refused = await more()
    expect([refused.status, refused.body.errors[0].message]).toEqual([
      422,
      'An account can have at most 20 webhook endpoints. Delete one first.',
    ])
    await own.close()
  })
})

describe('what is sent', () => {
  let server: TestApp
  let receiver: WebhookReceiver
  let endpoint: Body
  let path: string
  beforeAll(async () => {
    receiver = await startWebhookReceiver()
    server = await openTestApp({ allowPrivateNetwork: true })
    endpoint = await createAt('/main')
    path = `${ENDPOINTS}/${endpoint.id}`
  })
  afterAll(async () => {
    await receiver.close()
    await server.close()
  })

  async function createAt(at: string, events?: readonly string[]): Promise<Body> {
    const body = { url: receiver.url(at), ...(events && { events }) }
    const made = await server.call('POST', ENDPOINTS, { body })
    expect(made.status).toBe(201)
    return made.body
  }
  const messagesAt = (at: string) => receiver.messages.all.filter((message) => message.path === at)
  const deliveriesOf = async (at: string) =>
    (await server.call('GET', `${at}/deliveries`)).body.data

  test('is in the delivery log, with the event as it was sent and the answer', async () => {
    await makeBooking(server.call)
    await deliverOnce(server.deps)
    const [booked, ...earlier] = await deliveriesOf(path)
    expect(earlier.map((delivery) => delivery.event)).toMatchObject([
      { type: 'event_type.created' },
    ])
    const message = messagesAt('/main').find(({ id }) => id === booked?.id)
    expect(booked).toEqual({
      id: message?.id,
      version: 2,
      webhookEndpointId: endpoint.id,
      status: 'delivered',
      nextAttemptAt: null,
      attempts: [
        {
          at: '2026-04-20T08:00:00.000Z',
          durationMilliseconds: expect.any(Number),
          status: 204,
          text: '',
        },
      ],
      event: JSON.parse(message?.body ?? ''),
    })
    const one = await server.call('GET', `${path}/deliveries/${booked?.id}`)
    expect([one.status, one.headers.get('etag'), one.body]).toEqual([200, '"2"', booked])
    const verified = new Webhook(endpoint.secret).verify(
      message?.body ?? '',
      message?.headers ?? {},
    )
    expect(verified).toMatchObject({ type: 'booking.created' })
  })

  test('as a test goes to that endpoint alone, and is in no log of events', async () => {
    const { call, deps } = server
    await createAt('/other')
    const asked = await call('POST', `${path}/test`)
    expect([asked.status, asked.body.status]).toEqual([202, 'pending'])
    expect(asked.headers.get('location')).toBe(`${path}/deliveries/${asked.body.id}`)
    await deliverOnce(deps)
    const got = messagesAt('/main').filter(({ id }) => id === asked.body.id)
    expect(got.map(({ body }) => JSON.parse(body))).toMatchObject([
      { type: 'webhook.test', data: { webhookEndpoint: { id: endpoint.id } } },
    ])
    expect(messagesAt('/other').map(({ id }) => id)).not.toContain(asked.body.id)
    const log = await call('GET', '/v1/events')
    expect(log.text).not.toContain('webhook.test')
  })

  test('is sent again with the same id when that is asked for', async () => {
    const { call, deps } = server
    const [latest] = await deliveriesOf(path)
    const again = await call('POST', `${path}/deliveries/${latest?.id}/redeliver`)
    expect([again.status, again.body.status]).toEqual([202, 'pending'])
    expect(again.headers.get('location')).toBe(`${path}/deliveries/${latest?.id}`)
    await deliverOnce(deps)
    expect(messagesAt('/main').filter(({ id }) => id === latest?.id)).toHaveLength(2)
    const read = await call('GET', `${path}/deliveries/${latest?.id}`)
    expect(read.body).toMatchObject({ status: 'delivered', attempts: [{}, { status: 204 }] })
  })

  test('is only what the endpoint asked for', async () => {
    await createAt('/picky', ['booking.confirmed'])
    const booking = await makeBooking(server.call)
    await server.call('POST', `/v1/bookings/${booking.id}/confirm`)
    await deliverOnce(server.deps)
    expect(messagesAt('/picky').map(({ body }) => JSON.parse(body).type)).toEqual([
      'booking.confirmed',
    ])
  })

  test('is every event of a family that the endpoint asked for', async () => {
    const own = await openTestApp({ allowPrivateNetwork: true })
    await own.call('POST', ENDPOINTS, {
      body: { url: receiver.url('/family'), events: ['booking.*'] },
    })
    const booking = await makeBooking(own.call)
    await own.call('POST', `/v1/bookings/${booking.id}/cancel`)
    await deliverOnce(own.deps)
    const types = messagesAt('/family').map(({ body }) => JSON.parse(body).type)
    expect(types.sort()).toEqual(['booking.cancelled', 'booking.created'])
    await own.close()
  })

  test('goes to the new URL of the endpoint, also when it waits for a retry', async () => {
    const { call, deps } = server
    const own = await createAt('/old-url', ['booking.created'])
    const at = `${ENDPOINTS}/${own.id}`
    receiver.behave(500, '/old-url')
    await makeBooking(call)
    await deliverOnce(deps)
    expect((await call('GET', at)).body.failingSince).toBe('2026-04-20T08:00:00Z')
    const moved = await call('PATCH', at, { body: { url: receiver.url('/new-url') } })
    expect(moved.body.failingSince).toBe(null)
    const [waiting] = await deliveriesOf(at)
    await call('POST', `${at}/deliveries/${waiting?.id}/redeliver`)
    await deliverOnce(deps)
    expect(messagesAt('/old-url')).toHaveLength(1)
    expect(messagesAt('/new-url').map(({ id }) => id)).toEqual([waiting?.id])
  })

  test('and answered 410 disables the endpoint; it can be enabled, and the work redriven', async () => {
    const { call, deps } = server
    const gone = await createAt('/gone', ['booking.created'])
    const at = `${ENDPOINTS}/${gone.id}`
    receiver.behave(410, '/gone')
    await makeBooking(call)
    await deliverOnce(deps)
    expect((await call('GET', at)).body).toMatchObject({
      status: 'disabled',
      disabledReason: 'the endpoint returned 410 Gone',
    })
    expect((await call('GET', '/v1/events?type=webhook.disabled')).body).not.toHaveProperty(
      'data.0',
    )
    await deliverOnce(deps)
    expect((await call('GET', '/v1/events?type=webhook.disabled')).body.data).toMatchObject([
      { resource: { id: gone.id }, data: { webhookEndpoint: { id: gone.id } } },
    ])
    const letters = await call('GET', '/v1/dead-letters?consumer=deliveries')
    expect(letters.body.data).toMatchObject([{ subject: gone.id, lastError: 'returned 410' }])

    receiver.behave(204, '/gone')
    const enabled = await call('POST', `${at}/enable`)
    expect([enabled.status, enabled.body.status, enabled.body.disabledReason]).toEqual([
      200,
      'enabled',
      null,
    ])
    await call('POST', `/v1/dead-letters/${letters.body.data[0]?.id}/redrive`)
    await deliverOnce(deps)
    expect(messagesAt('/gone').map(({ answered }) => answered)).toEqual([410, 204])
    expect(await deliveriesOf(at)).toMatchObject([
      { status: 'delivered', attempts: [{ status: 410, text: 'as told' }, { status: 204 }] },
    ])
    expect((await call('GET', '/v1/dead-letters?consumer=deliveries')).body.data).toEqual([])
  })

  test('is described in the OpenAPI document, one message for each event', async () => {
    const document = JSON.parse((await server.call('GET', '/openapi.json')).text)
    expect(Object.keys(document.webhooks)).toEqual(EVENT_KEYS)
    const message = document.webhooks['booking.confirmed'].post
    expect(message.requestBody.content['application/json'].schema).toEqual({
      $ref: '#/components/schemas/BookingConfirmedEvent',
    })
    expect(message.parameters.map(({ name }: { name: string }) => name)).toEqual([
      'webhook-id',
      'webhook-timestamp',
      'webhook-signature',
    ])
  })

  test('is told to nobody else', async () => {
    const { call, otherKey } = server
    await makeProvider(call)
    expect((await call('GET', ENDPOINTS, { key: otherKey })).body.data).toEqual([])
    expect((await call('GET', `${path}/deliveries`, { key: otherKey })).status).toBe(404)
  })

  test('every documented answer of these calls was seen', async () => {
    const { call } = server
    const unknown = `${path}/deliveries/evn_01kqs3v7m8e2f4g6h8j0k2m4n6`
    for (const [method, at] of [
      ['GET', unknown],
      ['POST', `${unknown}/redeliver`],
      ['GET', `${ENDPOINTS}/whk_1`],
      ['DELETE', `${ENDPOINTS}/whk_1`],
      ['PATCH', `${ENDPOINTS}/whk_1`],
      ['GET', `${ENDPOINTS}/whk_1/deliveries`],
      ['POST', `${ENDPOINTS}/whk_1/rotate-secret`],
      ['POST', `${ENDPOINTS}/whk_1/enable`],
      ['POST', `${ENDPOINTS}/whk_1/test`],
    ] as const) {
      expect([at, (await call(method, at)).status]).toEqual([at, 404])
    }
    const [latest] = await deliveriesOf(path)
    const actions = [
      ENDPOINTS,
      `${path}/rotate-secret`,
      `${path}/enable`,
      `${path}/test`,
      `${path}/deliveries/${latest?.id}/redeliver`,
    ]
    for (const action of actions) {
      const body = action === ENDPOINTS ? { url: receiver.url('/twice') } : {}
      await sendTwice(call, action, body)
      expect((await call('POST', action, { body: { nothing: 1 } })).status).toBe(422)
    }
    for (const at of [ENDPOINTS, `${path}/deliveries`]) {
      expect((await call('GET', `${at}?limit=0`)).status).toBe(422)
    }
    expect((await call('PATCH', path, { body: { status: 'enabled' } })).status).toBe(422)
    const stale = await call('DELETE', path, { headers: { 'if-match': 'x' } })
    expect(stale.status).toBe(422)
    const toDelete = await createAt('/deleted')
    expect((await call('DELETE', `${ENDPOINTS}/${toDelete.id}`)).status).toBe(204)
    expect(call.unseen('Webhooks', REFUSED_ALIKE)).toEqual([])
  })
})
