/** A mail address with the name of who has it. */
export interface MailAddress {
  readonly name: string
  readonly address: string
}

/** A mail that is ready to be sent. */
export interface Mail {
  /** The left part of `Message-ID`: the same when the mail is sent twice, so that clients show one. */
  readonly id: string
  /** Whose name the mail carries; the address is the installation's. */
  readonly fromName: string
  readonly to: MailAddress
  readonly replyTo?: MailAddress
  readonly subject: string
  readonly text: string
  readonly html: string
  /** A calendar object, sent inline as `text/calendar; method=…` and attached. */
  readonly invitation?: { readonly method: 'REQUEST' | 'CANCEL'; readonly content: string }
}

/** Whether a mail was taken. What is refused for good is not to be tried again. */
export type MailOutcome =
  | { readonly kind: 'sent' }
  | { readonly kind: 'refused'; readonly reason: string }

/** Sends mails; rejects when the mail server cannot be reached or asks to come back later. */
export interface Mailer {
  /** The address that mails come from. */
  readonly fromAddress: string
  send(mail: Mail): Promise<MailOutcome>
  close(): Promise<void>
}
