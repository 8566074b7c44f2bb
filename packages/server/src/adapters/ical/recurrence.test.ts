import { describe, expect, test } from 'vitest'
import { busyOfLines } from '../../../tests/support/busy-of-lines.ts'

/** A series of one hour, or of days if it starts with a date. */
const series = (start: string, rule: string, ...more: readonly string[]) => [
  'BEGIN:VEVENT',
  'UID:a',
  ...(start.length === 8 ? [`DTSTART;VALUE=DATE:${start}`] : [`DTSTART:${start}`, 'DURATION:PT1H']),
  `RRULE:${rule}`,
  ...more,
  'END:VEVENT',
]

/** The days from 2012 to 2023 on which a series has an hour, `YYYYMMDD`. */
function daysOf(start: string, rule: string): string {
  const years = Array.from({ length: 12 }, (_, index) => 2012 + index)
  const days = years.flatMap((year) => {
    const range = [`${year}-01-01`, `${year + 1}-01-01`] as const
    const { busy, warnings } = busyOfLines(series(`${start}T100000Z`, rule), { range })
    expect(warnings).toEqual([])
    return busy.map((text) => `${year}${text.slice(0, 5).replace('-', '')}`)
  })
  return days.join()
}

// The rules and results of libical's tests for Gregorian rules of RFC 7529.
test.each([
  ['20120229', 'FREQ=YEARLY;COUNT=4', '20120229,20160229,20200229'],
  ['20140131', 'FREQ=MONTHLY;SKIP=BACKWARD;COUNT=4', '20140131,20140228,20140331,20140430'],
  ['20140131', 'FREQ=MONTHLY;SKIP=FORWARD;COUNT=4', '20140131,20140301,20140331,20140501'],
  [
    '20150228',
    'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=28,29;SKIP=FORWARD;COUNT=5',
    '20150228,20150301,20160228,20160229,20170228',
  ],
  [
    '20140131',
    'FREQ=MONTHLY;INTERVAL=3;SKIP=FORWARD;COUNT=4',
    '20140131,20140501,20140731,20141031',
  ],
  [
    '20150131',
    'FREQ=MONTHLY;BYMONTHDAY=31;COUNT=12;SKIP=FORWARD',
    '20150131,20150301,20150331,20150501,20150531,20150701,20150731,20150831,20151001,20151031,20151201,20151231',
  ],
  [
    '20150101',
    'FREQ=MONTHLY;BYMONTHDAY=-31;COUNT=12;SKIP=FORWARD',
    '20150101,20150201,20150301,20150401,20150501,20150601,20150701,20150801,20150901,20151001,20151101,20151201',
  ],
  [
    '20150131',
    'FREQ=MONTHLY;BYMONTHDAY=31;COUNT=12;SKIP=BACKWARD',
    '20150131,20150228,20150331,20150430,20150531,20150630,20150731,20150831,20150930,20151031,20151130,20151231',
  ],
  [
    '20150101',
    'FREQ=MONTHLY;BYMONTHDAY=-31;COUNT=12;SKIP=BACKWARD',
    '20150101,20150131,20150301,20150331,20150501,20150531,20150701,20150801,20150831,20151001,20151031,20151201',
  ],
  [
    '20121231',
    'FREQ=YEARLY;BYYEARDAY=366;SKIP=FORWARD;COUNT=9',
    '20121231,20140101,20150101,20160101,20161231,20180101,20190101,20200101,20201231',
  ],
  [
    '20121231',
    'FREQ=YEARLY;BYYEARDAY=366;SKIP=BACKWARD;COUNT=9',
    '20121231,20131231,20141231,20151231,20161231,20171231,20181231,20191231,20201231',
  ],
  [
    '20120101',
    'FREQ=YEARLY;BYYEARDAY=-366;SKIP=FORWARD;COUNT=9',
    '20120101,20130101,20140101,20150101,20160101,20170101,20180101,20190101,20200101',
  ],
  [
    '20120101',
    'FREQ=YEARLY;BYYEARDAY=-366;SKIP=BACKWARD;COUNT=9',
    '20120101,20121231,20131231,20141231,20160101,20161231,20171231,20181231,20200101',
  ],
])('from %s, %s moves dates that do not exist as RFC 7529 says', (start, rule, days) => {
  expect(daysOf(start, `RSCALE=GREGORIAN;${rule}`)).toBe(days)
})

