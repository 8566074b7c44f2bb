import { parseDate } from '@holdfast/engine'
import { expect, test } from 'vitest'
import type { CalendarFileEvent } from '../../kernel/ports/calendar-parser.ts'
import type { EventTime } from './events.ts'
import { startingSince1970 } from './start-since-1970.ts'

const day = (date: string) => parseDate(date) as number
const seconds = (instant: string) => Date.parse(instant) / 1000
const EVENT = { uid: 'a', line: 4 } as CalendarFileEvent

const begun = (time: EventTime, rrule?: string) => {
  const recurrence = rrule === undefined ? undefined : { rrule, allowsStartOffRule: true }
  const read = { input: { title: 'Ada', time, recurrence }, warnings: [] }
  const { input, warnings } = startingSince1970(EVENT, read, 'Europe/Berlin')
  return { time: input.time, warnings: warnings.map(({ detail }) => detail) }
}

test.each([
  ['a birthday', '1950-03-15', 'FREQ=YEARLY', '1970-03-15'],
  ['a birthday without its year', '1604-12-24', 'FREQ=YEARLY', '1970-12-24'],
  ['one of leap years', '1904-02-29', 'FREQ=YEARLY', '1972-02-29'],
  ['one of every other week', '1969-12-22', 'FREQ=WEEKLY;INTERVAL=2', '1970-01-05'],
  ['one whose day began in 1969 by universal time', '1960-01-01', 'FREQ=YEARLY', '1971-01-01'],
])('a series from before 1970 begins with its first occurrence since: %s', (_, from, rrule, to) => {
  const { time, warnings } = begun({ startDay: day(from), endDay: day(from) + 1 }, rrule)
  expect(time).toEqual({ startDay: day(to), endDay: day(to) + 1 })
  expect(warnings).toEqual([`It began before 1970: here its first occurrence is that of ${to}.`])
})

test('a timed one keeps its wall time and its length', () => {
  const from = {
    startEpochSeconds: seconds('1965-07-01T09:00:00+01:00'),
    endEpochSeconds: seconds('1965-07-01T10:30:00+01:00'),
  }
  expect(begun(from, 'FREQ=YEARLY').time).toEqual({
    startEpochSeconds: seconds('1970-07-01T09:00:00+01:00'),
    endEpochSeconds: seconds('1970-07-01T10:30:00+01:00'),
  })
})

test.each([
  ['once', '1950-03-15', undefined],
  ['so many times', '1950-03-15', 'FREQ=YEARLY;COUNT=90'],
  ['until before 1970', '1950-03-15', 'FREQ=YEARLY;UNTIL=19600101'],
  ['since then', '1970-03-15', 'FREQ=YEARLY'],
])('what is there %s stays as it is', (_, from, rrule) => {
  const time = { startDay: day(from), endDay: day(from) + 1 }
  expect(begun(time, rrule)).toEqual({ time, warnings: [] })
})
