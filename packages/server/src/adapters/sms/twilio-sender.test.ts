import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { OutboundHttp } from '../../kernel/ports/outbound-http.ts'
import { createOutboundHttp } from '../outbound/outbound-http.ts'
import { createTwilioSender } from './twilio-sender.ts'

interface Received {
  readonly path: string | undefined
  readonly authorization: string | undefined
  readonly form: Readonly<Record<string, string>>
}

let server: Server
let outbound: OutboundHttp
let url: string
let received: Received[]
/** What the gateway answers. Undefined: it closes the connection. */
let answer: { readonly status: number; readonly body: string } | undefined

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const form = Object.fromEntries(new URLSearchParams(await text(request)))
    const { url: path, headers } = request
    received.push({ path, authorization: headers.authorization, form })
    if (answer === undefined) request.socket.destroy()
    else response.writeHead(answer.status).end(answer.body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  outbound = createOutboundHttp({ allowPrivateNetwork: true })
})
afterAll(async () => {
  await outbound.close()
  server.close()
})
beforeEach(() => {
  received = []
  answer = { status: 201, body: '{"sid":"SM1","status":"queued"}' }
})

const account = { accountSid: 'AC123', authToken: 'secret' }
const sms = { to: '+41791234567', text: 'Buchung bestätigt: 10:00 & mehr' }
const send = (from = '+41790000000') =>
  createTwilioSender(outbound, { url, ...account, from }).send(sms)

test('an SMS is a form with the credentials of the account', async () => {
  expect(await send()).toEqual({ kind: 'accepted', vendorId: 'SM1' })
  expect(received).toEqual([
    {
      path: '/2010-04-01/Accounts/AC123/Messages.json',
      authorization: 'Basic QUMxMjM6c2VjcmV0',
      form: { To: '+41791234567', From: '+41790000000', Body: 'Buchung bestätigt: 10:00 & mehr' },
    },
  ])
})

test('the gateway is told where to report what becomes of an SMS', async () => {
  const sender = createTwilioSender(outbound, { url, ...account, from: 'Practice' })
  await sender.send({ ...sms, reportTo: 'https://book.example.com/v1/reports?message=1' })
  expect(received[0]?.form).toMatchObject({
    StatusCallback: 'https://book.example.com/v1/reports?message=1',
  })
})

test('a number that opted out is refused for good, and gets no further SMS', async () => {
  answer = { status: 400, body: '{"code":21610,"message":"unsubscribed"}' }
  expect(await send()).toMatchObject({ kind: 'refused', suppresses: 'optedOut' })
  answer = { status: 400, body: '{"code":21617,"message":"too long"}' }
  expect(await send()).not.toHaveProperty('suppresses')
})

test('a messaging service is named as such', async () => {
  const service = `MG${'0'.repeat(32)}`
  await send(service)
  expect(received[0]?.form).toEqual({
    To: '+41791234567',
    MessagingServiceSid: service,
    Body: 'Buchung bestätigt: 10:00 & mehr',
  })
})

test('a number that the gateway refuses is refused for good, and its reason does not name it', async () => {
  answer = {
    status: 400,
    body: '{"code":21211,"message":"The \'To\' number +41 79 123 45 67 is not a valid phone number."}',
  }
  expect(await send()).toEqual({
    kind: 'refused',
    reason: "the SMS gateway answered 400 21211 The 'To' number … is not a valid phone number.",
    suppresses: 'unreachable',
  })
})

test.each([
  ['wrong credentials', 401, '{"code":20003}', 'the SMS gateway answered 401 20003'],
  ['too many requests', 429, '{"code":20429}', 'the SMS gateway answered 429 20429'],
  ['a fault of the gateway', 503, '<html>', 'the SMS gateway answered 503'],
  ['a redirect', 302, '', 'the SMS gateway answered 302'],
  ['a sender that is not set up', 400, '{"code":21606}', 'the SMS gateway answered 400 21606'],
])('%s is an outage, which is retried', async (_, status, body, message) => {
  answer = { status, body }
  await expect(send()).rejects.toThrow(message)
})

test('a connection that ends without an answer is an outage', async () => {
  answer = undefined
  await expect(send()).rejects.toThrow('the SMS gateway: the connection was closed')
})

test('the guard of outgoing requests applies: a gateway in the internal network is not reached', async () => {
  const guarded = createOutboundHttp({ allowPrivateNetwork: false })
  const sender = createTwilioSender(guarded, {
    url: 'https://127.0.0.1',
    ...account,
    from: '+41790000000',
  })
  await expect(sender.send(sms)).rejects.toThrow('127.0.0.1 is not a public address')
  await guarded.close()
})
