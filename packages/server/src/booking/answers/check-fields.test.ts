import { expect, test } from 'vitest'
import { fixedVaultKeys, newVaultKey } from '../../adapters/vault/keys.ts'
import { createSecretBox } from '../../adapters/vault/secret-box.ts'
import type { Question } from '../questions/question.ts'
import { type CheckedFieldsInput, checkFields, type FieldsOwner } from './check-fields.ts'
import { openPrivateAnswers } from './private-answers.ts'

const BOOKING_ID = 'bkg_1'
const deps = { secretBox: createSecretBox(fixedVaultKeys([newVaultKey()])) }

const QUESTIONS: readonly Question[] = [
  { id: 'company', label: 'Company', kind: 'text', isRequired: true },
  { id: 'diagnosis', label: 'Diagnosis', kind: 'long_text', isPrivate: true },
]

const OWNER: FieldsOwner = {
  bookingId: BOOKING_ID,
  questions: QUESTIONS,
  bookerEmail: 'grace@example.com',
  asksRequired: false,
  readPhone: async () => undefined,
  nowEpochSeconds: 1_000,
}

const checked = async (input: CheckedFieldsInput, owner: Partial<FieldsOwner> = {}) => {
  const result = await checkFields(deps, { ...OWNER, ...owner }, input)
  if (!result.ok) throw new Error(JSON.stringify(result.refusal))
  return result.value
}

const errorsOf = async (input: CheckedFieldsInput, owner: Partial<FieldsOwner> = {}, use = {}) => {
  const result = await checkFields({ ...deps, ...use }, { ...OWNER, ...owner }, input)
  if (result.ok || result.refusal.code !== 'validation_failed') throw new Error('not refused')
  return result.refusal.errors
}

const opened = (sealedPrivateAnswers: string | undefined, id = BOOKING_ID) =>
  openPrivateAnswers(deps, { id, ...(sealedPrivateAnswers && { sealedPrivateAnswers }) })

test('a booking that carries nothing stores no member for it', async () => {
  expect(await checked({})).toEqual({})
  expect(await checked({ answers: {}, guests: [], metadata: {} })).toEqual({})
})

test('private answers are stored encrypted, for their booking alone', async () => {
  const { sealedPrivateAnswers, ...rest } = await checked({
    answers: { company: 'Analytical', diagnosis: 'Migraine' },
  })
  expect(rest).toEqual({ answers: { company: 'Analytical' } })
  expect(sealedPrivateAnswers).not.toContain('Migraine')
  expect(await opened(sealedPrivateAnswers)).toEqual({ diagnosis: 'Migraine' })
  await expect(opened(sealedPrivateAnswers, 'bkg_2')).rejects.toThrow('belongs to another item')
})

test('what is not given stays as it is, and null removes an answer or a key of metadata', async () => {
  const before = await checked({
    answers: { company: 'Analytical', diagnosis: 'Migraine' },
    guests: [{ email: 'max@example.com' }],
    metadata: { crm: 'c-1', source: 'ad' },
  })
  expect(await checked({}, { before })).toEqual(before)
  const { sealedPrivateAnswers, ...after } = await checked(
    { answers: { company: null }, metadata: { crm: 'c-2', source: null } },
    { before },
  )
  expect(after).toEqual({ guests: [{ email: 'max@example.com' }], metadata: { crm: 'c-2' } })
  expect(await opened(sealedPrivateAnswers)).toEqual({ diagnosis: 'Migraine' })
  const bare = await checked(
    {
      answers: { diagnosis: null, company: null },
      guests: [],
      metadata: { crm: null, source: null },
    },
    { before },
  )
  expect(bare).toEqual({})
})

test('required answers count together with those that the booking has', async () => {
  expect(await errorsOf({}, { asksRequired: true })).toEqual([
    { pointer: '/answers/company', message: 'The answer to "Company" is required.' },
  ])
  const before = await checked({ answers: { company: 'Analytical' } })
  expect(await checked({}, { asksRequired: true, before })).toEqual(before)
})

test('a server without vault keys refuses private answers', async () => {
  expect(await errorsOf({ answers: { diagnosis: 'x' } }, {}, { secretBox: undefined })).toEqual([
    {
      pointer: '/answers/diagnosis',
      message:
        'A private answer needs the keys of a vault, which this server does not have. Set HOLDFAST_VAULT_KEYS.',
    },
  ])
})

