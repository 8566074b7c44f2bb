import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type GoogleCalendarServer,
  startGoogleCalendar,
} from '../support/google-calendar-server.ts'
import { type KmsServer, startKms } from '../support/kms-server.ts'
import { comeBackAndConfirm } from '../support/oauth-server.ts'
import {
  type SecretsManagerServer,
  startSecretsManager,
} from '../support/secrets-manager-server.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts'
import { beyondKeys, beyondPolicy } from './support/asked-table.ts'
import {
  batchOf,
  browserOf,
  dayAfterTomorrow,
  NONE,
  type OpenedFunctions,
  ofType,
  openAroundTheClock,
  openFunctions,
  SECRETS,
  SETUP_MILLISECONDS,
} from './support/functions.ts'

let google: GoogleCalendarServer
let receiver: WebhookReceiver
let kms: KmsServer
let secrets: SecretsManagerServer
let opened: OpenedFunctions

beforeAll(async () => {
  google = await startGoogleCalendar()
  receiver = await startWebhookReceiver()
  kms = await startKms()
  secrets = await startSecretsManager({ ...SECRETS, 'arn:google': google.clientSecret })
  const env = {
    // The vendor and the receiver listen on the loopback interface.
    HOLDFAST_ALLOW_PRIVATE_NETWORK: '1',
    HOLDFAST_GOOGLE_CLIENT_ID: google.clientId,
    HOLDFAST_GOOGLE_ENDPOINT: google.origin,
    AWS_ENDPOINT_URL_KMS: kms.endpoint,
    HOLDFAST_VAULT_KMS_KEY: kms.keyArn,
  }
  const names = ['http', 'stream', 'timer', 'webhooks', 'deliveries', 'mirrors'] as const
  opened = await openFunctions(secrets.endpoint, env, names)
  await opened.functions.timer()
}, SETUP_MILLISECONDS)
afterAll(async () => {
  await opened.close()
  await secrets.stop()
  await kms.stop()
  await receiver.close()
  await google.close()
})

const half = (start: string) => new Date(Date.parse(start) + 1_800_000).toISOString()

test('a calendar is connected, read before a booking, written to and cleared again', async () => {
  const { functions, ask, publish } = opened
  const { providerId, eventTypeId } = await openAroundTheClock(ask, 'Ada')
  const path = `/v1/providers/${providerId}/calendar-connections`
  const begun = await ask('POST', `${path}/google/authorize`, { writesBack: true })
  expect(begun.status, begun.text).toBe(200)
  const callback = await google.visit(begun.body.authorizationUrl)
  await comeBackAndConfirm(browserOf(functions.http), callback)
  expect((await ask('GET', path)).body.data).toMatchObject([
    { kind: 'google', status: 'active', label: google.address },
  ])
  // The grant is an item, whose key is bound to what the policy requires. It is no secret of its own.
  expect([...secrets.secrets.keys()].filter((name) => name.startsWith('holdfast/'))).toEqual([])
  expect(kms.calls[0]).toEqual({
    operation: 'GenerateDataKey',
    context: {
      installation: 'holdfast/credentials/',
      account: expect.stringMatching(/^acc_/),
      provider: providerId,
      reference: expect.stringMatching(/^kms_/),
    },
  })

  const day = dayAfterTomorrow()
  google.addEvent(day, half(day))
  const bookAt = (start: string) =>
    ask('POST', '/v1/bookings', {
      eventTypeId,
      start,
      booker: { name: 'Grace', email: 'grace@example.com' },
    })
  const taken = await bookAt(day)
  expect([taken.status, taken.body.code]).toEqual([409, 'slot_taken'])
  const held = await bookAt(half(day))
  expect(held.status, held.text).toBe(202)
  expect((await ask('POST', `/v1/bookings/${held.body.id}/confirm`)).status).toBe(200)

  const confirmed = batchOf(...ofType(await publish(), 'booking.confirmed'))
  expect(await functions.mirrors(confirmed)).toEqual(NONE)
  expect(google.events()).toHaveLength(2)
  // A second copy of the message writes nothing.
  expect(await functions.mirrors(confirmed)).toEqual(NONE)
  expect(google.events()).toHaveLength(2)
  expect((await ask('POST', `/v1/bookings/${held.body.id}/cancel`, {})).status).toBe(200)
  const cancelled = batchOf(...ofType(await publish(), 'booking.cancelled'))
  expect(await functions.mirrors(cancelled)).toEqual(NONE)
  expect(google.events()).toHaveLength(1)
})

test('a webhook is sent once, signed, and recorded as delivered', async () => {
  const { functions, ask, publish, sqs } = opened
  const endpoint = await ask('POST', '/v1/webhook-endpoints', {
    url: receiver.url('/hook'),
    events: ['booking.created'],
  })
  expect(endpoint.status, endpoint.text).toBe(201)
  const { eventTypeId } = await openAroundTheClock(ask, 'Told')
  const from = sqs.sent.length
  const held = await ask('POST', '/v1/bookings', {
    eventTypeId,
    start: dayAfterTomorrow(),
    booker: { name: 'Grace', email: 'grace@example.com' },
  })
  expect(held.status, held.text).toBe(202)
  const created = batchOf(...ofType(await publish(), 'booking.created'))
  expect(await functions.webhooks(created)).toEqual(NONE)
  const nudges = batchOf(...sqs.sent.slice(from).map(({ MessageBody }) => MessageBody))
  expect(await functions.deliveries(nudges)).toEqual(NONE)
  expect(await functions.deliveries(nudges)).toEqual(NONE)
  const [message, ...others] = receiver.messages.all
  expect(others).toEqual([])
  const { secret } = endpoint.body
  const signed = { ...message?.headers }
  expect(() => new Webhook(secret).verify(message?.body ?? '', signed)).not.toThrow()
  const items: unknown[] = []
  for await (const page of opened.table.store.scan()) items.push(...page)
  expect(JSON.stringify(items)).not.toContain(secret)
  expect(JSON.parse(String(message?.body))).toMatchObject({
    type: 'booking.created',
    data: { booking: { id: held.body.id } },
  })
  const path = `/v1/webhook-endpoints/${endpoint.body.id}/deliveries`
  expect((await ask('GET', path)).body.data).toMatchObject([{ status: 'delivered' }])
})

test('no function sends the table a request that its policy does not allow', async () => {
  await opened.functions.timer()
  expect((await opened.ask('GET', '/v1/event-types')).status).toBe(200)
  expect(opened.asked.get('http')).toContain('Query GSI3')
  expect(beyondPolicy(opened.asked)).toEqual([])
  expect(beyondKeys(opened.written)).toEqual([])
})
