import { expect, test } from 'vitest'
import { busyOfLines } from '../../../tests/support/busy-of-lines.ts'

const EVERYWHERE = ['UTC', 'America/New_York', 'Europe/Berlin', 'Asia/Tokyo', 'Pacific/Apia']
const RANGE = ['2026-02-10', '2026-03-20'] as const

/** A day off each Thursday, three times from 19 February 2026. */
const series = (...more: readonly string[]) => [
  'BEGIN:VEVENT',
  'UID:weekly',
  'DTSTART;VALUE=DATE:20260219',
  'RRULE:FREQ=WEEKLY;COUNT=3',
  ...more,
  'END:VEVENT',
]
const days = (...dates: readonly string[]) =>
  dates.flatMap((date) => ['BEGIN:VEVENT', `DTSTART;VALUE=DATE:${date}`, 'END:VEVENT'])

test.each(EVERYWHERE)(
  'Exchange excludes, moves and shifts days off by midnight in its own zone, in %s',
  (timeZone) => {
    const id = 'TZID=W. Europe Standard Time'
    const change = (range: string) => [
      'BEGIN:VEVENT',
      'UID:weekly',
      `RECURRENCE-ID;${range}${id}:20260226T000000`,
      'DTSTART;VALUE=DATE:20260227',
      'END:VEVENT',
    ]
    const busy = (lines: readonly string[]) => busyOfLines(lines, { range: RANGE, timeZone })
    expect(busy(series(`EXDATE;${id}:20260226T000000`))).toEqual(busy(days('20260219', '20260305')))
    expect(busy([...series(), ...change('')])).toEqual(
      busy(days('20260219', '20260227', '20260305')),
    )
    expect(busy([...series(), ...change('RANGE=THISANDFUTURE;')])).toEqual(
      busy(days('20260219', '20260227', '20260306')),
    )
  },
)

test.each(EVERYWHERE)(
  'a day off is a day of the provider in %s, whatever zone the calendar names',
  (timeZone) => {
    const lines = [...days('20260601'), ...series('EXDATE:20260226T000000Z')]
    const read = (...zone: readonly string[]) =>
      busyOfLines([...zone, ...lines], { timeZone, range: ['2026-02-10', '2026-06-10'] })
    for (const zone of ['UTC', 'America/New_York', 'Asia/Tokyo', 'Pacific/Apia']) {
      expect(read(`X-WR-TIMEZONE:${zone}`)).toEqual(read())
    }
  },
)

test('a feed labelled UTC frees no evening of a day off in New York', () => {
  const lines = ['X-WR-TIMEZONE:UTC', ...days('20260601')]
  expect(busyOfLines(lines, { timeZone: 'America/New_York' }).busy).toEqual([
    '06-01 04:00–06-02 04:00',
  ])
})

test('times without a zone are in the zone of the calendar', () => {
  const lines = ['BEGIN:VEVENT', 'DTSTART:20260601T100000', 'DURATION:PT1H', 'END:VEVENT']
  const timeZone = 'America/New_York'
  expect(busyOfLines(['X-WR-TIMEZONE:Asia/Tokyo', ...lines], { timeZone }).busy).toEqual([
    '06-01 01:00–02:00',
  ])
  expect(busyOfLines(lines, { timeZone }).busy).toEqual(['06-01 14:00–15:00'])
})

test('an all-day series ends on the day that its UNTIL means in the zone of the calendar', () => {
  // Midnight on 3 June in Tokyo.
  const rule = 'RRULE:FREQ=DAILY;UNTIL=20260602T150000Z'
  const lines = ['BEGIN:VEVENT', 'DTSTART;VALUE=DATE:20260601', rule, 'END:VEVENT']
  expect(busyOfLines(['X-WR-TIMEZONE:Asia/Tokyo', ...lines]).busy).toEqual([
    '06-01 00:00–06-04 00:00',
  ])
})
