import { type AnswerValue, matchesPattern, parseDate, parsePattern } from '@holdfast/engine'
import { z } from 'zod'
import { hasAsciiLocalPart, withAsciiDomain } from '../../kernel/email-address.ts'
import type { Question, QuestionKind } from './question.ts'

/** The most characters of a `text`. */
const TEXT_LENGTH = 500
/** The most characters of a `long_text` and a `url`. */
const LONG_TEXT_LENGTH = 2000
const EMAIL_LENGTH = 254
const LOCAL_PART_LENGTH = 64
const DECIMALS_MAX = 6

// The same characters as in the other texts of the API: no control characters (Cc), lone surrogates (Cs) or
// line separators; several lines may have line feeds and tabs.
const SINGLE_LINE = /^[^\p{Cc}\p{Cs}\u2028\u2029]*$/u
const MULTI_LINE = /^(?:[^\p{Cc}\p{Cs}\u2028\u2029]|[\n\t])*$/u

/** Answers as input, by the ids of their questions; null removes one. */
export type GivenAnswers = Readonly<Record<string, AnswerValue | null>>

/** Reads a phone number to E.164; undefined if it is none. */
export type ReadPhone = (text: string) => Promise<string | undefined>

/** A value to store; `none`: the input is empty, so there is no answer; `wrong`: what would be right. */
export type ReadAnswer =
  | { readonly kind: 'answer'; readonly value: AnswerValue }
  | { readonly kind: 'none' }
  | { readonly kind: 'wrong'; readonly expected: string }

const NONE: ReadAnswer = { kind: 'none' }
const answer = (value: AnswerValue): ReadAnswer => ({ kind: 'answer', value })
const wrong = (expected: string): ReadAnswer => ({ kind: 'wrong', expected })

/**
 * Reads the answer to a question. Text is trimmed; an email address gets lowercase and a domain in ASCII, a phone number E.164. Empty
 * text and an empty list are no answer.
 */
export async function readAnswer(
  question: Question,
  given: AnswerValue,
  readPhone: ReadPhone,
): Promise<ReadAnswer> {
  switch (question.kind) {
    case 'number':
      return readNumber(question, given)
    case 'checkbox':
      return typeof given === 'boolean' ? answer(given) : wrong('Send true or false.')
    case 'multi_select':
      return readSelection(question, given)
    default: {
      const text = typeof given === 'string' ? given.trim() : undefined
      return text === '' ? NONE : await readText(question, question.kind, text, readPhone)
    }
  }
}

type TextKind = Exclude<QuestionKind, 'number' | 'checkbox' | 'multi_select'>

/** Reads trimmed text; undefined: the input was none. */
async function readText(
  { options = [], pattern, hint }: Question,
  kind: TextKind,
  text: string | undefined,
  readPhone: ReadPhone,
): Promise<ReadAnswer> {
  switch (kind) {
    case 'text':
      if (!isText(text, SINGLE_LINE, TEXT_LENGTH)) {
        return wrong(
          `Send one line of at most ${TEXT_LENGTH} characters without control characters.`,
        )
      }
      return fitsPattern(pattern, text)
        ? answer(text)
        : wrong(`Send what matches ${pattern}: ${hint ?? ''}`)
    case 'long_text': {
      // The lines of a browser's form end in CR and LF.
      const lines = text?.replaceAll('\r\n', '\n')
      return isText(lines, MULTI_LINE, LONG_TEXT_LENGTH)
        ? answer(lines)
        : wrong(`Send text of at most ${LONG_TEXT_LENGTH} characters without control characters.`)
    }
    case 'email':
      return readEmail(text)
    case 'phone':
      return await readPhoneNumber(text, readPhone)
    case 'select':
      return text !== undefined && options.includes(text)
        ? answer(text)
        : wrong(`Send one of ${listed(options)}.`)
    case 'date':
      return text !== undefined && parseDate(text) !== undefined
        ? answer(text)
        : wrong('Send a date as YYYY-MM-DD, such as 2035-04-23.')
    case 'url':
      return readUrl(text)
  }
}

