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

/** 32 random bytes in hexadecimal. */
const randomHex = (): string => randomBytes(32).toString('hex')

/** 48 bits, of which a number holds each exactly. */
const DRAW_DIGITS = 12

// In hexadecimal, and not as bytes: each Buffer of a digest is memory of its own, which takes as long as the digest.
const hmac = (key: KeyObject | Buffer | string, text: string): string =>
  createHmac('sha256', key).update(text).digest('hex')

// 256 bits are 43 digits of base 62, a CRC-32 is 6. With the checksum, a scanner can recognize a leaked
// key offline.
function secretText(prefix: string, hex: string): string {
  const secret = base62(hex, 43)
  return `${prefix}_${secret}${base62(crc32(secret).toString(16), 6)}`
}

/** The length of the server key. */
export const SERVER_KEY_BYTES = 32

/** Identifies a server key without revealing it: 32 hexadecimal digits of an HMAC with the key. */
export const serverKeyFingerprint = (key: Uint8Array): string =>
  hmac(createSecretKey(key), 'fingerprint').slice(0, 32)

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
  const tokenOf = (key: KeyObject, id: string) => secretText('hm', hmac(key, `manage ${id}`))
  const sha256 = (text: string) => hash('sha256', text, 'buffer')
  // A key of its own, so that a mark can never be a token.
  const personKeyOf = (key: KeyObject) => createHmac('sha256', key).update('person').digest()
  const quoteKey = createHmac('sha256', current).update('quote').digest()
  const redirectSecretOf = (accountId: string) =>
    secretText('hr', hmac(current, `redirect ${accountId}`))
  const derives = (key: KeyObject, id: string, token: string) =>
    timingSafeEqual(sha256(tokenOf(key, id)), sha256(token))
  return {
    newApiKey: () => secretText('hf', randomHex()),
    manageToken: (id) => tokenOf(current, id),
    keyOfManageToken(id, token) {
      if (derives(current, id, token)) return { kind: 'current' }
      const found = previous.find(({ key }) => derives(key, id, token))
      if (found === undefined) return undefined
      return { kind: 'previous', validUntilEpochSeconds: found.validUntilEpochSeconds }
    },
    signInToken: (subject) => secretText('hl', hmac(current, `sign-in ${subject}`)),
    newSessionToken: () => secretText('hs', randomHex()),
    newBookerToken: () => secretText('hb', randomHex()),
    newFeedToken: () => secretText('hc', randomHex()),
    newOAuthSecret: () => base62(randomHex(), 43),
    pkceVerifier: (state) => base62(hmac(current, `pkce ${state}`), 43),
    personMarks: (accountId, email) =>
      [current, ...previous.map(({ key }) => key)].map((key) =>
        hmac(personKeyOf(key), `${accountId} ${email}`),
      ),
    redirectSecret: redirectSecretOf,
    redirectSignature: (accountId, text) => hmac(redirectSecretOf(accountId), text),
    quoteSignature: (accountId, text) => hmac(quoteKey, `${accountId} ${text}`),
    drawOf: (subject) =>
      Number.parseInt(hmac(current, `draw ${subject}`).slice(0, DRAW_DIGITS), 16) /
      16 ** DRAW_DIGITS,
    newSlugSuffix: () => base62(randomBytes(3).toString('hex'), 5).toLowerCase(),
    // By way of hexadecimal, as above.
    hash: (text) => new Uint8Array(Buffer.from(hash('sha256', text, 'hex'), 'hex')),
    hashesEqual: (a, b) => a.length === b.length && timingSafeEqual(a, b),
  }
}
