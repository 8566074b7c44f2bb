const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const BASE = 62

/** All pairs of digits, in order. A text made of pairs takes half as many steps. */
const PAIRS = Array.from({ length: BASE ** 2 }, (_, number) => {
  const [high, low] = [Math.floor(number / BASE), number % BASE]
  return DIGITS.charAt(high) + DIGITS.charAt(low)
})

// 62^8 is the largest power below 2^53, so eight digits of each step are plain arithmetic.
const STEP = 62n ** 8n
const HALF_STEP = BASE ** 4

/** Four digits of a number below 62^4. */
const fourDigits = (number: number): string =>
  `${PAIRS[Math.floor(number / PAIRS.length)]}${PAIRS[number % PAIRS.length]}`

/** Encodes a number, given in hexadecimal, in base 62, padded with zeros to `length` digits. */
export function base62(hex: string, length: number): string {
  let text = ''
  for (let rest = BigInt(`0x0${hex}`); rest > 0n; rest /= STEP) {
    const part = Number(rest % STEP)
    text = fourDigits(Math.floor(part / HALF_STEP)) + fourDigits(part % HALF_STEP) + text
  }
  let zeros = 0
  while (text[zeros] === '0') zeros += 1
  return text.slice(zeros).padStart(length, '0')
}
