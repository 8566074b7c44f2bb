import { parseDate } from '@holdfast/engine'
import { expect, test } from 'vitest'
import { type RecurrenceInput, readRecurrence } from './read-recurrence.ts'

const seconds = (instant: string) => Date.parse(instant) / 1000
const day = (date: string) => parseDate(date) ?? Number.NaN
const HOUR = 3600
/** Monday, 27 April 2026, nine o'clock in Berlin. */
const NINE = seconds('2026-04-27T07:00:00Z')
const timed = { startEpochSeconds: NINE, endEpochSeconds: NINE + HOUR }
/** The same day, as a date. */
const dated = {
  days: { startDay: day('2026-04-27'), endDay: day('2026-04-28') },
  startEpochSeconds: seconds('2026-04-26T22:00:00Z'),
  endEpochSeconds: seconds('2026-04-27T22:00:00Z'),
}

const read = (
  input: string | RecurrenceInput,
  time: Parameters<typeof readRecurrence>[1] = timed,
) => readRecurrence(typeof input === 'string' ? { rrule: input } : input, time, 'Europe/Berlin')
const refused = (pointer: string, message: string) => ({
  ok: false,
  refusal: { code: 'validation_failed', errors: [{ pointer, message }] },
})
const RULE = '/recurrence/rrule'

test('a rule is stored with the wall time of its start and its bounds', () => {
  expect(read('FREQ=WEEKLY;COUNT=3')).toEqual({
    ok: true,
    value: {
      rrule: 'FREQ=WEEKLY;COUNT=3',
      timeZone: 'Europe/Berlin',
      startWallSeconds: seconds('2026-04-27T09:00:00Z'),
      exdates: [],
      rdates: [],
      changes: [],
      lastWallSeconds: seconds('2026-05-11T09:00:00Z'),
      firstStartEpochSeconds: NINE,
      lastEndEpochSeconds: seconds('2026-05-11T08:00:00Z'),
    },
  })
})

test('a rule without an end has no last occurrence', () => {
  const found = read('FREQ=DAILY')
  expect(found.ok && found.value).not.toHaveProperty('lastEndEpochSeconds')
  expect(found.ok && found.value).not.toHaveProperty('lastWallSeconds')
})

test('the last day of dates may be an hour longer than the first', () => {
  const found = read('FREQ=DAILY;COUNT=2', dated)
  expect(found).toMatchObject({
    ok: true,
    value: {
      startWallSeconds: seconds('2026-04-27T00:00:00Z'),
      firstStartEpochSeconds: dated.startEpochSeconds,
      lastEndEpochSeconds: seconds('2026-04-28T23:00:00Z'),
    },
  })
})

test('a zone of its own is for instants alone, and exists', () => {
  const rrule = 'FREQ=DAILY;COUNT=2'
  expect(read({ rrule, timeZone: 'UTC' })).toMatchObject({
    ok: true,
    value: { timeZone: 'UTC', startWallSeconds: NINE },
  })
  expect(read({ rrule, timeZone: 'Europe/Bonn' })).toEqual(
    refused(
      '/recurrence/timeZone',
      'must be an IANA time zone name, such as Europe/Berlin; got "Europe/Bonn"',
    ),
  )
  expect(read({ rrule, timeZone: 'UTC' }, dated)).toEqual(
    refused(
      '/recurrence/timeZone',
      'must be the calendar\'s time zone, "Europe/Berlin", for an all-day event',
    ),
  )
  expect(read({ rrule, timeZone: 'Europe/Berlin' }, dated)).toMatchObject({ ok: true })
})

test('an event that recurs lasts at most 31 days', () => {
  const lasting = (lengthSeconds: number) =>
    read('FREQ=YEARLY;COUNT=2', { ...timed, endEpochSeconds: NINE + lengthSeconds })
  expect(lasting(31 * 86_400)).toMatchObject({ ok: true })
  expect(lasting(31 * 86_400 + 1)).toEqual(
    refused('/end', 'must be at most 31 days after `start` for a recurring event'),
  )
})

test('a wall time that comes twice is the earlier of both', () => {
  // Half past two, before and after the clocks go back.
  const at = (instant: string) => ({
    startEpochSeconds: seconds(instant),
    endEpochSeconds: seconds(instant) + HOUR,
  })
  const message =
    'must be the earlier of two equal wall times: clocks in Europe/Berlin go back, and this is the later one'
  expect(read('FREQ=DAILY;COUNT=2', at('2026-10-25T00:30:00Z'))).toMatchObject({ ok: true })
  expect(read('FREQ=DAILY;COUNT=2', at('2026-10-25T01:30:00Z'))).toEqual(refused('/start', message))
  const leaving = (name: 'exdates' | 'rdates', instant: string) =>
    read({ rrule: 'FREQ=DAILY', [name]: [{ epochSeconds: seconds(instant) }] })
  expect(leaving('exdates', '2026-10-25T00:30:00Z')).toMatchObject({ ok: true })
  expect(leaving('exdates', '2026-10-25T01:30:00Z')).toEqual(
    refused('/recurrence/exdates/0', message),
  )
  expect(leaving('rdates', '2026-10-25T01:30:00Z')).toEqual(
    refused('/recurrence/rdates/0', message),
  )
})

