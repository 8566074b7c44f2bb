const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const BASE = 62

// 62^8 is the largest power below 2^53, so eight digits of each step are plain arithmetic.
const DIGITS_PER_STEP = 8
const STEP = 62n ** 8n

/** Encodes a number, given in hexadecimal, in base 62, padded with zeros to `length` digits. */
export function base62(hex: string, length: number): string {
  let text = ''
  for (let rest = BigInt(`0x0${hex}`); rest > 0n; rest /= STEP) {
    let part = Number(rest % STEP)
    for (let digit = 0; digit < DIGITS_PER_STEP; digit += 1) {
      text = DIGITS.charAt(part % BASE) + text
      part = Math.floor(part / BASE)
    }
  }
  return text.replace(/^0+/, '').padStart(length, '0')
}
