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
