import { expect, test } from 'vitest'
import { createTwilioReports, twilioSignature } from './twilio-reports.ts'

const MARK = 'b'.repeat(64)
const MESSAGE = 'evn_01kqs3v7m8e2f4g6h8j0k2m4n6.sms'
const URL_OF_SMS = `https://book.example.com/v1/messages/sms-reports?mark=${MARK}&message=${MESSAGE}`
const { read } = createTwilioReports({
  authToken: 'secret',
  publicUrl: 'https://book.example.com',
})

function reported(fields: Readonly<Record<string, string>>, url = URL_OF_SMS) {
  const form = new URLSearchParams({ MessageSid: 'SM1', To: '+41791234567', ...fields })
  const signature = twilioSignature('secret', url, form)
  return read({ mark: MARK, messageId: MESSAGE, body: Buffer.from(form.toString()), signature })
}

const about = { mark: MARK, messageId: MESSAGE, vendorId: 'SM1' }

test('the signature is that of the tests of the library of Twilio', () => {
  const form = new URLSearchParams({
    CallSid: 'CA1234567890ABCDE',
    Caller: '+14158675309',
    Digits: '1234',
    From: '+14158675309',
    To: '+18005551212',
  })
  const url = 'https://mycompany.com/myapp.php?foo=1&bar=2'
  expect(twilioSignature('12345', url, form)).toBe('RSOYDt4T1cUTdK1PDd93/VVr8B8=')
})

test('an SMS that arrived is told, and what says nothing new is not', () => {
  expect(reported({ MessageStatus: 'delivered' })).toEqual([{ ...about, state: 'delivered' }])
  expect(reported({ MessageStatus: 'sent' })).toEqual([])
})

test('an SMS that could not be delivered is told with its code, without the number', () => {
  expect(reported({ MessageStatus: 'undelivered', ErrorCode: '30003' })).toEqual([
    { ...about, state: 'failed', reason: 'the SMS gateway reported undelivered 30003' },
  ])
})

test.each([
  ['30005', 'unreachable'],
  ['30006', 'unreachable'],
  ['21610', 'optedOut'],
])('the code %s suppresses the number as %s', (ErrorCode, suppresses) => {
  expect(reported({ MessageStatus: 'failed', ErrorCode })).toMatchObject([{ suppresses }])
})

test('a report with the signature of another SMS, another form or another token is refused', () => {
  const status = { MessageStatus: 'delivered' }
  expect(reported(status, URL_OF_SMS.replace('sms-reports', 'other'))).toBeUndefined()
  const body = Buffer.from('MessageStatus=failed')
  for (const signature of [
    '',
    'abc',
    twilioSignature('other', URL_OF_SMS, new URLSearchParams()),
  ]) {
    expect(read({ mark: MARK, messageId: MESSAGE, body, signature })).toBeUndefined()
  }
})
