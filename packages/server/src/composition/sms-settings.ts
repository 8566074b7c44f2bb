import type { TwilioSettings } from '../adapters/sms/twilio-sender.ts'
import { ConfigError, type Environment, integer, oneOf, text, url } from './environment.ts'

/** How the server sends SMS. Absent: it sends none. */
export type SmsSettings = {
  /** How many SMS one account sends at most within a UTC day. */
  readonly dailyMax: number
} & ({ readonly kind: 'log' } | ({ readonly kind: 'twilio' } & TwilioSettings))

const DEFAULT_URL = 'https://api.twilio.com'
const FROM = /^(?:\+[1-9]\d{6,14}|MG[0-9a-f]{32}|(?=.*[A-Za-z])[A-Za-z0-9 ]{1,11})$/

/** Reads the settings of SMS. Throws `ConfigError` at the first invalid one. */
export function smsSettings(env: Environment): SmsSettings | undefined {
  const kind = oneOf(env, 'HOLDFAST_SMS', ['off', 'log', 'twilio'], 'off')
  if (kind === 'off') return undefined
  const dailyMax = integer(env, 'HOLDFAST_SMS_DAILY_MAX', 500, [1, 1_000_000])
  if (kind === 'log') {
    if (env.HOLDFAST_DEVELOPMENT === '1') return { kind, dailyMax }
    throw new ConfigError(
      'HOLDFAST_SMS is "log", which writes phone numbers and links into the log. Set HOLDFAST_DEVELOPMENT=1, or use twilio.',
    )
  }
  const accountSid = required(env, 'HOLDFAST_SMS_ACCOUNT_SID')
  if (!/^[\w-]+$/.test(accountSid)) {
    throw new ConfigError(
      `HOLDFAST_SMS_ACCOUNT_SID is "${accountSid}". Use the account SID of the gateway, such as AC and 32 digits.`,
    )
  }
  const authToken = required(env, 'HOLDFAST_SMS_AUTH_TOKEN')
  const from = required(env, 'HOLDFAST_SMS_FROM')
  if (!FROM.test(from)) {
    throw new ConfigError(
      `HOLDFAST_SMS_FROM is "${from}". Use a number such as +4915112345678, a name of up to 11 letters and digits, or the SID of a messaging service.`,
    )
  }
  const gateway = url(env, 'HOLDFAST_SMS_URL') ?? DEFAULT_URL
  return { kind, dailyMax, url: gateway, accountSid, authToken, from }
}

function required(env: Environment, name: string): string {
  const given = text(env, name)
  if (given !== undefined) return given
  // The value may be a secret, so no message has one.
  throw new ConfigError(`${name} is not set. HOLDFAST_SMS=twilio needs it.`)
}

/** Reads the topic through which Amazon SES reports. Throws `ConfigError` if it is no ARN of a topic. */
export function sesTopicArn(env: Environment): string | undefined {
  const given = text(env, 'HOLDFAST_SES_TOPIC_ARN')
  if (given === undefined || /^arn:aws[\w-]*:sns:[a-z0-9-]+:\d{12}:[\w-]{1,256}$/.test(given))
    return given
  throw new ConfigError(
    `HOLDFAST_SES_TOPIC_ARN is "${given}". Use the ARN of a topic, such as arn:aws:sns:eu-central-1:123456789012:bounces.`,
  )
}
