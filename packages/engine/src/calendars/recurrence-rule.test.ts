import { describe, expect, test } from 'vitest'
import { formatRecurrenceRule, parseRecurrenceRule } from './recurrence-rule.ts'

describe('the text of a recurrence rule', () => {
  test('a rule is parsed in any order and case and formatted in one', () => {
    const text =
      'wkst=su;bysetpos=-1,+1;byday=FR,-1MO,mo,FR;bymonth=12,1;interval=2;until=20261231T225959z;freq=yearly'
    const parsed = parseRecurrenceRule(text)
    const formatted = parsed.ok && formatRecurrenceRule(parsed.value)
    expect(formatted).toBe(
      'FREQ=YEARLY;INTERVAL=2;UNTIL=20261231T225959Z;BYMONTH=1,12;BYDAY=-1MO,MO,FR;BYSETPOS=-1,1;WKST=SU',
    )
    expect(parseRecurrenceRule(formatted || '')).toEqual(parsed)
  })

  test('a rule with only a frequency has an interval of 1, weeks from Monday and no lists', () => {
    expect(parseRecurrenceRule('FREQ=DAILY')).toStrictEqual({
      ok: true,
      value: {
        frequency: 'DAILY',
        interval: 1,
        weekStart: 'MO',
        bySecond: [],
        byMinute: [],
        byHour: [],
        byDay: [],
        byMonthDay: [],
        byYearDay: [],
        byWeekNo: [],
        byMonth: [],
        bySetPos: [],
      },
    })
  })

  test('lists are sorted as numbers and without duplicates', () => {
    expect(
      parseRecurrenceRule(
        'FREQ=YEARLY;BYSECOND=59,0,7;BYMINUTE=30,5;BYHOUR=23,0,9,9;BYMONTHDAY=-1,31,2;' +
          'BYYEARDAY=366,-366,1;BYMONTH=12,1,2;BYSETPOS=366,-366;COUNT=3',
      ),
    ).toMatchObject({
      ok: true,
      value: {
        count: 3,
        bySecond: [0, 7, 59],
        byMinute: [5, 30],
        byHour: [0, 9, 23],
        byMonthDay: [-1, 2, 31],
        byYearDay: [-366, 1, 366],
        byMonth: [1, 2, 12],
        bySetPos: [-366, 366],
      },
    })
  })

  test('weekdays are sorted by ordinal and then from Monday, without duplicates', () => {
    const parsed = parseRecurrenceRule('FREQ=YEARLY;BYDAY=SU,53MO,-53SU,MO,1TU,+1TU')
    expect(parsed.ok && parsed.value.byDay).toStrictEqual([
      { weekday: 'SU', ordinal: -53 },
      { weekday: 'MO' },
      { weekday: 'SU' },
      { weekday: 'TU', ordinal: 1 },
      { weekday: 'MO', ordinal: 53 },
    ])
  })

  test.each([
    ['20261231', { day: 20_818 }],
    ['20261231T225958Z', { day: 20_818, epochSeconds: 1_798_757_998 }],
    ['20261231T225958', { day: 20_818, wallSeconds: 1_798_757_998 }],
    ['20240229T000000', { day: 19_782, wallSeconds: 1_709_164_800 }],
    ['00000101', { day: -719_528 }],
    ['20261231T235959Z', { day: 20_818, epochSeconds: 1_798_761_599 }],
  ])('UNTIL=%s is parsed as an inclusive end and formatted back', (text, until) => {
    const parsed = parseRecurrenceRule(`FREQ=DAILY;UNTIL=${text}`)
    expect(parsed.ok && parsed.value.until).toStrictEqual(until)
    expect(parsed.ok && formatRecurrenceRule(parsed.value)).toBe(`FREQ=DAILY;UNTIL=${text}`)
  })

  test.each([
    'FREQ=SECONDLY;INTERVAL=1000000;BYYEARDAY=1',
    'FREQ=MINUTELY;INTERVAL=1000000;BYMONTHDAY=-31',
    'FREQ=HOURLY;INTERVAL=1000000;COUNT=1000000;BYYEARDAY=1',
    'FREQ=DAILY;INTERVAL=10000;BYMONTHDAY=31;BYHOUR=0,23;BYMINUTE=0,59;BYSECOND=0,59',
    'FREQ=WEEKLY;BYDAY=MO,SU;BYSETPOS=1;WKST=SU',
    'FREQ=MONTHLY;BYDAY=1MO,5SU;BYSETPOS=-1',
    'FREQ=MONTHLY;BYMONTHDAY=1;BYSETPOS=1',
    'FREQ=YEARLY;BYWEEKNO=-53,53;BYYEARDAY=-366,366;BYSETPOS=-366,366',
    'FREQ=YEARLY;BYHOUR=1;BYSETPOS=1',
  ])('the rule %s is valid and formatted unchanged', (text) => {
    const parsed = parseRecurrenceRule(text)
    expect(parsed.ok && formatRecurrenceRule(parsed.value)).toBe(text)
  })

  test('a rule of 1,000 characters is valid, a longer one is not', () => {
    const text = (length: number) =>
      `FREQ=DAILY;BYMONTHDAY=1${',1'.repeat(500)}`.slice(0, length).replace(/,$/, '1')
    expect(text(999)).toHaveLength(999)
    expect(parseRecurrenceRule(text(999)).ok).toBe(true)
    expect(parseRecurrenceRule(text(1000)).ok).toBe(true)
    expect(parseRecurrenceRule(text(1001))).toEqual({
      ok: false,
      refusal: { part: 'RRULE', message: 'must have at most 1000 characters' },
    })
  })
})

