import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCalendarParser } from '../../src/adapters/ical/calendar-parser.ts'
import { createIcalPool } from '../../src/adapters/ical/worker-pool.ts'
import { createCalendar } from '../../src/stays/calendars/calendars.ts'
import {
  type ImportDependencies,
  importCalendar,
} from '../../src/stays/calendars/import-calendar.ts'
import { listCalendarEvents } from '../../src/stays/calendars/list-events.ts'
import { testDependencies } from '../support/dependencies.ts'
import { openTestStore, type TestStore } from '../support/stores.ts'

const caller = { accountId: 'acc_1', requestId: 'test', role: 'account' } as const
const RANGE = {
  fromEpochSeconds: Date.parse('2026-01-01T00:00:00Z') / 1000,
  toEpochSeconds: Date.parse('2027-01-01T00:00:00Z') / 1000,
}

const pool = createIcalPool()
let opened: TestStore
let deps: ImportDependencies
beforeAll(async () => {
  opened = await openTestStore('sqlite')
  const { deps: plain } = testDependencies(opened.store, '2026-01-20T08:00:00Z')
  deps = { ...plain, calendarParser: createCalendarParser(pool) }
})
afterAll(async () => {
  await pool.close()
  await opened.close()
})

/** Imports lines into a new calendar: the events of 2026, and what the report says. */
async function imported(timeZone: string, lines: readonly string[]) {
  const text = ['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR', ''].join('\r\n')
  const made = await createCalendar(deps, caller, { name: 'C', timeZone, exclusive: 'none' })
  if (!made.ok) throw new Error(made.refusal.code)
  const bytes = new TextEncoder().encode(text)
  const report = await importCalendar(deps, caller, made.value.id, bytes)
  if (!report.ok) throw new Error(report.refusal.code)
  const listed = await listCalendarEvents(deps, caller, made.value.id, RANGE, { limit: 1000 })
  if (!listed.ok) throw new Error(listed.refusal.code)
  const local = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  return {
    events: listed.value.events.data.map(
      ({ title, startEpochSeconds }) => `${local.format(startEpochSeconds * 1000)} ${title}`,
    ),
    skipped: report.value.skipped.map(({ reason, detail }) => `${reason}: ${detail}`),
    warnings: report.value.warnings.map(({ detail }) => detail),
  }
}

const EVERYWHERE = ['UTC', 'America/New_York', 'Europe/Berlin', 'Asia/Tokyo', 'Pacific/Apia']

describe.each(EVERYWHERE)('all-day events from Exchange in a calendar in %s', (timeZone) => {
  const series = (...more: readonly string[]) => [
    'BEGIN:VEVENT',
    'UID:weekly',
    'DTSTART;VALUE=DATE:20260219',
    'DTEND;VALUE=DATE:20260220',
    'RRULE:FREQ=WEEKLY;COUNT=3',
    'SUMMARY:Off',
    ...more,
    'END:VEVENT',
  ]
  const moved = (id: string) => [
    'BEGIN:VEVENT',
    'UID:weekly',
    `RECURRENCE-ID${id}`,
    'DTSTART;VALUE=DATE:20260227',
    'DTEND;VALUE=DATE:20260228',
    'SUMMARY:Moved',
    'END:VEVENT',
  ]

  test.each([
    ';TZID=W. Europe Standard Time:20260226T000000',
    ';TZID=Customized Time Zone:20260226T000000',
    ':20260226T000000',
    ':20260226T000000Z',
    ';VALUE=DATE:20260226',
  ])('a moved occurrence with RECURRENCE-ID%s leaves its old day', async (id) => {
    expect(await imported(timeZone, [...series(), ...moved(id)])).toEqual({
      events: ['2026-02-19 00:00 Off', '2026-02-27 00:00 Moved', '2026-03-05 00:00 Off'],
      skipped: [],
      warnings: [],
    })
  })

  test('an excluded occurrence is found by midnight in another zone', async () => {
    const exdate = 'EXDATE;TZID=W. Europe Standard Time:20260226T000000'
    expect(await imported(timeZone, series(exdate))).toEqual({
      events: ['2026-02-19 00:00 Off', '2026-03-05 00:00 Off'],
      skipped: [],
      warnings: [],
    })
  })
})

test('parts of a rule without effect do not keep an event from being imported', async () => {
  const rule = 'RRULE:RSCALE=GREGORIAN;FREQ=DAILY;COUNT=2;BYHOUR=9;BYMINUTE=0,30;SKIP=OMIT;X-A=B'
  const lines = ['BEGIN:VEVENT', 'DTSTART;VALUE=DATE:20260601', rule, 'SUMMARY:Off', 'END:VEVENT']
  expect(await imported('Europe/Berlin', lines)).toEqual({
    events: ['2026-06-01 00:00 Off', '2026-06-02 00:00 Off'],
    skipped: [],
    warnings: [],
  })
})
