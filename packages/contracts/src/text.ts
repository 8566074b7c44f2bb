import { z } from '@hono/zod-openapi'

/** The most characters of a name or a title. */
const NAME_LENGTH = 200
/** The most characters of a note, a reason or a description. */
const PROSE_LENGTH = 2000

// Cc is every control character (C0, DEL, C1). Under the `u` flag, Cs is every lone surrogate, which
// UTF-8 cannot encode. U+2028 and U+2029 end a line in some programs.
const SINGLE_LINE = /^[^\p{Cc}\p{Cs}\u2028\u2029]*$/u
// Embeddings, overrides and isolates (Unicode Standard Annex 9, section 2). Phones put them around what is copied from
// their contacts. Left in a name, they would turn round the text that follows it in a mail or a list.
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/gu
// Several lines: the same as a single line, except for line feed (U+000A) and tab (U+0009).
// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression rejects them
const MULTI_LINE = /^[^\u0000-\u0008\u000b-\u001f\u007f-\u009f\p{Cs}\u2028\u2029]*$/u

// The OpenAPI document contains these instead: generated clients compile patterns without flags, and
// Python and Go reject `\p{…}` or `\u`. They accept a little more than the server does.
const SINGLE_LINE_PATTERN = '^[^\\x00-\\x1f\\x7f-\\x9f]*$'
const MULTI_LINE_PATTERN = '^[^\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f]*$'

const SLUG = /^[a-z0-9](-?[a-z0-9])*$/
const LOCALE = /^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*$/

// The addresses that mail servers accept in practice (a subset of RFC 5321): an unquoted local part of
// at most 64 characters without consecutive dots, and a domain of at least two labels. The expressions
// have no lookarounds, which Go does not know; `isStorable` checks the length of the local part.
const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
const addressPattern = (edge: string, inner: string): RegExp => {
  const label = `${edge}(?:${inner}{0,61}${edge})?`
  return new RegExp(`^${ATOM}(?:\\.${ATOM})*@(?:${label}\\.)+${label}$`)
}
const STORED_EMAIL = addressPattern('[A-Za-z0-9]', '[A-Za-z0-9-]')
// What is sent may have letters beyond ASCII in its domain: the classes exclude other ASCII characters.
const EMAIL = addressPattern(
  '[^\\x00-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7f]',
  '[^\\x00-\\x2c\\x2e\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7f]',
)
const EMAIL_LENGTH = 254
const LOCAL_PART_LENGTH = 64

const hasAsciiLocalPart = (email: string): boolean => !/^[^@]*[\u0080-\uffff][^@]*@/.test(email)

/** The address with its domain in ASCII (A-labels, RFC 5890). An invalid domain stays as it is. */
function withAsciiDomain(email: string): string {
  const at = email.indexOf('@') + 1
  const domain = email.slice(at)
  if (!/[\u0080-\uffff]/.test(domain)) return email
  return email.slice(0, at) + (URL.parse(`http://${domain}`)?.hostname ?? domain)
}

const withoutDirections = (text: string): string => text.replaceAll(DIRECTIONS, '')

const isStorable = (email: string): boolean =>
  email.length <= EMAIL_LENGTH &&
  email.indexOf('@') <= LOCAL_PART_LENGTH &&
  STORED_EMAIL.test(email)

/**
 * A single line of 1 to `maxLength` characters after trimming, without invisible characters that change the direction
 * of text: these are removed. Rejects control characters, line breaks and lone surrogates.
 */
export function singleLine(maxLength: number) {
  const error = `must be a single line of 1 to ${maxLength} characters without control characters`
  return z
    .string({ error })
    .max(maxLength, { error, abort: true })
    .regex(SINGLE_LINE, { error })
    .overwrite(withoutDirections)
    .trim()
    .min(1, { error })
    .openapi({ pattern: SINGLE_LINE_PATTERN })
}

// The lines of a browser's form end in CR and LF.
const withLineFeeds = (text: string): string => text.replaceAll('\r\n', '\n')

/**
 * Text of at most `maxLength` characters, after CRLF became LF. Rejects control characters except `\n` and `\t`.
 */
export function multiLine(maxLength: number) {
  const error = `must be text of at most ${maxLength} characters without control characters other than line feed and tab`
  return z
    .string({ error })
    .overwrite(withLineFeeds)
    .max(maxLength, { error, abort: true })
    .regex(MULTI_LINE, { error })
    .openapi({ pattern: MULTI_LINE_PATTERN })
}

/** A name: a single line of at most 200 characters. */
export const nameText = () => singleLine(NAME_LENGTH)

/** Free text of at most 2,000 characters, with line breaks. */
export const proseText = () => multiLine(PROSE_LENGTH)

/** A language tag such as `de` or `en-GB` (BCP 47, RFC 5646 §2.1). Only the syntax is checked. */
export function localeText() {
  const error = 'must be a language tag, such as de or en-GB'
  return z
    .string({ error })
    .max(35, { error, abort: true })
    .regex(LOCALE, { error })
    .openapi({ example: 'de' })
}

/** A slug for links: lowercase letters, digits and single hyphens, at most 64 characters. */
export function slugText() {
  const error = 'must be 1 to 64 lowercase letters, digits and single hyphens, such as first-visit'
  return z.string({ error }).max(64, { error, abort: true }).regex(SLUG, { error })
}

/**
 * An email address, at most 254 characters (RFC 5321). Stored and compared in lowercase, with its domain in
 * ASCII: `ada@bücher.example` becomes `ada@xn--bcher-kva.example`.
 */
export function emailText() {
  const error = 'must be an email address, such as ada@example.com'
  const localError =
    'must have only ASCII letters, digits and symbols before the @, such as ada@example.com'
  return z
    .string({ error })
    .max(EMAIL_LENGTH, { error, abort: true })
    .refine(hasAsciiLocalPart, { error: localError, abort: true })
    .regex(EMAIL, { error, abort: true })
    .overwrite(withAsciiDomain)
    .refine(isStorable, { error })
    .toLowerCase()
    .openapi({ example: 'ada@example.com' })
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