const PARTS =
  'FREQ,INTERVAL,COUNT,UNTIL,BYDAY,WKST,' +
  'BYSECOND,BYMINUTE,BYHOUR,BYMONTHDAY,BYYEARDAY,BYWEEKNO,BYMONTH,BYSETPOS'
const FREQUENCIES = 'must be one of SECONDLY,MINUTELY,HOURLY,DAILY,WEEKLY,MONTHLY,YEARLY'
const UNTIL = 'must be a date such as 20261231, or a UTC time such as 20261231T225959Z'
const unknown = (piece: string) => `"${piece}" is not a known part; use one of ${PARTS}`
const number = (value: string, range: string) => `"${value}" must be a whole number from ${range}`
const weekday = (value: string) =>
  `"${value}" must be a weekday such as MO, or one with an ordinal such as 2MO or -1FR`

describe('an invalid recurrence rule is refused with its part and what is expected', () => {
  test.each([
    ['', 'RRULE', unknown('')],
    ['RRULE:FREQ=DAILY', 'RRULE', 'must be the value only; remove "RRULE:"'],
    ['rrule:FREQ=DAILY', 'RRULE', 'must be the value only; remove "RRULE:"'],
    ['FREQ=DAILY;', 'RRULE', unknown('')],
    ['FREQ=DAILY;RSCALE=GREGORIAN', 'RSCALE', unknown('RSCALE=GREGORIAN')],
    ['FREQ=DAILY;BYEASTER=0', 'BYEASTER', unknown('BYEASTER=0')],
    ['FREQ=DAILY;RRULE:COUNT=1', 'RRULE:COUNT', unknown('RRULE:COUNT=1')],
    ['INTERVAL=2', 'FREQ', FREQUENCIES],
    ['FREQ=FORTNIGHTLY', 'FREQ', FREQUENCIES],
    ['FREQ=DAILY;FREQ=DAILY', 'FREQ', 'must not be repeated'],
    ['FREQ=DAILY;INTERVAL', 'INTERVAL', 'must be written as INTERVAL=value'],
    ['FREQ=DAILY;INTERVAL=', 'INTERVAL', 'must be written as INTERVAL=value'],
    ['FREQ=DAILY;INTERVAL=1=2', 'INTERVAL', 'must be written as INTERVAL=value'],
    ['FREQ=DAILY;INTERVAL=0', 'INTERVAL', 'must be a whole number from 1 to 10000'],
    ['FREQ=DAILY;INTERVAL=1X', 'INTERVAL', 'must be a whole number from 1 to 10000'],
    ['FREQ=DAILY;INTERVAL=X1', 'INTERVAL', 'must be a whole number from 1 to 10000'],
    ['FREQ=DAILY;INTERVAL=10001', 'INTERVAL', 'must be a whole number from 1 to 10000'],
    ['FREQ=YEARLY;INTERVAL=10001', 'INTERVAL', 'must be a whole number from 1 to 10000'],
    ['FREQ=HOURLY;INTERVAL=1000001', 'INTERVAL', 'must be a whole number from 1 to 1000000'],
    ['FREQ=MINUTELY;INTERVAL=1000001', 'INTERVAL', 'must be a whole number from 1 to 1000000'],
    ['FREQ=SECONDLY;INTERVAL=1000001', 'INTERVAL', 'must be a whole number from 1 to 1000000'],
    ['FREQ=DAILY;COUNT=-1', 'COUNT', 'must be a whole number from 1 to 1000000'],
    ['FREQ=DAILY;COUNT=1000001', 'COUNT', 'must be a whole number from 1 to 1000000'],
    ['FREQ=DAILY;COUNT=00000001', 'COUNT', 'must be a whole number from 1 to 1000000'],
    ['FREQ=DAILY;COUNT=2;UNTIL=20260101', 'UNTIL', 'must not be used together with COUNT'],
    ['FREQ=DAILY;UNTIL=20260230', 'UNTIL', UNTIL],
    ['FREQ=DAILY;UNTIL=20260029', 'UNTIL', UNTIL],
    ['FREQ=DAILY;UNTIL=20261301', 'UNTIL', UNTIL],
    ['FREQ=DAILY;UNTIL=20260100', 'UNTIL', UNTIL],
    ['FREQ=DAILY;UNTIL=20260101T240000Z', 'UNTIL', UNTIL],
    ['FREQ=DAILY;UNTIL=20260101T236000Z', 'UNTIL', UNTIL],
    ['FREQ=DAILY;UNTIL=20260101T235960Z', 'UNTIL', UNTIL],
    ['FREQ=DAILY;UNTIL=2026-01-01', 'UNTIL', UNTIL],
    ['FREQ=DAILY;UNTIL=20260101X', 'UNTIL', UNTIL],
    ['FREQ=DAILY;UNTIL=X20260101', 'UNTIL', UNTIL],
    ['FREQ=DAILY;UNTIL=20260101T2359', 'UNTIL', UNTIL],
    ['FREQ=DAILY;WKST=XX', 'WKST', 'must be one of MO,TU,WE,TH,FR,SA,SU'],
    ['FREQ=DAILY;BYSECOND=60', 'BYSECOND', number('60', '0 to 59')],
    ['FREQ=DAILY;BYMINUTE=60', 'BYMINUTE', number('60', '0 to 59')],
    ['FREQ=DAILY;BYHOUR=24', 'BYHOUR', number('24', '0 to 23')],
    ['FREQ=DAILY;BYHOUR=-1', 'BYHOUR', number('-1', '0 to 23')],
    ['FREQ=DAILY;BYHOUR=001', 'BYHOUR', number('001', '0 to 23')],
    ['FREQ=DAILY;BYHOUR=1H', 'BYHOUR', number('1H', '0 to 23')],
    ['FREQ=MONTHLY;BYMONTHDAY=0', 'BYMONTHDAY', number('0', '1 to 31 or -31 to -1')],
    ['FREQ=MONTHLY;BYMONTHDAY=-32', 'BYMONTHDAY', number('-32', '1 to 31 or -31 to -1')],
    ['FREQ=MONTHLY;BYMONTHDAY=32', 'BYMONTHDAY', number('32', '1 to 31 or -31 to -1')],
    ['FREQ=MONTHLY;BYMONTHDAY=1,,2', 'BYMONTHDAY', number('', '1 to 31 or -31 to -1')],
    ['FREQ=MONTHLY;BYMONTHDAY=0001', 'BYMONTHDAY', number('0001', '1 to 31 or -31 to -1')],
    ['FREQ=MONTHLY;BYMONTHDAY=1D', 'BYMONTHDAY', number('1D', '1 to 31 or -31 to -1')],
    ['FREQ=YEARLY;BYYEARDAY=367', 'BYYEARDAY', number('367', '1 to 366 or -366 to -1')],
    ['FREQ=YEARLY;BYWEEKNO=54', 'BYWEEKNO', number('54', '1 to 53 or -53 to -1')],
    ['FREQ=YEARLY;BYMONTH=13', 'BYMONTH', number('13', '1 to 12')],
    ['FREQ=YEARLY;BYMONTH=0', 'BYMONTH', number('0', '1 to 12')],
    ['FREQ=YEARLY;BYMONTH=-1', 'BYMONTH', number('-1', '1 to 12')],
    ['FREQ=YEARLY;BYSETPOS=367', 'BYSETPOS', number('367', '1 to 366 or -366 to -1')],
    ['FREQ=MONTHLY;BYDAY=0MO', 'BYDAY', weekday('0MO')],
    ['FREQ=MONTHLY;BYDAY=54MO', 'BYDAY', weekday('54MO')],
    ['FREQ=MONTHLY;BYDAY=-54MO', 'BYDAY', weekday('-54MO')],
    ['FREQ=MONTHLY;BYDAY=001MO', 'BYDAY', weekday('001MO')],
    ['FREQ=MONTHLY;BYDAY=MONDAY', 'BYDAY', weekday('MONDAY')],
    ['FREQ=MONTHLY;BYDAY=XX', 'BYDAY', weekday('XX')],
    ['FREQ=WEEKLY;BYDAY=MO,1TU', 'BYDAY', 'ordinals are allowed only in a MONTHLY or YEARLY rule'],
    ['FREQ=DAILY;BYDAY=1MO', 'BYDAY', 'ordinals are allowed only in a MONTHLY or YEARLY rule'],
    [
      'FREQ=YEARLY;BYWEEKNO=1;BYDAY=1MO',
      'BYDAY',
      'ordinals are not allowed together with BYWEEKNO',
    ],
    ['FREQ=WEEKLY;BYMONTHDAY=1', 'BYMONTHDAY', 'is not allowed in a WEEKLY rule'],
    ['FREQ=DAILY;BYYEARDAY=1', 'BYYEARDAY', 'is not allowed in a DAILY rule'],
    ['FREQ=WEEKLY;BYYEARDAY=1', 'BYYEARDAY', 'is not allowed in a WEEKLY rule'],
    ['FREQ=MONTHLY;BYYEARDAY=1', 'BYYEARDAY', 'is not allowed in a MONTHLY rule'],
    ['FREQ=MONTHLY;BYWEEKNO=1', 'BYWEEKNO', 'is allowed only in a YEARLY rule'],
    ['FREQ=MONTHLY;BYSETPOS=1', 'BYSETPOS', 'needs another BY part to select from'],
  ])('the rule %j is refused because of %s', (text, part, message) => {
    expect(parseRecurrenceRule(text)).toEqual({ ok: false, refusal: { part, message } })
  })
})
