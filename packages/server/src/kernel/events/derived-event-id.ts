import { ID_PREFIXES } from '@holdfast/engine'
import type { Secrets } from '../dependencies.ts'

/** The digits of a ULID: Crockford's base 32. */
const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz'
const TIME_DIGITS = 10
const HASH_DIGITS = 16

/**
 * The id of an event that must be the same whenever its cause is handled again: the time of the cause, and digits of
 * the hash of its name. It has the form of all ids of events.
 */
export function derivedEventId(
  { hash }: Pick<Secrets, 'hash'>,
  cause: string,
  atEpochMilliseconds: number,
): string {
  let time = atEpochMilliseconds
  let digits = ''
  for (let place = 0; place < TIME_DIGITS; place += 1) {
    digits = `${DIGITS[time % DIGITS.length]}${digits}`
    time = Math.floor(time / DIGITS.length)
  }
  // Five bits of each byte.
  for (const byte of hash(cause).subarray(0, HASH_DIGITS)) digits += DIGITS[byte % DIGITS.length]
  return `${ID_PREFIXES.event}_${digits}`
}
