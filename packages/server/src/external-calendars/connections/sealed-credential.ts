import { z } from 'zod'
import { defineEntity } from '../../kernel/entity.ts'
import { sealedCredentialKey } from '../keys.ts'

/** The credential of a connection, encrypted with a data key of its own. It is never changed. */
export interface SealedCredential {
  /** Its reference in the vault. */
  readonly reference: string
  readonly accountId: string
  readonly providerId: string
  /** The data key, wrapped by a key service. */
  readonly wrappedKey: Uint8Array
  /** The credential as a compact JWE for its reference. */
  readonly sealed: string
}

/** Whether a reference in the vault names an item. Secrets elsewhere have references of other forms. */
export const isSealedReference = (reference: string): boolean =>
  /^kms_[0-9a-f]{32}$/.test(reference)

/** The item of a credential. */
export const sealedCredentialEntity = defineEntity<SealedCredential, 'reference'>({
  name: 'credential',
  key: ({ reference }) => sealedCredentialKey(reference),
  inKey: { reference: ({ PK }) => PK.slice(sealedCredentialKey('').PK.length) },
  schema: z.object({
    accountId: z.string(),
    providerId: z.string(),
    wrappedKey: z.instanceof(Uint8Array),
    sealed: z.string(),
  }),
})
