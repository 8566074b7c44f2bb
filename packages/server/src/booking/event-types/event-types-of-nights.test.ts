import { expect, test } from 'vitest'
import type { Provider } from '../providers/provider.ts'
import type { EventType } from './event-type.ts'
import { changedStay, checkGrain, checkStayChange, ratePlansOf } from './event-types-of-nights.ts'

// Only what tells a unit from a person is read.
const person = { id: 'prv_1', kind: 'person' } as unknown as Provider
const unit = {
  id: 'prv_2',
  kind: 'unit',
  unit: { propertyId: 'ppt_1', calendarId: 'cal_1' },
} as unknown as Provider

const STAY = {
  propertyId: 'ppt_1',
  minNights: 1,
  maxNights: 366,
  arrivalWeekdays: [],
  departureWeekdays: [],
  minAdvanceDays: 0,
}
const refused = (...errors: readonly (readonly [string, string])[]) => ({
  ok: false,
  refusal: {
    code: 'validation_failed',
    errors: errors.map(([pointer, message]) => ({ pointer, message })),
  },
})
const NIGHTS = { grain: 'nights' } as const

test('an event type of a person has a duration, one of a unit has nights', () => {
  expect(checkGrain(person, { durationMinutes: 30 })).toEqual({
    ok: true,
    value: { durationMinutes: 30 },
  })
  expect(checkGrain(person, {})).toEqual(refused(['/durationMinutes', 'is required']))
  expect(checkGrain(unit, NIGHTS)).toEqual({
    ok: true,
    value: { durationMinutes: 1440, stay: STAY },
  })
})

test('the grain is that of the provider', () => {
  expect(checkGrain(unit, { durationMinutes: 30 })).toEqual(
    refused(['/grain', 'must be "nights": `providerId` is the id of a unit']),
  )
  expect(checkGrain(person, NIGHTS)).toEqual(
    refused(['/grain', 'can only be "nights" if `providerId` is the id of a unit']),
  )
})

test('the property is that of the unit, and there is none of a person', () => {
  expect(checkGrain(unit, { ...NIGHTS, propertyId: 'ppt_1' })).toMatchObject({ ok: true })
  expect(checkGrain(unit, { ...NIGHTS, propertyId: 'ppt_2' })).toEqual(
    refused(['/propertyId', 'must be that of the unit, "ppt_1", or absent']),
  )
  expect(checkGrain(person, { durationMinutes: 30, propertyId: 'ppt_1' })).toEqual(
    refused(['/propertyId', 'is only possible with `grain` "nights"']),
  )
})

test('rules for stays are kept as they are given', () => {
  const stay = {
    minNights: 2,
    maxNights: 2,
    arrivalWeekdays: ['saturday'],
    departureWeekdays: ['sunday'],
    minAdvanceDays: 3,
  } as const
  expect(checkGrain(unit, { ...NIGHTS, stay })).toMatchObject({
    ok: true,
    value: { stay: { propertyId: 'ppt_1', ...stay } },
  })
})

test.each([
  'durationMinutes',
  'candidateRules',
  'priceRules',
  'access',
  'release',
  'durationOptionsMinutes',
  'slotStepMinutes',
  'availabilityRules',
  'dateOverrides',
  'timeZone',
  'scheduleId',
  'bufferBeforeMinutes',
  'bufferAfterMinutes',
  'minNoticeMinutes',
  'limits',
  'waitlist',
  'seats',
] as const)('nights have no %s', (name) => {
  const wrong = refused([`/${name}`, 'is not possible with `grain` "nights"'])
  expect(checkGrain(unit, { ...NIGHTS, [name]: 0 } as never)).toEqual(wrong)
  const nights = { stay: STAY } as unknown as EventType
  expect(checkStayChange(nights, { [name]: 0 })).toEqual(wrong)
  expect(checkStayChange(nights, { [name]: null })).toEqual({ ok: true, value: undefined })
})

test.each(['stay', 'occupancy', 'ratePlanIds'] as const)('time has no %s', (name) => {
  const wrong = refused([`/${name}`, 'is only possible with `grain` "nights"'])
  expect(checkGrain(person, { durationMinutes: 30, [name]: {} })).toEqual(wrong)
  expect(checkStayChange({} as EventType, { [name]: {} })).toEqual(wrong)
  expect(checkStayChange({} as EventType, {})).toEqual({ ok: true, value: undefined })
})

test('nights have no price by duration, and one per seat is another question', () => {
  const payment = { amountByDurationMinutes: { 30: 1000 } }
  expect(checkGrain(unit, { ...NIGHTS, payment })).toEqual(
    refused(['/payment/amountByDurationMinutes', 'is not possible with `grain` "nights"']),
  )
  expect(checkGrain(unit, { ...NIGHTS, payment: { perSeat: true } })).toMatchObject({ ok: true })
})

test('the fewest nights are not more than the most, also where one is not given', () => {
  const message = (most: number) => `must be at most \`maxNights\`, which is ${most}`
  const given = (stay: object) => checkGrain(unit, { ...NIGHTS, stay })
  expect(given({ minNights: 3, maxNights: 2 })).toEqual(refused(['/stay/minNights', message(2)]))
  expect(given({ minNights: 367 })).toEqual(refused(['/stay/minNights', message(366)]))
  expect(given({ minNights: 3, maxNights: 3 })).toMatchObject({ ok: true })
})

test('a unit takes as many in total as its price is for, and as there are beds for adults', () => {
  const given = (base: number, adults: number, total: number) =>
    checkGrain(unit, { ...NIGHTS, occupancy: { base, adults, children: 0, total } as never })
  const wrong = refused(['/occupancy/total', 'must be at least `base` and `adults`'])
  expect(given(2, 2, 2)).toMatchObject({ ok: true })
  expect(given(3, 2, 2)).toEqual(wrong)
  expect(given(2, 3, 2)).toEqual(wrong)
})

test('a change replaces the rules for stays as a whole, and keeps what it does not name', () => {
  const occupancy = { base: 2, adults: 2, children: 0, total: 2 } as never
  const before = {
    stay: { ...STAY, minNights: 3, minAdvanceDays: 5 },
    occupancy,
    ratePlanIds: ['rpl_1'],
  } as unknown as EventType
  expect(changedStay(before, {})).toEqual(before)
  expect(changedStay(before, { stay: { maxNights: 7 } })).toEqual({
    ...before,
    stay: { ...STAY, maxNights: 7 },
  })
  expect(changedStay(before, { occupancy: null, ratePlanIds: [] })).toEqual({ stay: before.stay })
  const other = { base: 1, adults: 1, children: 0, total: 1 } as never
  expect(changedStay(before, { occupancy: other, ratePlanIds: ['rpl_2'] })).toEqual({
    stay: before.stay,
    occupancy: other,
    ratePlanIds: ['rpl_2'],
  })
  expect(changedStay({} as EventType, { stay: { maxNights: 7 } })).toEqual({})
})

test('an event type without rate plans stores none', () => {
  expect(ratePlansOf()).toEqual({})
  expect(ratePlansOf([])).toEqual({})
  expect(ratePlansOf(['rpl_1'])).toEqual({ ratePlanIds: ['rpl_1'] })
})
