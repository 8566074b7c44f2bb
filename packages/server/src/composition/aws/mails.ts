import { createTemplateEngine } from '../../adapters/liquid/template-engine.ts'
import { createSmtpMailer } from '../../adapters/mail/smtp-mailer.ts'
import { type MailDependencies, mailsConsumer } from '../../delivery/mails/mails.ts'
import type { Consumer } from '../../kernel/queue/queue.ts'
import { ConfigError } from '../config.ts'
import { logBrokenTemplate, logSuppressed } from '../queue-workers.ts'
import type { AwsBase } from './base.ts'
import { publicUrlOf } from './settings.ts'

/** Sends the emails about bookings, stays and calendars. */
export const mailsOn = (base: AwsBase): Consumer => mailsConsumer(mailDependencies(base))

/** The dependencies of the consumer of emails; throws `ConfigError` if the SMTP URL is not valid. */
export function mailDependencies(base: AwsBase): MailDependencies {
  const { deps, settings, secretValues, logger } = base
  const { smtpUrl } = secretValues
  if (smtpUrl === undefined || !/^smtps?:\/\/[^/]/.test(smtpUrl)) {
    // The value contains a password, so the message does not repeat it.
    throw new ConfigError('the secret of HOLDFAST_SMTP_URL_SECRET must be an smtp(s):// URL')
  }
  const mailer = createSmtpMailer(smtpUrl, { fromAddress: settings.mailFrom })
  return {
    ...deps,
    mailer,
    templateEngine: createTemplateEngine(),
    publicUrl: publicUrlOf(settings),
    onSuppressed: logSuppressed(logger),
    onBrokenTemplate: logBrokenTemplate(logger),
  }
}
