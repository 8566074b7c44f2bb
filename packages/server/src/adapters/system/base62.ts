const DIGITS = Buffer.from(
  '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz',
  'latin1',
)
const BASE = 62
const ZERO = DIGITS[0]

// 62^8 is the largest power below 2^53, so eight digits of each step are plain arithmetic.
const STEP_DIGITS = 8
const STEP = 62n ** 8n

/** Room for 256 bits in whole steps. */
const text = Buffer.alloc(48)

/**
 * Encodes a number of at most 256 bits, given in hexadecimal, in base 62, padded with zeros to `length` digits. Written digit by digit: a table of
 * pairs takes fewer steps, but its strings are seldom in the caches of the processor (ADR 104).
 */
export function base62(hex: string, length: number): string {
  let at = text.length
  for (let rest = BigInt(`0x0${hex}`); rest > 0n; rest /= STEP) {
    let part = Number(rest % STEP)
    for (let digit = 0; digit < STEP_DIGITS; digit += 1) {
      const above = Math.floor(part / BASE)
      at -= 1
      text[at] = DIGITS[part - above * BASE] as number
      part = above
    }
  }
  while (text[at] === ZERO) at += 1
  return text.toString('latin1', at).padStart(length, '0')
}
