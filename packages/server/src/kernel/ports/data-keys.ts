/** What a data key is for. Public text: it is bound to the key, and the service writes it into its log. */
export type KeyPurpose = Readonly<Record<string, string>>

/** A new 256-bit key, and its wrapped form, which only the service can open. */
export interface DataKey {
  readonly bytes: Uint8Array
  readonly wrapped: Uint8Array
}

/**
 * Keys that encrypt one text each. They are stored beside it, wrapped with a key that never leaves its
 * service. So who has the stored items alone can read none of them.
 */
export interface DataKeys {
  /** Makes a key for a purpose. */
  create(purpose: KeyPurpose): Promise<DataKey>
  /** Unwraps a key. Rejects for another purpose, or if the service does not answer or refuses. */
  unwrap(wrapped: Uint8Array, purpose: KeyPurpose): Promise<Uint8Array>
}
