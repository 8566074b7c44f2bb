import { z } from '@hono/zod-openapi'

/** The most characters of a name or a title. */
const NAME_LENGTH = 200
/** The most characters of a note, a reason or a description. */
const PROSE_LENGTH = 2000

// Cc is every control character (C0, DEL, C1); Cs, under the `u` flag, every surrogate without its
// other half, which no UTF-8 text can carry. U+2028 and U+2029 end a line in some readers. The
// document takes the source of each: JSON Schema patterns have no flags and are Unicode anyway.
const SINGLE_LINE = /^[^\p{Cc}\p{Cs}\u2028\u2029]*$/u
// The same, but for line feed (U+000A) and tab (U+0009).
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is there to refuse them
const MULTI_LINE = /^[^\u0000-\u0008\u000b-\u001f\u007f-\u009f\p{Cs}\u2028\u2029]*$/u

const SLUG = /^[a-z0-9](-?[a-z0-9])*$/
const LOCALE = /^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*$/

// An address that mail servers take in practice (a subset of RFC 5321): an unquoted local part with
// no two dots in a row, and a domain of at least two labels.
const EMAIL =
  /^(?!\.)(?!.*\.\.)[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}(?<!\.)@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/

/**
 * A text of one line, 1 to `maxLength` characters after surrounding blanks are cut; control
 * characters, line ends and lone surrogates are refused.
 */
export function singleLine(maxLength: number) {
  const error = `must be a text of 1 to ${maxLength} characters on one line, without control characters`
  return z
    .string({ error })
    .max(maxLength, { error, abort: true })
    .regex(SINGLE_LINE, { error })
    .trim()
    .min(1, { error })
    .openapi({ pattern: SINGLE_LINE.source })
}

/** A text of several lines, at most `maxLength` characters; `\n` and `\t` are its only controls. */
export function multiLine(maxLength: number) {
  const error = `must be a text of at most ${maxLength} characters, without control characters other than line feed and tab`
  return z
    .string({ error })
    .max(maxLength, { error, abort: true })
    .regex(MULTI_LINE, { error })
    .openapi({ pattern: MULTI_LINE.source })
}

/** A person's or a thing's name: one line, at most 200 characters. */
export const nameText = () => singleLine(NAME_LENGTH)

/** Free text of several lines, at most 2,000 characters. */
export const proseText = () => multiLine(PROSE_LENGTH)

/** A language tag such as `de` or `en-GB` (BCP 47, RFC 5646 §2.1): its form alone. */
export function localeText() {
  const error = 'must be a language tag, such as de or en-GB'
  return z
    .string({ error })
    .max(35, { error, abort: true })
    .regex(LOCALE, { error })
    .openapi({ example: 'de' })
}

/** A name in links: lower-case letters, digits and single hyphens, at most 64 characters. */
export function slugText() {
  const error = 'must be 1 to 64 lower-case letters, digits and single hyphens, such as first-visit'
  return z.string({ error }).max(64, { error, abort: true }).regex(SLUG, { error })
}

/** An e-mail address, at most 254 characters (RFC 5321); it is kept and compared in lower case. */
export function emailText() {
  const error = 'must be an e-mail address, such as ada@example.com'
  return z
    .string({ error })
    .max(254, { error, abort: true })
    .regex(EMAIL, { error })
    .toLowerCase()
    .openapi({ format: 'email', example: 'ada@example.com' })
}

/** A whole number of `unit` in `[min, max]`. */
export function wholeNumber(min: number, max: number, unit: string) {
  const error = `must be a whole number of ${unit} from ${min} to ${max}`
  return z.int({ error }).min(min, { error }).max(max, { error })
}

/** One of a closed list of words. */
export function oneOf<const Words extends readonly [string, ...string[]]>(words: Words) {
  return z.enum(words, { error: `must be one of ${words.join(', ')}` })
}
