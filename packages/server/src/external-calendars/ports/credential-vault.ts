/** The secrets of a calendar connection. */
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
 * Keeps secrets by reference: AWS Secrets Manager, or an encrypted file. A reference is made once and
 * names one immutable secret: a change is a new reference, which the connection then adopts with a
 * condition on its `version`, so that of parallel refreshes one wins and the others read what it wrote.
 */
export interface CredentialVault {
  /** Keeps a secret; answers its new reference. */
  put(credential: Credential): Promise<string>
  /** Reads a secret; undefined where the reference is gone. */
  get(reference: string): Promise<Credential | undefined>
  /** Removes a secret; nothing happens where it is gone. */
  remove(reference: string): Promise<void>
}
