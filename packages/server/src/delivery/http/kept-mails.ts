/** A mail that was kept instead of sent. */
export interface KeptMail {
  readonly id: string
  /** RFC 3339, by the machine's clock. */
  readonly keptAt: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** The invitation that it carried, if any. */
  readonly invitation: string | null
}

/** The mails of a server that sends none. */
export interface KeptMails {
  /** The newest first. */
  list(limit: number): Promise<readonly KeptMail[]>
  /** One mail as it would have been sent (RFC 5322), or nothing. */
  raw(id: string): Promise<Uint8Array | undefined>
  clear(): Promise<void>
}
