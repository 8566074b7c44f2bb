import { describe, expect, test } from 'vitest'
import { seconds } from '../../tests/support/policies.ts'
import { day, ruleOf, starts, wall } from '../../tests/support/recurrences.ts'
import { expandRecurrence, type Recurrence, type RecurrenceStart } from './recurrence.ts'

/** The dates of the occurrences of April and May 2026. */
const dates = (recurrence: Recurrence) =>
  starts(recurrence, '2026-04-01T00:00:00Z', '2026-06-01T00:00:00Z').map((text) =>
    text.slice(0, 'YYYY-MM-DD'.length),
  )

describe('the range of an expansion is half-open', () => {
  const daily = (text: string): Recurrence => ({
    start: { wallSeconds: wall(text), timeZone: 'Europe/Berlin' },
    rule: ruleOf('FREQ=DAILY'),
  })

  test('an occurrence at the start of the range is included, one a second earlier is not', () => {
    const end = '2026-03-11T00:00:00Z'
    expect(starts(daily('2026-03-01T09:00'), '2026-03-10T08:00:00Z', end)).toEqual([
      '2026-03-10T09:00:00+01:00',
    ])
    expect(starts(daily('2026-03-01T09:00'), '2026-03-10T08:00:01Z', end)).toEqual([])
  })

  test('an occurrence at the end of the range is excluded, one a second earlier is not', () => {
    const start = '2026-03-10T00:00:00Z'
    expect(starts(daily('2026-03-01T09:00'), start, '2026-03-10T08:00:00Z')).toEqual([])
    expect(starts(daily('2026-03-01T09:00'), start, '2026-03-10T08:00:01Z')).toEqual([
      '2026-03-10T09:00:00+01:00',
    ])
  })

  test('an occurrence that a gap moved to the start of the range is included', () => {
    const end = '2026-03-29T12:00:00Z'
    expect(starts(daily('2026-03-01T02:30'), '2026-03-29T01:30:00Z', end)).toEqual([
      '2026-03-29T03:30:00+02:00',
    ])
    expect(starts(daily('2026-03-01T02:30'), '2026-03-29T01:30:01Z', end)).toEqual([])
  })

  test('an occurrence at the end of a range after an overlap is excluded', () => {
    const start = '2026-10-25T00:00:01Z'
    expect(starts(daily('2026-10-01T09:00'), start, '2026-10-25T08:00:00Z')).toEqual([])
    expect(starts(daily('2026-10-01T09:00'), start, '2026-10-25T08:00:01Z')).toEqual([
      '2026-10-25T09:00:00+01:00',
    ])
  })

  test('the first occurrence of an overlap is found by a range that starts at it', () => {
    expect(
      starts(daily('2026-10-01T02:30'), '2026-10-25T00:30:00Z', '2026-10-26T00:00:00Z'),
    ).toEqual(['2026-10-25T02:30:00+02:00'])
  })

  test('the start and added dates outside of the range are left out', () => {
    const start = { wallSeconds: wall('2026-03-01T09:00'), timeZone: 'UTC' }
    const added = ['2026-03-09T23:59:59Z', '2026-03-10T00:00:00Z', '2026-03-11T00:00:00Z'].map(
      (text) => ({ epochSeconds: seconds(text) }),
    )
    expect(starts({ start, added }, '2026-03-10T00:00:00Z', '2026-03-11T00:00:00Z')).toEqual([
      '2026-03-10T00:00:00Z',
    ])
  })
})

