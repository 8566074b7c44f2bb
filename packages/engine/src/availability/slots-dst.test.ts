import { describe, expect, test } from 'vitest'
import { EVERY_DAY, minutes, override, policyWith, rules } from '../../tests/support/policies.ts'
import { computeSlots, EMPTY_SET, formatInstant, parseDate, startOfLocalDay } from '../index.ts'

/** The slots of one local date with the same windows on every day, as wall times with offsets. */
function slotsOn(
  zone: string,
  date: string,
  windowsText: string,
  durationMinutes: number,
): readonly string[] {
  const day = parseDate(date) as number
  const fromEpochMinutes = startOfLocalDay(zone, day)
  return computeSlots({
    policy: policyWith({
      timeZone: zone,
      durationMinutes,
      slotStepMinutes: durationMinutes,
      availabilityRules: rules(EVERY_DAY, windowsText),
    }),
    fromEpochMinutes,
    toEpochMinutes: startOfLocalDay(zone, day + 1),
    nowEpochSeconds: (fromEpochMinutes - 1440) * 60,
    occupied: EMPTY_SET,
  }).map((start) => {
    const text = formatInstant(start, zone)
    // Parsing the text back checks that its offset is right, too.
    expect(minutes(text)).toBe(start)
    return text.replace(':00+', '+').replace(':00-', '-')
  })
}

const at = (date: string, times: readonly string[]) => times.map((time) => `${date}T${time}`)

interface Change {
  readonly zone: string
  readonly what: string
  readonly date: string
  readonly windows: string
  readonly slots: readonly string[]
}

