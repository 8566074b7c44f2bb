import { keyTail } from '../../kernel/keys.ts'
import type { Item } from '../../kernel/ports/store.ts'
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

/** The two items of a key: one in its account, for lists; one under the hash, to find the account. */
export function apiKeyItems(apiKey: ApiKey): { readonly listed: Item; readonly byHash: Item } {
  const { id, ...rest } = apiKey
  return {
    listed: { ...accountApiKeyKey(apiKey.accountId, id), ...rest },
    byHash: { ...apiKeyKey(apiKey.secretHash), keyId: id, accountId: apiKey.accountId, version: 1 },
  }
}

/** Reads the listed item of a key. */
export function apiKeyFromItem(item: Item): ApiKey {
  const { PK: _pk, SK, ...attributes } = item
  return { ...(attributes as unknown as Omit<ApiKey, 'id'>), id: keyTail(SK) }
}
