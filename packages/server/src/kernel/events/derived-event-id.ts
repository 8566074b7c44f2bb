import { ID_PREFIXES } from '@holdfast/engine'
import type { Secrets } from '../dependencies.ts'

/** The digits of a ULID: Crockford's base 32. */
export const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz'
const TIME_DIGITS = 10
const HASH_DIGITS = 16

/** `count` digits of an id, at most 32, from the hash of a text: five bits of each byte. */
export const hashDigits = ({ hash }: Pick<Secrets, 'hash'>, text: string, count: number): string =>
  [...hash(text).subarray(0, count)].map((byte) => DIGITS.charAt(byte % DIGITS.length)).join('')

/**
 * The id of an event that must be the same whenever its cause is handled again: the time of the cause, and digits of
 * the hash of its name. It has the form of all ids of events.
 */
export function derivedEventId(
  secrets: Pick<Secrets, 'hash'>,
  cause: string,
  atEpochMilliseconds: number,
): string {
  let time = atEpochMilliseconds
  let digits = ''
  for (let place = 0; place < TIME_DIGITS; place += 1) {
    digits = `${DIGITS[time % DIGITS.length]}${digits}`
    time = Math.floor(time / DIGITS.length)
  }
  return `${ID_PREFIXES.event}_${digits}${hashDigits(secrets, cause, HASH_DIGITS)}`
}
