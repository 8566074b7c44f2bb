import { hash } from 'node:crypto'

/** What an API key opens. */
export interface KnownKey {
  readonly accountId: string
  readonly keyId: string
}

/** The keys that were seen lately, so that a busy key is not looked up for every request. */
export interface Keyring<Known = KnownKey> {
  /** What a secret opens; nothing for one that is unknown or was revoked. */
  find(secret: string): Promise<Known | undefined>
  /** Forgets all: a key was revoked here. */
  clear(): void
}

/**
 * How long a key is taken for good without another look: so long may a key that was revoked through
 * one server still open another.
 */
export const KEY_TRUST_MILLISECONDS = 5_000
const REMEMBERED = 10_000

/**
 * Remembers the keys that were found, by their hash. What was not found is looked up again, so a
 * new key is good at once.
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
      // A look-up that a revocation overtook may have seen the key just before it went.
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
