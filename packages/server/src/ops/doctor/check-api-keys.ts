import { type ApiKey, apiKeyHashEntity, hashOfApiKey } from '../../identity/api-keys/api-key.ts'
import type { Item } from '../../kernel/ports/store.ts'
import { sameMembers } from '../../kernel/same-value.ts'
import type { Check, InShare } from './check.ts'
import type { ClassifiedItem } from './classified-item.ts'
import { finding } from './finding.ts'

interface Expected {
  readonly item: Item
  readonly hash: Item
}

/** The item that gives access with the secret of a listed key. */
export const hashItemOf = (listed: ApiKey): Item => apiKeyHashEntity.encode(hashOfApiKey(listed))

/**
 * Checks that every listed API key gives access to its account, and that no other key does. Its facts are
 * two items per key.
 */
export function apiKeysCheck(inShare: InShare): Check {
  const listed = new Map<string, Expected>()
  const hashes: Item[] = []
  const invalidIds = new Set<unknown>()

  const visitListed = ({ item, value, sortId }: ClassifiedItem & { readonly kind: 'api_key' }) => {
    if (value === undefined) {
      invalidIds.add(sortId)
      return
    }
    const hash = hashItemOf(value)
    if (inShare(hash.PK)) listed.set(hash.PK, { item, hash })
  }

  return {
    visit(entry) {
      const { kind, item } = entry
      if (kind === 'api_key') visitListed(entry)
      // The hash of a revoked key stays stored and gives no access.
      if (kind === 'api_key_hash' && inShare(item.PK) && item.isRevoked !== true) hashes.push(item)
    },
    get factCount() {
      return listed.size + hashes.length + invalidIds.size
    },
    *findings() {
      const matched = new Set<string>()
      for (const item of hashes) {
        const expected = listed.get(item.PK)
        if (expected && sameMembers(item, expected.hash)) matched.add(item.PK)
        else if (!invalidIds.has(item.keyId)) {
          const sentence =
            'The secret gives access to an account, but no list contains its API key.'
          yield finding('api_key_hash_stale', [item], sentence)
        }
      }
      for (const [PK, { item, hash }] of listed) {
        if (matched.has(PK)) continue
        yield finding('api_key_hash_missing', [hash, item], 'The listed API key gives no access.')
      }
    },
  }
}
