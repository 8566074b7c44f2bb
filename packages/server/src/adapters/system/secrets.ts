import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { Secrets } from '../../application/dependencies.ts'

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

function base62(value: bigint, length: number): string {
  let text = ''
  for (let rest = value; rest > 0n; rest /= 62n) text = DIGITS[Number(rest % 62n)] + text
  return text.padStart(length, '0')
}

// 256 bits are 43 digits of base 62; a CRC-32 is 6. A scanner tells a leaked key from a look-alike
// by the checksum, without asking anybody.
function secretText(prefix: string, bits: Buffer): string {
  const secret = base62(BigInt(`0x${bits.toString('hex')}`), 43)
  return `${prefix}_${secret}${base62(BigInt(crc32(secret)), 6)}`
}

/** Bytes of the server's key. */
export const SERVER_KEY_BYTES = 32

/** Draws secrets from the system's cryptographic random source, and derives others from the server's key. */
export const createSecrets = (serverKey: Uint8Array): Secrets => ({
  newApiKey: () => secretText('hf', randomBytes(32)),
  manageToken: (bookingId) =>
    secretText('hm', createHmac('sha256', serverKey).update(`manage ${bookingId}`).digest()),
  newSlugSuffix: () => base62(BigInt(`0x${randomBytes(3).toString('hex')}`), 5).toLowerCase(),
  hash: (text) => new Uint8Array(createHash('sha256').update(text).digest()),
  hashesEqual: (a, b) => a.length === b.length && timingSafeEqual(a, b),
})
