import { describe, expect, test } from 'vitest'
import { EVERY_DAY, policyWith, rules } from '../../tests/support/policies.ts'
import { type SlotPolicy, validateSlotPolicy, type Weekday } from '../index.ts'

const pointersOf = (changes: Partial<SlotPolicy>): readonly string[] => {
  const checked = validateSlotPolicy(policyWith(changes))
  return checked.ok ? [] : checked.refusal.problems.map(({ pointer }) => pointer)
}
const window = (startMinute: number, endMinute: number) => ({ startMinute, endMinute })
const onMonday = (...all: readonly ReturnType<typeof window>[]): Partial<SlotPolicy> => ({
  availabilityRules: [{ weekday: 'monday', windows: all }],
})

test('a valid policy is returned unchanged', () => {
  const policy = policyWith({ availabilityRules: rules(EVERY_DAY, '09:00-12:00 22:00-02:00') })
  expect(validateSlotPolicy(policy)).toEqual({ ok: true, value: policy })
})

test('spans, each open on its day, may take 14 days', () => {
  const openSpans = [{ offsetMinutes: 0, durationMinutes: 60 }]
  const of = (minutes: number) => ({
    durationMinutes: minutes,
    slotStepMinutes: minutes,
    openSpans,
  })
  expect(pointersOf(of(20_160))).toEqual([])
  expect(pointersOf({ ...of(20_161), slotStepMinutes: 20_162 })).toEqual([
    '/durationMinutes',
    '/slotStepMinutes',
  ])
})

test('a duration that is too long is reported once if the step is the duration', () => {
  expect(pointersOf({ durationMinutes: 1441, slotStepMinutes: 1441 })).toEqual(['/durationMinutes'])
  const rental = {
    durationMinutes: 2880,
    slotStepMinutes: 2880,
    hoursApplyTo: 'startAndEnd',
  } as const
  expect(pointersOf(rental)).toEqual(['/slotStepMinutes'])
})

describe('a number is accepted from its least to its greatest value', () => {
  test.each([
    ['durationMinutes', 1, 1440],
    ['slotStepMinutes', 1, 1440],
    ['bufferBeforeMinutes', 0, 1440],
    ['bufferAfterMinutes', 0, 1440],
    ['minNoticeMinutes', 0, 525_600],
    ['maxAdvanceDays', 1, 1095],
  ] as const)('%s: %d to %d', (field, least, most) => {
    const pointers = (value: number) =>
      pointersOf({ slotStepMinutes: 30, [field]: value } as Partial<SlotPolicy>)
    expect(pointers(least)).toEqual([])
    expect(pointers(most)).toEqual([])
    for (const value of [least - 1, most + 1, least + 0.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(pointers(value)).toEqual([`/${field}`])
    }
  })
})

test.each(['+02:00', 'Mars/Olympus', 'europe/berlin', ''])(
  'the time zone %j is rejected',
  (timeZone) => {
    const message = `must be an IANA time zone name, such as Europe/Berlin; got "${timeZone}"`
    expect(validateSlotPolicy(policyWith({ timeZone }))).toMatchObject({
      refusal: { problems: [{ pointer: '/timeZone', message }] },
    })
  },
)

describe('windows of a policy', () => {
  test.each([
    ['of the whole day', window(0, 1440)],
    ['past midnight', window(1320, 120)],
    ['until midnight, written as 00:00', window(1320, 0)],
    ['of one minute', window(1439, 1440)],
  ])('a window %s is accepted', (_what, one) => {
    expect(pointersOf(onMonday(one))).toEqual([])
  })

  test.each([
    ['that ends when it starts', window(540, 540)],
    ['that starts at 24:00', window(1440, 60)],
    ['that starts before 00:00', window(-1, 60)],
    ['that ends after 24:00', window(60, 1441)],
    ['that starts within a minute', window(60.5, 120)],
    ['without numbers', window(Number.NaN, Number.NaN)],
  ])('a window %s is rejected with a pointer to it', (_what, one) => {
    expect(pointersOf(onMonday(window(0, 10), one))).toEqual(['/availabilityRules/0/windows/1'])
    expect(pointersOf({ dateOverrides: [{ date: '2026-05-04', windows: [one] }] })).toEqual([
      '/dateOverrides/0/windows/0',
    ])
  })

  test('a day has at most 50 windows', () => {
    const many = (count: number) => Array.from({ length: count }, (_, n) => window(n, n + 1))
    expect(pointersOf(onMonday(...many(50)))).toEqual([])
    expect(pointersOf(onMonday(...many(51)))).toEqual(['/availabilityRules/0/windows'])
  })
})

describe('rules and overrides of a policy', () => {
  test('a weekday must be valid and must not be repeated', () => {
    const twice: readonly Weekday[] = ['monday', 'tuesday', 'monday']
    expect(pointersOf({ availabilityRules: rules(twice, '09:00-12:00') })).toEqual([
      '/availabilityRules/2/weekday',
    ])
    expect(pointersOf({ availabilityRules: rules(['Monday' as Weekday], '09:00-12:00') })).toEqual([
      '/availabilityRules/0/weekday',
    ])
  })

  test('an overridden date must exist and must not be repeated', () => {
    const on = (...dates: readonly string[]) =>
      pointersOf({ dateOverrides: dates.map((date) => ({ date, windows: [] })) })
    expect(on('2026-05-04', '2024-02-29')).toEqual([])
    expect(on('2026-05-04', '2026-05-04')).toEqual(['/dateOverrides/1/date'])
    expect(on('2026-02-29', '2026-5-4')).toEqual(['/dateOverrides/0/date', '/dateOverrides/1/date'])
  })

  test('a policy has at most 1,000 overridden dates', () => {
    const dates = (count: number) =>
      Array.from({ length: count }, (_, n) => ({
        date: `${2000 + Math.floor(n / 12)}-${String((n % 12) + 1).padStart(2, '0')}-01`,
        windows: [],
      }))
    expect(pointersOf({ dateOverrides: dates(1000) })).toEqual([])
    expect(pointersOf({ dateOverrides: dates(1001) })).toEqual(['/dateOverrides'])
  })
})

test('all problems of a policy are reported together', () => {
  expect(
    pointersOf({
      timeZone: 'UTC+2',
      durationMinutes: 0,
      slotStepMinutes: 30,
      maxAdvanceDays: 5000,
      dateOverrides: [{ date: '2026-13-01', windows: [window(5, 5)] }],
    }),
  ).toEqual([
    '/timeZone',
    '/durationMinutes',
    '/maxAdvanceDays',
    '/dateOverrides/0/date',
    '/dateOverrides/0/windows/0',
  ])
})
