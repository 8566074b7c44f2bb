import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, unwrap, verifyWebhook } from '@holdfast/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'
import {
  type ReceivedMessage,
  startWebhookReceiver,
  type WebhookReceiver,
} from '../support/webhook-receiver.ts'

const KEY = 'hf_key-of-the-webhook-suite-0123'

let dataDir: string
let server: ServerProcess
let receiver: WebhookReceiver
/** The message with this number, counted from 1. */
async function messageNumber(number: number): Promise<ReceivedMessage> {
  await receiver.messages.until('a message', (all) => all.length >= number)
  return receiver.messages.all[number - 1] as ReceivedMessage
}

const client = () => createClient({ baseUrl: server.url, apiKey: KEY })

let message: ReceivedMessage
let secret: string
let path: { readonly id: string }
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'holdfast-client-'))
  const env = { HOLDFAST_ALLOW_PRIVATE_NETWORK: '1' }
  server = await startServerProcess({ dataDir, apiKey: KEY, sweeper: false, env })
  receiver = await startWebhookReceiver()
  const body = { url: receiver.url('/hooks') }
  const endpoint = await unwrap(client().POST('/v1/webhook-endpoints', { body }))
  secret = endpoint.secret
  path = { id: endpoint.id }
  await unwrap(client().POST('/v1/webhook-endpoints/{id}/test', { params: { path } }))
  message = await messageNumber(1)
})
afterAll(async () => {
  await receiver.close()
  await server.stop()
  await rm(dataDir, { recursive: true, maxRetries: 5 })
})

const rejection = (change: Partial<ReceivedMessage>, options: object = {}) =>
  expect(verifyWebhook({ ...message, ...change }, { secret, ...options })).rejects

describe('a message of the server', () => {
  test('is verified and becomes its event', async () => {
    const event = await verifyWebhook(message, { secret })
    expect(event.id).toBe(message.headers['webhook-id'])
    expect(event.type === 'webhook.test' && event.data.webhookEndpoint.id).toBe(path.id)
  })

  test('is verified as bytes and with the headers of a Request', async () => {
    const headers = new Headers(message.headers)
    const event = await verifyWebhook({ body: Buffer.from(message.body), headers }, { secret })
    expect(event.type).toBe('webhook.test')
  })

  test('is verified with either secret during a rotation', async () => {
    const post = client().POST('/v1/webhook-endpoints/{id}/rotate-secret', { params: { path } })
    const rotated = await unwrap(post)
    await unwrap(client().POST('/v1/webhook-endpoints/{id}/test', { params: { path } }))
    const next = await messageNumber(2)
    for (const one of [secret, rotated.secret]) {
      expect((await verifyWebhook(next, { secret: one })).type).toBe('webhook.test')
    }
    await rejection({}, { secret: rotated.secret }).toThrow('no signature matches')
    const either = await verifyWebhook(message, { secret: [rotated.secret, secret] })
    expect(either.type).toBe('webhook.test')
  })
})

describe('a message is rejected', () => {
  test('if one character of its body changed', () =>
    rejection({ body: message.body.replace('webhook.test', 'webhook.tesT') }).toMatchObject({
      name: 'WebhookVerificationError',
      message: 'no signature matches',
    }))

  test('if its id or time changed', async () => {
    const { headers } = message
    const later = String(Number(headers['webhook-timestamp']) + 1)
    await rejection({ headers: { ...headers, 'webhook-id': 'evn_other' } }).toThrow('no signature')
    await rejection({ headers: { ...headers, 'webhook-timestamp': later } }).toThrow('no signature')
  })

  test('with the secret of another endpoint', () =>
    rejection({}, { secret: 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3' }).toThrow('no signature'))

  test.each([-301, 301])('if it is sent again with a clock that is off by %i s', (seconds) => {
    const sentAt = Number(message.headers['webhook-timestamp']) * 1000
    const options = { nowEpochMilliseconds: sentAt + seconds * 1000 }
    return rejection({}, options).toThrow('too old')
  })

  test('without a signature, or with one of an unknown version', async () => {
    const { 'webhook-signature': signature = '', ...headers } = message.headers
    await rejection({ headers }).toThrow('webhook-signature is missing')
    const unknown = signature.replace('v1,', 'v2,')
    await rejection({ headers: { ...headers, 'webhook-signature': unknown } }).toThrow(
      'no signature matches',
    )
  })

  test('and a text that is no secret is an error of the caller', () =>
    rejection({}, { secret: 'secret' }).toThrow(TypeError))
})
