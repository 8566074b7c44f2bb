import { describe, expect, test } from 'vitest'
import {
  EVERY_DAY,
  minutes,
  override,
  policyWith,
  rules,
  seconds,
} from '../../tests/support/policies.ts'
import { busy, queryOf, starts } from '../../tests/support/queries.ts'
import {
  ALWAYS_WORKING,
  bookableTime,
  computeGrid,
  EMPTY_SET,
  explainSlot,
  explainWorkingTime,
  formatInstant,
  hoursWithin,
  type OpenRules,
  toIntervals,
  validateOpenRules,
  type WorkingTime,
} from '../index.ts'

const rulesIn = (timeZone: string, text: string, dates: OpenRules['dateOverrides'] = []) => ({
  timeZone,
  availabilityRules: rules(EVERY_DAY, text),
  dateOverrides: dates,
})
/** The hours of rules in a range, as texts in UTC. */
const hoursOf = (open: OpenRules, from: string, to: string): readonly string[] =>
  toIntervals(hoursWithin(open, minutes(from), minutes(to))).map(
    ({ startEpochMinutes, endEpochMinutes }) =>
      `${formatInstant(startEpochMinutes, 'UTC').slice(5, 16)} ${formatInstant(endEpochMinutes, 'UTC').slice(5, 16)}`,
  )

describe('the hours of rules', () => {
  test('are wall times of their zone on both sides of a clock change', () => {
    const berlin = rulesIn('Europe/Berlin', '09:00-12:00')
    expect(hoursOf(berlin, '2026-03-28T00:00:00Z', '2026-03-30T00:00:00Z')).toEqual([
      '03-28T08:00 03-28T11:00',
      '03-29T07:00 03-29T10:00',
    ])
  })

  test('are an hour longer on a night that repeats an hour', () => {
    const newYork = rulesIn('America/New_York', '22:00-06:00')
    expect(hoursOf(newYork, '2026-10-31T16:00:00Z', '2026-11-02T00:00:00Z')).toEqual([
      '11-01T02:00 11-01T11:00',
    ])
  })

  test('are joined across midnight and cut at the ends of the range', () => {
    const always = rulesIn('Asia/Kathmandu', '00:00-24:00')
    expect(hoursOf(always, '2026-05-04T10:00:00Z', '2026-05-06T10:00:00Z')).toEqual([
      '05-04T10:00 05-06T10:00',
    ])
  })

  test('follow the dates with other hours', () => {
    const dates = [override('2026-05-05', ''), override('2026-05-06', '13:00-14:00')]
    const office = rulesIn('UTC', '09:00-12:00', dates)
    expect(hoursOf(office, '2026-05-04T00:00:00Z', '2026-05-07T00:00:00Z')).toEqual([
      '05-04T09:00 05-04T12:00',
      '05-06T13:00 05-06T14:00',
    ])
  })

  test('with mistakes are refused with a pointer to each', () => {
    const wrong = { ...rulesIn('Europe/Berln', '09:00-09:00'), availabilityRules: [] }
    const dateOverrides = [override('2026-02-30', '')]
    const checked = validateOpenRules({ ...wrong, dateOverrides })
    const pointers = checked.ok ? [] : checked.refusal.problems.map(({ pointer }) => pointer)
    expect(pointers).toEqual(['/timeZone', '/dateOverrides/0/date'])
    expect(validateOpenRules(rulesIn('UTC', '09:00-12:00'))).toMatchObject({ ok: true })
  })
})

const policy = policyWith({
  durationMinutes: 60,
  slotStepMinutes: 30,
  bufferBeforeMinutes: 30,
  bufferAfterMinutes: 30,
  availabilityRules: rules(EVERY_DAY, '08:00-18:00'),
})
const day = { policy, from: '2026-05-04T00:00:00Z', to: '2026-05-05T00:00:00Z' }
const office = busy(
  ['2026-05-04T09:00:00Z', '2026-05-04T12:00:00Z'],
  ['2026-05-04T13:00:00Z', '2026-05-04T14:30:00Z'],
)

