/** The longest physical line, in octets of UTF-8, without its line break (RFC 5545 §3.1). */
const LINE_OCTETS = 75

/** The length of a code point in UTF-8. */
const octetsOf = (codePoint: number): number =>
  codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x1_0000 ? 3 : 4

// RFC 5545 §3.1 does not allow control characters other than tabs in a content line.
const isAllowed = (codePoint: number): boolean =>
  codePoint === 9 || (codePoint >= 0x20 && codePoint !== 0x7f)

/** Removes control characters and replaces lone surrogates, which UTF-8 cannot encode, by U+FFFD. */
function clean(text: string): string {
  let cleaned = ''
  for (const character of text) {
    const codePoint = character.codePointAt(0) as number
    if (codePoint >= 0xd800 && codePoint <= 0xdfff) cleaned += '\u{fffd}'
    else if (isAllowed(codePoint)) cleaned += character
  }
  return cleaned
}

/** Replaces every kind of line break by `\n`. */
const unifyLineBreaks = (text: string): string => text.replace(/\r\n?|[\u2028\u2029]/g, '\n')

/**
 * Escapes a text as a property value (RFC 5545 §3.3.11): backslashes, semicolons, commas and line
 * breaks are escaped, control characters are removed. So no text can start a property of its own.
 */
export const escapeText = (text: string): string =>
  unifyLineBreaks(text)
    .split('\n')
    .map((line) => clean(line).replace(/[\\;,]/g, '\\$&'))
    .join('\\n')

/** Replaces double quotes by typographic ones, by whether a word can begin there. */
const curlQuotes = (text: string): string =>
  text.replace(/(^|[\s([{<\u2010-\u2015-])"/g, '$1\u201c').replaceAll('"', '\u201d')

/**
 * Quotes a text as a parameter value (RFC 5545 §3.2), which has no escape for a double quote. RFC 6868 has
 * one, but many programs show it as it is (`^'`), so double quotes become typographic ones. Line breaks and
 * carets, which names rarely have, are encoded by RFC 6868.
 */
export const quoteParameter = (text: string): string =>
  `"${unifyLineBreaks(text)
    .split('\n')
    .map((line) => curlQuotes(clean(line)).replaceAll('^', '^^'))
    .join('^n')}"`

/**
 * Folds a content line into physical lines of at most 75 octets, never inside a character (RFC 5545
 * §3.1). Each line after the first starts with a space, and each ends with CRLF.
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
