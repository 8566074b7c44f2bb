import fc from 'fast-check'
import { expect, test } from 'vitest'
import { base62 } from './base62.ts'

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Base 62 by its definition. */
function byBigInt(bytes: Uint8Array, length: number): string {
  let text = ''
  let rest = BigInt(`0x0${Buffer.from(bytes).toString('hex')}`)
  for (; rest > 0n; rest /= 62n) text = DIGITS.charAt(Number(rest % 62n)) + text
  return text.padStart(length, '0')
}

test('any bytes are encoded as their big-endian number in base 62', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 40 }),
      fc.integer({ min: 0, max: 60 }),
      (bytes, length) => {
        expect(base62(Buffer.from(bytes).toString('hex'), length)).toBe(byBigInt(bytes, length))
      },
    ),
  )
})

test.each([
  ['nothing', [], 0, ''],
  ['zero, padded', [0, 0, 0], 5, '00000'],
  ['a digit of each kind', [(10 * 62 + 36) >> 8, (10 * 62 + 36) & 255], 2, 'Aa'],
  ['32 bytes of ones', Array(32).fill(255), 43, 'yhjskwdA6OZ1AL1YmHWZWm8LLG7HjnuCA2j5rOw8Xp1'],
] as const)('%s', (_, bytes, length, text) => {
  expect(base62(Buffer.from(bytes).toString('hex'), length)).toBe(text)
})
