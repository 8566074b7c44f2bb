import { ID_PREFIXES } from '@holdfast/engine'
import type { IdSource } from '../../../packages/server/src/kernel/dependencies.ts'

const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz'
const TIME_DIGITS = 10
const RANDOM_PARTS = [6, 5, 5]

/** Writes a whole number in Crockford's base 32, with leading zeros. */
function digitsOf(value: number, count: number): string {
  let text = ''
  let left = value
  for (let digit = 0; digit < count; digit += 1) {
    text = DIGITS.charAt(left % 32) + text
    left = Math.floor(left / 32)
  }
  return text
}

/** Makes ids of the form that the server makes, from a seeded source of numbers in `[0, 1)`. */
export const seededIds = (random: () => number): IdSource => ({
  next: (kind, nowEpochMilliseconds) =>
    `${ID_PREFIXES[kind]}_${digitsOf(nowEpochMilliseconds, TIME_DIGITS)}${RANDOM_PARTS.map(
      (count) => digitsOf(Math.floor(random() * 32 ** count), count),
    ).join('')}`,
})
