import { expect, test } from 'vitest'
import { compareKeys } from './key-order.ts'

test('keys sort by their UTF-8 bytes', () => {
  const ordered = ['', 'Z', 'a', 'a#', 'a0', 'ä', '\u{d7ff}', '\u{e000}', '\u{fffd}', '\u{1f600}']
  expect(ordered.toReversed().toSorted(compareKeys)).toEqual(ordered)
  expect(ordered.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))).toEqual(
    ordered,
  )
  expect(compareKeys('a#b', 'a#b')).toBe(0)
})
