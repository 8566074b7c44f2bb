import { apiKeyEntity, apiKeyHashEntity, hashOfApiKey } from '../../identity/api-keys/api-key.ts'
import { keyTail } from '../../kernel/keys.ts'
import type { Item } from '../../kernel/ports/store.ts'
import { sameMembers } from '../../kernel/same-value.ts'
import type { Check, IsMine } from './check.ts'
import { finding } from './finding.ts'

/** The item by which the secret of a listed key, a sound one, opens the account. */
export const hashItemOf = (listed: Item): Item =>
  apiKeyHashEntity.encode(hashOfApiKey(apiKeyEntity.decode(listed)))

/**
 * Checks that every listed API key opens its account, and nothing else does. It remembers every key,
 * twice.
 */
export function apiKeysCheck(isMine: IsMine): Check {
  const listed = new Map<string, { readonly item: Item; readonly byHash: Item }>()
  const byHash: Item[] = []
  const unsoundIds = new Set<unknown>()
  return {
    note(entry) {
      const { kind, item } = entry
      // A revoked key leaves its hash behind, which opens nothing.
      if (kind === 'api_key_hash' && isMine(item.PK) && item.isRevoked !== true) byHash.push(item)
      if (kind !== 'api_key') return
      if (entry.problems.length === 0) {
        const expected = hashItemOf(item)
        if (isMine(expected.PK)) listed.set(expected.PK, { item, byHash: expected })
      } else {
        unsoundIds.add(keyTail(item.SK))
      }
    },
    get factCount() {
      return listed.size + byHash.length + unsoundIds.size
    },
    *findings() {
      const right = new Set<string>()
      for (const item of byHash) {
        const known = listed.get(item.PK)
        if (known && sameMembers(item, known.byHash)) right.add(item.PK)
        else if (!unsoundIds.has(item.keyId)) {
          const sentence = 'a secret that opens an account, and that no list of keys shows'
          yield finding('api_key_hash_stale', [item], sentence)
        }
      }
      for (const [PK, { item, byHash: expected }] of listed) {
        if (right.has(PK)) continue
        yield finding('api_key_hash_missing', [expected, item], 'a listed API key opens nothing')
      }
    },
  }
}