test.each([
  [
    'days of the week limit moved dates',
    'FREQ=MONTHLY;BYMONTHDAY=31;BYDAY=SA;SKIP=BACKWARD',
    '20150131,20150228,20151031',
  ],
  [
    'a position counts moved dates',
    'FREQ=MONTHLY;BYMONTHDAY=30,31;BYSETPOS=-1;SKIP=BACKWARD;COUNT=3',
    '20150131,20150228,20150331',
  ],
  [
    'weekdays always exist',
    'FREQ=MONTHLY;BYDAY=5SA;SKIP=FORWARD;COUNT=3',
    '20150131,20150530,20150829',
  ],
  ['UNTIL ends the rule', 'FREQ=MONTHLY;SKIP=FORWARD;UNTIL=20150301T100000Z', '20150131,20150301'],
])('with SKIP, %s', (_, rule, days) => {
  expect(
    daysOf('20150131', rule)
      .split(',')
      .filter((day) => day < '20160101')
      .join(),
  ).toBe(days)
})

test('an endless rule with SKIP that began centuries ago is expanded in the range', () => {
  const lines = series('16000131T100000Z', 'RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=BACKWARD')
  expect(busyOfLines(lines, { range: ['2026-02-01', '2026-05-01'] }).busy).toEqual([
    '02-28 10:00–11:00',
    '03-31 10:00–11:00',
    '04-30 10:00–11:00',
  ])
})

test('a rule in another calendar, or with an unknown SKIP, makes every day busy until its COUNT ends', () => {
  for (const rule of ['RSCALE=HEBREW;FREQ=MONTHLY;COUNT=2', 'FREQ=MONTHLY;SKIP=AWAY;COUNT=2']) {
    const { busy, warnings } = busyOfLines(series('20260501T100000Z', rule), {
      range: ['2026-05-01', '2027-01-01'],
    })
    expect([busy.length, busy.at(-1), warnings]).toEqual([
      63,
      '07-02 10:00–11:00',
      ['line 2: the RRULE is invalid; every day counts as busy'],
    ])
  }
})

test('for an event of dates, BYHOUR, BYMINUTE and BYSECOND are ignored', () => {
  const rule = 'FREQ=DAILY;COUNT=3;BYHOUR=9,10;BYMINUTE=0,30;BYSECOND=0,20,40'
  expect(busyOfLines(series('20260601', rule))).toEqual({
    busy: ['06-01 00:00–06-04 00:00'],
    warnings: [],
  })
})

describe('a changed occurrence that repeats the recurrence of its series', () => {
  const changed = (...more: readonly string[]) => [
    'BEGIN:VEVENT',
    'UID:a',
    'RECURRENCE-ID:20260608T100000Z',
    'DTSTART:20260609T150000Z',
    'DURATION:PT1H',
    ...more,
    'END:VEVENT',
  ]

  test.each(['FREQ=WEEKLY', 'FREQ=WEEKLY;COUNT=9', 'FREQ=WEEKLY;UNTIL=20270101T000000Z'])(
    'with %s is one occurrence',
    (rule) => {
      const range = ['2026-06-01', '2026-06-30'] as const
      const lines = [...series('20260601T100000Z', rule), ...changed(`RRULE:${rule}`)]
      expect(busyOfLines(lines, { range })).toEqual({
        busy: [
          '06-01 10:00–11:00',
          '06-09 15:00–16:00',
          '06-15 10:00–11:00',
          '06-22 10:00–11:00',
          '06-29 10:00–11:00',
        ],
        warnings: [],
      })
    },
  )

  test('repeats no added dates either', () => {
    const rdate = 'RDATE:20260620T100000Z'
    const lines = [
      ...series('20260601T100000Z', 'FREQ=WEEKLY;COUNT=2', rdate),
      ...changed('RRULE:FREQ=WEEKLY;COUNT=2', rdate, 'TRANSP:TRANSPARENT'),
    ]
    expect(busyOfLines(lines)).toEqual({
      busy: ['06-01 10:00–11:00', '06-20 10:00–11:00'],
      warnings: [],
    })
  })

  test('is reported if it gives another recurrence', () => {
    const lines = [
      ...series('20260601T100000Z', 'FREQ=WEEKLY;COUNT=2'),
      ...changed('RRULE:FREQ=DAILY'),
    ]
    expect(busyOfLines(lines)).toEqual({
      busy: ['06-01 10:00–11:00', '06-09 15:00–16:00'],
      warnings: ['line 8: this changes one occurrence; its own recurrence is ignored'],
    })
  })

  test('counts if its series is missing, with a warning', () => {
    expect(busyOfLines(changed('RRULE:FREQ=DAILY;COUNT=2'))).toEqual({
      busy: ['06-09 15:00–16:00', '06-10 15:00–16:00'],
      warnings: ['line 2: the event that this changes is missing; its own recurrence counts'],
    })
  })
})

