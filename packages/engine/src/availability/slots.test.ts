import { describe, expect, test } from 'vitest'
import {
  EVERY_DAY,
  MONDAY_TO_FRIDAY,
  minutes,
  override,
  policyWith,
  rules,
  seconds,
} from '../../tests/support/policies.ts'
import { busy, queryOf, starts } from '../../tests/support/queries.ts'
import { claimReach, computeGrid, explainSlot, formatInstant, type SlotPolicy } from '../index.ts'

const rome = policyWith({
  timeZone: 'Europe/Rome',
  availabilityRules: rules(MONDAY_TO_FRIDAY, '09:00-17:00'),
})
const romeDay = (date: string) =>
  ['07', '08', '09', '10', '11', '12', '13', '14'].map((hour) => `${date}T${hour}:00:00Z`)

describe('a week in 2050 that is open from 09:00 to 17:00 in Rome', () => {
  const week = { policy: rome, from: '2050-09-05T00:00:00Z', to: '2050-09-10T00:00:00Z' }

  test('Monday to Friday offer 8 hourly slots each', () => {
    expect(starts(week)).toEqual([
      ...romeDay('2050-09-05'),
      ...romeDay('2050-09-06'),
      ...romeDay('2050-09-07'),
      ...romeDay('2050-09-08'),
      ...romeDay('2050-09-09'),
    ])
  })

  test('a range that starts at 09:00Z excludes the two slots before it', () => {
    const slots = starts({ ...week, from: '2050-09-05T09:00:00Z' })
    expect(slots).toHaveLength(38)
    expect(slots[0]).toBe('2050-09-05T09:00:00Z')
  })

  test('a range that ends at 12:00Z includes the slots that start before it', () => {
    const slots = starts({ ...week, to: '2050-09-09T12:00:00Z' })
    expect(slots).toHaveLength(37)
    expect(slots.at(-1)).toBe('2050-09-09T11:00:00Z')
  })

  test('a claim at 10:00Z removes its slot, and every start that overlaps it is refused', () => {
    const occupied = busy(['2050-09-05T10:00:00Z', '2050-09-05T11:00:00Z'])
    expect(starts({ ...week, to: '2050-09-06T00:00:00Z', occupied })).toEqual(
      romeDay('2050-09-05').filter((start) => start !== '2050-09-05T10:00:00Z'),
    )
    for (const time of ['09:45', '10:10', '10:15']) {
      const start = seconds(`2050-09-05T${time}:00Z`)
      expect(
        explainSlot(rome, start, seconds(week.from), occupied).map(({ code }) => code),
      ).toEqual(['off_grid', 'taken'])
    }
    expect(starts({ ...week, to: '2050-09-06T00:00:00Z' })).toEqual(romeDay('2050-09-05'))
  })
})

test('09:00 to 17:00 in New York is 14:00Z to 22:00Z after daylight saving time', () => {
  const policy = policyWith({
    timeZone: 'America/New_York',
    availabilityRules: rules(MONDAY_TO_FRIDAY, '09:00-17:00'),
  })
  const slots = starts({ policy, from: '2023-11-05T00:00:00Z', to: '2023-11-11T00:00:00Z' })
  const day = (date: string) =>
    [14, 15, 16, 17, 18, 19, 20, 21].map((hour) => `${date}T${hour}:00:00Z`)
  expect(slots).toEqual([
    ...day('2023-11-06'),
    ...day('2023-11-07'),
    ...day('2023-11-08'),
    ...day('2023-11-09'),
    ...day('2023-11-10'),
  ])
})

test('an override late in the evening does not change the hours of the next date', () => {
  const policy = policyWith({
    timeZone: 'America/New_York',
    availabilityRules: rules(MONDAY_TO_FRIDAY, '08:00-17:00'),
    dateOverrides: [override('2023-06-13', '22:00-23:00')],
  })
  const slots = starts({ policy, from: '2023-06-13T04:00:00Z', to: '2023-06-15T04:00:00Z' })
  expect(slots).toEqual([
    '2023-06-14T02:00:00Z',
    ...[12, 13, 14, 15, 16, 17, 18, 19, 20].map((hour) => `2023-06-14T${hour}:00:00Z`),
  ])
})