/** A pattern that a later version stored, and this one cannot read, refuses nothing. */
function fitsPattern(source: string | undefined, text: string): boolean {
  const pattern = source === undefined ? undefined : parsePattern(source)
  return pattern === undefined || matchesPattern(pattern, text)
}

const isText = (text: string | undefined, pattern: RegExp, maxLength: number): text is string =>
  text !== undefined && text.length <= maxLength && pattern.test(text)

function readEmail(text: string | undefined): ReadAnswer {
  const expected = wrong('Send an email address, such as ada@example.com.')
  if (!isText(text, SINGLE_LINE, EMAIL_LENGTH)) return expected
  if (!hasAsciiLocalPart(text)) {
    return wrong(
      'Send an email address with only ASCII letters, digits and symbols before the @, such as ada@example.com.',
    )
  }
  const email = withAsciiDomain(text)
  return isEmail(email) ? answer(email.toLowerCase()) : expected
}

/** The addresses that the API stores for bookers. */
function isEmail(text: string): boolean {
  const local = text.slice(0, text.indexOf('@'))
  const domain = text.slice(text.indexOf('@') + 1)
  return (
    text.length <= EMAIL_LENGTH &&
    z.regexes.html5Email.test(text) &&
    local.length <= LOCAL_PART_LENGTH &&
    domain.includes('.') &&
    local.split('.').every((part) => part !== '')
  )
}

/** What a phone number looks like, for the end of a message. */
export const PHONE_EXPECTED =
  'Send a phone number with its country code and without an extension, such as +49 30 901820.'

async function readPhoneNumber(
  text: string | undefined,
  readPhone: ReadPhone,
): Promise<ReadAnswer> {
  const number = isText(text, SINGLE_LINE, TEXT_LENGTH) ? await readPhone(text) : undefined
  return number === undefined ? wrong(PHONE_EXPECTED) : answer(number)
}

// Every store returns such numbers exactly.
const isStorable = (value: number): boolean =>
  Math.abs(value) <= Number.MAX_SAFE_INTEGER && Number(value.toFixed(DECIMALS_MAX)) === value

function readNumber({ min, max }: Question, given: AnswerValue): ReadAnswer {
  if (typeof given !== 'number' || !isStorable(given)) {
    return wrong(
      `Send a number of at most ${Number.MAX_SAFE_INTEGER} with at most ${DECIMALS_MAX} decimals, such as 42.`,
    )
  }
  if (min !== undefined && given < min) return wrong(`Send a number of at least ${min}.`)
  if (max !== undefined && given > max) return wrong(`Send a number of at most ${max}.`)
  // Plus 0 makes 0 of -0.
  return answer(given + 0)
}

function readSelection({ options = [] }: Question, given: AnswerValue): ReadAnswer {
  const expected = () => wrong(`Send a list of different options from ${listed(options)}.`)
  if (typeof given !== 'object') return expected()
  const chosen = new Set(given)
  if (chosen.size < given.length || given.some((each) => !options.includes(each))) return expected()
  return given.length === 0 ? NONE : answer(options.filter((option) => chosen.has(option)))
}

function readUrl(text: string | undefined): ReadAnswer {
  const expected = wrong(
    `Send a link of at most ${LONG_TEXT_LENGTH} characters that begins with https:// or http://, without a user name or password.`,
  )
  if (!isText(text, SINGLE_LINE, LONG_TEXT_LENGTH) || !/^https?:\/\//i.test(text)) return expected
  const url = URL.parse(text)
  // `href` is longer than the text if it is percent-encoded.
  const isFine = url !== null && url.username === '' && url.password === ''
  return isFine && url.href.length <= LONG_TEXT_LENGTH ? answer(url.href) : expected
}

/** The options for a message, which names at most ten. */
const listed = (options: readonly string[]): string =>
  options
    .slice(0, 10)
    .map((option) => `"${option}"`)
    .join(', ') + (options.length > 10 ? ', …' : '')
