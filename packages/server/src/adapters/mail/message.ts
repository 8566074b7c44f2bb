import type { Mail, MailAddress } from '../../delivery/ports/mailer.ts'
import { MARK_HEADER } from '../../delivery/ports/message-reports.ts'

/** The sender of this installation's emails. */
export interface MailOptions {
  /** The address in `From` of every email. */
  readonly fromAddress: string
}

/** The domain of an address. It makes a Message-ID globally unique (RFC 5322 §3.6.4). */
const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1)

// Without a name, nodemailer writes the address alone.
const named = ({ name = '', address }: MailAddress) => ({ name, address })

/** The further calendar objects of an email, as `invite-2.ics` and so on. */
const attachmentsOf = ({ method, further = [] }: NonNullable<Mail['invitation']>) =>
  further.map((content, index) => ({
    filename: `invite-${index + 2}.ics`,
    contentType: `text/calendar; charset=utf-8; method=${method}`,
    content,
  }))

/**
 * The nodemailer message of an email: text and HTML, and the invitation both inline as
 * `text/calendar; method=…`, for clients that show buttons, and attached, for all others; further ones are attached. Access
 * to files and URLs is disabled, so no value can cause a read.
 */
export const messageOf = (mail: Mail, { fromAddress }: MailOptions) => ({
  messageId: `<${mail.id}@${domainOf(fromAddress)}>`,
  from: { name: mail.fromName, address: fromAddress },
  to: named(mail.to),
  ...(mail.replyTo && { replyTo: named(mail.replyTo) }),
  subject: mail.subject,
  text: mail.text,
  html: mail.html,
  ...(mail.invitation && {
    icalEvent: {
      method: mail.invitation.method,
      content: mail.invitation.content,
      filename: 'invite.ics',
    },
    ...(mail.invitation.further && { attachments: attachmentsOf(mail.invitation) }),
  }),
  headers: {
    // Prevents automatic replies (RFC 3834).
    'Auto-Submitted': 'auto-generated',
    ...(mail.mark !== undefined && { [MARK_HEADER]: mail.mark }),
  },
  disableFileAccess: true,
  disableUrlAccess: true,
})
