import type { SmsSender } from '../../delivery/ports/sms-sender.ts'
import type { OutboundAnswer, OutboundHttp } from '../../kernel/ports/outbound-http.ts'
import { suppressionOf } from './twilio-codes.ts'

/** The account at a gateway that speaks Twilio's protocol. */
export interface TwilioSettings {
  /** The address of the gateway, without a path. */
  readonly url: string
  readonly accountSid: string
  readonly authToken: string
  /** A number in E.164, a name of up to 11 characters, or the id of a messaging service: `MG` and 32 digits. */
  readonly from: string
}

const TIMEOUT_MILLISECONDS = 10_000
const ANSWER_BYTES = 65_536
const SID = /^[A-Za-z0-9]{1,64}$/
const MESSAGING_SERVICE = /^MG[0-9a-f]{32}$/

/** Phone numbers, which must not end up in dead letters and logs. */
const NUMBER = /\+?\d[\d\s-]{5,}\d/g

/** Answers that say nothing about this SMS: wrong credentials, no money, too many requests. They may be mended. */
const RETRIED = new Set([401, 402, 403, 404, 408, 429])
/** Codes in such answers, and in 400, that are about the account or its sender and not about the receiver. */
const ACCOUNT_CODES = new Set([20003, 20005, 20429, 21212, 21606, 21611, 21702, 21703])

/**
 * Creates a sender for a gateway that speaks Twilio's protocol: a form to `/2010-04-01/Accounts/{sid}/Messages.json` with
 * basic authentication. The gateway knows no idempotency keys: an SMS whose answer was lost is sent again.
 */
export function createTwilioSender(
  outbound: Pick<OutboundHttp, 'send'>,
  { url, accountSid, authToken, from }: TwilioSettings,
): SmsSender {
  const sender: [string, string] = MESSAGING_SERVICE.test(from)
    ? ['MessagingServiceSid', from]
    : ['From', from]
  const credentials = Buffer.from(`${accountSid}:${authToken}`).toString('base64')
  return {
    async send({ to, text, reportTo }) {
      const reports: [string, string][] =
        reportTo === undefined ? [] : [['StatusCallback', reportTo]]
      const answer = await outbound.send({
        method: 'POST',
        url: `${url}/2010-04-01/Accounts/${accountSid}/Messages.json`,
        headers: {
          authorization: `Basic ${credentials}`,
          'content-type': 'application/x-www-form-urlencoded',
          accept: 'application/json',
        },
        body: new URLSearchParams([['To', to], sender, ['Body', text], ...reports]).toString(),
        timeoutMilliseconds: TIMEOUT_MILLISECONDS,
        bodyBytes: ANSWER_BYTES,
        bodyTaken: 'beginning',
      })
      if (!answer.ok) throw new Error(`the SMS gateway: ${answer.refusal.detail}`)
      const { status } = answer.value
      if (status >= 200 && status < 300) return { kind: 'accepted', ...idIn(answer.value) }
      const { code, message } = problemIn(answer.value)
      const reason = `the SMS gateway answered ${[status, code, message].filter(Boolean).join(' ')}`
      const isPermanent = status >= 400 && status < 500 && !RETRIED.has(status)
      if (isPermanent && !ACCOUNT_CODES.has(code ?? 0)) {
        return { kind: 'refused', reason, ...suppressionOf(code) }
      }
      throw new Error(reason)
    },
  }
}

/** The id of an SMS that the gateway took. */
function idIn(answer: Pick<OutboundAnswer, 'body'>): { readonly vendorId?: string } {
  const { sid } = membersOf(answer)
  return typeof sid === 'string' && SID.test(sid) ? { vendorId: sid } : {}
}

/** The code and the words of a refusal, without numbers of people. */
function problemIn({ body }: Pick<OutboundAnswer, 'body'>): {
  readonly code?: number
  readonly message?: string
} {
  const { code, message } = membersOf({ body })
  return {
    ...(typeof code === 'number' && { code }),
    ...(typeof message === 'string' && {
      message: message.replaceAll(NUMBER, '…').slice(0, 200),
    }),
  }
}

/** The members of a JSON object; none of anything else. */
function membersOf({ body }: Pick<OutboundAnswer, 'body'>): Readonly<Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(body).toString('utf8'))
    // A narrowed object has no names of members for the compiler.
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