describe('the number of slots of one day in UTC', () => {
  const day = { from: '2026-05-04T00:00:00Z', to: '2026-05-05T00:00:00Z' }
  const on = (windowsText: string, changes: Partial<SlotPolicy>) =>
    policyWith({ dateOverrides: [override('2026-05-04', windowsText)], ...changes })

  test.each([
    ['a day has 24 slots of an hour', '00:00-24:00', { durationMinutes: 60 }, 24],
    ['a day has 72 slots of 20 minutes', '00:00-24:00', { durationMinutes: 20 }, 72],
    ['a day until 23:45 has 71 slots of 20 minutes', '00:00-23:45', { durationMinutes: 20 }, 71],
    [
      'a day has 24 slots of 30 minutes in steps of 60',
      '00:00-24:00',
      { durationMinutes: 30, slotStepMinutes: 60 },
      24,
    ],
    [
      'windows that overlap are joined and have 5 slots',
      '11:00-12:00 11:20-12:40',
      { durationMinutes: 20 },
      5,
    ],
    ['07:22 to 08:00 has 4 slots of 8 minutes', '07:22-08:00', { durationMinutes: 8 }, 4],
  ])('%s', (_name, windowsText, changes, count) => {
    const query = { policy: on(windowsText, changes), ...day, now: '2026-05-03T00:00:00Z' }
    expect(starts(query)).toHaveLength(count)
  })

  test('a notice of 1,500 minutes at 11:59:59 the day before leaves the slots from 13:00', () => {
    const policy = on('00:00-24:00', { minNoticeMinutes: 1500 })
    const slots = starts({ policy, ...day, now: '2026-05-03T11:59:59Z' })
    expect(slots).toHaveLength(11)
    expect(slots[0]).toBe('2026-05-04T13:00:00Z')
  })
})

test('slots are counted from the start of the window and not from the full hour', () => {
  const policy = policyWith({
    timeZone: 'Asia/Kolkata',
    availabilityRules: rules(EVERY_DAY, '07:30-09:30'),
  })
  const query = { policy, from: '2026-05-04T00:00:00+05:30', to: '2026-05-05T00:00:00+05:30' }
  expect(starts(query, 'Asia/Kolkata')).toEqual([
    '2026-05-04T07:30:00+05:30',
    '2026-05-04T08:30:00+05:30',
  ])
})

test('slots in Vancouver stay at -07:00 after 2026-11-01', () => {
  const policy = policyWith({
    timeZone: 'America/Vancouver',
    availabilityRules: rules(EVERY_DAY, '09:00-10:00'),
  })
  expect(
    starts({ policy, from: '2026-11-01T00:00:00-07:00', to: '2026-11-03T00:00:00-07:00' }),
  ).toEqual(['2026-11-01T16:00:00Z', '2026-11-02T16:00:00Z'])
  expect(
    starts({ policy, from: '2027-01-15T00:00:00-07:00', to: '2027-01-16T00:00:00-07:00' }),
  ).toEqual(['2027-01-15T16:00:00Z'])
})

describe('buffers of a slot', () => {
  const policy = policyWith({
    durationMinutes: 30,
    bufferBeforeMinutes: 10,
    bufferAfterMinutes: 15,
    availabilityRules: rules(EVERY_DAY, '09:00-12:00'),
  })
  const day = { policy, from: '2026-05-04T00:00:00Z', to: '2026-05-05T00:00:00Z' }

  test('the buffer after one booking and the buffer before the next add up', () => {
    // Booked 10:00–10:30, claimed 09:50–10:45. The claim of 09:00 ends at 09:45, the claim of 11:00
    // starts at 10:50.
    const occupied = busy(['2026-05-04T09:50:00Z', '2026-05-04T10:45:00Z'])
    expect(starts({ ...day, occupied })).toEqual([
      '2026-05-04T09:00:00Z',
      '2026-05-04T11:00:00Z',
      '2026-05-04T11:30:00Z',
    ])
  })

  test('buffers outside of the open window must be free, too', () => {
    expect(starts(day)).toHaveLength(6)
    const occupied = busy(
      ['2026-05-04T08:00:00Z', '2026-05-04T08:51:00Z'],
      ['2026-05-04T12:14:00Z', '2026-05-04T13:00:00Z'],
    )
    expect(starts({ ...day, occupied })).toEqual([
      '2026-05-04T09:30:00Z',
      '2026-05-04T10:00:00Z',
      '2026-05-04T10:30:00Z',
      '2026-05-04T11:00:00Z',
    ])
  })

  test('claimReach covers the claims of all slots of a range, buffers included', () => {
    expect(claimReach(policy, minutes(day.from), minutes('2026-05-04T09:01:00Z'))).toEqual({
      startEpochMinutes: minutes('2026-05-03T23:50:00Z'),
      endEpochMinutes: minutes('2026-05-04T09:45:00Z'),
    })
  })
})

test('a slot is offered only if its claim, rounded outward to 5 minutes, is free', () => {
  // 09:03–09:32 is claimed as 09:00–09:35.
  const policy = policyWith({
    durationMinutes: 29,
    availabilityRules: rules(EVERY_DAY, '09:03-09:32'),
  })
  const day = { policy, from: '2026-05-04T00:00:00Z', to: '2026-05-05T00:00:00Z' }
  const taken = (start: string, end: string) => ({
    ...day,
    occupied: busy([`2026-05-04T${start}:00Z`, `2026-05-04T${end}:00Z`]),
  })
  expect(starts(taken('08:00', '09:00'))).toEqual(['2026-05-04T09:03:00Z'])
  expect(starts(taken('08:00', '09:01'))).toEqual([])
  expect(starts(taken('09:34', '10:00'))).toEqual([])
  expect(starts(taken('09:35', '10:00'))).toEqual(['2026-05-04T09:03:00Z'])
})