test.each([
  ['FREQ=MINUTELY', 'FREQ: must be HOURLY or less frequent'],
  ['FREQ=SECONDLY', 'FREQ: must be HOURLY or less frequent'],
  [
    'FREQ=DAILY;BYHOUR=9;BYMINUTE=0,2,4,6,8,10,12,14,16,18,20,22,24,26,28,30,32,34,36,38,40,42,44,46,48',
    'must give at most 24 occurrences a day',
  ],
  ['FREQ=HOURLY;BYMINUTE=0,30', 'must give at most 24 occurrences a day'],
  [
    'FREQ=DAILY;BYSECOND=0,1;BYMINUTE=0,1,2,3,4,5,6,7,8,9,10,11,12',
    'must give at most 24 occurrences a day',
  ],
  ['FREQ=DAILY;COUNT=2001', 'COUNT: must be at most 2000; omit it for a rule without an end'],
  ['FREQ=WEEKLY;BYDAY=TU', 'must include the start of the event, which is its first occurrence'],
])('the rule %s is refused', (rrule, message) => {
  expect(read(rrule)).toEqual(refused(RULE, message))
})

test('a text that is no rule is refused with the part that is wrong', () => {
  const found = read('FREQ=OFTEN')
  expect(found).toMatchObject({ ok: false, refusal: { errors: [{ pointer: RULE }] } })
  expect(JSON.stringify(found)).toContain('FREQ: ')
})

test.each(['FREQ=HOURLY', 'FREQ=DAILY;COUNT=2000', 'FREQ=DAILY;BYHOUR=9,10;BYMINUTE=0,5'])(
  'the rule %s is possible',
  (rrule) => {
    expect(read(rrule)).toMatchObject({ ok: true })
  },
)

test.each([
  ['FREQ=HOURLY', 'FREQ: must be DAILY or less frequent for an all-day event'],
  ['FREQ=DAILY;BYHOUR=0', 'BYHOUR, BYMINUTE and BYSECOND are not allowed for an all-day event'],
  ['FREQ=DAILY;BYMINUTE=0', 'BYHOUR, BYMINUTE and BYSECOND are not allowed for an all-day event'],
  ['FREQ=DAILY;BYSECOND=0', 'BYHOUR, BYMINUTE and BYSECOND are not allowed for an all-day event'],
])('the rule %s is not for days', (rrule, message) => {
  expect(read(rrule, dated)).toEqual(refused(RULE, message))
})

test('a start off the rule is possible if the caller says so', () => {
  const rrule = 'FREQ=WEEKLY;BYDAY=TU;COUNT=2'
  expect(read({ rrule, allowsStartOffRule: true })).toMatchObject({ ok: true })
  expect(read({ rrule, allowsStartOffRule: false })).toMatchObject({ ok: false })
})

test('dates beside the rule are of the kind of the start, in order, and each once', () => {
  const at = (instant: string) => ({ epochSeconds: seconds(instant) })
  const dates = [at('2026-05-02T07:00:00Z'), at('2026-05-01T07:00:00Z'), at('2026-05-02T07:00:00Z')]
  expect(read({ rrule: 'FREQ=WEEKLY;COUNT=2', rdates: dates, exdates: dates })).toMatchObject({
    ok: true,
    value: {
      rdates: [seconds('2026-05-01T09:00:00Z'), seconds('2026-05-02T09:00:00Z')],
      exdates: [seconds('2026-05-01T09:00:00Z'), seconds('2026-05-02T09:00:00Z')],
    },
  })
  const kind = 'must be a date if `start` is a date, and an instant if `start` is an instant'
  const byDay = [at('2026-05-01T07:00:00Z'), { day: day('2026-05-01') }]
  expect(read({ rrule: 'FREQ=DAILY', exdates: byDay })).toEqual(
    refused('/recurrence/exdates/1', kind),
  )
  expect(read({ rrule: 'FREQ=DAILY', rdates: byDay }, dated)).toEqual(
    refused('/recurrence/rdates/0', kind),
  )
  expect(read({ rrule: 'FREQ=DAILY', rdates: [{ day: day('2026-05-01') }] }, dated)).toMatchObject({
    ok: true,
    value: { rdates: [seconds('2026-05-01T00:00:00Z')] },
  })
})

test('a date before the start is the first occurrence', () => {
  const rdates = [{ epochSeconds: seconds('2026-04-20T07:00:00Z') }]
  expect(read({ rrule: 'FREQ=DAILY;COUNT=2', rdates })).toMatchObject({
    ok: true,
    value: { firstStartEpochSeconds: seconds('2026-04-20T07:00:00Z') },
  })
})
