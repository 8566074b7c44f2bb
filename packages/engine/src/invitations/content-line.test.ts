import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { escapeText, foldLine, quoteParameter } from './content-line.ts'

const octets = (text: string): number => new TextEncoder().encode(text).length

describe('a text from outside cannot start a property of its own', () => {
  test.each([
    ['a\r\nATTENDEE:mailto:x@y.z', 'a\\nATTENDEE:mailto:x@y.z'],
    ['a\rb\nc\u2028d\u2029e', 'a\\nb\\nc\\nd\\ne'],
    ['a\n\nb\r\rc', 'a\\n\\nb\\n\\nc'],
    ['a\\b;c,d:e"f', 'a\\\\b\\;c\\,d:e"f'],
    ['bell\u0007 nul\u0000 unit\u001f del\u007f', 'bell nul unit del'],
    ['tab\t space ~\u0080', 'tab\t space ~\u0080'],
    ['half \ud83d pair', 'half \ufffd pair'],
    ['\ud800 \udbff \udc00 \udfff', '\ufffd \ufffd \ufffd \ufffd'],
    ['\ud7ff \ue000 \u{1f600}', '\ud7ff \ue000 \u{1f600}'],
    ['', ''],
  ])('the property value %j is escaped', (text, escaped) => {
    expect(escapeText(text)).toBe(escaped)
  })

  test('a parameter value is quoted and escaped', () => {
    expect(quoteParameter('Jim ^ Doe\r\nX: ;,')).toBe('"Jim ^^ Doe^nX: ;,"')
    expect(quoteParameter('bell\u0007')).toBe('"bell"')
    expect(quoteParameter('')).toBe('""')
  })

  test.each([
    ['Jim "J" Doe', '"Jim “J” Doe"'],
    ['"Jim" Doe', '"“Jim” Doe"'],
    ['Doe ("Jim", \n"Jo")', '"Doe (“Jim”, ^n“Jo”)"'],
    ['3" pipe', '"3” pipe"'],
    ['""', '"“”"'],
  ])('the double quotes of the parameter value %j become typographic ones', (text, quoted) => {
    expect(quoteParameter(text)).toBe(quoted)
  })
})

describe('folding', () => {
  test('folding any text gives lines of at most 75 octets and splits no character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
        const line = `SUMMARY:${escapeText(text)}`
        const folded = foldLine(line)
        expect(folded.endsWith('\r\n')).toBe(true)
        for (const physical of folded.slice(0, -2).split('\r\n')) {
          expect(octets(physical)).toBeLessThanOrEqual(75)
          expect(physical).not.toMatch(/[\r\n]/)
          expect(new TextDecoder().decode(new TextEncoder().encode(physical))).toBe(physical)
        }
        expect(folded.slice(0, -2).replaceAll('\r\n ', '')).toBe(line)
      }),
      { numRuns: 1000 },
    )
  })

  test('a line of 75 octets is not folded, a line of 76 is', () => {
    expect(foldLine('x'.repeat(75))).toBe(`${'x'.repeat(75)}\r\n`)
    expect(foldLine('x'.repeat(76))).toBe(`${'x'.repeat(75)}\r\n x\r\n`)
  })

  test('a folded line has 74 octets of text after its space', () => {
    expect(foldLine('x'.repeat(150))).toBe(`${'x'.repeat(75)}\r\n ${'x'.repeat(74)}\r\n x\r\n`)
  })

  test.each([
    ['\u007f', 1],
    ['\u0080', 2],
    ['\u07ff', 2],
    ['\u0800', 3],
    ['\uffff', 3],
    ['\u{10000}', 4],
  ])('%j counts as %d octets', (character, size) => {
    const fits = 'x'.repeat(75 - size) + character
    expect(foldLine(fits)).toBe(`${fits}\r\n`)
    expect(foldLine(`x${fits}`)).toBe(`x${'x'.repeat(75 - size)}\r\n ${character}\r\n`)
  })
})
