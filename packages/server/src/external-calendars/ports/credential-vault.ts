/** The secret of a calendar connection: OAuth tokens, or the address of a feed. */
export type Credential =
  | {
      readonly kind: 'oauth'
      readonly accessToken: string
      readonly refreshToken: string
      readonly accessExpiresAtEpochSeconds: number
      readonly scope: string
    }
  | { readonly kind: 'feed'; readonly url: string }

/** Whose credential it is. */
export interface CredentialOwner {
  readonly accountId: string
  readonly providerId: string
}

/**
 * Stores secrets by reference: in encrypted files, in encrypted items of the store, or in AWS Secrets Manager. A reference names one
 * immutable secret. A changed secret gets a new reference, which the connection adopts under a condition
 * on its `version`. So one of several concurrent refreshes wins, and the others use its result.
 */
export interface CredentialVault {
  /** Stores a secret; answers its new reference. */
  put(credential: Credential, owner: CredentialOwner): Promise<string>
  /** Reads a secret; undefined if it was deleted. */
  get(reference: string): Promise<Credential | undefined>
  /** Deletes a secret if it exists. */
  remove(reference: string): Promise<void>
  /** Whether a secret is in a vault that this one replaces, and should be stored anew. Absent: none is. */
  isOutdated?(reference: string): boolean
}
