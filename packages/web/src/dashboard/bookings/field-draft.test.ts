import { expect, test } from 'vitest'
import {
  answerDraftsOf,
  answersOf,
  answersPatchOf,
  guestLines,
  guestsOf,
  metadataPatchOf,
  metadataRows,
  newMetadataRow,
  placeDraftOf,
  placeOf,
  type Question,
} from './field-draft.ts'

const question = (id: string, kind: Question['kind']): Question => ({
  id,
  label: id,
  kind,
  consent: false,
  pattern: null,
  hint: null,
  min: null,
  max: null,
  optionRules: null,
  optionTexts: null,
  required: false,
  private: false,
  options: null,
})

const QUESTIONS = [
  question('reason', 'text'),
  question('age', 'number'),
  question('topics', 'multi_select'),
  question('agreed', 'checkbox'),
]

test('a new booking sends the answers that were given, each in the type of its question', () => {
  const drafts = { reason: ' A check-up ', age: '0', topics: ['Teeth'], agreed: true }
  expect(answersOf(QUESTIONS, drafts)).toEqual({
    reason: 'A check-up',
    age: 0,
    topics: ['Teeth'],
    agreed: true,
  })
  expect(answersOf(QUESTIONS, answerDraftsOf(QUESTIONS, {}))).toEqual({})
})

test('an edit sends only changed answers, and null for one that was emptied', () => {
  const before = { reason: 'A check-up', age: 42, agreed: true }
  const drafts = answerDraftsOf(QUESTIONS, before)
  expect(drafts).toEqual({ reason: 'A check-up', age: '42', topics: [], agreed: true })
  expect(answersPatchOf(QUESTIONS, before, drafts)).toEqual({})
  expect(answersPatchOf(QUESTIONS, before, { ...drafts, reason: ' ', agreed: false })).toEqual({
    reason: null,
    agreed: false,
  })
})

test('guests are typed one a line, with or without a name', () => {
  const guests = [
    { name: 'Max Meier', email: 'max@example.com' },
    { name: null, email: 'eva@example.com' },
  ]
  expect(guestLines(guests)).toBe('Max Meier <max@example.com>\neva@example.com')
  expect(guestsOf('\n Max Meier <max@example.com>\n\n<a@example.com>\neva@example.com ')).toEqual([
    { name: 'Max Meier', email: 'max@example.com' },
    { email: 'a@example.com' },
    { email: 'eva@example.com' },
  ])
})

test('an edit of metadata sends what changed, and null for what was removed or renamed', () => {
  const before = { crmId: 'c-1', desk: '4', floor: '2' }
  const [crmId, desk] = metadataRows(before)
  if (crmId === undefined || desk === undefined) throw new Error('no rows')
  expect(metadataPatchOf(before, metadataRows(before))).toEqual({})
  const renamed = { ...crmId, name: ' crm ' }
  expect(metadataPatchOf(before, [renamed, { ...desk, value: '5' }])).toEqual({
    crmId: null,
    floor: null,
    crm: 'c-1',
    desk: '5',
  })
  expect(newMetadataRow([crmId, desk]).key).toBe('new 3')
})

test('a location is sent with the value of its kind alone, and none as null', () => {
  const place = placeDraftOf({
    kind: 'in_person',
    address: 'Seestraße 1',
    phone: null,
    url: null,
    label: 'Practice',
  })
  expect(placeOf(place)).toEqual({ kind: 'in_person', address: 'Seestraße 1', label: 'Practice' })
  expect(placeOf({ ...place, kind: 'google_meet', label: '' })).toEqual({ kind: 'google_meet' })
  expect(placeOf({ ...place, kind: 'phone', value: '', label: '' })).toEqual({ kind: 'phone' })
  expect(placeOf({ ...place, kind: 'none' })).toBeNull()
  expect(placeOf(placeDraftOf(null))).toBeNull()
})