test('guests are at most 20, each once, and none is the booker', async () => {
  const guests = [
    { name: 'Max', email: 'max@example.com' },
    { email: 'max@example.com' },
    { email: 'grace@example.com' },
  ]
  expect(await errorsOf({ guests })).toEqual([
    {
      pointer: '/guests/1/email',
      message: '"max@example.com" is another guest already. Send each once.',
    },
    {
      pointer: '/guests/2/email',
      message: '"grace@example.com" is the booker. Leave them out of the guests.',
    },
  ])
  const many = Array.from({ length: 21 }, (_, n) => ({ email: `g${n}@example.com` }))
  expect(await errorsOf({ guests: many })).toEqual([
    { pointer: '/guests', message: 'are 21; at most 20 are possible' },
  ])
  expect((await checked({ guests: many.slice(1) })).guests).toHaveLength(20)
})

test('metadata has at most 50 keys, counted after the merge', async () => {
  const keys = (from: number, to: number) =>
    Object.fromEntries(Array.from({ length: to - from }, (_, n) => [`k${from + n}`, 'x']))
  const before = await checked({ metadata: keys(0, 50) })
  expect(await errorsOf({ metadata: { other: 'x' } }, { before })).toEqual([
    { pointer: '/metadata', message: 'would have 51 keys; at most 50 are possible' },
  ])
  expect((await checked({ metadata: { other: 'x', k0: null } }, { before })).metadata).toEqual({
    ...keys(1, 50),
    other: 'x',
  })
})

test('answers, guests and metadata are at most 8,192 bytes of UTF-8 together', async () => {
  const questions: readonly Question[] = Array.from({ length: 4 }, (_, n) => ({
    id: `q${n}`,
    label: `Question ${n}`,
    kind: 'long_text',
    ...(n < 2 && { isPrivate: true }),
  }))
  // The JSON around the texts takes 66 bytes.
  const text = (bytes: number) => 'é'.repeat(bytes / 2)
  const answers = { q0: text(2000), q1: text(2000), q2: text(2000), q3: text(2000) }
  expect(await errorsOf({ answers, metadata: { a: text(500) } }, { questions })).toEqual([
    {
      pointer: '/answers',
      message:
        'answers, guests and metadata are 8566 bytes together; at most 8192 are possible. Shorten them.',
    },
  ])
  const full = await checked({ answers, metadata: { a: text(126) } }, { questions })
  expect(Object.keys(full)).toEqual(['answers', 'metadata', 'sealedPrivateAnswers'])
  const [error] = await errorsOf({ answers, metadata: { a: `${text(126)}x` } }, { questions })
  expect(error?.message).toContain('are 8193 bytes together')
})

const TERMS: Question = { id: 'terms', label: 'Version 3', kind: 'checkbox', isConsent: true }
const AGREED = [{ questionId: 'terms', text: 'Version 3', givenAtEpochSeconds: 1_000 }]

test('a booking keeps the text that its booker agreed to', async () => {
  const given = await checked({ answers: { terms: true } }, { questions: [TERMS] })
  expect(given.consents).toEqual(AGREED)
  const refused = await checked({ answers: { terms: false } }, { questions: [TERMS] })
  expect(refused).toEqual({ answers: { terms: false } })
  const plain = { ...TERMS, isConsent: false }
  expect(await checked({ answers: { terms: true } }, { questions: [plain] })).toEqual({
    answers: { terms: true },
  })
})

test('a text that is agreed to stays when the question changes, or is deleted', async () => {
  const before = await checked({ answers: { terms: true } }, { questions: [TERMS] })
  const later = { before, nowEpochSeconds: 2_000 }
  for (const questions of [[{ ...TERMS, label: 'Version 4' }], []]) {
    const kept = await checked({ metadata: { a: 'b' } }, { ...later, questions })
    expect(kept.consents).toEqual(AGREED)
  }
})

test('agreeing again keeps the first time, and a new text with its own time', async () => {
  const before = await checked({ answers: { terms: true } }, { questions: [TERMS] })
  const later = { before, nowEpochSeconds: 2_000 }
  const again = await checked({ answers: { terms: true } }, { ...later, questions: [TERMS] })
  expect(again.consents).toEqual(AGREED)
  const questions = [{ ...TERMS, label: 'Version 4' }]
  const renewed = await checked({ answers: { terms: true } }, { ...later, questions })
  expect(renewed.consents).toEqual([
    { questionId: 'terms', text: 'Version 4', givenAtEpochSeconds: 2_000 },
  ])
})

test('an answer that is taken back takes its consent with it', async () => {
  const before = await checked({ answers: { terms: true } }, { questions: [TERMS] })
  for (const terms of [false, null]) {
    const left = await checked({ answers: { terms } }, { before, questions: [TERMS] })
    expect(left.consents).toBeUndefined()
  }
})