describe('a rule that ends', () => {
  const TOO_MANY =
    'line 2: the RRULE has too many occurrences; all time until its end counts as busy'

  test.each([
    [
      'FREQ=MINUTELY;INTERVAL=90;COUNT=3',
      ['06-01 10:00–11:00', '06-01 11:30–12:30', '06-01 13:00–14:00'],
    ],
    ['FREQ=SECONDLY;INTERVAL=5400;COUNT=2', ['06-01 10:00–11:00', '06-01 11:30–12:30']],
    ['FREQ=MINUTELY;COUNT=3', ['06-01 10:00–11:02']],
    ['FREQ=SECONDLY;COUNT=121', ['06-01 10:00–11:02']],
    ['FREQ=MINUTELY;BYHOUR=10;BYMINUTE=0;COUNT=2', ['06-01 10:00–11:00', '06-02 10:00–11:00']],
    [
      'FREQ=MINUTELY;INTERVAL=720;UNTIL=20260602T100000Z',
      ['06-01 10:00–11:00', '06-01 22:00–23:00', '06-02 10:00–11:00'],
    ],
  ])('by %s is expanded, however close its occurrences are', (rule, busy) => {
    expect(busyOfLines(series('20260601T100000Z', rule))).toEqual({ busy, warnings: [] })
  })

  test.each([
    ['FREQ=MINUTELY;COUNT=20000', '06-01 10:00–06-15 08:20'],
    ['FREQ=SECONDLY;COUNT=86400', '06-01 10:00–06-02 11:00'],
    ['FREQ=MINUTELY;BYHOUR=9,10,11,12;COUNT=20000', '06-01 10:00–08-25 11:00'],
    [
      'FREQ=DAILY;BYHOUR=0,6,12,18;BYMINUTE=0,10,20,30,40,50;BYSECOND=0,10,20,30,40,50;COUNT=14400',
      '06-01 10:00–09-10 11:00',
    ],
  ])('by %s is busy up to its end, and no longer', (rule, busy) => {
    const range = ['2026-06-01', '2027-06-01'] as const
    expect(busyOfLines(series('20260601T100000Z', rule), { range })).toEqual({
      busy: [busy],
      warnings: [TOO_MANY],
    })
  })

  test('blocks nothing after its end, and causes no warning then', () => {
    const lines = series('20260101T100000Z', 'FREQ=MINUTELY;COUNT=20000')
    expect(busyOfLines(lines)).toEqual({ busy: [], warnings: [] })
  })
})

test('a rule for every 90 minutes is expanded in the range', () => {
  const lines = series('20260101T000000Z', 'FREQ=MINUTELY;INTERVAL=90')
  const { busy, warnings } = busyOfLines(lines, { range: ['2026-06-01', '2026-06-02'] })
  expect([busy.length, busy.slice(0, 2), warnings]).toEqual([
    16,
    ['06-01 00:00–01:00', '06-01 01:30–02:30'],
    [],
  ])
})

describe('a date with a Z is a date', () => {
  test('added to a series of dates', () => {
    const lines = ['BEGIN:VEVENT', 'DTSTART;VALUE=DATE:20260601', 'RDATE:20260610Z', 'END:VEVENT']
    expect(busyOfLines(lines)).toEqual({
      busy: ['06-01 00:00–06-02 00:00', '06-10 00:00–06-11 00:00'],
      warnings: [],
    })
  })

  test('added to and excluded from a series of times, at the time of its start', () => {
    const more = ['RDATE:20260610Z,20260611Z', 'EXDATE:20260602Z']
    expect(busyOfLines(series('20260601T100000Z', 'FREQ=DAILY;COUNT=2', ...more))).toEqual({
      busy: ['06-01 10:00–11:00', '06-10 10:00–11:00', '06-11 10:00–11:00'],
      warnings: [],
    })
  })

  test('as UNTIL, which includes its day', () => {
    expect(busyOfLines(series('20260601T100000Z', 'FREQ=DAILY;UNTIL=20260602Z'))).toEqual({
      busy: ['06-01 10:00–11:00', '06-02 10:00–11:00'],
      warnings: [],
    })
  })

  test('but a date that does not exist is not read', () => {
    const more = 'RDATE:20261310Z'
    const { warnings } = busyOfLines(series('20260601T100000Z', 'FREQ=DAILY;COUNT=1', more))
    expect(warnings).toEqual(['line 7: a date of this RDATE cannot be read'])
  })
})