/** Hourly slots across clock changes of many kinds. */
const CHANGES: readonly Change[] = [
  {
    zone: 'Europe/Berlin',
    what: 'gap, 02:00 to 03:00',
    date: '2026-03-29',
    windows: '00:00-05:00',
    slots: ['00:00+01:00', '01:00+01:00', '03:00+02:00', '04:00+02:00'],
  },
  {
    zone: 'Europe/Berlin',
    what: 'overlap, 03:00 to 02:00',
    date: '2026-10-25',
    windows: '00:00-05:00',
    slots: [
      '00:00+02:00',
      '01:00+02:00',
      '02:00+02:00',
      '02:00+01:00',
      '03:00+01:00',
      '04:00+01:00',
    ],
  },
  {
    zone: 'America/New_York',
    what: 'gap, 02:00 to 03:00',
    date: '2027-03-14',
    windows: '00:00-05:00',
    slots: ['00:00-05:00', '01:00-05:00', '03:00-04:00', '04:00-04:00'],
  },
  {
    zone: 'America/New_York',
    what: 'overlap, 02:00 to 01:00',
    date: '2027-11-07',
    windows: '00:00-05:00',
    slots: [
      '00:00-04:00',
      '01:00-04:00',
      '01:00-05:00',
      '02:00-05:00',
      '03:00-05:00',
      '04:00-05:00',
    ],
  },
  {
    zone: 'America/Sao_Paulo',
    what: 'gap at midnight, 00:00 to 01:00',
    date: '2018-11-04',
    windows: '00:00-04:00',
    slots: ['01:00-02:00', '02:00-02:00', '03:00-02:00'],
  },
  {
    zone: 'America/Sao_Paulo',
    what: 'overlap at midnight, 24:00 to 23:00',
    date: '2019-02-16',
    windows: '21:00-24:00',
    slots: ['21:00-02:00', '22:00-02:00', '23:00-02:00', '23:00-03:00'],
  },
  {
    zone: 'Africa/Casablanca',
    what: 'overlap before Ramadan, 03:00 to 02:00',
    date: '2025-02-23',
    windows: '01:00-05:00',
    slots: ['01:00+01:00', '02:00+01:00', '02:00+00:00', '03:00+00:00', '04:00+00:00'],
  },
  {
    zone: 'Africa/Casablanca',
    what: 'gap after Ramadan, 02:00 to 03:00',
    date: '2025-04-06',
    windows: '01:00-05:00',
    slots: ['01:00+00:00', '03:00+01:00', '04:00+01:00'],
  },
  {
    zone: 'Asia/Kolkata',
    what: 'no change, offset of half an hour',
    date: '2026-03-29',
    windows: '01:00-04:00',
    slots: ['01:00+05:30', '02:00+05:30', '03:00+05:30'],
  },
  {
    zone: 'Asia/Kathmandu',
    what: 'no change, offset of three quarters of an hour',
    date: '2026-03-29',
    windows: '01:00-04:00',
    slots: ['01:00+05:45', '02:00+05:45', '03:00+05:45'],
  },
  {
    zone: 'Australia/Lord_Howe',
    what: 'gap of half an hour, 02:00 to 02:30',
    date: '2026-10-04',
    windows: '01:00-05:30',
    slots: ['01:00+10:30', '02:30+11:00', '03:30+11:00', '04:30+11:00'],
  },
  {
    zone: 'Australia/Lord_Howe',
    what: 'overlap of half an hour, 02:00 to 01:30',
    date: '2026-04-05',
    windows: '00:00-03:30',
    slots: ['00:00+11:00', '01:00+11:00', '01:30+10:30', '02:30+10:30'],
  },
  {
    zone: 'Pacific/Apia',
    what: 'the day before a skipped date',
    date: '2011-12-29',
    windows: '22:00-02:00',
    slots: ['00:00-10:00', '01:00-10:00', '22:00-10:00', '23:00-10:00'],
  },
  {
    zone: 'Pacific/Apia',
    what: 'a skipped date',
    date: '2011-12-30',
    windows: '09:00-11:00',
    slots: [],
  },
  {
    zone: 'Pacific/Apia',
    what: 'the day after a skipped date',
    date: '2011-12-31',
    windows: '09:00-11:00',
    slots: ['09:00+14:00', '10:00+14:00'],
  },
  {
    zone: 'Africa/Cairo',
    what: 'gap at midnight, 00:00 to 01:00',
    date: '2026-04-24',
    windows: '00:00-04:00',
    slots: ['01:00+03:00', '02:00+03:00', '03:00+03:00'],
  },
  {
    zone: 'Africa/Cairo',
    what: 'overlap at midnight, 24:00 to 23:00',
    date: '2026-10-29',
    windows: '21:00-24:00',
    slots: ['21:00+03:00', '22:00+03:00', '23:00+03:00', '23:00+02:00'],
  },
  {
    zone: 'Asia/Gaza',
    what: 'gap, 02:00 to 03:00',
    date: '2026-03-28',
    windows: '00:00-05:00',
    slots: ['00:00+02:00', '01:00+02:00', '03:00+03:00', '04:00+03:00'],
  },
  {
    zone: 'Asia/Gaza',
    what: 'overlap, 02:00 to 01:00',
    date: '2026-10-24',
    windows: '00:00-04:00',
    slots: ['00:00+03:00', '01:00+03:00', '01:00+02:00', '02:00+02:00', '03:00+02:00'],
  },
  {
    zone: 'America/Vancouver',
    what: 'its last gap, 02:00 to 03:00',
    date: '2026-03-08',
    windows: '01:00-05:00',
    slots: ['01:00-08:00', '03:00-07:00', '04:00-07:00'],
  },
  {
    zone: 'America/Vancouver',
    what: 'no overlap any more',
    date: '2026-11-01',
    windows: '00:00-04:00',
    slots: ['00:00-07:00', '01:00-07:00', '02:00-07:00', '03:00-07:00'],
  },
]

describe('a window across a clock change lasts its elapsed time', () => {
  test.each(CHANGES)('$zone: $what', ({ zone, date, windows, slots }) => {
    expect(slotsOn(zone, date, windows, 60)).toEqual(at(date, slots))
  })
})

