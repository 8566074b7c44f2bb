import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Change, changedText, openTypeCheck, type TypeCheck } from './type-check.ts'

const root = process.cwd()
const SAMPLE = join(root, 'tools/mutation/sample.ts')
const REPORT = join(root, 'tools/mutation/report.ts')

let typeCheck: TypeCheck
beforeAll(() => {
  typeCheck = openTypeCheck(root, [SAMPLE, REPORT])
})
afterAll(() => typeCheck.close())

/** The change of a part of a file that it has once. */
function change(fileName: string, original: string, replacement: string): Change {
  const [before = '', ...after] = readFileSync(fileName, 'utf8').split(original)
  expect(after).toHaveLength(1)
  const position = (text: string) => {
    const lines = text.split('\n')
    return { line: lines.length - 1, column: lines.at(-1)?.length ?? 0 }
  }
  const location = { start: position(before), end: position(before + original) }
  return { fileName, location, replacement }
}

test.each([
  ['another value of the same type', "digest('hex')", "digest('base64')", true],
  ['a value of another type', ".digest('hex')", '', false],
  ['a member that may be missing', 'counts.get(path) ?? 0', 'counts.get(path)', false],
  ['code that is none', 'drawn.size >= size', 'drawn.size >= (', false],
  ['parameters that are left unused', 'a.rank < b.rank ? -1 : 1', '1', true],
])('%s', (_, original, replacement, compiles) => {
  expect(typeCheck.compiles(change(SAMPLE, original, replacement))).toBe(compiles)
})

test('a change is gone before the next one, of the same file or of another', () => {
  const broken = change(SAMPLE, "digest('hex')", 'digest(1)')
  const same = change(SAMPLE, "digest('hex')", "digest('hex')")
  const other = change(REPORT, "'Survived', 'NoCoverage'", "'Survived'")
  expect([broken, same, broken, other, same].map(typeCheck.compiles)).toEqual([
    false,
    true,
    false,
    true,
    true,
  ])
})

test('the refusals of all contexts are known, whichever files are checked', () => {
  const charge = join(root, 'packages/server/src/payments/payment/payable-charge.ts')
  const ofCharge = openTypeCheck(root, [charge])
  const [first = ''] = readFileSync(charge, 'utf8').split('\n')
  expect(ofCharge.compiles(change(charge, first, first))).toBe(true)
  ofCharge.close()
})

test('text is replaced from the start to the end, over several lines', () => {
  const location = { start: { line: 0, column: 2 }, end: { line: 2, column: 1 } }
  expect(changedText('abc\ndef\nghi', { location, replacement: '-' })).toBe('ab-hi')
})
