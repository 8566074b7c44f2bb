import { fold } from './fold.ts'

/** The most tokens of one person. */
export const MOST_TOKENS = 24
/** Longer tokens and typed words are cut, alike. */
const TOKEN_LENGTH = 64
/** The most words of a search; more are ignored. */
const MOST_WORDS = 8
/** The most endings of a name without spaces that are tokens of their own. */
const MOST_ENDINGS = 8
/** Digits that are looked for at the end of a phone number, too: fewer say too little. */
const LAST_DIGITS = 3
/** Before the digits of a phone number in reverse. */
const REVERSED = '~'

const WORD = /[\p{L}\p{N}\p{M}]+/gu
/** An email address, or its beginning. */
const ADDRESS = /\S+@\S*/gu
const DIGITS = /^\d+$/
/** Scripts in which names have no spaces. */
const DENSE = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
/** Country calling codes of one and of two digits. All others have three. */
const CALLING_CODE = /^(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/
/** A phone number as people write it, or a part of it. */
const WRITTEN_NUMBER = /(?:\+|\()?\d[\d\s().\-/]*\d/gu

// Zeros at the beginning are left out on both sides: 00 and 0 stand before what is stored of a phone.
const wordsIn = (folded: string): readonly string[] =>
  (folded.match(WORD) ?? [])
    .map((word) => (DIGITS.test(word) ? word.replace(/^0+/, '') : word))
    .filter((word) => word !== '')

const reversed = (digits: string): string => `${REVERSED}${[...digits].toReversed().join('')}`

/**
 * The tokens of a word. A name in a script without spaces has also its endings: so 小龙 finds 李小龙, without knowing where its family
 * name ends.
 */
function tokensOfWord(word: string): readonly string[] {
  const letters = [...word]
  if (!DENSE.test(word)) return [word]
  const count = Math.min(letters.length, MOST_ENDINGS)
  return Array.from({ length: count }, (_, at) => letters.slice(at).join(''))
}

/** The tokens of a phone number in E.164: with and without its country code, and backwards for its last digits. */
function tokensOfPhone(phone: string): readonly string[] {
  const digits = phone.replace(/\D/g, '')
  const codeLength = CALLING_CODE.exec(digits)?.[0].length ?? 3
  const national = digits.slice(codeLength).replace(/^0+/, '')
  return [digits, national, reversed(digits)].filter((token) => token.length > 1)
}

/** A person, as far as a search knows them. */
export interface SearchedPerson {
  readonly name: string
  readonly email?: string
  /** E.164. */
  readonly phone?: string
}

/**
 * The tokens by which a person is found: phone, the whole email address, the words of its local part, and those of the name. Domains are no
 * tokens, since many people share one. In the order of their worth: the first `MOST_TOKENS` are kept.
 */
export function tokensOf({ name, email, phone }: SearchedPerson) {
  const local = email?.slice(0, email.lastIndexOf('@')) ?? ''
  const tokens = [
    ...(phone === undefined ? [] : tokensOfPhone(phone)),
    ...(email === undefined ? [] : [fold(email)]),
    ...wordsIn(fold(name)).flatMap(tokensOfWord),
    ...wordsIn(fold(local)).flatMap(tokensOfWord),
  ]
  return [...new Set(tokens.map((token) => token.slice(0, TOKEN_LENGTH)))].slice(0, MOST_TOKENS)
}

/** What was typed into a search: words, of which each must begin a token of the person, in any order. */
export function wordsOf(text: string): readonly string[] {
  const addresses = text.match(ADDRESS) ?? []
  const joined = fold(text.replace(ADDRESS, ' ')).replace(WRITTEN_NUMBER, (number) =>
    number.replace(/\D/g, ''),
  )
  const cut = [...addresses.map(fold), ...wordsIn(joined)].map((word) =>
    word.slice(0, TOKEN_LENGTH),
  )
  return [...new Set(cut)].slice(0, MOST_WORDS)
}

/** The beginnings of tokens that a word finds. Digits are also looked for at the end of phone numbers. */
export const beginningsOf = (word: string): readonly string[] =>
  DIGITS.test(word) && word.length >= LAST_DIGITS ? [word, reversed(word)] : [word]

/** Whether a person with these tokens is found by all words. */
export const matches = (tokens: readonly string[], words: readonly string[]): boolean =>
  words.every((word) =>
    beginningsOf(word).some((beginning) => tokens.some((token) => token.startsWith(beginning))),
  )

/** How many of the words are whole tokens: such people come first. */
export const wholeWords = (tokens: readonly string[], words: readonly string[]): number =>
  words.filter((word) => tokens.includes(word)).length

/**
 * The partition of a token: its first two letters, or the first one in a script whose names are short. Undefined for a word that is
 * too short to look up.
 */
export function partitionOfToken(token: string): string | undefined {
  const letters = [...token]
  if (DENSE.test(token)) return letters[0]
  return letters.length < 2 ? undefined : letters.slice(0, 2).join('')
}

/** The word of a search whose range is read: the longest. Undefined if none can be looked up. */
export const longestOf = (words: readonly string[]): string | undefined =>
  words
    .filter((word) => partitionOfToken(word) !== undefined)
    .toSorted((a, b) => b.length - a.length)[0]
