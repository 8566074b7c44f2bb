import { z } from 'zod'
import { defineEntity } from '../../kernel/entity.ts'
import { keyTail } from '../../kernel/keys.ts'
import { accountApiKeyKey, apiKeyKey } from '../keys.ts'

/** An API key of an account. Only the hash of its secret is stored. */
export interface ApiKey {
  readonly id: string
  readonly accountId: string
  readonly version: number
  readonly name: string
  /** The last four characters of the secret, to tell keys apart. */
  readonly hint: string
  /** SHA-256 of the secret, in hex. */
  readonly secretHash: string
  readonly createdAtEpochSeconds: number
  readonly updatedAtEpochSeconds: number
}

/** The item of an API key in its account, for lists. */
export const apiKeyEntity = defineEntity<ApiKey, 'id'>({
  name: 'API key',
  key: ({ accountId, id }) => accountApiKeyKey(accountId, id),
  inKey: { id: ({ SK }) => keyTail(SK) },
  schema: z.object({
    accountId: z.string(),
    version: z.int(),
    name: z.string(),
    hint: z.string(),
    secretHash: z.string(),
    createdAtEpochSeconds: z.int(),
    updatedAtEpochSeconds: z.int(),
  }),
})

/** Maps the hash of a secret to its key and account. */
export interface ApiKeyHash {
  /** SHA-256 of the secret, in hex. */
  readonly secretHash: string
  readonly keyId: string
  readonly accountId: string
  readonly version: number
  /** True once the key is revoked. The hash stays stored, so the secret can never be used again. */
  readonly isRevoked?: boolean
}

/** The item that authentication reads. */
export const apiKeyHashEntity = defineEntity<ApiKeyHash, 'secretHash'>({
  name: 'API key hash',
  key: ({ secretHash }) => apiKeyKey(secretHash),
  inKey: { secretHash: ({ PK }) => keyTail(PK) },
  schema: z.object({
    keyId: z.string(),
    accountId: z.string(),
    version: z.int(),
    isRevoked: z.exactOptional(z.boolean()),
  }),
})

/** The hash entry of a live key. */
export const hashOfApiKey = ({ secretHash, id, accountId }: ApiKey): ApiKeyHash => ({
  secretHash,
  keyId: id,
  accountId,
  version: 1,
})
