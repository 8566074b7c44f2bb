import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createSesReports } from '../../src/adapters/ses/ses-reports.ts'
import { createTwilioReports, twilioSignature } from '../../src/adapters/sms/twilio-reports.ts'
import type { MessageChannel } from '../../src/delivery/sent/sent-message.ts'
import { sentMessageEntity } from '../../src/delivery/sent/sent-message.ts'
import { smsReportUrl } from '../../src/delivery/sms/report-url.ts'
import { startSns } from '../support/sns.ts'
import { NOW, openTestApp, type TestApp } from './support/app.ts'

const TOPIC = 'arn:aws:sns:eu-central-1:123456789012:bounces'
const publicUrl = 'https://book.example.com'
const authToken = 'token-of-the-gateway'

let sns: Awaited<ReturnType<typeof startSns>>
let server: TestApp
let contactId: string
let about: { readonly mark: string; readonly messageId: string }
let people = 0
beforeAll(async () => {
  sns = await startSns(TOPIC)
  server = await openTestApp({
    reports: {
      mailReports: createSesReports(sns.outbound, { topicArn: TOPIC }),
      smsReports: createTwilioReports({ authToken, publicUrl }),
    },
  })
})
afterAll(async () => {
  await server.close()
  await sns.close()
})
beforeEach(async () => {
  people += 1
  const body = { name: 'Ida', email: `ida-${people}@example.com` }
  const made = await server.call('POST', '/v1/contacts', { body })
  contactId = made.body.id
  const account = await server.call('GET', '/v1/account')
  const [mark = ''] = server.deps.secrets.personMarks(account.body.id, body.email)
  about = { mark, messageId: `evn_01kqs3v7m8e2f4g6h8j0k2m4n${people}.booker` }
  await record('email', account.body.id)
})

/** Puts a message into the store that was sent. */
const record = (channel: MessageChannel, accountId: string, rest = {}) =>
  server.store.transact(
    [
      sentMessageEntity.create({
        ...about,
        version: 1,
        accountId,
        channel,
        state: 'sent',
        eventType: 'booking.confirmed',
        resourceId: 'bkg_01kqs3v7m8e2f4g6h8j0k2m4n6',
        createdAtEpochSeconds: NOW / 1000,
        expiresAtEpochSeconds: NOW / 1000 + 86_400,
        ...rest,
      }),
    ],
    `record ${about.messageId}`,
  )

const notify = (rawBody: string) =>
  server.call('POST', '/v1/messages/ses-notifications', {
    key: null,
    rawBody,
    headers: { 'content-type': 'text/plain; charset=UTF-8' },
  })
const messages = async () => (await get('messages')).body.data
const suppressions = async () => (await get('suppressions')).body.data
const get = (what: string) => server.call('GET', `/v1/contacts/${contactId}/${what}`)
const bounce = { eventType: 'Bounce', bounce: { bounceType: 'Permanent' } }

test('a bounce is shown on the person, suppresses the address, and can be lifted', async () => {
  expect(await suppressions()).toEqual([])
  expect((await notify(sns.notified(about, bounce))).status).toBe(200)
  expect(await messages()).toMatchObject([{ state: 'bounced', reason: 'Permanent' }])
  expect(await suppressions()).toEqual([
    { channel: 'email', reason: 'bounced', since: '2026-04-20T08:00:00Z' },
  ])
  const path = `/v1/contacts/${contactId}/suppressions`
  expect((await server.call('DELETE', `${path}/fax`)).status).toBe(404)
  expect((await server.call('DELETE', `${path}/email`, { key: server.otherKey })).status).toBe(404)
  expect((await server.call('DELETE', `${path}/sms`)).status).toBe(204)
  expect(await suppressions()).toHaveLength(1)
  expect((await server.call('DELETE', `${path}/email`)).status).toBe(204)
  expect(await suppressions()).toEqual([])
  expect((await server.call('DELETE', `${path}/email`)).status).toBe(204)
})

test('reports that come late, twice or out of order do not take a state back', async () => {
  const delivery = sns.notified(about, { eventType: 'Delivery' })
  await notify(delivery)
  expect(await messages()).toMatchObject([{ state: 'delivered' }])
  const complaint = sns.notified(about, { eventType: 'Complaint', complaint: {} })
  const answers = await Promise.all([complaint, delivery, complaint, delivery].map(notify))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(await messages()).toMatchObject([{ state: 'complained' }])
  expect(await suppressions()).toMatchObject([{ reason: 'complained' }])
})

test('a notification that Amazon SNS did not sign changes nothing', async () => {
  const forged = sns.notified(about, { eventType: 'Delivery' }).replace('Delivery', 'Bounce')
  const refused = await notify(forged)
  expect([refused.status, refused.body.code]).toEqual([400, 'signature_invalid'])
  expect(await messages()).toMatchObject([{ state: 'sent' }])
})

test('a report about a message that is not recorded is taken and forgotten', async () => {
  const unknown = { ...about, messageId: 'evn_00000000000000000000000000.booker' }
  expect((await notify(sns.notified(unknown, bounce))).status).toBe(200)
  expect(await suppressions()).toEqual([])
})

function report(fields: Readonly<Record<string, string>>, signed = fields) {
  const url = smsReportUrl(publicUrl, about.mark, about.messageId)
  const signature = twilioSignature(authToken, url, new URLSearchParams(signed))
  return server.call('POST', url.slice(publicUrl.length), {
    key: null,
    rawBody: new URLSearchParams(fields).toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': signature,
    },
  })
}

test('a delivery report of an SMS is shown, and a number that opted out gets no further SMS', async () => {
  const { body } = await server.call('GET', '/v1/account')
  about = { ...about, messageId: about.messageId.replace('booker', 'sms') }
  await record('sms', body.id, { vendorId: 'SM1', numberMark: 'c'.repeat(64), segments: 1 })
  const shown = async () =>
    (await messages()).filter(
      (message: object) => 'channel' in message && message.channel === 'sms',
    )
  expect((await report({ MessageSid: 'SM1', MessageStatus: 'delivered' })).status).toBe(200)
  expect(await shown()).toMatchObject([{ state: 'delivered' }])
  // Another SMS with the same record, whose answer was lost.
  const failed = { MessageStatus: 'failed', ErrorCode: '21610' }
  await report({ MessageSid: 'SM0', ...failed })
  expect(await shown()).toMatchObject([{ state: 'delivered' }])
  expect((await report({ MessageSid: 'SM1', ...failed })).status).toBe(200)
  expect(await shown()).toMatchObject([{ state: 'failed' }])
  expect(await suppressions()).toMatchObject([{ channel: 'sms', reason: 'optedOut' }])
})

test('a delivery report with a wrong signature changes nothing', async () => {
  const refused = await report({ MessageStatus: 'failed' }, { MessageStatus: 'delivered' })
  expect([refused.status, refused.body.code]).toEqual([400, 'signature_invalid'])
})

test('a server without a topic and a gateway takes no report', async () => {
  const plain = await openTestApp()
  try {
    const answer = await plain.call('POST', '/v1/messages/ses-notifications', {
      key: null,
      rawBody: sns.notified(about, bounce),
      headers: { 'content-type': 'text/plain' },
    })
    expect([answer.status, answer.body.code]).toEqual([400, 'signature_invalid'])
  } finally {
    await plain.close()
  }
})
