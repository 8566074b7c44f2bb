import { createTransport } from 'nodemailer'
import type { Mailer, MailOutcome } from '../../delivery/ports/mailer.ts'
import { type MailOptions, messageOf } from './message.ts'

const CONNECTION_TIMEOUT_MS = 10_000
const SOCKET_TIMEOUT_MS = 30_000
const PERMANENT = 500
/** Answered to any mail until the sender logs in or encrypts (RFC 4954 §6). */
const ABOUT_LOG_IN: readonly (number | undefined)[] = [530, 534, 535, 538]

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
        const failure = error as SmtpFailure
        if (!isAboutMail(failure)) throw error
        return { kind: 'refused', reason: failure.message }
      }
    },
    async close() {
      transport.close()
    },
  }
}

/** What nodemailer throws: the answer's code, and the command that it answered. */
interface SmtpFailure extends Error {
  readonly responseCode?: number
  readonly command?: string
}

/**
 * What a server answers with 5xx it will answer again (RFC 5321 §4.2.1). But only of a recipient or of
 * the content it says it about the mail: a greeting, a log-in or a sender that is refused is about this
 * installation, and every mail is to wait until that is put right.
 */
const isAboutMail = ({ responseCode = 0, command = '' }: SmtpFailure): boolean =>
  responseCode >= PERMANENT &&
  ['RCPT TO', 'DATA'].includes(command) &&
  !ABOUT_LOG_IN.includes(responseCode)
