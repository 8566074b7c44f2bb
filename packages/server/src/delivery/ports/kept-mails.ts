/** An email that was stored instead of sent. */
export interface KeptMail {
  readonly id: string
  /** The account that sent it. Unset in emails that versions before 0.2 stored. */
  readonly accountId?: string
  /** RFC 3339, from the machine's clock. */
  readonly keptAt: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** The iCalendar object. Null if the email has none. */
  readonly invitation: string | null
}

/** The emails of a server without a mail server. */
export interface KeptMails {
  /** The latest, newest first: of all accounts, or of one. */
  list(limit: number, accountId?: string): Promise<readonly KeptMail[]>
  /** All emails of all accounts, in no order. Only a few files are in memory at a time. */
  each(): AsyncIterable<KeptMail>
  /** Returns one email. Undefined if it does not exist. */
  find(id: string): Promise<KeptMail | undefined>
  /** Returns one email in RFC 5322 format. Undefined if it does not exist. */
  raw(id: string): Promise<Uint8Array | undefined>
  /**
   * Removes the emails that `isToRemove` selects, also one whose files are not complete. Resolves with their
   * number.
   */
  removeWhere(isToRemove: (mail: KeptMail) => boolean | Promise<boolean>): Promise<number>
  clear(): Promise<void>
}
