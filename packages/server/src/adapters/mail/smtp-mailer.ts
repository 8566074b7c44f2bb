import { createTransport } from 'nodemailer'
import type { Mailer, MailOutcome } from '../../application/ports/mailer.ts'
import { type MailOptions, messageOf } from './message.ts'

const CONNECTION_TIMEOUT_MS = 10_000
const SOCKET_TIMEOUT_MS = 30_000
const PERMANENT = 500

/** How mails go to an SMTP server. */
export interface SmtpOptions extends MailOptions {
  /** How long the server may be silent in the middle of a mail. */
  readonly timeoutMilliseconds?: number | undefined
}

/** Sends mails through the SMTP server of a URL, `smtp://user:password@host:587` or `smtps://…`. */
export function createSmtpMailer(smtpUrl: string, options: SmtpOptions): Mailer {
  const { timeoutMilliseconds = SOCKET_TIMEOUT_MS } = options
  const connectionTimeout = Math.min(CONNECTION_TIMEOUT_MS, timeoutMilliseconds)
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: 4,
    connectionTimeout,
    greetingTimeout: connectionTimeout,
    socketTimeout: timeoutMilliseconds,
  })
  return {
    fromAddress: options.fromAddress,
    async send(mail): Promise<MailOutcome> {
      try {
        await transport.sendMail(messageOf(mail, options))
        return { kind: 'sent' }
      } catch (error) {
        const { responseCode, code, message } = error as Error & {
          readonly responseCode?: number
          readonly code?: string
        }
        // What a server answers with 5xx it will answer again (RFC 5321 §4.2.1); but a refused log-in
        // is about this installation, not about the mail.
        const isRefused =
          responseCode !== undefined && responseCode >= PERMANENT && code !== 'EAUTH'
        if (!isRefused) throw error
        return { kind: 'refused', reason: message }
      }
    },
    async close() {
      transport.close()
    },
  }
}
