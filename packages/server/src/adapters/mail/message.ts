import type { Mail } from '../../delivery/ports/mailer.ts'

/** Where mails of this installation come from. */
export interface MailOptions {
  /** The address in `From` of every mail. */
  readonly fromAddress: string
}

/** The domain of an address: what makes a Message-ID one of ours alone (RFC 5322 §3.6.4). */
const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1)

/**
 * A mail as nodemailer takes it: text and HTML, the invitation inline as
 * `text/calendar; method=…` (what makes clients show buttons) and attached (what others save).
 * Nothing is fetched from a file or a URL that a value might name.
 */
export const messageOf = (mail: Mail, { fromAddress }: MailOptions) => ({
  messageId: `<${mail.id}@${domainOf(fromAddress)}>`,
  from: { name: mail.fromName, address: fromAddress },
  to: { name: mail.to.name, address: mail.to.address },
  ...(mail.replyTo && { replyTo: { name: mail.replyTo.name, address: mail.replyTo.address } }),
  subject: mail.subject,
  text: mail.text,
  html: mail.html,
  ...(mail.invitation && {
    icalEvent: {
      method: mail.invitation.method,
      content: mail.invitation.content,
      filename: 'invite.ics',
    },
  }),
  // Mail servers and people then know that no reply by a machine is wanted (RFC 3834).
  headers: { 'Auto-Submitted': 'auto-generated' },
  disableFileAccess: true,
  disableUrlAccess: true,
})
