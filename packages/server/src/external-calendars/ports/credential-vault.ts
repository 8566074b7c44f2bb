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

/**
 * Stores secrets by reference, in AWS Secrets Manager or in encrypted files. A reference names one
 * immutable secret. A changed secret gets a new reference, which the connection adopts under a condition
 * on its `version`. So one of several concurrent refreshes wins, and the others use its result.
 */
export interface CredentialVault {
  /** Stores a secret; answers its new reference. */
  put(credential: Credential): Promise<string>
  /** Reads a secret; undefined if it was deleted. */
  get(reference: string): Promise<Credential | undefined>
  /** Deletes a secret if it exists. */
  remove(reference: string): Promise<void>
}
