/**
 * Sets of unsigned integers as ascending runs in text, such as the taken quanta of a ledger day: `96-101,108` is 96 to 101 and
 * 108. `addRun` and `removeRun` change them without a set in between.
 */

const COMMA = 44
const MINUS = 45
const ZERO = 48

/** The first and the last number of each run of a text, by turns. */
export function endsOf(text: string): number[] {
  const ends: number[] = []
  let number = 0
  let hasFirst = false
  for (let at = 0; at <= text.length; at += 1) {
    const character = at < text.length ? text.charCodeAt(at) : COMMA
    if (character === COMMA) {
      if (!hasFirst) ends.push(number)
      ends.push(number)
      hasFirst = false
      number = 0
    } else if (character === MINUS) {
      ends.push(number)
      hasFirst = true
      number = 0
    } else {
      number = number * 10 + (character - ZERO)
    }
  }
  return ends
}

/** The text of runs, given the first and the last number of each, by turns. */
export function textOf(ends: readonly number[]): string {
  let text = ''
  for (let at = 0; at < ends.length; at += 2) {
    const [first, last] = [ends[at], ends[at + 1]]
    if (at > 0) text += ','
    text += first === last ? `${first}` : `${first}-${last}`
  }
  return text
}

/** Adds the numbers `[first, first + count)`, of which there is at least one. Returns undefined if the runs have one of them. */
export function addRun(text: string, first: number, count: number): string | undefined {
  const ends = endsOf(text)
  const last = first + count - 1
  // The run that ends last before the new numbers stands before this place.
  let place = 0
  while (place < ends.length && (ends[place + 1] as number) < first) place += 2
  if (place < ends.length && (ends[place] as number) <= last) return undefined
  const isAfterRun = place > 0 && ends[place - 1] === first - 1
  const isBeforeRun = ends[place] === last + 1
  if (isAfterRun && isBeforeRun) ends.splice(place - 1, 2)
  else if (isAfterRun) ends[place - 1] = last
  else if (isBeforeRun) ends[place] = first
  else ends.splice(place, 0, first, last)
  return textOf(ends)
}

/** Removes the numbers `[first, first + count)`, as far as the runs have them. Empty if none is left. */
export function removeRun(text: string, first: number, count: number): string {
  const ends = endsOf(text)
  const last = first + count - 1
  const left: number[] = []
  for (let at = 0; at < ends.length; at += 2) {
    const [from, to] = [ends[at] as number, ends[at + 1] as number]
    if (from < first) left.push(from, Math.min(to, first - 1))
    if (to > last) left.push(Math.max(from, last + 1), to)
  }
  return textOf(left)
}