describe('a recurrence whose start is a date', () => {
  const inZone = (timeZone: string): RecurrenceStart => ({ day: day('2026-04-27'), timeZone })
  const daily = (timeZone: string, until: string): Recurrence => ({
    start: inZone(timeZone),
    rule: ruleOf(`FREQ=DAILY;UNTIL=${until}`),
  })

  test.each([
    ['a date', 'Europe/Berlin', '20260429', '2026-04-29'],
    ['a wall time', 'Europe/Berlin', '20260429T000000', '2026-04-29'],
    [
      'an instant that is on an earlier date in the zone',
      'America/New_York',
      '20260429T030000Z',
      '2026-04-29',
    ],
    [
      'an instant that is on a later date in the zone',
      'Asia/Tokyo',
      '20260428T200000Z',
      '2026-04-29',
    ],
  ])('an UNTIL that is %s includes the whole date', (_what, timeZone, until, last) => {
    expect(dates(daily(timeZone, until)).at(-1)).toBe(last)
  })

  test('excluded instants and wall times exclude their local date', () => {
    expect(
      dates({
        ...daily('Asia/Tokyo', '20260503'),
        excluded: [
          { epochSeconds: seconds('2026-04-27T15:00:00Z') },
          { epochSeconds: seconds('2026-04-29T14:59:59Z') },
          { wallSeconds: wall('2026-05-01T13:00') },
          { day: day('2026-05-03') },
        ],
      }),
    ).toEqual(['2026-04-27', '2026-04-30', '2026-05-02'])
  })

  test('added instants and wall times add their local date', () => {
    expect(
      starts(
        {
          start: inZone('Asia/Tokyo'),
          added: [
            { epochSeconds: seconds('2026-05-01T15:30:00Z') },
            { wallSeconds: wall('2026-05-04T13:00') },
            { day: day('2026-05-06') },
          ],
        },
        '2026-04-01T00:00:00Z',
        '2026-06-01T00:00:00Z',
      ),
    ).toEqual([
      '2026-04-27T00:00:00+09:00',
      '2026-05-02T00:00:00+09:00',
      '2026-05-04T00:00:00+09:00',
      '2026-05-06T00:00:00+09:00',
    ])
  })

  test('an occurrence is at the start of its date, even if midnight is in an earlier gap', () => {
    // Toronto skipped 23:30 to 00:30 in the night to 31 March 1919.
    expect(
      starts(
        { start: { day: -18_540, timeZone: 'America/Toronto' }, rule: ruleOf('FREQ=DAILY') },
        '1919-03-30T00:00:00Z',
        '1919-04-01T12:00:00Z',
      ),
    ).toEqual([
      '1919-03-30T00:00:00-05:00',
      '1919-03-31T00:30:00-04:00',
      '1919-04-01T00:00:00-04:00',
    ])
  })
})

describe('added and excluded dates of a start with a time', () => {
  const start = { wallSeconds: wall('2026-04-27T09:30'), timeZone: 'Europe/Berlin' }

  test('an added date has the time of day of the start, an added wall time its own', () => {
    expect(
      starts(
        {
          start,
          added: [
            { day: day('2026-04-28') },
            { wallSeconds: wall('2026-04-29T11:15') },
            { epochSeconds: seconds('2026-04-30T06:00:00Z') },
          ],
        },
        '2026-04-01T00:00:00Z',
        '2026-06-01T00:00:00Z',
      ),
    ).toEqual([
      '2026-04-27T09:30:00+02:00',
      '2026-04-28T09:30:00+02:00',
      '2026-04-29T11:15:00+02:00',
      '2026-04-30T08:00:00+02:00',
    ])
  })

  test('an excluded instant or wall time excludes only an occurrence at that time', () => {
    expect(
      dates({
        start,
        rule: ruleOf('FREQ=DAILY;COUNT=5'),
        excluded: [
          { epochSeconds: seconds('2026-04-28T07:30:00Z') },
          { epochSeconds: seconds('2026-04-29T07:30:01Z') },
          { wallSeconds: wall('2026-04-30T09:30') },
          { wallSeconds: wall('2026-05-01T09:00') },
        ],
      }),
    ).toEqual(['2026-04-27', '2026-04-29', '2026-05-01'])
  })

  test('an occurrence has the wall time that its instant has or had before a gap', () => {
    const range = {
      fromEpochSeconds: seconds('2026-04-27T00:00:00Z'),
      toEpochSeconds: seconds('2026-04-28T00:00:00Z'),
    }
    const added = [{ epochSeconds: seconds('2026-04-27T20:00:00Z') }]
    expect(expandRecurrence({ start, added }, range, 10)).toEqual({
      ok: true,
      value: {
        hasMore: false,
        occurrences: [
          {
            wallSeconds: wall('2026-04-27T09:30'),
            startEpochSeconds: seconds('2026-04-27T07:30:00Z'),
          },
          {
            wallSeconds: wall('2026-04-27T22:00'),
            startEpochSeconds: seconds('2026-04-27T20:00:00Z'),
          },
        ],
      },
    })
  })
})
