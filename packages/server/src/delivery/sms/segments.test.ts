import { expect, test } from 'vitest'
import { segmentsOf } from './segments.ts'

test('160 characters of GSM-7 are one segment, and 153 each of several', () => {
  expect(segmentsOf('a'.repeat(160))).toBe(1)
  expect(segmentsOf('a'.repeat(161))).toBe(2)
  expect(segmentsOf('ä'.repeat(306))).toBe(2)
  expect(segmentsOf('a'.repeat(307))).toBe(3)
})

test('the euro sign and brackets take two units', () => {
  expect(segmentsOf('€'.repeat(80))).toBe(1)
  expect(segmentsOf(`${'€'.repeat(80)}a`)).toBe(2)
})

test('one character beyond GSM-7 leaves 70 units, and 67 each of several', () => {
  expect(segmentsOf(`ł${'a'.repeat(69)}`)).toBe(1)
  expect(segmentsOf(`ł${'a'.repeat(70)}`)).toBe(2)
  expect(segmentsOf('予'.repeat(134))).toBe(2)
  expect(segmentsOf('予'.repeat(135))).toBe(3)
})

test('a character of two units is never cut', () => {
  expect(segmentsOf('😀'.repeat(35))).toBe(1)
  // 33 of them fill a segment of 67 units, so 67 of them need three.
  expect(segmentsOf('😀'.repeat(67))).toBe(3)
})
