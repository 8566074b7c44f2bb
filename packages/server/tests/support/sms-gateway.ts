import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { createOutboundHttp } from '../../src/adapters/outbound/outbound-http.ts'
import { createSmsNumbers } from '../../src/adapters/phone/sms-numbers.ts'
import { createLogSender } from '../../src/adapters/sms/log-sender.ts'
import { createTwilioSender } from '../../src/adapters/sms/twilio-sender.ts'
import { type SmsGateway, smsThrough } from '../../src/delivery/sms/send-sms.ts'

/** A gateway that accepts every SMS, to any number. */
export const ACCEPTING_SMS = smsThrough({
  sender: createLogSender(() => {}),
  numbers: { read: async (number) => ({ number }) },
})

/** An SMS that the gateway was asked to send. */
export interface ReceivedSms {
  readonly to: string
  readonly text: string
  /** Where the gateway is to report what becomes of it. Absent: nowhere. */
  readonly reportTo?: string
}

/** Starts a gateway on this machine that speaks Twilio's protocol, with a client of it. */
export async function startSmsGateway() {
  const asked: ReceivedSms[] = []
  const answers = { status: 201, body: '{"sid":"SM1"}' }
  const server = createServer(async (request, response) => {
    const form = new URLSearchParams(await text(request))
    const reportTo = form.get('StatusCallback')
    asked.push({
      to: form.get('To') ?? '',
      text: form.get('Body') ?? '',
      ...(reportTo !== null && { reportTo }),
    })
    response.writeHead(answers.status).end(answers.body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const outbound = createOutboundHttp({ allowPrivateNetwork: true })
  const gateway: SmsGateway = {
    sender: createTwilioSender(outbound, {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      accountSid: 'AC1',
      authToken: 'token',
      from: '+41790000000',
    }),
    numbers: createSmsNumbers(),
  }
  return {
    gateway,
    /** All SMS that it was asked to send, also those that it refused. */
    asked,
    /** What it answers. */
    answers,
    async close() {
      await outbound.close()
      server.closeAllConnections()
      server.close()
    },
  }
}
