import { createSmtpMailer } from '../../adapters/mail/smtp-mailer.ts'
import { mailsConsumer } from '../../delivery/mails/mails.ts'
import type { Consumer } from '../../kernel/queue/queue.ts'
import { ConfigError } from '../config.ts'
import type { AwsBase } from './base.ts'
import { publicUrlOf } from './settings.ts'

/** Mails bookers and providers what happened to a booking. */
export function mailsOn({ deps, settings, secretValues }: AwsBase): Consumer {
  const { smtpUrl } = secretValues
  if (smtpUrl === undefined || !/^smtps?:\/\/[^/]/.test(smtpUrl)) {
    // The value holds a password: the message does not repeat it.
    throw new ConfigError('the secret of HOLDFAST_SMTP_URL_SECRET must be an smtp(s):// URL')
  }
  const mailer = createSmtpMailer(smtpUrl, { fromAddress: settings.mailFrom })
  return mailsConsumer({ ...deps, mailer, publicUrl: publicUrlOf(settings) })
}