test('a slot lies entirely within the hours, while its buffers may lie outside', () => {
  const query = { ...queryOf(day), hours: office }
  const texts = computeGrid(query).starts.map((start) => formatInstant(start, 'UTC').slice(11, 16))
  expect(texts).toEqual(['09:00', '09:30', '10:00', '10:30', '11:00', '13:00', '13:30'])
})

test('the availability of each start of the grid stays beside it', () => {
  const occupied = busy(['2026-05-04T10:30:00Z', '2026-05-04T10:35:00Z'])
  const { available } = computeGrid({ ...queryOf({ ...day, occupied }), hours: office })
  expect(available).toEqual([true, false, false, false, false, true, true])
})

test('no hours offer nothing, and no bound offers everything', () => {
  expect(computeGrid({ ...queryOf(day), hours: EMPTY_SET }).starts).toEqual([])
  expect(computeGrid({ ...queryOf(day), hours: undefined }).starts).toHaveLength(starts(day).length)
})

const working: WorkingTime = {
  timeZone: 'Europe/Berlin',
  hours: office,
  timeOff: busy(['2026-05-04T10:00:00Z', '2026-05-04T10:30:00Z']),
}
const slot = (start: string, end: string) => ({
  startEpochMinutes: minutes(`2026-05-04T${start}:00Z`),
  endEpochMinutes: minutes(`2026-05-04T${end}:00Z`),
})
const OUTSIDE = {
  code: 'outside_working_hours',
  openOnDate: [slot('09:00', '12:00'), slot('13:00', '14:30')],
}
const OFF = { code: 'time_off', timeOff: slot('10:00', '10:30') }

test('a slot outside of working time is refused with the hours of its date and with the time off', () => {
  expect(explainWorkingTime(working, slot('09:00', '10:00'))).toEqual([])
  expect(explainWorkingTime(working, slot('10:30', '12:00'))).toEqual([])
  expect(explainWorkingTime(working, slot('08:59', '10:00'))).toEqual([OUTSIDE])
  expect(explainWorkingTime(working, slot('11:30', '12:01'))).toEqual([OUTSIDE])
  expect(explainWorkingTime(working, slot('09:01', '10:01'))).toEqual([OFF])
  expect(explainWorkingTime(working, slot('10:29', '12:30'))).toEqual([OUTSIDE, OFF])
})

test('the hours named in a refusal are those of the date in the zone of the hours', () => {
  const late = { ...working, timeZone: 'Asia/Tokyo', timeOff: EMPTY_SET }
  // 15:00 UTC is midnight in Tokyo.
  expect(explainWorkingTime(late, slot('15:00', '16:00'))).toEqual([
    { code: 'outside_working_hours', openOnDate: [] },
  ])
  expect(explainWorkingTime(late, slot('14:30', '15:30'))).toEqual([OUTSIDE])
})

test('a provider without a schedule has no bound but its time off', () => {
  expect(explainWorkingTime(ALWAYS_WORKING, slot('03:00', '04:00'))).toEqual([])
  expect(bookableTime(ALWAYS_WORKING)).toBeUndefined()
  const off = bookableTime({ ...working, hours: undefined })
  expect(off).toEqual([
    Number.NEGATIVE_INFINITY,
    minutes('2026-05-04T10:00:00Z'),
    minutes('2026-05-04T10:30:00Z'),
    Number.POSITIVE_INFINITY,
  ])
})

test('explainSlot lists the reasons of working time beside its own', () => {
  const at = seconds('2026-05-04T11:30:00Z')
  const codes = explainSlot(policy, at, at + 1, EMPTY_SET, {
    working: { ...working, timeOff: busy(['2026-05-04T12:00:00Z', '2026-05-04T13:00:00Z']) },
  }).map(({ code }) => code)
  expect(codes).toEqual(['outside_working_hours', 'time_off', 'in_the_past'])
})
