import { createHmac, timingSafeEqual } from 'node:crypto'
import type { SmsReportReader } from '../../delivery/ports/message-reports.ts'
import { smsReportUrl } from '../../delivery/sms/report-url.ts'
import { suppressionOf } from './twilio-codes.ts'

/** What the reports of a gateway are checked with. */
export interface TwilioReportSettings {
  readonly authToken: string
  /** The address of this server, as the gateway was told it. */
  readonly publicUrl: string
}

/** The states after which no further one is expected; all others say nothing new. */
const DELIVERED: ReadonlySet<string> = new Set(['delivered', 'read'])
const FAILED: ReadonlySet<string> = new Set(['undelivered', 'failed', 'canceled'])

/**
 * The signature of a form that a gateway posts in Twilio's manner: HMAC-SHA1, in Base64, of the URL and the names and values of the
 * form in the order of their names.
 */
export function twilioSignature(authToken: string, url: string, form: URLSearchParams): string {
  const pairs = [...form].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  const signed = url + pairs.map(([name, value]) => name + value).join('')
  return createHmac('sha1', authToken).update(signed, 'utf8').digest('base64')
}

/** Creates a reader of the delivery reports of a gateway that speaks Twilio's protocol. */
export const createTwilioReports = ({
  authToken,
  publicUrl,
}: TwilioReportSettings): SmsReportReader => ({
  read({ mark, messageId, body, signature }) {
    const form = new URLSearchParams(Buffer.from(body).toString('utf8'))
    const expected = twilioSignature(authToken, smsReportUrl(publicUrl, mark, messageId), form)
    if (!isEqual(signature, expected)) return undefined
    const status = form.get('MessageStatus') ?? ''
    const vendorId = form.get('MessageSid')
    const subject = { mark, messageId, ...(vendorId !== null && { vendorId }) }
    if (DELIVERED.has(status)) return [{ ...subject, state: 'delivered' }]
    if (!FAILED.has(status)) return []
    const code = form.get('ErrorCode') ?? ''
    const reason = `the SMS gateway reported ${[status, code].filter(Boolean).join(' ')}`
    return [
      { ...subject, state: 'failed', reason: reason.slice(0, 200), ...suppressionOf(Number(code)) },
    ]
  },
})

function isEqual(a: string, b: string): boolean {
  const [given, wanted] = [Buffer.from(a), Buffer.from(b)]
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
