import type { Logger } from 'pino'
import { createSmsNumbers } from '../adapters/phone/sms-numbers.ts'
import { createLogSender } from '../adapters/sms/log-sender.ts'
import { createTwilioSender } from '../adapters/sms/twilio-sender.ts'
import type { TellBySms } from '../delivery/mails/tell-by-sms.ts'
import { smsThrough } from '../delivery/sms/send-sms.ts'
import { SMS_CAPS } from '../delivery/sms/sms-caps.ts'
import type { OutboundHttp } from '../kernel/ports/outbound-http.ts'
import type { SmsSettings } from './sms-settings.ts'

/** Opens the SMS gateway of the settings. Undefined: there is none. */
export function openSms(
  settings: SmsSettings | undefined,
  outbound: Pick<OutboundHttp, 'send'>,
  logger: Logger,
): TellBySms | undefined {
  if (settings === undefined) return undefined
  const sender =
    settings.kind === 'log'
      ? createLogSender((sms) => logger.info({ work: 'mails', ...sms }, 'SMS'))
      : createTwilioSender(outbound, settings)
  return smsThrough({
    sender,
    numbers: createSmsNumbers(),
    caps: { ...SMS_CAPS, account: settings.dailyMax },
  })
}
