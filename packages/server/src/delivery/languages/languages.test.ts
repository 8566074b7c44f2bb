import { MESSAGE_LANGUAGES } from '@holdfast/contracts'
import { describe, expect, test } from 'vitest'
import { TEXTS } from './languages.ts'

/** What a text is made with, where that is a number. */
const NUMBERS: Readonly<Record<string, readonly (string | number)[]>> = {
  andMore: ['<first>', 7],
  taken: [3, 7],
  nights: [7],
}

type Text = string | ((...given: readonly (string | number | undefined)[]) => unknown)

/** The texts of a table by their paths, such as `messages.confirmed.subject`. */
const textsOf = (table: object, path = ''): readonly (readonly [string, Text])[] =>
  Object.entries(table).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null
      ? textsOf(value, `${path}${name}.`)
      : [[`${path}${name}`, value] as const],
  )

/** Says what is wrong with a text; nothing if it is whole. */
function problemsOf([path, text]: readonly [string, Text]): readonly string[] {
  const name = path.split('.').at(-1) ?? ''
  if (typeof text !== 'function') return isWords(text) ? [] : [`${path}: ${JSON.stringify(text)}`]
  const given = NUMBERS[name] ?? ['<first>', '<second>'].slice(0, text.length)
  const made = text(...given)
  // A title of its own stands for the name of the provider.
  const needed = name === 'title' && given.length === 2 ? given.slice(0, 1) : given
  const isWhole = isWords(made) && needed.every((each) => made.includes(String(each)))
  return isWhole ? [] : [`${path}: ${JSON.stringify(made)}`]
}

const isWords = (text: unknown): text is string =>
  typeof text === 'string' &&
  /\p{L}/u.test(text) &&
  !/\b(?:undefined|null|NaN)\b|^\s|\s$/.test(text)

const AREAS = Object.keys(TEXTS.en) as (keyof typeof TEXTS.en)[]

describe.each(AREAS)('the texts about %s', (area) => {
  const paths = textsOf(TEXTS.en[area]).map(([path]) => path)

  test('are there in each language that an account can choose', () => {
    expect(paths.length).toBeGreaterThan(2)
    for (const language of MESSAGE_LANGUAGES) {
      expect([
        language,
        textsOf(TEXTS[language][area])
          .map(([path]) => path)
          .toSorted(),
      ]).toEqual([language, paths.toSorted()])
    }
  })

  test.each(MESSAGE_LANGUAGES)(
    'are whole sentences and labels in %s, with what they are about',
    (language) => {
      expect(textsOf(TEXTS[language][area]).flatMap(problemsOf)).toEqual([])
    },
  )
})

test.each(MESSAGE_LANGUAGES)(
  'a booking in %s has its own title, or names the provider',
  (language) => {
    const { title } = TEXTS[language].bookings
    expect(title('Check-up', 'Dr. Ada')).toContain('Check-up')
    expect(title(undefined, 'Dr. Ada')).toContain('Dr. Ada')
  },
)

test.each(MESSAGE_LANGUAGES)('one night and several nights are counted in %s', (language) => {
  const { nights } = TEXTS[language].stays
  // Arabic has words for one night and for two.
  for (const count of [1, 2]) expect(nights(count)).toMatch(/\p{L}/u)
  for (const count of [3, 5, 11, 22]) {
    expect(nights(count)).toMatch(new RegExp(`(?<!\\d)${count}(?!\\d)\\D*\\p{L}`, 'u'))
  }
})
