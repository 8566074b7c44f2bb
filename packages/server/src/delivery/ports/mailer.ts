/** An email address, with a name unless a stranger wrote it. */
export interface MailAddress {
  readonly name?: string
  readonly address: string
}

/** An email that is ready to be sent. */
export interface Mail {
  /** The mark of its receiver in the account, by which reports about it are told apart; see `Secrets.personMarks`. */
  readonly mark?: string
  /** The left part of `Message-ID`. The same if an email is sent twice, so that clients show one. */
  readonly id: string
  /** The sender's display name. The address is that of the installation. */
  readonly fromName: string
  readonly to: MailAddress
  readonly replyTo?: MailAddress
  readonly subject: string
  readonly text: string
  readonly html: string
  /** A calendar object, sent inline as `text/calendar; method=…` and as an attachment. */
  readonly invitation?: {
    readonly method: 'REQUEST' | 'CANCEL' | 'PUBLISH'
    readonly content: string
    /** Further calendar objects of the same method, which are attached. */
    readonly further?: readonly string[]
  }
}

/**
 * Whether an email was accepted. `refused` is permanent: a retry would fail as well. `isAddressUnknown`: so would any other email to
 * this address, since its mail server does not know it.
 */
export type MailOutcome =
  | { readonly kind: 'sent' }
  | {
      readonly kind: 'refused'
      readonly reason: string
      readonly isAddressUnknown?: boolean
    }

/** Sends emails. Rejects if the mail server is unreachable or asks to retry later. */
export interface Mailer {
  /** The sender's address. */
  readonly fromAddress: string
  /** Sends an email of an account. A mailbox shows it to that account only; with an empty id, to no account. */
  send(mail: Mail, accountId: string): Promise<MailOutcome>
  close(): Promise<void>
}
