import { hash } from 'node:crypto'
import type { KnownKey } from '../access/grant.ts'

/** A cache of keys, so that not every request reads its key from the store. */
export interface Keyring<Known = KnownKey> {
  /** Returns the entry of a secret. Undefined if it is unknown or revoked. */
  find(secret: string): Promise<Known | undefined>
  /** Clears the cache after a key was revoked on this server. */
  clear(): void
}

/**
 * How long a key is cached. A key that was revoked on another server stays valid here for up to this time.
 */
export const KEY_TRUST_MILLISECONDS = 5_000
const REMEMBERED = 10_000

/**
 * Creates a cache of found keys, by hash. Misses are not cached, so a new key is valid immediately.
 */
export function createKeyring<Known = KnownKey>(
  lookUp: (secret: string) => Promise<Known | undefined>,
  nowMilliseconds: () => number = () => performance.now(),
): Keyring<Known> {
  const seen = new Map<string, { readonly key: Known; readonly untilMilliseconds: number }>()
  let cleared = 0
  return {
    async find(secret) {
      const digest = hash('sha256', secret, 'base64url')
      const known = seen.get(digest)
      if (known && known.untilMilliseconds > nowMilliseconds()) return known.key
      const before = cleared
      const untilMilliseconds = nowMilliseconds() + KEY_TRUST_MILLISECONDS
      const key = await lookUp(secret)
      seen.delete(digest)
      // A lookup that overlaps a revocation may have read the key just before its deletion.
      if (key === undefined || before !== cleared) return key
      if (seen.size >= REMEMBERED) seen.clear()
      seen.set(digest, { key, untilMilliseconds })
      return key
    },
    clear() {
      cleared += 1
      seen.clear()
    },
  }
}
