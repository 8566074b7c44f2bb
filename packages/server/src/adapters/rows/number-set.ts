import { invariant } from '@holdfast/engine'

/**
 * Number sets as text. A set of unsigned 32-bit integers, such as the taken quanta of a ledger day, is
 * written as runs: `96-101,108` is 96 to 101 and 108 (48 quanta of 8 bookings take 64 characters). Any
 * other set is the JSON array of its numbers.
 */

const COMMA = 44
const MINUS = 45
const OPEN_BRACKET = 91
const ZERO = 48

const ascending = (a: number, b: number): number => a - b

/** Encodes a non-empty set of finite numbers. */
export function encodeNumberSet(numbers: ReadonlySet<number>): string {
  const sorted = [...numbers].sort(ascending)
  const first = sorted[0]
  invariant(first !== undefined, 'an item cannot contain an empty set: leave the attribute out')
  const inRuns = sorted.every((number) => number >>> 0 === number)
  return inRuns ? encodeRuns(sorted, first) : JSON.stringify(sorted)
}

function encodeRuns(sorted: readonly number[], lowest: number): string {
  let text = ''
  let first = lowest
  let last = lowest
  for (let index = 1; index <= sorted.length; index += 1) {
    const next = sorted[index]
    if (next === last + 1) {
      last = next
      continue
    }
    if (text !== '') text += ','
    text += first === last ? `${first}` : `${first}-${last}`
    if (next === undefined) break
    first = next
    last = next
  }
  return text
}

/** Decodes the output of `encodeNumberSet`. */
export function decodeNumberSet(text: string): Set<number> {
  if (text.charCodeAt(0) === OPEN_BRACKET) return new Set(JSON.parse(text) as number[])
  const numbers = new Set<number>()
  let runStart = -1
  let number = 0
  for (let at = 0; at <= text.length; at += 1) {
    const character = at < text.length ? text.charCodeAt(at) : COMMA
    if (character === COMMA) {
      for (let each = runStart < 0 ? number : runStart; each <= number; each += 1) numbers.add(each)
      runStart = -1
      number = 0
    } else if (character === MINUS) {
      runStart = number
      number = 0
    } else {
      number = number * 10 + (character - ZERO)
    }
  }
  return numbers
}
