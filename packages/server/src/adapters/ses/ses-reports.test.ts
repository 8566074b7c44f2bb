import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startSns } from '../../../tests/support/sns.ts'
import type { MailReportReader } from '../../delivery/ports/message-reports.ts'
import { createSesReports } from './ses-reports.ts'

const TOPIC = 'arn:aws:sns:eu-central-1:123456789012:bounces'
const HOST = 'https://sns.eu-central-1.amazonaws.com'
const ABOUT = { mark: 'a'.repeat(64), messageId: 'evn_01kqs3v7m8e2f4g6h8j0k2m4n6.booker' }
const DELIVERY = { eventType: 'Delivery', delivery: {} }

let sns: Awaited<ReturnType<typeof startSns>>
let reader: MailReportReader
beforeAll(async () => {
  sns = await startSns(TOPIC)
})
afterAll(() => sns.close())
beforeEach(() => {
  sns.asked.length = 0
  reader = createSesReports(sns.outbound, { topicArn: TOPIC })
})

const read = (body: string) => reader.read(Buffer.from(body))
const bounce = (bounceType: string) => ({
  eventType: 'Bounce',
  bounce: {
    bounceType,
    bounceSubType: 'General',
    bouncedRecipients: [{ emailAddress: 'ida@example.com', status: '5.1.1' }],
  },
})

test('a permanent bounce suppresses the address and is told without it', async () => {
  expect(await read(sns.notified(ABOUT, bounce('Permanent')))).toEqual([
    { ...ABOUT, state: 'bounced', reason: 'Permanent General 5.1.1', suppresses: 'bounced' },
  ])
})

test('a bounce that is not permanent suppresses nothing', async () => {
  expect(await read(sns.notified(ABOUT, bounce('Transient')))).toEqual([
    { ...ABOUT, state: 'bounced', reason: 'Transient General 5.1.1' },
  ])
})

test('a complaint suppresses the address, unless it says that the email is no spam', async () => {
  const complaint = (complaintFeedbackType: string) => ({
    notificationType: 'Complaint',
    complaint: { complaintFeedbackType },
  })
  expect(await read(sns.notified(ABOUT, complaint('abuse')))).toEqual([
    { ...ABOUT, state: 'complained', suppresses: 'complained' },
  ])
  expect(await read(sns.notified(ABOUT, complaint('not-spam')))).toEqual([])
})

test('a delivery is told; an email of another program is not', async () => {
  expect(await read(sns.notified(ABOUT, DELIVERY))).toEqual([{ ...ABOUT, state: 'delivered' }])
  expect(await read(sns.notified({ ...ABOUT, mark: 'other' }, DELIVERY))).toEqual([])
})

test('both versions of the signature are read, and the certificate once', async () => {
  const fields = { Type: 'Notification', Message: '{}' }
  expect(await read(sns.signed({ ...fields, SignatureVersion: '1' }))).toEqual([])
  expect(await read(sns.signed({ ...fields, SignatureVersion: '2' }))).toEqual([])
  expect(sns.asked).toEqual(['/SimpleNotificationService-0123456789abcdef.pem'])
})

test('a changed message, a message of another topic, and what is no message are refused', async () => {
  const good = sns.notified(ABOUT, DELIVERY)
  expect(await read(good.replace('Delivery', 'Complaint'))).toBeUndefined()
  const other = { TopicArn: `${TOPIC}-of-a-stranger` }
  expect(await read(sns.signed({ Type: 'Notification', Message: '{}', ...other }))).toBeUndefined()
  expect(await read('{}')).toBeUndefined()
  expect(await read('not JSON')).toBeUndefined()
})

test.each([
  'https://sns.eu-central-1.amazonaws.com.evil.example/SimpleNotificationService-1.pem',
  'https://evil.example/SimpleNotificationService-1.pem',
  'https://sns.eu-central-1.amazonaws.com@evil.example/SimpleNotificationService-1.pem',
  'https://sns.eu-central-1.amazonaws.com:8443/SimpleNotificationService-1.pem',
  'http://sns.eu-central-1.amazonaws.com/SimpleNotificationService-1.pem',
  'https://bucket.s3.eu-central-1.amazonaws.com/SimpleNotificationService-1.pem',
  'https://sns.eu-central-1.amazonaws.com/?redirect=evil.example',
])('a certificate from %s is not asked for', async (SigningCertURL) => {
  const fields = { Type: 'Notification', Message: '{}', SigningCertURL }
  expect(await read(sns.signed(fields))).toBeUndefined()
  expect(sns.asked).toEqual([])
})

test('the subscription of the topic is confirmed, at Amazon SNS alone', async () => {
  const confirm = (SubscribeURL: string) =>
    read(
      sns.signed({
        Type: 'SubscriptionConfirmation',
        Message: 'You have chosen to subscribe',
        Token: 'abc',
        SubscribeURL,
      }),
    )
  expect(await confirm(`${HOST}/?Action=ConfirmSubscription&Token=abc`)).toEqual([])
  expect(sns.asked.at(-1)).toBe('/?Action=ConfirmSubscription&Token=abc')
  sns.asked.length = 0
  expect(await confirm('https://evil.example/?Token=abc')).toEqual([])
  expect(sns.asked).toEqual([])
})
