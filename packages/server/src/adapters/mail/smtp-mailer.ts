import type { Mailer, MailOutcome } from '../../delivery/ports/mailer.ts'
import { lazily } from '../../kernel/lazily.ts'
import { type MailOptions, messageOf } from './message.ts'

const CONNECTION_TIMEOUT_MS = 10_000
const SOCKET_TIMEOUT_MS = 30_000
const PERMANENT = 500
/** Responses to any email until the sender authenticates or encrypts (RFC 4954 §6). */
const AUTHENTICATION_REQUIRED: readonly (number | undefined)[] = [530, 534, 535, 538]

/** How emails are sent to an SMTP server. */
export interface SmtpOptions extends MailOptions {
  /** How long the server may be silent during an email. */
  readonly timeoutMilliseconds?: number | undefined
}

/**
 * Creates a mailer for the SMTP server at `smtp://user:password@host:587` or `smtps://…`. With credentials,
 * the connection must be encrypted.
 */
export function createSmtpMailer(smtpUrl: string, options: SmtpOptions): Mailer {
  const { timeoutMilliseconds = SOCKET_TIMEOUT_MS } = options
  const connectionTimeout = Math.min(CONNECTION_TIMEOUT_MS, timeoutMilliseconds)
  const transport = lazily(async () => {
    const { createTransport } = await import('nodemailer')
    return createTransport({
      url: smtpUrl,
      // Otherwise anybody on the way could hide STARTTLS and read the password. `?requireTLS=false` in the URL
      // takes precedence.
      requireTLS: hasCredentials(smtpUrl),
      pool: true,
      maxConnections: 4,
      connectionTimeout,
      greetingTimeout: connectionTimeout,
      socketTimeout: timeoutMilliseconds,
    })
  })
  return {
    fromAddress: options.fromAddress,
    async send(mail): Promise<MailOutcome> {
      try {
        await (await transport.open()).sendMail(messageOf(mail, options))
        return { kind: 'sent' }
      } catch (error) {
        const failure = error as SmtpFailure
        if (!isAboutMail(failure)) throw error
        return {
          kind: 'refused',
          reason: failure.message,
          ...(isAddressUnknown(failure) && { isAddressUnknown: true }),
        }
      }
    },
    async close() {
      ;(await transport.opened())?.close()
    },
  }
}

const hasCredentials = (smtpUrl: string): boolean => /^smtps?:\/\/[^/]*@/.test(smtpUrl)

/** An error of nodemailer: the response code, and the command that it answers. */
interface SmtpFailure extends Error {
  readonly responseCode?: number
  /** The whole response. */
  readonly response?: string
  readonly command?: string
}

/**
 * Whether an error is permanent for this email. A 5xx is permanent (RFC 5321 §4.2.1), but only for the
 * recipient and the content does it concern the email. A rejected greeting, login or sender concerns the
 * installation: all emails wait until the operator fixes it.
 */
const isAboutMail = ({ responseCode = 0, command = '' }: SmtpFailure): boolean =>
  responseCode >= PERMANENT &&
  ['RCPT TO', 'DATA'].includes(command) &&
  !AUTHENTICATION_REQUIRED.includes(responseCode)

/** Responses to a recipient that say: no such mailbox, not local, not a valid name (RFC 5321 §4.2.2). */
const UNKNOWN: readonly number[] = [550, 551, 553]
/** The status that a response gives beside its code (RFC 3463). */
const STATUS = /^5\d\d[ -](5\.\d{1,3}\.\d{1,3})\b/
/** No such mailbox, host or address, an address that has moved or has a null MX; a mailbox that is disabled. */
const UNKNOWN_STATUS = /^5\.(?:1\.(?:1|2|3|6|10)|2\.1)$/

/**
 * Whether a mail server refused the recipient because it does not know the address. One that refuses the sender, or
 * suspects spam, answers the same command with 550, but with another status. What is refused after `DATA` is the content.
 */
function isAddressUnknown({ responseCode = 0, response = '', command }: SmtpFailure): boolean {
  if (command !== 'RCPT TO') return false
  const [, status] = STATUS.exec(response) ?? []
  return status === undefined ? UNKNOWN.includes(responseCode) : UNKNOWN_STATUS.test(status)
}
