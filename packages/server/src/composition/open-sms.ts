import type { Logger } from 'pino'
import { createSmsNumbers } from '../adapters/phone/sms-numbers.ts'
import { createSesReports } from '../adapters/ses/ses-reports.ts'
import { createLogSender } from '../adapters/sms/log-sender.ts'
import { createTwilioReports } from '../adapters/sms/twilio-reports.ts'
import { createTwilioSender } from '../adapters/sms/twilio-sender.ts'
import type { NotifyBySms } from '../delivery/mails/notify-by-sms.ts'
import type { ReportDependencies } from '../delivery/ports/message-reports.ts'
import { smsThrough } from '../delivery/sms/send-sms.ts'
import { SMS_CAPS } from '../delivery/sms/sms-caps.ts'
import type { OutboundHttp } from '../kernel/ports/outbound-http.ts'
import type { Config } from './config.ts'

/** Opens the SMS gateway of the settings. Undefined: there is none. */
export function openSms(
  { sms: settings, publicUrl }: Pick<Config, 'sms' | 'publicUrl'>,
  outbound: Pick<OutboundHttp, 'send'>,
  logger: Logger,
): NotifyBySms | undefined {
  if (settings === undefined) return undefined
  const sender =
    settings.kind === 'log'
      ? createLogSender((sms) => logger.info({ work: 'mails', ...sms }, 'SMS'))
      : createTwilioSender(outbound, settings)
  return smsThrough({
    sender,
    numbers: createSmsNumbers(),
    caps: { ...SMS_CAPS, account: settings.dailyMax },
    // A gateway refuses an SMS with an address that it cannot reach.
    ...(publicUrl.startsWith('https://') && { reportsTo: publicUrl }),
  })
}

/** Opens what reads the reports of the mail service and of the SMS gateway, where the settings name them. */
export function openReports(
  { sms, sesTopicArn, publicUrl }: Pick<Config, 'sms' | 'sesTopicArn' | 'publicUrl'>,
  outbound: Pick<OutboundHttp, 'send'>,
): Pick<ReportDependencies, 'mailReports' | 'smsReports'> {
  return {
    ...(sesTopicArn !== undefined && {
      mailReports: createSesReports(outbound, { topicArn: sesTopicArn }),
    }),
    ...(sms?.kind === 'twilio' && {
      smsReports: createTwilioReports({ authToken: sms.authToken, publicUrl }),
    }),
  }
}
