import { emailText } from '@holdfast/contracts'
import type { AnswerValue } from '@holdfast/engine'
import { expect, test } from 'vitest'
import { createPhoneNumbers } from '../../adapters/phone/phone-numbers.ts'
import type { GivenAnswers } from './answer-value.ts'
import { type AnswerRules, checkAnswers } from './check-answers.ts'
import type { Question, QuestionKind } from './question.ts'

const phoneNumbers = createPhoneNumbers()

const RULES: AnswerRules = {
  asksRequired: true,
  readPhone: (text) => phoneNumbers.toE164(text, ['Europe/Berlin']),
}

const question = (kind: QuestionKind, more: Partial<Question> = {}): Question => ({
  id: 'q',
  label: 'Question',
  kind,
  ...(kind.endsWith('select') && { options: ['Small', 'Large'] }),
  ...more,
})

/** The stored answer; null if there is none. */
async function stored(kind: QuestionKind, value: AnswerValue) {
  const checked = await checkAnswers([question(kind)], { q: value }, RULES)
  if (!checked.ok) throw new Error(`refused: ${JSON.stringify(checked.refusal)}`)
  expect(checked.value.privateAnswers).toEqual({})
  return checked.value.answers.q ?? null
}

async function errorsOf(
  questions: readonly Question[],
  given: GivenAnswers,
  rules: Partial<AnswerRules> = {},
) {
  const checked = await checkAnswers(questions, given, { ...RULES, ...rules })
  if (checked.ok || checked.refusal.code !== 'validation_failed') throw new Error('not refused')
  return checked.refusal.errors
}

const messageOf = async (kind: QuestionKind, value: AnswerValue) => {
  const [error] = await errorsOf([question(kind)], { q: value })
  expect(error?.pointer).toBe('/answers/q')
  return error?.message
}

test('answers of every kind are stored in one form', async () => {
  expect(await stored('text', ' Analytical Engines ')).toBe('Analytical Engines')
  expect(await stored('long_text', 'Two\nlines\t')).toBe('Two\nlines')
  expect(await stored('email', ' Ada@Example.COM ')).toBe('ada@example.com')
  expect(await stored('email', 'Name@BÜCHER.example')).toBe('name@xn--bcher-kva.example')
  expect(await stored('phone', '030 901820')).toBe('+4930901820')
  expect(await stored('phone', '+1 (202) 555-0100')).toBe('+12025550100')
  expect(await stored('number', -0)).toBe(0)
  expect(await stored('number', 12.345678)).toBe(12.345678)
  expect(await stored('long_text', 'one\r\ntwo\n')).toBe('one\ntwo')
  expect(await stored('select', 'Small')).toBe('Small')
  expect(await stored('multi_select', ['Large', 'Small'])).toEqual(['Small', 'Large'])
  expect(await stored('checkbox', false)).toBe(false)
  expect(await stored('date', '2035-02-28')).toBe('2035-02-28')
  expect(await stored('url', 'HTTPS://Example.com/a b')).toBe('https://example.com/a%20b')
})

test('an empty text and an empty selection are no answer', async () => {
  expect(await stored('text', '  ')).toBeNull()
  expect(await stored('url', '')).toBeNull()
  expect(await stored('multi_select', [])).toBeNull()
})

test('a wrong answer is refused with its label, its value and what to send instead', async () => {
  expect(await messageOf('text', 'a\u0000b')).toBe(
    'The answer to "Question" is wrong: "a\\u0000b". Send one line of at most 500 characters without control characters.',
  )
  expect(await messageOf('long_text', 7)).toBe(
    'The answer to "Question" is wrong: 7. Send text of at most 2000 characters without control characters.',
  )
  expect(await messageOf('email', 'ada@localhost')).toBe(
    'The answer to "Question" is wrong: "ada@localhost". Send an email address, such as ada@example.com.',
  )
  expect(await messageOf('email', 'jörg@example.com')).toBe(
    'The answer to "Question" is wrong: "jörg@example.com". Send an email address with only ASCII letters, digits and symbols before the @, such as ada@example.com.',
  )
  expect(await messageOf('phone', '110')).toBe(
    'The answer to "Question" is wrong: "110". Send a phone number with its country code and without an extension, such as +49 30 901820.',
  )
  expect(await messageOf('number', '42')).toBe(
    'The answer to "Question" is wrong: "42". Send a number of at most 9007199254740991 with at most 6 decimals, such as 42.',
  )
  expect(await messageOf('select', 'Medium')).toBe(
    'The answer to "Question" is wrong: "Medium". Send one of "Small", "Large".',
  )
  expect(await messageOf('multi_select', ['Small', 'Small'])).toBe(
    'The answer to "Question" is wrong: ["Small","Small"]. Send a list of different options from "Small", "Large".',
  )
  expect(await messageOf('checkbox', 'yes')).toBe(
    'The answer to "Question" is wrong: "yes". Send true or false.',
  )
  expect(await messageOf('date', '2035-02-29')).toBe(
    'The answer to "Question" is wrong: "2035-02-29". Send a date as YYYY-MM-DD, such as 2035-04-23.',
  )
  expect(await messageOf('url', 'javascript:alert(1)')).toBe(
    'The answer to "Question" is wrong: "javascript:alert(1)". Send a link of at most 2000 characters that begins with https:// or http://, without a user name or password.',
  )
})

