import { z } from 'zod'
import { SCOPES, type Scope } from '../../kernel/access/scopes.ts'
import { type AttributesOf, defineEntity } from '../../kernel/entity.ts'
import { emptyMembers } from '../../kernel/items/value-problems.ts'
import { keyTail } from '../../kernel/keys.ts'
import { accountApiKeyKey, apiKeyKey, apiKeyUseKey } from '../keys.ts'

/** What a key may do. */
export interface KeyAccess {
  /** Absent: all scopes. */
  readonly scopes?: readonly Scope[]
  /** The only providers that the key may see. Absent: all. */
  readonly providerIds?: readonly string[]
  /** The key ends at this second, exclusive. Absent: never. */
  readonly expiresAtEpochSeconds?: number
}

const KEY_ACCESS = {
  scopes: z.exactOptional(z.array(z.enum(SCOPES))),
  providerIds: z.exactOptional(z.array(z.string())),
  expiresAtEpochSeconds: z.exactOptional(z.int()),
} as const

const apiKeyAttributes = z.object({
  accountId: z.string(),
  version: z.int(),
  name: z.string(),
  /** The last four characters of the secret, to tell keys apart. */
  hint: z.string(),
  /** SHA-256 of the secret, in hex. */
  secretHash: z.string(),
  /** The key that made this one and that it ends with. Absent: it was made by a member, or by a key that can do everything. */
  madeByKeyId: z.exactOptional(z.string()),
  ...KEY_ACCESS,
  createdAtEpochSeconds: z.int(),
  updatedAtEpochSeconds: z.int(),
})

/** An API key of an account. Only the hash of its secret is stored. */
export interface ApiKey extends KeyAccess, AttributesOf<typeof apiKeyAttributes> {
  readonly id: string
}

/** The item of an API key in its account, for lists. */
export const apiKeyEntity = defineEntity<ApiKey, 'id'>({
  name: 'API key',
  key: ({ accountId, id }) => accountApiKeyKey(accountId, id),
  inKey: { id: ({ SK }) => keyTail(SK) },
  schema: apiKeyAttributes,
})

/** Maps the hash of a secret to its key and account, with what the key may do. */
export interface ApiKeyHash extends KeyAccess {
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
    ...KEY_ACCESS,
    isRevoked: z.exactOptional(z.boolean()),
  }),
})

/** The hash entry of a live key. */
export const hashOfApiKey = ({ secretHash, id, accountId, ...key }: ApiKey): ApiKeyHash => ({
  secretHash,
  keyId: id,
  accountId,
  version: 1,
  ...accessOf(key),
})

/** The members of a key that say what it may do; those that are absent stay so. */
export const accessOf = ({ scopes, providerIds, expiresAtEpochSeconds }: KeyAccess): KeyAccess => ({
  ...(scopes && { scopes }),
  ...(providerIds && { providerIds }),
  ...(expiresAtEpochSeconds !== undefined && { expiresAtEpochSeconds }),
})

/** When a key was last used, to the hour: an item of its own, so that use does not change the key. */
export interface ApiKeyUse {
  readonly accountId: string
  readonly keyId: string
  readonly version: number
  readonly lastUsedAtEpochSeconds: number
}

/** The item of the last use of a key. */
export const apiKeyUseEntity = defineEntity<ApiKeyUse, 'accountId' | 'keyId'>({
  name: 'last use of an API key',
  key: ({ accountId, keyId }) => apiKeyUseKey(accountId, keyId),
  inKey: {
    accountId: ({ PK }) => keyTail(PK),
    keyId: ({ SK }) => keyTail(SK),
  },
  schema: z.object({ version: z.int(), lastUsedAtEpochSeconds: z.int() }),
})

/** The problems of a listed API key. */
export const apiKeyProblems = ({ accountId, secretHash }: ApiKey, accountIdInKey: string) => [
  ...(accountId === accountIdInKey ? [] : ['The account differs from the one in the key.']),
  ...emptyMembers({ secretHash }),
]
