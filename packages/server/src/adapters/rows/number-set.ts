import { invariant } from '@holdfast/engine'
import { endsOf, textOf } from './runs.ts'

/**
 * Number sets as text. A set of unsigned 32-bit integers, such as the taken quanta of a ledger day, is
 * written as runs: `96-101,108` is 96 to 101 and 108 (48 quanta of 8 bookings take 64 characters). Any
 * other set is the JSON array of its numbers.
 */

const OPEN_BRACKET = 91

const ascending = (a: number, b: number): number => a - b

/** Encodes a non-empty set of finite numbers. */
export function encodeNumberSet(numbers: ReadonlySet<number>): string {
  const sorted = [...numbers].sort(ascending)
  invariant(sorted.length > 0, 'an item cannot contain an empty set: leave the attribute out')
  const inRuns = sorted.every((number) => number >>> 0 === number)
  return inRuns ? textOf(runsIn(sorted)) : JSON.stringify(sorted)
}

/** The first and the last number of each run of ascending numbers, by turns. */
function runsIn(sorted: readonly number[]): number[] {
  const ends: number[] = []
  for (const number of sorted) {
    if (ends.at(-1) === number - 1) ends[ends.length - 1] = number
    else ends.push(number, number)
  }
  return ends
}

/** Decodes the output of `encodeNumberSet`. */
export function decodeNumberSet(text: string): Set<number> {
  if (text.charCodeAt(0) === OPEN_BRACKET) return new Set(JSON.parse(text) as number[])
  const numbers = new Set<number>()
  const ends = endsOf(text)
  for (let at = 0; at < ends.length; at += 2) {
    const last = ends[at + 1] as number
    for (let each = ends[at] as number; each <= last; each += 1) numbers.add(each)
  }
  return numbers
}