describe('the current time', () => {
  const policy = policyWith({ availabilityRules: rules(EVERY_DAY, '09:00-12:00') })
  const day = { policy, from: '2026-05-04T00:00:00Z', to: '2026-05-05T00:00:00Z' }

  test('a start is offered until its own second and not one second later', () => {
    expect(starts({ ...day, now: '2026-05-04T09:00:00Z' })[0]).toBe('2026-05-04T09:00:00Z')
    expect(starts({ ...day, now: '2026-05-04T09:00:01Z' })[0]).toBe('2026-05-04T10:00:00Z')
  })

  test('the maximum advance is counted in local dates', () => {
    const auckland = policyWith({
      timeZone: 'Pacific/Auckland',
      maxAdvanceDays: 1,
      availabilityRules: rules(EVERY_DAY, '00:00-24:00'),
    })
    // In Auckland (+12:00), 11:59Z is still the 4th and 12:00Z is the 5th.
    const last = (now: string) =>
      starts(
        { policy: auckland, from: now, to: '2026-05-08T00:00:00Z', now },
        'Pacific/Auckland',
      ).at(-1)
    expect(last('2026-05-04T11:59:59Z')).toBe('2026-05-05T23:00:00+12:00')
    expect(last('2026-05-04T12:00:00Z')).toBe('2026-05-06T23:00:00+12:00')
  })
})

test('a date opens at its wall time, days ahead, across the clock change', () => {
  const berlin = policyWith({
    timeZone: 'Europe/Berlin',
    release: { daysAhead: 7, atMinute: 8 * 60 },
    availabilityRules: rules(EVERY_DAY, '09:00-12:00'),
  })
  const last = (now: string) =>
    starts({ policy: berlin, from: now, to: '2026-04-20T00:00:00Z', now }, 'Europe/Berlin').at(-1)
  // 8:00 is 07:00Z on Saturday 28 March, and 06:00Z on Sunday, when the clocks have changed.
  expect(last('2026-03-28T06:59:59Z')).toBe('2026-04-03T11:00:00+02:00')
  expect(last('2026-03-28T07:00:00Z')).toBe('2026-04-04T11:00:00+02:00')
  expect(last('2026-03-29T05:59:59Z')).toBe('2026-04-04T11:00:00+02:00')
  expect(last('2026-03-29T06:00:00Z')).toBe('2026-04-05T11:00:00+02:00')
})

test('what a skipped date would have opened opens at the same time of the next date', () => {
  const apia = policyWith({
    timeZone: 'Pacific/Apia',
    release: { daysAhead: 1, atMinute: 8 * 60 },
    availabilityRules: rules(EVERY_DAY, '09:00-12:00'),
  })
  const next = (now: string) =>
    starts({ policy: apia, from: now, to: '2012-01-02T00:00:00Z', now }, 'Pacific/Apia')[0]
  // Apia had no 30 December 2011. The 31st, which it would have opened, begins at 10:00Z; 18:00Z is 8:00 there.
  expect(next('2011-12-30T17:59:59Z')).toBeUndefined()
  expect(next('2011-12-30T18:00:00Z')).toBe('2011-12-31T09:00:00+14:00')
})

test('the grid contains the starts that cannot be booked and marks them', () => {
  const policy = policyWith({
    maxAdvanceDays: 1,
    minNoticeMinutes: 60,
    availabilityRules: rules(EVERY_DAY, '09:00-12:00'),
  })
  const grid = computeGrid(
    queryOf({
      policy,
      from: '2026-05-04T00:00:00Z',
      to: '2026-05-06T10:00:00Z',
      now: '2026-05-04T09:00:00Z',
      occupied: busy(['2026-05-05T10:30:00Z', '2026-05-05T10:35:00Z']),
    }),
  )
  expect(grid.starts.map((start, i) => [formatInstant(start, 'UTC'), grid.available[i]])).toEqual([
    ['2026-05-04T09:00:00Z', false],
    ['2026-05-04T10:00:00Z', true],
    ['2026-05-04T11:00:00Z', true],
    ['2026-05-05T09:00:00Z', true],
    ['2026-05-05T10:00:00Z', false],
    ['2026-05-05T11:00:00Z', true],
    ['2026-05-06T09:00:00Z', false],
  ])
})

test('a range of more than 400 days throws, and an empty range has no slots', () => {
  const policy = policyWith({ availabilityRules: rules(EVERY_DAY, '09:00-12:00') })
  const query = { policy, from: '2026-01-01T00:00:00Z', to: '2027-02-06T00:00:00Z' }
  expect(() => starts(query)).toThrow('at most 400 days')
  expect(() => computeGrid(queryOf(query))).toThrow('at most 400 days')
  expect(starts({ ...query, to: query.from })).toEqual([])
})