test('values that a store or a browser would change or misread are refused', async () => {
  const refused: readonly (readonly [QuestionKind, AnswerValue])[] = [
    ['number', 1e300],
    ['number', 1e-7],
    ['text', 'x'.repeat(501)],
    ['text', 'two\nlines'],
    ['text', '\ud800'],
    ['long_text', 'x'.repeat(2001)],
    ['long_text', 'line\u2028separator'],
    ['url', 'https://bank.example@evil.example/'],
    ['url', 'https:evil.example'],
    ['url', 'ftp://example.com'],
    ['url', `https://example.com/${'é'.repeat(1000)}`],
    ['phone', '+49 30 901820 ext. 5'],
    ['phone', 'my number is +49 30 901820'],
    ['phone', '+49 30'],
    ['multi_select', 'Small'],
    ['select', ['Small']],
  ]
  for (const [kind, value] of refused) {
    expect(await messageOf(kind, value), `${kind} ${value}`).toContain('is wrong')
  }
})

test('answers accept exactly the email addresses that bookers can have', async () => {
  const candidates = [
    'ada@example.com',
    "o'hara+tag@sub.example.co.uk",
    '#!$%&*/=?^_`{|}~-@example.com',
    `${'a'.repeat(64)}@example.com`,
    `${'a'.repeat(65)}@example.com`,
    'a..b@example.com',
    '.a@example.com',
    'a.@example.com',
    'a@localhost',
    'a@-example.com',
    'a@example..com',
    'a@b@example.com',
    '"a b"@example.com',
    'ä@example.com',
    '@example.com',
    'example.com',
    `a@${'b'.repeat(63)}.com`,
    `a@${'b'.repeat(64)}.com`,
    `a@${'b.'.repeat(126)}com`,
    'a@bücher.example',
    'a@bücher',
    'a@日本。jp',
    'a@sub。日本.jp',
    'a@-bücher.example',
    'a@bücher.example/a',
    'a@bücher.example:25',
    'a@bücher％.example',
    `a@${'ü'.repeat(63)}.example`,
    `a@${'ü.'.repeat(60)}example`,
  ]
  for (const email of candidates) {
    const checked = await checkAnswers([question('email')], { q: email }, RULES)
    const answered = checked.ok ? checked.value.answers.q : undefined
    expect(answered, email).toBe(emailText().safeParse(email).data)
  }
})

test('an answer to a question that is not asked is refused', async () => {
  const asked = [question('text', { id: 'company' }), question('date', { id: 'born' })]
  expect(await errorsOf(asked, { 'a/b': 'x' })).toEqual([
    {
      pointer: '/answers/a~1b',
      message: '"a/b" is no question of the event type. Its questions are company, born.',
    },
  ])
  expect(await errorsOf([], { constructor: 'x' })).toEqual([
    {
      pointer: '/answers/constructor',
      message: '"constructor" is no question: the event type asks none. Leave it out.',
    },
  ])
})

test('a required answer is needed unless the account overrides; a required box must be ticked', async () => {
  const required = [
    question('text', { id: 'constructor', label: 'Company', isRequired: true }),
    question('checkbox', { id: 'terms', label: 'I accept', isRequired: true }),
    question('date', { id: 'born', label: 'Born', isRequired: true }),
  ]
  expect(await errorsOf(required, { terms: false, born: 'soon' })).toEqual([
    {
      pointer: '/answers/born',
      message:
        'The answer to "Born" is wrong: "soon". Send a date as YYYY-MM-DD, such as 2035-04-23.',
    },
    { pointer: '/answers/constructor', message: 'The answer to "Company" is required.' },
    {
      pointer: '/answers/terms',
      message: 'The answer to "I accept" must be accepted. Send true.',
    },
  ])
  expect(await checkAnswers(required, {}, { ...RULES, asksRequired: false })).toEqual({
    ok: true,
    value: { answers: {}, privateAnswers: {} },
  })
})

test('a refusal never repeats the value of a private answer', async () => {
  const asked = [question('email', { isPrivate: true })]
  expect(await errorsOf(asked, { q: 'secret-4711' })).toEqual([
    {
      pointer: '/answers/q',
      message: 'The answer to "Question" is wrong. Send an email address, such as ada@example.com.',
    },
  ])
})

test('given answers are merged with known ones, and null removes one', async () => {
  const asked = [
    question('text', { id: 'company', isRequired: true }),
    question('text', { id: 'diet', isPrivate: true }),
    question('text', { id: 'pet', isPrivate: true }),
    question('text', { id: 'car' }),
  ]
  const known = {
    answers: { company: 'Analytical', car: 'Ford', removed: 'old', pet: 'now private' },
    privateAnswers: { diet: 'vegan' },
  }
  const given = { car: null, diet: 'none', removed: null, pet: 'cat' }
  expect(await checkAnswers(asked, given, { ...RULES, known })).toEqual({
    ok: true,
    value: { answers: { company: 'Analytical' }, privateAnswers: { diet: 'none', pet: 'cat' } },
  })
})

test('a text matches its pattern as a whole, and a number is within its bounds', async () => {
  const asked = [
    { ...question('text', { pattern: '\\d{5}', hint: 'Five digits' }), id: 'postcode' },
    { ...question('number', { min: 1, max: 12 }), id: 'people' },
  ]
  expect(await errorsOf(asked, { postcode: '101156', people: 13 })).toEqual([
    {
      pointer: '/answers/postcode',
      message: 'The answer to "Question" is wrong: "101156". Send what matches \\d{5}: Five digits',
    },
    {
      pointer: '/answers/people',
      message: 'The answer to "Question" is wrong: 13. Send a number of at most 12.',
    },
  ])
  const [low] = await errorsOf(asked, { people: 0 })
  expect(low?.message).toBe('The answer to "Question" is wrong: 0. Send a number of at least 1.')
  const checked = await checkAnswers(asked, { postcode: ' 10115 ', people: 1 }, RULES)
  expect(checked.ok && checked.value.answers).toEqual({ postcode: '10115', people: 1 })
})
