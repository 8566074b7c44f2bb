import { expect, test } from 'vitest'
import { checkExtras, sentExtras } from './check-extras.ts'
import type { Asked, Extras, Question } from './extras.ts'
import { initialExtras, typedExtras } from './initial-extras.ts'
import { extrasMessages } from './messages.ts'

const question = (id: string, kind: Question['kind'], more: Partial<Question> = {}): Question => ({
  id,
  label: id,
  kind,
  consent: false,
  required: false,
  private: false,
  options: null,
  pattern: null,
  hint: null,
  min: null,
  max: null,
  optionRules: null,
  optionTexts: null,
  ...more,
})

const place = (kind: Asked['locations'][number]['kind'], phone: string | null = null) => ({
  kind,
  address: null,
  phone,
  url: null,
  label: null,
})

const NO_PREFILL = {
  name: '',
  email: '',
  phone: '',
  date: undefined,
  durationMinutes: undefined,
  guests: [],
  answers: new Map<string, readonly string[]>(),
}

const OPTIONS = { options: ['Red', 'Blue'] }

const ASKED: Asked = {
  locations: [],
  questions: [
    question('why', 'long_text', { required: true }),
    question('color', 'select', { ...OPTIONS, required: true }),
    question('topics', 'multi_select', OPTIONS),
    question('agreed', 'checkbox', { required: true }),
    question('age', 'number'),
    question('born', 'date'),
    question('site', 'url'),
    question('mail', 'email'),
    question('call', 'phone'),
  ],
}

const t = extrasMessages.en
const empty = initialExtras(ASKED, NO_PREFILL)
const filled: Extras = {
  ...empty,
  answers: {
    why: ' Toothache ',
    color: 'Red',
    topics: ['Blue'],
    agreed: true,
    age: '0',
    born: '1990-02-28',
    site: 'https://example.com/x',
    mail: 'a@example.com',
    call: '+49 (30) 901-820',
  },
}

test('each required question without an answer has a message at its field', () => {
  expect(checkExtras(ASKED, empty, t)).toEqual({
    'answers/why': 'Answer this question',
    'answers/color': 'Choose an answer',
    'answers/agreed': 'Tick this box to continue',
  })
})

test.each([
  ['age', 'seven', 'Enter a number'],
  ['born', '1990-02-30', 'Enter a date'],
  ['site', 'javascript:alert(1)', 'Enter a web address, such as https://example.com'],
  ['mail', 'a@b', 'Enter an email address, such as ada@example.com'],
  ['call', '12', 'Enter a phone number, such as +49 30 901820'],
])('the answer to %s "%s" has a message at its field', (id, answer, message) => {
  const wrong = { ...filled, answers: { ...filled.answers, [id]: answer } }
  expect(checkExtras(ASKED, wrong, t)).toEqual({ [`answers/${id}`]: message })
})

test('answers are sent as their kinds, without those that were left out', () => {
  expect(checkExtras(ASKED, filled, t)).toEqual({})
  expect(sentExtras(ASKED, filled)).toEqual({
    more: {
      answers: {
        why: 'Toothache',
        color: 'Red',
        topics: ['Blue'],
        agreed: true,
        age: 0,
        born: '1990-02-28',
        site: 'https://example.com/x',
        mail: 'a@example.com',
        call: '+49 (30) 901-820',
      },
    },
  })
  expect(sentExtras(ASKED, empty)).toEqual({ more: {} })
})

test('a phone is asked for only where the provider calls, and a place only where the booker names it', () => {
  const asked: Asked = {
    locations: [place('in_person'), place('phone', '+4930'), place('phone'), place('ask_booker')],
    questions: [],
  }
  const at = (locationOption: number): Extras => ({ ...empty, answers: {}, locationOption })
  expect([0, 1, 2, 3].map((option) => Object.keys(checkExtras(asked, at(option), t)))).toEqual([
    [],
    [],
    ['phone'],
    ['location/value'],
  ])
  const typed = { ...at(2), phone: ' +49 30 901820 ', place: ' My office ' }
  expect(sentExtras(asked, typed)).toEqual({
    phone: '+49 30 901820',
    more: { location: { option: 2 } },
  })
  expect(sentExtras(asked, { ...typed, locationOption: 3 })).toEqual({
    more: { location: { option: 3, value: 'My office' } },
  })
})

test('a guest without an address, or twice in the list, has a message at their field', () => {
  const guests = ['max@example.com', 'nobody', 'MAX@example.com'].map((email, key) => ({
    key,
    email,
  }))
  expect(checkExtras({ locations: [], questions: [] }, { ...empty, guests }, t)).toEqual({
    'guests/1/email': 'Enter an email address, such as ada@example.com',
    'guests/2/email': 'This guest is in the list twice',
  })
})

test('the link of a page fills in answers that fit their questions, and no others', () => {
  const answers = new Map([
    ['why', ['Toothache']],
    ['color', ['Green']],
    ['topics', ['Blue', 'Green', 'Red']],
    ['agreed', ['true']],
    ['age', ['x']],
    ['born', ['2026-02-30']],
    ['site', ['javascript:alert(1)']],
    ['unknown', ['x']],
  ])
  expect(initialExtras(ASKED, { ...NO_PREFILL, answers }).answers).toEqual({
    why: 'Toothache',
    color: '',
    topics: ['Red', 'Blue'],
    agreed: true,
    age: '',
    born: '',
    site: '',
    mail: '',
    call: '',
  })
})

test('an answer that does not match its pattern or its bounds is said in the words of the owner', () => {
  const postcode = question('postcode', 'text', { pattern: '\\d{5}|\\d{4}', hint: 'Your postcode' })
  const people = question('people', 'number', { min: 1, max: 12 })
  const least = question('age', 'number', { min: 18 })
  const errorsOf = (answers: Extras['answers']) => {
    const asked: Asked = { locations: [], questions: [postcode, people, least] }
    const extras = { ...initialExtras(asked, NO_PREFILL), answers }
    return checkExtras(asked, extras, extrasMessages.en)
  }
  expect(errorsOf({ postcode: '10115x', people: '13', age: '17' })).toEqual({
    'answers/postcode': 'Your postcode',
    'answers/people': 'Enter a number (1 – 12)',
    'answers/age': 'Enter a number (≥ 18)',
  })
  expect(errorsOf({ postcode: ' 8002 ', people: '12', age: '18' })).toEqual({})
})

test('what was typed for other rooms fits what is asked now, and is kept for what is not asked', () => {
  const typed: Extras = {
    locationOption: 1,
    place: '',
    phone: '+49 30 901820',
    answers: { why: true, color: 'Green', topics: ['Blue'], agreed: true, other: 'Kept' },
    guests: [{ key: 0, email: 'a@example.com' }],
  }
  expect(typedExtras(ASKED, empty, typed)).toEqual({
    locationOption: 0,
    place: '',
    phone: '+49 30 901820',
    answers: {
      why: '',
      color: '',
      topics: ['Blue'],
      agreed: true,
      age: '',
      born: '',
      site: '',
      mail: '',
      call: '',
      other: 'Kept',
    },
    guests: [{ key: 0, email: 'a@example.com' }],
  })
})

test('a choice that is not offered now is dropped', () => {
  const answers = { color: 'Blue', topics: ['Blue', 'Green'], agreed: 'yes' }
  const { answers: kept } = typedExtras(ASKED, empty, { ...empty, answers })
  expect(kept).toMatchObject({ color: 'Blue', topics: [], agreed: false })
})
