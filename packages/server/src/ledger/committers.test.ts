import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const SOURCE = new URL('../', import.meta.url)

const sources = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
  .sort()
const linesOf = (path: string): readonly string[] =>
  readFileSync(new URL(path, SOURCE), 'utf8').split('\n')

const indentOf = (line: string): number => line.search(/\S/)

/** Whether a commit of claims stands in a loop. By the layout: the body of a loop is indented more than the loop. */
function commitsInLoop(path: string): boolean {
  let loops: number[] = []
  for (const line of linesOf(path)) {
    const indent = indentOf(line)
    if (indent < 0) continue
    loops = loops.filter((loop) => indent > loop)
    if (loops.length > 0 && /\bcommit(?:Claims|Bookings?|Session|Parts|Events?)\(/.test(line))
      return true
    if (/^ *(?:for|while) \(/.test(line)) loops.push(indent)
  }
  return false
}

test('four places turn what they own into claims, and nobody else commits any', () => {
  const committing = sources.filter((path) =>
    linesOf(path).some((line) => / commitClaims[(<]/.test(line)),
  )
  expect(committing).toEqual([
    'booking/blocks/commit-parts.ts',
    'booking/bookings/commit-booking.ts',
    'booking/sessions/commit-session.ts',
    'ledger/commit-claims.ts',
    'stays/calendars/commit-event.ts',
  ])
})

test('whoever has several ways to commit says what is next, instead of committing in a loop', () => {
  expect(sources.filter(commitsInLoop)).toEqual([])
})

test('what a conflict or a refusal is about is known by a role or an index, not read from a name', () => {
  const parsed =
    /\b(?:name|counter)\.(?:startsWith|split|match)\(|\.(?:exec|test)\((?:name|counter)\)/
  const parsing = sources.filter(
    (path) =>
      /^(?:ledger|booking|stays)\//.test(path) && linesOf(path).some((line) => parsed.test(line)),
  )
  // The name of a count is stored as the key of its item.
  expect(parsing).toEqual(['ledger/keys.ts'])
})
