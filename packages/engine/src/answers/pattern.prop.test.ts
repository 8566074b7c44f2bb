import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { matchesPattern, parsePattern } from './pattern.ts'

const matches = (source: string, text: string): boolean => {
  const pattern = parsePattern(source)
  if (pattern === undefined) throw new Error(`${source} is no pattern`)
  return matchesPattern(pattern, text)
}

describe('a pattern', () => {
  test.each([
    ['\\d{5}', '10115', true],
    ['\\d{5}', '1011', false],
    ['\\d{5}', 'x10115', false],
    ['[A-Z]{1,2}\\d[A-Z\\d]? ?\\d[A-Z]{2}', 'SW1A 1AA', true],
    ['1[0-2]\\d{3}|20\\d{3}', '20095', true],
    ['1[0-2]\\d{3}|20\\d{3}', '30095', false],
    ['.{3,}', 'ÄÖ', false],
    ['.{2}', '😀😀', true],
    ['', '', true],
    ['a|', '', true],
    ['a?b*c+', 'ccc', true],
  ])('%s and %j: %s', (source, text, isMatch) => {
    expect(matches(source, text)).toBe(isMatch)
  })

  test.each([
    '(a)',
    '(?=a)',
    '^a',
    'a$',
    'a**',
    '*',
    'a{3,2}',
    '[z-a]',
    '[a',
    '\\1',
    '\\b',
    '\\p{L}',
    'a{',
    '}',
    ']',
    '\\',
    'a'.repeat(201),
    '[a-z]{999}[a-z]{2}',
  ])('without a meaning here is refused: %s', (source) => {
    expect(parsePattern(source)).toBeUndefined()
  })

  test('that would take a backtracking matcher years is matched at once', () => {
    const source = `${'\\d*'.repeat(40)}x`
    expect(matches(source, '1'.repeat(500))).toBe(false)
    expect(matches(source, `${'1'.repeat(499)}x`)).toBe(true)
  })

  const atom = fc.constantFrom(
    'a',
    'b',
    '1',
    '.',
    '\\d',
    '\\w',
    '\\s',
    '[ab]',
    '[^a]',
    '[0-2b-]',
    '\\.',
    '\\D',
    '-',
    '😀',
  )
  const count = fc.constantFrom('', '', '?', '*', '+', '{2}', '{1,}', '{0,2}', '{0}')
  const way = fc
    .array(fc.tuple(atom, count), { maxLength: 4 })
    .map((parts) => parts.flat().join(''))
  const source = fc.array(way, { minLength: 1, maxLength: 3 }).map((ways) => ways.join('|'))
  const text = fc
    .array(fc.constantFrom('a', 'b', '1', '2', '.', '-', ' ', '😀', 'é'), { maxLength: 6 })
    .map((characters) => characters.join(''))

  test('means the same as in JavaScript', () => {
    fc.assert(
      fc.property(source, text, (written, given) => {
        const expected = new RegExp(`^(?:${written})$`, 'u').test(given)
        expect([written, given, matches(written, given)]).toEqual([written, given, expected])
      }),
      { numRuns: 3000 },
    )
  })
})
