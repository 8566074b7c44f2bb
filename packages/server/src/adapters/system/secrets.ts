import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
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
function newSecret(prefix: string): string {
  const secret = base62(BigInt(`0x${randomBytes(32).toString('hex')}`), 43)
  return `${prefix}_${secret}${base62(BigInt(crc32(secret)), 6)}`
}

/** Draws secrets from the system's cryptographic random source. */
export const systemSecrets: Secrets = {
  newApiKey: () => newSecret('hf'),
  newManageToken: () => newSecret('hm'),
  newSlugSuffix: () => base62(BigInt(`0x${randomBytes(3).toString('hex')}`), 5).toLowerCase(),
  hash: (text) => new Uint8Array(createHash('sha256').update(text).digest()),
  hashesEqual: (a, b) => a.length === b.length && timingSafeEqual(a, b),
}
