import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hash,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { invariant } from '@holdfast/engine'
import type { Answer } from './answer.ts'
import { type Checked, failed, invalidInput, passed } from './problem.ts'

// A structured-header string (RFC 8941 §3.3.3) or bare text. The unquoted content is the key.
const QUOTED = /^"((?:[\x21\x23-\x5b\x5d-\x7e]|\\["\\])+)"$/
const BARE = /^[\x21\x23-\x7e][\x21-\x7e]*$/
const KEY_LENGTH = 255

/** Reads `Idempotency-Key`: 1 to 255 visible ASCII characters, bare or as a quoted string. */
export function readIdempotencyKey(header: string): Checked<string> {
  const quoted = QUOTED.exec(header)?.[1]
  const key = quoted?.replace(/\\(.)/g, '$1') ?? (BARE.test(header) ? header : '')
  if (key.length >= 1 && key.length <= KEY_LENGTH) return passed(key)
  return failed(
    invalidInput(
      '/header/Idempotency-Key',
      `must be 1 to ${KEY_LENGTH} visible ASCII characters, with or without double quotes; got ${header.length} characters`,
    ),
  )
}

/**
 * The scope of a key: a hash of its owner (an account, a manage token's hash, or `public` with the caller's
 * network), the request and the key. It is stored instead of the key, because the key decrypts the stored response.
 */
export const scopeHash = (owner: string, method: string, path: string, key: string): string =>
  hash('sha256', `${owner}\n${method}\n${path}\n${key}`, 'base64url')

/** A hash that distinguishes request bodies. */
export const fingerprint = (body: Uint8Array): string => hash('sha256', body, 'base64url')

const NONCE_BYTES = 12
const TAG_BYTES = 16
const CIPHER = 'aes-256-gcm'

// A key object, because creating a cipher from raw bytes takes three times as long.
const cipherKey = (key: string, scope: string): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', key, scope, 'holdfast idempotency answer', 32)))

/**
 * Compresses and encrypts a response for the store (AES-256-GCM). The encryption key is derived from the
 * Idempotency-Key (HKDF), which is not stored. So secrets in responses, such as a manage token, cannot be
 * read from the store. Layout: nonce (12 bytes), tag (16), ciphertext.
 */
export function sealAnswer(answer: Answer, key: string, scope: string): Uint8Array {
  invariant(
    answer.body === null || typeof answer.body === 'string',
    'a stored response must be text',
  )
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, cipherKey(key, scope), nonce)
  const plain = deflateRawSync(JSON.stringify([answer.status, answer.headers, answer.body]))
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()])
  return new Uint8Array(Buffer.concat([nonce, cipher.getAuthTag(), sealed]))
}

/** Decrypts a stored response. Throws if the key or scope differs or the bytes were changed. */
export function openAnswer(bytes: Uint8Array, key: string, scope: string): Answer {
  const nonce = bytes.subarray(0, NONCE_BYTES)
  const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)
  const decipher = createDecipheriv(CIPHER, cipherKey(key, scope), nonce)
  decipher.setAuthTag(tag)
  const sealed = bytes.subarray(NONCE_BYTES + TAG_BYTES)
  const plain = inflateRawSync(Buffer.concat([decipher.update(sealed), decipher.final()]))
  const [status, headers, body] = JSON.parse(plain.toString('utf8')) as [
    number,
    Record<string, string>,
    string | null,
  ]
  return { status, headers, body }
}
