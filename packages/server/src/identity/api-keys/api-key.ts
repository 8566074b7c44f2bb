import { z } from 'zod'
import { SCOPES } from '../../kernel/access/scopes.ts'
import { type AttributesOf, defineEntity } from '../../kernel/entity.ts'
import { emptyMembers } from '../../kernel/items/value-problems.ts'
import { keyTail } from '../../kernel/keys.ts'
import { accountApiKeyKey, apiKeyKey, apiKeyUseKey } from '../keys.ts'

const keyAccessAttributes = z.object({
  /** Absent: all scopes. */
  scopes: z.exactOptional(z.array(z.enum(SCOPES))),
  /** The only providers that the key may see. Absent: all. */
  providerIds: z.exactOptional(z.array(z.string())),
  /** The key ends at this second, exclusive. Absent: never. */
  expiresAtEpochSeconds: z.exactOptional(z.int()),
})

/** What a key may do. */
export type KeyAccess = AttributesOf<typeof keyAccessAttributes>

const apiKeyAttributes = keyAccessAttributes.extend({
  accountId: z.string(),
  version: z.int(),
  name: z.string(),
  /** The last four characters of the secret, to tell keys apart. */
  hint: z.string(),
  /** SHA-256 of the secret, in hex. */
  secretHash: z.string(),
  /** The key that made this one and that it ends with. Absent: it was made by a member, or by a key that can do everything. */
  madeByKeyId: z.exactOptional(z.string()),
  createdAtEpochSeconds: z.int(),
  updatedAtEpochSeconds: z.int(),
})

/** An API key of an account. Only the hash of its secret is stored. */
export interface ApiKey extends AttributesOf<typeof apiKeyAttributes> {
  readonly id: string
}

/** The item of an API key in its account, for lists. */
export const apiKeyEntity = defineEntity<ApiKey, 'id'>({
  name: 'API key',
  key: ({ accountId, id }) => accountApiKeyKey(accountId, id),
  inKey: { id: ({ SK }) => keyTail(SK) },
  schema: apiKeyAttributes,
})

const apiKeyHashAttributes = keyAccessAttributes.extend({
  keyId: z.string(),
  accountId: z.string(),
  version: z.int(),
  /** True once the key is revoked. The hash stays stored, so the secret can never be used again. */
  isRevoked: z.exactOptional(z.boolean()),
})

/** Maps the hash of a secret to its key and account, with what the key may do. */
export interface ApiKeyHash extends AttributesOf<typeof apiKeyHashAttributes> {
  /** SHA-256 of the secret, in hex. */
  readonly secretHash: string
}

/** The item that authentication reads. */
export const apiKeyHashEntity = defineEntity<ApiKeyHash, 'secretHash'>({
  name: 'API key hash',
  key: ({ secretHash }) => apiKeyKey(secretHash),
  inKey: { secretHash: ({ PK }) => keyTail(PK) },
  schema: apiKeyHashAttributes,
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
