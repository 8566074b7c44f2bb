import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hash,
  hkdfSync,
  type KeyObject,
  randomFillSync,
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

/** The first byte of a sealed answer. Both are encrypted alike. */
const PLAIN = 1
const DEFLATED = 2

/** DynamoDB charges for each KB that an item begins, of which the record itself has about 0.3. */
const COMPRESS_ABOVE_ON_DYNAMODB = 512
/** Elsewhere, compressing a small answer costs more time than writing its bytes. */
const COMPRESS_ABOVE = 4_096

/** The size in characters from which answers are compressed before they are stored. */
export const compressAbove = (storeEngine: string): number =>
  storeEngine === 'dynamodb' ? COMPRESS_ABOVE_ON_DYNAMODB : COMPRESS_ABOVE

/**
 * The key that encrypts an answer: a hash over what only the caller knows. SHA-512/256 cannot be extended, so
 * the scope, which is stored, says nothing about it. A key object, because a cipher from raw bytes takes three
 * times as long.
 */
const cipherKey = (layout: number, key: string, scope: string): KeyObject =>
  createSecretKey(
    hash('sha512-256', `holdfast idempotency answer ${layout}\n${scope}\n${key}`, 'buffer'),
  )

// Random bytes for 340 nonces, because a call for 12 of them costs as much as one for all.
const entropy = Buffer.alloc(340 * NONCE_BYTES)
let entropyUsed = entropy.length

function newNonce(): Buffer {
  if (entropyUsed === entropy.length) {
    randomFillSync(entropy)
    entropyUsed = 0
  }
  const nonce = entropy.subarray(entropyUsed, entropyUsed + NONCE_BYTES)
  entropyUsed += NONCE_BYTES
  return nonce
}

/**
 * Encrypts a response for the store (AES-256-GCM), compressed if it has more than `maxPlainLength` characters.
 * The encryption key is derived from the Idempotency-Key, which is not stored. So secrets in responses, such as a
 * manage token, cannot be read from the store. Layout: 1 or 2, nonce (12 bytes), tag (16), ciphertext.
 */
export function sealAnswer(
  answer: Answer,
  key: string,
  scope: string,
  maxPlainLength = COMPRESS_ABOVE,
): Uint8Array {
  invariant(
    answer.body === null || typeof answer.body === 'string',
    'a stored response must be text',
  )
  // The body is text already, and long: escaping it again would cost more than encrypting it.
  const head = JSON.stringify([answer.status, answer.headers, answer.body === null])
  const text = `${head}\n${answer.body ?? ''}`
  const layout = text.length > maxPlainLength ? DEFLATED : PLAIN
  const nonce = newNonce()
  const cipher = createCipheriv(CIPHER, cipherKey(layout, key, scope), nonce)
  const encrypted =
    layout === DEFLATED ? cipher.update(deflateRawSync(text)) : cipher.update(text, 'utf8')
  // GCM is a stream cipher: `final` returns no bytes.
  cipher.final()
  const sealed = Buffer.allocUnsafe(1 + NONCE_BYTES + TAG_BYTES + encrypted.length)
  sealed[0] = layout
  sealed.set(nonce, 1)
  sealed.set(cipher.getAuthTag(), 1 + NONCE_BYTES)
  sealed.set(encrypted, 1 + NONCE_BYTES + TAG_BYTES)
  return sealed
}

/** Decrypts a stored response. Throws if the key or scope differs or the bytes were changed. */
export function openAnswer(bytes: Uint8Array, key: string, scope: string): Answer {
  const layout = bytes[0]
  if (layout !== PLAIN && layout !== DEFLATED) return openFirstLayout(bytes, key, scope)
  try {
    const content = decrypt(bytes.subarray(1), cipherKey(layout, key, scope))
    const text = (layout === DEFLATED ? inflateRawSync(content) : content).toString('utf8')
    const end = text.indexOf('\n')
    const [status, headers, hasNoBody] = JSON.parse(text.slice(0, end)) as [
      number,
      Record<string, string>,
      boolean,
    ]
    return { status, headers, body: hasNoBody ? null : text.slice(end + 1) }
  } catch (error) {
    // One in 128 answers of the first layout begins with one of these bytes.
    if (error instanceof SyntaxError) throw error
    return openFirstLayout(bytes, key, scope)
  }
}

function decrypt(bytes: Uint8Array, key: KeyObject): Buffer {
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES))
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  const content = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES))
  return Buffer.concat([content, decipher.final()])
}

/** Decrypts an answer of the layout before 23 November 2026: always compressed, its key derived by HKDF. */
function openFirstLayout(bytes: Uint8Array, key: string, scope: string): Answer {
  const derived = hkdfSync('sha256', key, scope, 'holdfast idempotency answer', 32)
  const content = inflateRawSync(decrypt(bytes, createSecretKey(Buffer.from(derived))))
  const [status, headers, body] = JSON.parse(content.toString('utf8')) as [
    number,
    Record<string, string>,
    string | null,
  ]
  return { status, headers, body }
}