describe('a bound of a window in a gap moves forward by the length of the gap', () => {
  test.each([
    ['the start of a window', '02:30-04:00', ['03:30+02:00']],
    ['the end of a window', '01:00-02:30', ['01:00+01:00', '01:30+01:00', '03:00+02:00']],
    ['both bounds of a window', '02:00-02:30', ['03:00+02:00']],
    ['both bounds of a window inside the gap', '02:05-02:50', ['03:05+02:00']],
    ['a window of exactly the gap, which becomes empty', '02:00-03:00', []],
    ['a window that ends at its moved start, which becomes empty', '02:15-03:15', []],
  ])('%s', (_what, windows, slots) => {
    expect(slotsOn('Europe/Berlin', '2026-03-29', windows, 30)).toEqual(at('2026-03-29', slots))
  })

  test('windows that overlap after the move are joined', () => {
    // 02:00–02:40 becomes 03:00–03:40, so no grid starts at 03:20.
    expect(slotsOn('Europe/Berlin', '2026-03-29', '02:00-02:40 03:20-04:00', 30)).toEqual(
      at('2026-03-29', ['03:00+02:00', '03:30+02:00']),
    )
  })

  test('windows that change their order by the move are joined', () => {
    // 02:15–02:45 becomes 03:15–03:45, after the start of 03:00–03:30.
    expect(slotsOn('Europe/Berlin', '2026-03-29', '02:15-02:45 03:00-03:30', 15)).toEqual(
      at('2026-03-29', ['03:00+02:00', '03:15+02:00', '03:30+02:00']),
    )
  })
})

test('a window that becomes empty in a gap does not restart the grid', () => {
  const zone = 'Europe/Berlin'
  const fromEpochMinutes = minutes('2026-03-29T00:00:00+01:00')
  const slots = computeSlots({
    policy: policyWith({
      timeZone: zone,
      dateOverrides: [
        // Open from Saturday's midnight to 05:00 on Sunday; 02:15–03:00 would be 03:15–03:00.
        override('2026-03-28', '00:00-24:00 20:00-05:00'),
        override('2026-03-29', '02:15-03:00'),
      ],
    }),
    fromEpochMinutes,
    toEpochMinutes: fromEpochMinutes + 1440,
    nowEpochSeconds: fromEpochMinutes * 60,
    occupied: EMPTY_SET,
  })
  expect(slots.map((start) => formatInstant(start, zone))).toEqual([
    '2026-03-29T00:00:00+01:00',
    '2026-03-29T01:00:00+01:00',
    '2026-03-29T03:00:00+02:00',
    '2026-03-29T04:00:00+02:00',
  ])
})

describe('a bound of a window in an overlap means its first occurrence', () => {
  test.each([
    [
      'the start of a window',
      '02:30-04:00',
      ['02:30+02:00', '02:00+01:00', '02:30+01:00', '03:00+01:00', '03:30+01:00'],
    ],
    ['the end of a window', '01:30-02:30', ['01:30+02:00', '02:00+02:00']],
    ['both bounds of a window', '02:00-02:30', ['02:00+02:00']],
  ])('%s', (_what, windows, slots) => {
    expect(slotsOn('Europe/Berlin', '2026-10-25', windows, 30)).toEqual(at('2026-10-25', slots))
  })
})

test('a slot of 24 hours that ends two dates later, across a day of 23 hours, is offered', () => {
  const zone = 'Europe/Berlin'
  const start = minutes('2026-03-28T23:30:00+01:00')
  const slots = computeSlots({
    policy: policyWith({
      timeZone: zone,
      durationMinutes: 1440,
      slotStepMinutes: 30,
      availabilityRules: rules(EVERY_DAY, '00:00-24:00'),
    }),
    fromEpochMinutes: start,
    toEpochMinutes: start + 1,
    nowEpochSeconds: start * 60,
    occupied: EMPTY_SET,
  })
  expect(slots.map((slot) => formatInstant(slot + 1440, zone))).toEqual([
    '2026-03-30T00:30:00+02:00',
  ])
})

test('a window across midnight and a clock change lasts its elapsed time', () => {
  // Saturday 22:00 to Sunday 04:00 in Berlin: 5 hours in spring, 7 in autumn.
  const tail = (date: string) => slotsOn('Europe/Berlin', date, '22:00-04:00', 60)
  expect(tail('2026-03-29')).toEqual(
    at('2026-03-29', ['00:00+01:00', '01:00+01:00', '03:00+02:00', '22:00+02:00', '23:00+02:00']),
  )
  expect(tail('2026-10-25')).toEqual(
    at('2026-10-25', [
      '00:00+02:00',
      '01:00+02:00',
      '02:00+02:00',
      '02:00+01:00',
      '03:00+01:00',
      '22:00+01:00',
      '23:00+01:00',
    ]),
  )
})
