/** The longest physical line, in octets of UTF-8, without its line break (RFC 5545 §3.1). */
const LINE_OCTETS = 75

/** Octets that a code point takes in UTF-8. */
const octetsOf = (codePoint: number): number =>
  codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x1_0000 ? 3 : 4

// Control characters have no place in a content line (RFC 5545 §3.1), and half a surrogate pair
// has none in UTF-8. Line breaks and tabs are dealt with before.
const isAllowed = (codePoint: number): boolean =>
  codePoint === 9 || (codePoint >= 0x20 && codePoint !== 0x7f)

/** The text without control characters, with a lone surrogate as U+FFFD. */
function clean(text: string): string {
  let cleaned = ''
  for (const character of text) {
    const codePoint = character.codePointAt(0) as number
    if (codePoint >= 0xd800 && codePoint <= 0xdfff) cleaned += '\u{fffd}'
    else if (isAllowed(codePoint)) cleaned += character
  }
  return cleaned
}

/** All kinds of line break as one. */
const unifyLineBreaks = (text: string): string => text.replace(/\r\n?|[\u2028\u2029]/g, '\n')

/**
 * A text as a property value (RFC 5545 §3.3.11): backslash, semicolon, comma and line break escaped,
 * control characters left out. So no text can end its line and begin another property.
 */
export const escapeText = (text: string): string =>
  unifyLineBreaks(text)
    .split('\n')
    .map((line) => clean(line).replace(/[\\;,]/g, '\\$&'))
    .join('\\n')

/**
 * A text as a parameter value, always quoted (RFC 5545 §3.2), with line break, double quote and
 * caret as RFC 6868 writes them, since a quoted value has no other way to hold a quote.
 */
export const quoteParameter = (text: string): string =>
  `"${unifyLineBreaks(text)
    .split('\n')
    .map((line) => clean(line).replaceAll('^', '^^').replaceAll('"', "^'"))
    .join('^n')}"`

/**
 * Folds a content line into physical lines of at most 75 octets, each but the first beginning with
 * a space, and never inside a character (RFC 5545 §3.1). Ends with CRLF.
 */
export function foldLine(line: string): string {
  let folded = ''
  let octets = 0
  for (const character of line) {
    const size = octetsOf(character.codePointAt(0) as number)
    if (octets + size > LINE_OCTETS) {
      folded += '\r\n '
      octets = 1
    }
    folded += character
    octets += size
  }
  return `${folded}\r\n`
}
