import { expect, test } from 'vitest'
import { accessDraftsOf, accessOf } from './access-draft.ts'
import { newLocation } from './location-draft.ts'
import { durationsOf, newOptions, optionsOf, usedOptionsOf } from './options-draft.ts'
import { newPayment, newRefund, paymentDraftOf, paymentOf } from './payment-draft.ts'
import {
  newQuestion,
  questionDrafts,
  questionIdOf,
  questionOf,
  withQuestion,
} from './question-draft.ts'

const draft = { ...newOptions(), durationMinutes: '30' }

test('a new event type sends no option that it does not use', () => {
  expect(usedOptionsOf(draft)).toEqual({})
  expect(usedOptionsOf({ ...draft, isHidden: true, moreDurations: '45, 60' })).toEqual({
    durationOptionsMinutes: [30, 45, 60],
    hidden: true,
  })
})

test('durations are typed in minutes, hours and days, and only what is no duration is wrong', () => {
  const rental = {
    ...draft,
    isRental: true,
    durationMinutes: '120',
    moreDurations: '1d, 90 4h; 3d',
  }
  expect(usedOptionsOf(rental)).toEqual({
    hoursApplyTo: 'startAndEnd',
    durationOptionsMinutes: [120, 1440, 90, 240, 4320],
  })
  expect(durationsOf('30', '2x')).toEqual([30, Number.NaN])
})

test('saving removes every option that was emptied', () => {
  expect(optionsOf(draft)).toEqual({
    durationOptionsMinutes: null,
    hoursApplyTo: 'duration',
    locations: [],
    questions: [],
    policy: {
      reapproveOnReschedule: false,
      cancelUntilMinutes: null,
      rescheduleUntilMinutes: null,
      maxReschedules: null,
    },
    reminderMinutes: null,
    redirectUrl: null,
    seats: null,
    limits: null,
    waitlist: null,
    hidden: false,
    color: null,
    payment: null,
    candidateRules: [],
    priceRules: [],
    access: [],
    release: null,
  })
})

test('kinds of customers are sent as they were read, without prices if nothing is paid', () => {
  const access = [
    {
      tags: ['member', 'student'],
      maxNoShows: null,
      maxAdvanceDays: 30,
      amount: 0,
      limits: { perBooker: 2, perBookerEver: null },
    },
    { tags: [], maxNoShows: null, maxAdvanceDays: null, amount: 5000, limits: null },
  ]
  const payment = { ...newPayment(), isPaid: true, amount: '60' }
  const read = accessDraftsOf({ access, payment: { ...PAYMENT, refunds: [], amount: 6000 } })
  expect(read.map(({ tags, amount }) => [tags, amount])).toEqual([
    ['member, student', '0.00'],
    ['', '50.00'],
  ])
  const sent = [{ ...access[0], limits: { perBooker: 2 } }, access[1]]
  expect(accessOf(read, payment)).toEqual(sent)
  const free = accessOf(read, { ...payment, isPaid: false })
  expect(free.map(({ amount }) => amount)).toEqual([null, null])
})

test('no limit for bookers is not the same as a limit of zero', () => {
  const limit = { count: '0', unit: 'hours' } as const
  const { policy } = optionsOf({
    ...draft,
    policy: { ...draft.policy, cancelUntil: limit, maxReschedules: '0' },
  })
  expect(policy).toMatchObject({
    cancelUntilMinutes: 0,
    rescheduleUntilMinutes: null,
    maxReschedules: 0,
  })
})

test('no reminders are not the same as the reminders of the account', () => {
  expect(usedOptionsOf({ ...draft, reminders: [] })).toEqual({ reminderMinutes: [] })
  expect(optionsOf({ ...draft, reminders: null }).reminderMinutes).toBeNull()
})

test.each([
  ['', [30]],
  ['45, 60', [30, 45, 60]],
  [' 45;60  90,', [30, 45, 60, 90]],
])('the durations "%s" come after the default', (text, durations) => {
  expect(durationsOf('30', text)).toEqual(durations)
})

test('a location sends the value of its kind alone, and keeps the others while it is edited', () => {
  const location = { ...newLocation('a'), address: ' Seestraße 1 ', url: 'https://example.com' }
  const kinds = ['in_person', 'link', 'phone', 'ask_booker'] as const
  const locations = kinds.map((kind) => ({
    ...location,
    kind,
    label: kind === 'link' ? 'Room' : '',
  }))
  expect(optionsOf({ ...draft, locations }).locations).toEqual([
    { kind: 'in_person', address: 'Seestraße 1' },
    { kind: 'link', url: 'https://example.com', label: 'Room' },
    { kind: 'phone' },
    { kind: 'ask_booker' },
  ])
})

