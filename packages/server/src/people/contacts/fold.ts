/** Letters that no normalization takes apart, as people type them without a special key. */
const PLAIN: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  ŋ: 'n',
  ς: 'σ',
  ة: 'ه',
  ى: 'ي',
  ک: 'ك',
  ی: 'ي',
}

const PLAIN_LETTER = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'gu')
/** Accents, Arabic and Hebrew vowel points, and the Arabic tatweel; not the vowels of Thai or Devanagari, which are letters. */
const MARK = /(?![\u3099\u309a])\p{Script=Inherited}|[\u0591-\u05c7\u0640]/gu
/** Apostrophes join: O'Brien is one word. `#` separates the parts of keys. */
const DROPPED = /['’ʼ`´#]/gu
const KATAKANA = /[\u30a1-\u30f6]/gu
const KATAKANA_TO_HIRAGANA = 0x60
/** Arabic, Persian and Devanagari digits, by their zeros. */
const ZEROS = [0x0660, 0x06f0, 0x0966]
const OTHER_DIGIT = /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f]/gu

function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  const zero = ZEROS.find((each) => code >= each && code < each + 10) ?? code
  return String(code - zero)
}

/**
 * A text as it is searched: in lower case, without accents and vowel points, half-width, with ASCII digits and with hiragana for
 * katakana. What is stored and what is typed are folded alike.
 */
export function fold(text: string): string {
  return text
    .replace(DROPPED, '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(MARK, '')
    .normalize('NFC')
    .replace(PLAIN_LETTER, (letter) => PLAIN[letter] ?? letter)
    .replace(KATAKANA, (sign) =>
      String.fromCodePoint((sign.codePointAt(0) ?? 0) - KATAKANA_TO_HIRAGANA),
    )
    .replace(OTHER_DIGIT, asciiDigit)
}
