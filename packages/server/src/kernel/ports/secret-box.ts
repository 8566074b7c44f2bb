/**
 * Encrypts secrets that are stored in an item of their own context, with the keys of the credential vault. A
 * sealed text opens only for the subject that it was sealed for, such as the id of its owner.
 */
export interface SecretBox {
  /** Encrypts a text with the newest key. */
  seal(text: string, subject: string): Promise<string>
  /** Decrypts a sealed text. Rejects with `SecretUnreadable` if no key opens it for this subject. */
  open(sealed: string, subject: string): Promise<string>
  /** Whether a sealed text is encrypted with the newest key. */
  isCurrent(sealed: string): Promise<boolean>
}

/** A sealed text that no key opens. */
export class SecretUnreadable extends Error {
  override readonly name = 'SecretUnreadable'
}