const NO_BOUNDS = {
  pattern: null,
  hint: null,
  min: null,
  max: null,
  optionRules: null,
  optionTexts: null,
  consent: false,
}

test('a saved question keeps its id when its label changes, so that its answers stay its own', () => {
  const saved = questionDrafts(
    [
      {
        id: 'reason',
        label: 'Reason',
        kind: 'text',
        required: true,
        private: false,
        options: null,
        ...NO_BOUNDS,
      },
    ],
    'EUR',
  )
  const [renamed] = withQuestion(saved, 0, { label: 'What brings you to us?' })
  expect(renamed && questionOf(renamed, newPayment())).toEqual({
    id: 'reason',
    label: 'What brings you to us?',
    kind: 'text',
    required: true,
    private: false,
  })
})

test('the id of a new question follows its label until it is edited', () => {
  const added = withQuestion([newQuestion('a')], 0, { label: 'Any allergies?' })
  expect(added[0]?.id).toBe('any-allergies')
  const edited = withQuestion(added, 0, { id: 'allergies', isIdDerived: false })
  expect(withQuestion(edited, 0, { label: 'Allergies and drugs' })[0]?.id).toBe('allergies')
})

test.each([
  ['Zähne?', [], 'zahne'],
  ['Zähne?', ['zahne', 'zahne-2'], 'zahne-3'],
  ['アレルギー', [], 'question'],
  ['アレルギー', ['question'], 'question-2'],
  [`${'word '.repeat(20)}end`, [], 'word-word-word-word-word-word-word-word'],
] as const)('the id for "%s" is valid and no other question has it', (label, taken, id) => {
  expect(questionIdOf(label, taken)).toBe(id)
})

test('a saved question keeps its pattern and its bounds, which the form does not edit', () => {
  const pattern = { pattern: '\\d{5}', hint: 'Five digits' }
  const asked = { required: false, private: false, options: null, ...NO_BOUNDS }
  const saved = questionDrafts(
    [
      { ...asked, id: 'postcode', label: 'Postcode', kind: 'text', ...pattern },
      { ...asked, id: 'people', label: 'People', kind: 'number', min: 1 },
    ],
    'EUR',
  )
  const [postcode, people] = saved.map((each) => questionOf(each, newPayment()))
  expect(postcode).toMatchObject(pattern)
  expect(people).toMatchObject({ min: 1, max: null })
})

test('options are sent for choices alone, without empty lines', () => {
  const question = { ...newQuestion('a'), label: 'Color', id: 'color', options: ' Red\n\nBlue ' }
  expect(questionOf({ ...question, kind: 'select' }, newPayment())).toMatchObject({
    options: ['Red', 'Blue'],
  })
  expect(questionOf(question, newPayment())).not.toHaveProperty('options')
})

const PAYMENT = {
  amount: 5000,
  currency: 'EUR',
  kind: 'deposit',
  depositAmount: 1050,
  amountByDurationMinutes: { '60': 9000 },
  perSeat: true,
  payWithinMinutes: 45,
  onCaptureFailure: 'cancel',
  captureFailureMinutes: 1440,
  refunds: [{ untilMinutesBefore: 1440, percent: 50 }],
} as const

test.each(['EUR', 'JPY', 'KWD'])(
  'a payment in %s is typed in major units and sent in minor units',
  (currency) => {
    const payment = { ...PAYMENT, currency, refunds: [...PAYMENT.refunds] }
    const edited = paymentDraftOf(payment)
    expect(edited.amount).toBe({ EUR: '50.00', JPY: '5000', KWD: '5.000' }[currency])
    expect(paymentOf(edited, [30, 60])).toEqual(payment)
  },
)

test('a price for a duration that is no longer offered is left out', () => {
  const edited = paymentDraftOf({ ...PAYMENT, refunds: [] })
  expect(paymentOf(edited, [30, 45])).toMatchObject({ amountByDurationMinutes: null })
})

test('a full payment has no deposit, and a free event type no payment', () => {
  const typed = { ...newPayment(), isPaid: true, amount: '12,5', depositAmount: '5' }
  expect(paymentOf({ ...typed, refunds: [newRefund('a')] }, [30])).toEqual({
    amount: 1250,
    currency: 'EUR',
    kind: 'full',
    depositAmount: null,
    amountByDurationMinutes: null,
    perSeat: false,
    payWithinMinutes: 15,
    onCaptureFailure: 'keep',
    captureFailureMinutes: 1440,
    refunds: [{ untilMinutesBefore: 1440, percent: 100 }],
  })
  expect(paymentOf({ ...typed, isPaid: false }, [30])).toBeNull()
})
