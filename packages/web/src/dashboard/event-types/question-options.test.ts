import { expect, test } from 'vitest'
import { newPayment } from './payment-draft.ts'
import {
  newQuestion,
  type QuestionDraft,
  questionDrafts,
  questionOf,
  withQuestion,
} from './question-draft.ts'
import { ruledCount, withOption, withoutLanguage } from './question-options.ts'

const EUROS = { ...newPayment(), isPaid: true }
const FREE = newPayment()

const EVENT_TYPE = 'ety_01kqs3v7m8e2f4g6h8j0k2m4n6'
const PROVIDER = 'prv_01kqs3v7m8e2f4g6h8j0k2m4n6'

const SAVED = {
  id: 'hair',
  label: 'Your hair',
  kind: 'select',
  required: true,
  private: false,
  consent: false,
  options: ['Short', 'Long', 'Kids', 'Ask Ann'],
  pattern: null,
  hint: null,
  min: null,
  max: null,
  optionRules: {
    Long: { addMinutes: 15, addAmount: 1050, leadsTo: null },
    Kids: { addMinutes: null, addAmount: null, leadsTo: { eventTypeId: EVENT_TYPE } },
    'Ask Ann': { addMinutes: null, addAmount: null, leadsTo: { providerId: PROVIDER } },
  },
  optionTexts: { de: ['Kurz', 'Lang', 'Kinder', 'Ann fragen'] },
} as const

const SENT = {
  optionRules: {
    Long: { addMinutes: 15, addAmount: 1050 },
    Kids: { leadsTo: { eventTypeId: EVENT_TYPE } },
    'Ask Ann': { leadsTo: { providerId: PROVIDER } },
  },
  optionTexts: SAVED.optionTexts,
}

function savedDraft(): QuestionDraft {
  const { options, optionTexts, ...saved } = SAVED
  const [draft] = questionDrafts(
    [{ ...saved, options: [...options], optionTexts: { de: [...optionTexts.de] } }],
    'EUR',
  )
  if (draft === undefined) throw new Error('there is no draft')
  return draft
}

/** The draft with other options. */
const withText = (draft: QuestionDraft, options: string): QuestionDraft =>
  withQuestion([draft], 0, { options })[0] ?? draft

/** The rules of a draft whose options were edited. */
const rulesAfter = (options: string) =>
  questionOf(withText(savedDraft(), options), EUROS).optionRules

test('what options do and their texts are sent as they were read', () => {
  expect(savedDraft().optionDrafts[1]).toEqual({
    addMinutes: '15',
    addAmount: '10.50',
    leadsTo: '',
    texts: { de: 'Lang' },
  })
  expect(questionOf(savedDraft(), EUROS)).toMatchObject(SENT)
  expect(ruledCount(savedDraft(), 'select', EUROS)).toBe(3)
})

test('an option of which nothing is said has no rule, and a question without rules sends none', () => {
  const question = { ...newQuestion('a'), kind: 'select' as const, options: 'Red\n\nBlue' }
  expect(questionOf(question, EUROS)).not.toHaveProperty('optionRules')
  const optionDrafts = withOption(question, 2, { addMinutes: '20' })
  expect(questionOf({ ...question, optionDrafts }, EUROS)).toMatchObject({
    options: ['Red', 'Blue'],
    optionRules: { Blue: { addMinutes: 20 } },
  })
  const zero = withOption(question, 2, { addMinutes: '0', addAmount: '0' })
  expect(questionOf({ ...question, optionDrafts: zero }, EUROS)).not.toHaveProperty('optionRules')
})

test('a renamed option keeps what it does and how it is called in other languages', () => {
  const renamed = questionOf(withText(savedDraft(), 'Short\nLong hair\nKids\nAsk Ann'), EUROS)
  expect(renamed.optionRules).toEqual({
    'Long hair': { addMinutes: 15, addAmount: 1050 },
    Kids: { leadsTo: { eventTypeId: EVENT_TYPE } },
    'Ask Ann': { leadsTo: { providerId: PROVIDER } },
  })
  expect(renamed.optionTexts).toEqual({ de: ['Kurz', 'Lang', 'Kinder', 'Ann fragen'] })
})

test.each([
  ['a line above', 'Bald\nShort\nLong\nKids\nAsk Ann', ['Long', 'Kids', 'Ask Ann']],
  ['a line in the middle', 'Short\nLong\nCurly\nKids\nAsk Ann', ['Long', 'Kids', 'Ask Ann']],
  ['a line less', 'Short\nKids\nAsk Ann', ['Kids', 'Ask Ann']],
  ['another order', 'Kids\nLong\nShort\nAsk Ann', ['Kids', 'Long', 'Ask Ann']],
  ['a line that is cut in two', 'Short\nLo\nng\nKids\nAsk Ann', ['Lo', 'Kids', 'Ask Ann']],
])('with %s, each option keeps what it does', (_, options, ruled) => {
  expect(Object.keys(rulesAfter(options) ?? {})).toEqual(ruled)
  expect(Object.values(rulesAfter(options) ?? {})).toContainEqual({
    leadsTo: { eventTypeId: EVENT_TYPE },
  })
})

test('an option that is emptied and typed again keeps what it does', () => {
  const emptied = withText(savedDraft(), 'Short\n\nKids\nAsk Ann')
  expect(questionOf(emptied, EUROS).optionRules).not.toHaveProperty('Long')
  const typed = withText(emptied, 'Short\nVery long\nKids\nAsk Ann')
  expect(questionOf(typed, EUROS).optionRules).toMatchObject({ 'Very long': { addMinutes: 15 } })
})

test('amounts are sent only if bookers pay, and options lead elsewhere only if one is chosen', () => {
  expect(questionOf(savedDraft(), FREE).optionRules).toMatchObject({ Long: { addMinutes: 15 } })
  expect(questionOf(savedDraft(), FREE).optionRules?.Long).not.toHaveProperty('addAmount')
  const several = questionOf({ ...savedDraft(), kind: 'multi_select' }, EUROS)
  expect(several.optionRules).toEqual({ Long: { addMinutes: 15, addAmount: 1050 } })
})

test('an option without a text in a language is called as it is, and a language without texts is left out', () => {
  const draft = { ...savedDraft(), languages: ['de', 'fr'] as const }
  const optionDrafts = withOption(draft, 1, { texts: { de: ' ' } })
  expect(questionOf({ ...draft, optionDrafts }, EUROS).optionTexts).toEqual({
    de: ['Kurz', 'Long', 'Kinder', 'Ann fragen'],
  })
})

test('a removed language takes its texts with it', () => {
  const draft = savedDraft()
  const removed = { ...draft, ...withoutLanguage(draft, 'de') }
  expect(questionOf(removed, EUROS)).not.toHaveProperty('optionTexts')
  const again = { ...removed, languages: ['de'] as const }
  expect(questionOf(again, EUROS)).not.toHaveProperty('optionTexts')
})
