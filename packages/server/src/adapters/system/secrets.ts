import {
  createHmac,
  createSecretKey,
  hash,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { Secrets } from '../../kernel/dependencies.ts'
import { base62 } from './base62.ts'

const CHECKSUM_BYTES = 4

// 256 bits are 43 digits of base 62, a CRC-32 is 6. With the checksum, a scanner can recognize a leaked
// key offline.
function secretText(prefix: string, bits: Buffer): string {
  const secret = base62(bits, 43)
  const checksum = Buffer.alloc(CHECKSUM_BYTES)
  checksum.writeUInt32BE(crc32(secret))
  return `${prefix}_${secret}${base62(checksum, 6)}`
}

/** The length of the server key. */
export const SERVER_KEY_BYTES = 32

/** A server key that was replaced. */
export interface PreviousKey {
  readonly bytes: Uint8Array
  /** Its manage tokens are accepted until this second, exclusive. */
  readonly validUntilEpochSeconds: number
}

/**
 * Creates secrets from the system's cryptographic random source, and derives tokens from the server key.
 * Tokens of previous keys are recognized.
 */
export function createSecrets(
  serverKey: Uint8Array,
  previousKeys: readonly PreviousKey[] = [],
): Secrets {
  // A key object: from bytes, each HMAC would create a key, which took four times as long.
  const current = createSecretKey(serverKey)
  const previous = previousKeys.map(({ bytes, validUntilEpochSeconds }) => ({
    key: createSecretKey(bytes),
    validUntilEpochSeconds,
  }))
  const tokenOf = (key: KeyObject, id: string) =>
    secretText('hm', createHmac('sha256', key).update(`manage ${id}`).digest())
  const sha256 = (text: string) => hash('sha256', text, 'buffer')
  // A key of its own, so that a mark can never be a token.
  const personKeyOf = (key: KeyObject) => createHmac('sha256', key).update('person').digest()
  const redirectSecretOf = (accountId: string) =>
    secretText('hr', createHmac('sha256', current).update(`redirect ${accountId}`).digest())
  const derives = (key: KeyObject, id: string, token: string) =>
    timingSafeEqual(sha256(tokenOf(key, id)), sha256(token))
  return {
    newApiKey: () => secretText('hf', randomBytes(32)),
    manageToken: (id) => tokenOf(current, id),
    keyOfManageToken(id, token) {
      if (derives(current, id, token)) return { kind: 'current' }
      const found = previous.find(({ key }) => derives(key, id, token))
      if (found === undefined) return undefined
      return { kind: 'previous', validUntilEpochSeconds: found.validUntilEpochSeconds }
    },
    signInToken: (subject) =>
      secretText('hl', createHmac('sha256', current).update(`sign-in ${subject}`).digest()),
    newSessionToken: () => secretText('hs', randomBytes(32)),
    newFeedToken: () => secretText('hc', randomBytes(32)),
    newOAuthSecret: () => base62(randomBytes(32), 43),
    pkceVerifier: (state) =>
      base62(createHmac('sha256', current).update(`pkce ${state}`).digest(), 43),
    personMarks: (accountId, email) =>
      [current, ...previous.map(({ key }) => key)].map((key) =>
        createHmac('sha256', personKeyOf(key)).update(`${accountId} ${email}`).digest('hex'),
      ),
    redirectSecret: redirectSecretOf,
    redirectSignature: (accountId, text) =>
      createHmac('sha256', redirectSecretOf(accountId)).update(text).digest('hex'),
    newSlugSuffix: () => base62(randomBytes(3), 5).toLowerCase(),
    hash: (text) => new Uint8Array(sha256(text)),
    hashesEqual: (a, b) => a.length === b.length && timingSafeEqual(a, b),
  }
}
