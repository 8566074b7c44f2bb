import type { CredentialVault } from '../../external-calendars/ports/credential-vault.ts'

/** A vault that takes the place of another one. */
export interface MovingVaultOptions {
  /** Stores all new credentials. */
  readonly current: CredentialVault
  /** Has the credentials from before. They are read and deleted there. */
  readonly former: CredentialVault
  /** Whether a reference is one of the current vault. */
  readonly isCurrent: (reference: string) => boolean
}

/**
 * Creates a vault of two: a reference tells by its form which one has the credential. Callers store a
 * credential anew if `isOutdated` says so, and delete the former one as any credential that was replaced.
 */
export function createMovingVault({
  current,
  former,
  isCurrent,
}: MovingVaultOptions): CredentialVault {
  const of = (reference: string) => (isCurrent(reference) ? current : former)
  return {
    put: (credential, owner) => current.put(credential, owner),
    get: (reference) => of(reference).get(reference),
    remove: (reference) => of(reference).remove(reference),
    isOutdated: (reference) => !isCurrent(reference),
  }
}
