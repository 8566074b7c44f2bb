import { expect, test } from 'vitest'
import { checkQuestions, type QuestionInput } from './check-questions.ts'

const TEXT: QuestionInput = { id: 'company', label: 'Company', kind: 'text' }

const errorsOf = (inputs: readonly QuestionInput[]) => {
  const checked = checkQuestions(inputs, true)
  if (checked.ok || checked.refusal.code !== 'validation_failed') throw new Error('not refused')
  return checked.refusal.errors
}

test('stored questions leave out what is false or absent', () => {
  const inputs: readonly QuestionInput[] = [
    { ...TEXT, required: false, private: false, options: null },
    { id: 'size', label: 'Size', kind: 'select', options: ['S', 'M'], required: true },
    { id: 'pregnant', label: 'Pregnant?', kind: 'checkbox', private: true },
  ]
  expect(checkQuestions(inputs, true)).toEqual({
    ok: true,
    value: [
      { id: 'company', label: 'Company', kind: 'text' },
      { id: 'size', label: 'Size', kind: 'select', options: ['S', 'M'], isRequired: true },
      { id: 'pregnant', label: 'Pregnant?', kind: 'checkbox', isPrivate: true },
    ],
  })
})

test('an id that is used twice is refused at the second question', () => {
  expect(errorsOf([TEXT, { ...TEXT, label: 'Firm' }])).toEqual([
    { pointer: '/questions/1/id', message: '"company" is the id of another question' },
  ])
})

test('an id that would set the prototype of the answers is refused', () => {
  expect(errorsOf([{ ...TEXT, id: '__proto__' }])).toEqual([
    {
      pointer: '/questions/0/id',
      message:
        '"__proto__" is no id. Use 1 to 40 lowercase letters, digits, _ and -, such as company_size.',
    },
  ])
})

test('options are needed by select and multi_select, and refused for any other kind', () => {
  expect(
    errorsOf([
      { id: 'a', label: 'A', kind: 'select' },
      { id: 'b', label: 'B', kind: 'multi_select', options: [] },
      { id: 'c', label: 'C', kind: 'date', options: ['x'] },
      { id: 'd', label: 'D', kind: 'select', options: ['x', 'y', 'x'] },
      {
        id: 'e',
        label: 'E',
        kind: 'select',
        options: Array.from({ length: 51 }, (_, n) => String(n)),
      },
    ]),
  ).toEqual([
    {
      pointer: '/questions/0/options',
      message: 'a question of the kind select needs 1 to 50 options',
    },
    {
      pointer: '/questions/1/options',
      message: 'a question of the kind multi_select needs 1 to 50 options',
    },
    {
      pointer: '/questions/2/options',
      message: 'a question of the kind date has no options; only select and multi_select have',
    },
    {
      pointer: '/questions/3/options',
      message: '"x" is there twice; options must differ',
    },
    { pointer: '/questions/4/options', message: 'has 51 options; at most 50 are possible' },
  ])
})

test('an event type has at most 20 questions, of at most 16,384 bytes as JSON', () => {
  const many = Array.from({ length: 21 }, (_, n) => ({ ...TEXT, id: `q${n}` }))
  expect(errorsOf(many)).toEqual([
    { pointer: '/questions', message: 'has 21 questions; at most 20 are possible' },
  ])
  const options = Array.from({ length: 50 }, (_, n) => `${n}`.padEnd(400, 'é'))
  expect(errorsOf([{ id: 'a', label: 'A', kind: 'select', options }])).toEqual([
    {
      pointer: '/questions',
      message: 'are 40112 bytes; at most 16384 are possible. Shorten labels or options.',
    },
  ])
})

test('a server that cannot encrypt refuses private questions', () => {
  const checked = checkQuestions([TEXT, { ...TEXT, id: 'diagnosis', private: true }], false)
  expect(checked).toEqual({
    ok: false,
    refusal: {
      code: 'validation_failed',
      errors: [
        {
          pointer: '/questions/1/private',
          message:
            'a private question needs the keys of a vault, which this server does not have. Set HOLDFAST_VAULT_KEYS.',
        },
      ],
    },
  })
})

test('a pattern needs a text, a meaning and a hint; bounds need a number and an order', () => {
  const pointersOf = (more: Partial<QuestionInput>) =>
    errorsOf([{ ...TEXT, ...more }]).map(({ pointer }) => pointer)
  const hint = 'Five digits'
  expect(pointersOf({ pattern: '(\\d+)+', hint })).toEqual(['/questions/0/pattern'])
  expect(pointersOf({ pattern: '\\d{5}' })).toEqual(['/questions/0/hint'])
  expect(pointersOf({ kind: 'email', pattern: '.*', hint })).toEqual(['/questions/0/pattern'])
  expect(pointersOf({ hint })).toEqual(['/questions/0/hint'])
  expect(pointersOf({ min: 1, max: 2 })).toEqual(['/questions/0/min', '/questions/0/max'])
  expect(pointersOf({ kind: 'number', min: 3, max: 2 })).toEqual(['/questions/0/max'])
  const bounded = { ...TEXT, pattern: '\\d{5}', hint, min: null, max: null }
  expect(checkQuestions([bounded], true)).toEqual({
    ok: true,
    value: [{ id: 'company', label: 'Company', kind: 'text', pattern: '\\d{5}', hint }],
  })
})
