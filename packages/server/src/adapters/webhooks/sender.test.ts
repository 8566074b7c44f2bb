import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createOutboundHttp } from '../outbound/outbound-http.ts'
import { createWebhookSender } from './sender.ts'

interface Received {
  readonly headers: Record<string, string>
  readonly body: string
}

const received: Received[] = []
let answer: { status: number; headers?: Record<string, string>; body?: string } = { status: 204 }
const server = createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request) body += chunk
  received.push({ headers: request.headers as Record<string, string>, body })
  response.writeHead(answer.status, answer.headers)
  response.end(answer.body)
})
let url = ''
const outbound = createOutboundHttp({ allowPrivateNetwork: true })
const sender = createWebhookSender({ outbound, userAgent: 'Holdfast/test' })

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
})
afterAll(async () => {
  await outbound.close()
  server.close()
})

const body = JSON.stringify({ id: 'evn_1', type: 'booking.confirmed', data: { note: 'Grüße, 山' } })

test('the verifier of Standard Webhooks accepts a sent message and rejects any change of it', async () => {
  const secret = sender.newSecret()
  await sender.send({ url, id: 'evn_1', body, secrets: [secret] })
  const { headers, body: sent } = received.at(-1) as Received
  expect(headers['webhook-id']).toBe('evn_1')
  expect(headers['content-type']).toBe('application/json')
  const verifier = new Webhook(secret)
  expect(verifier.verify(sent, headers)).toMatchObject({ data: { note: 'Grüße, 山' } })
  expect(() => verifier.verify(sent.replace('evn_1', 'evn_2'), headers)).toThrow()
  expect(() => verifier.verify(sent, { ...headers, 'webhook-id': 'evn_2' })).toThrow()
  expect(() => new Webhook(sender.newSecret()).verify(sent, headers)).toThrow()
})

test('an old message is rejected by its signed timestamp', async () => {
  const secret = sender.newSecret()
  const yesterday = createWebhookSender({
    outbound,
    userAgent: 'Holdfast/test',
    machineEpochMilliseconds: () => Date.now() - 86_400_000,
  })
  await yesterday.send({ url, id: 'evn_1', body, secrets: [secret] })
  const { headers, body: sent } = received.at(-1) as Received
  expect(() => new Webhook(secret).verify(sent, headers)).toThrow('timestamp too old')
  const fresh = { ...headers, 'webhook-timestamp': String(Math.floor(Date.now() / 1000)) }
  expect(() => new Webhook(secret).verify(sent, fresh)).toThrow('No matching signature')
})

test('while a secret is replaced, receivers with the old or the new one accept messages', async () => {
  const [old, current] = [sender.newSecret(), sender.newSecret()]
  await sender.send({ url, id: 'evn_1', body, secrets: [current, old] })
  const { headers, body: sent } = received.at(-1) as Received
  expect(() => new Webhook(old).verify(sent, headers)).not.toThrow()
  expect(() => new Webhook(current).verify(sent, headers)).not.toThrow()
})

test('the result has the status, the beginning of the body and the Retry-After seconds', async () => {
  answer = {
    status: 503,
    headers: { 'retry-after': '120' },
    body: `busy\u0007\n${'x'.repeat(5000)}`,
  }
  const result = await sender.send({ url, id: 'evn_1', body, secrets: [sender.newSecret()] })
  expect(result).toMatchObject({ kind: 'answered', status: 503, retryAfterSeconds: 120 })
  expect(result.kind === 'answered' && result.excerpt.length).toBe(1024)
  expect(result.kind === 'answered' && result.excerpt.startsWith('busy  xxx')).toBe(true)
})

test('a Retry-After with a date is the time from the date of the answer', async () => {
  answer = {
    status: 429,
    headers: {
      date: 'Fri, 01 May 2026 00:00:00 GMT',
      'retry-after': 'Fri, 01 May 2026 00:01:30 GMT',
    },
    body: '',
  }
  const result = await sender.send({ url, id: 'evn_1', body, secrets: [sender.newSecret()] })
  expect(result).toMatchObject({ kind: 'answered', status: 429, retryAfterSeconds: 90 })
})

test('an unreachable receiver yields an error with the reason', async () => {
  const result = await sender.send({
    url: 'http://127.0.0.1:1/',
    id: 'evn_1',
    body,
    secrets: [sender.newSecret()],
  })
  expect(result).toMatchObject({ kind: 'failed', error: 'the connection was refused' })
})
