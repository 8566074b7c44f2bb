import { parseDate } from '@holdfast/engine'
import { expect, test } from 'vitest'
import type { CalendarFileEvent } from '../../kernel/ports/calendar-parser.ts'
import type { EventTime } from './event-content.ts'
import { startingSince1970 } from './start-since-1970.ts'

const day = (date: string) => parseDate(date) as number
const seconds = (instant: string) => Date.parse(instant) / 1000
const EVENT = { uid: 'a', line: 4 } as CalendarFileEvent

const moved = (time: EventTime, rrule?: string) => {
  const recurrence = rrule === undefined ? undefined : { rrule, allowsStartOffRule: true }
  const read = { input: { title: 'Ada', time, recurrence }, warnings: [] }
  const { input, warnings } = startingSince1970(EVENT, read, 'Europe/Berlin')
  return { time: input.time, warnings: warnings.map(({ detail }) => detail) }
}

test.each([
  ['a birthday', '1950-03-15', 'FREQ=YEARLY', '1970-03-15'],
  ['a birthday without a year', '1604-12-24', 'FREQ=YEARLY', '1970-12-24'],
  ['a leap day', '1904-02-29', 'FREQ=YEARLY', '1972-02-29'],
  ['every other week', '1969-12-22', 'FREQ=WEEKLY;INTERVAL=2', '1970-01-05'],
  ['a day that started in 1969 in UTC', '1960-01-01', 'FREQ=YEARLY', '1971-01-01'],
])(
  'a series from before 1970 starts with its first occurrence since then: %s',
  (_, from, rrule, to) => {
    const { time, warnings } = moved({ startDay: day(from), endDay: day(from) + 1 }, rrule)
    expect(time).toEqual({ startDay: day(to), endDay: day(to) + 1 })
    expect(warnings).toEqual([`It started before 1970. Its first occurrence here is on ${to}.`])
  },
)

test('a timed series keeps its wall time and duration', () => {
  const from = {
    startEpochSeconds: seconds('1965-07-01T09:00:00+01:00'),
    endEpochSeconds: seconds('1965-07-01T10:30:00+01:00'),
  }
  expect(moved(from, 'FREQ=YEARLY').time).toEqual({
    startEpochSeconds: seconds('1970-07-01T09:00:00+01:00'),
    endEpochSeconds: seconds('1970-07-01T10:30:00+01:00'),
  })
})

test.each([
  ['a single event', '1950-03-15', undefined],
  ['a series with COUNT', '1950-03-15', 'FREQ=YEARLY;COUNT=90'],
  ['a series that ended before 1970', '1950-03-15', 'FREQ=YEARLY;UNTIL=19600101'],
  ['a series that started in 1970', '1970-03-15', 'FREQ=YEARLY'],
])('%s stays unchanged', (_, from, rrule) => {
  const time = { startDay: day(from), endDay: day(from) + 1 }
  expect(moved(time, rrule)).toEqual({ time, warnings: [] })
})
