import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDependencies } from '../../../tests/support/dependencies.ts'
import { openTestStore, type TestStore } from '../../../tests/support/stores.ts'
import { createCalendarParser } from '../../adapters/ical/calendar-parser.ts'
import { createIcalPool } from '../../adapters/ical/worker-pool.ts'
import { createCalendar } from './calendars.ts'
import { type ImportDependencies, importCalendar } from './import-calendar.ts'
import { listCalendarEvents } from './list-events.ts'

const caller = {
  accountId: 'acc_1',
  requestId: 'test',
  role: 'account',
  actor: { kind: 'system' },
} as const
const RANGE = {
  fromEpochSeconds: Date.parse('2026-01-01T00:00:00Z') / 1000,
  toEpochSeconds: Date.parse('2027-01-01T00:00:00Z') / 1000,
}

const pool = createIcalPool()
let opened: TestStore
let deps: ImportDependencies
beforeAll(async () => {
  opened = await openTestStore()
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

describe('a series in a time zone that only its file defines', () => {
  const observance = (name: string, start: string, from: string, to: string, rule?: string) => [
    `BEGIN:${name}`,
    `DTSTART:${start}`,
    `TZOFFSETFROM:${from}`,
    `TZOFFSETTO:${to}`,
    ...(rule ? [`RRULE:${rule}`] : []),
    `END:${name}`,
  ]
  const zone = (...observances: readonly (readonly string[])[]) => [
    'BEGIN:VTIMEZONE',
    'TZID:Office',
    ...observances.flat(),
    'END:VTIMEZONE',
  ]
  // Today's rules of New York from 1601 on, as Exchange writes them.
  const EASTERN = zone(
    observance('STANDARD', '16010101T020000', '-0400', '-0500', 'FREQ=YEARLY;BYDAY=1SU;BYMONTH=11'),
    observance('DAYLIGHT', '16010101T020000', '-0500', '-0400', 'FREQ=YEARLY;BYDAY=2SU;BYMONTH=3'),
  )
  const weekly = (start: string, rule: string, ...more: readonly string[]) => [
    'BEGIN:VEVENT',
    'UID:a',
    `DTSTART;TZID=Office:${start}`,
    'DURATION:PT1H',
    `RRULE:${rule}`,
    'SUMMARY:Weekly',
    ...more,
    'END:VEVENT',
  ]
  const moved = [
    'BEGIN:VEVENT',
    'UID:a',
    'RECURRENCE-ID;TZID=Office:20260315T090000',
    'DTSTART;TZID=Office:20260316T100000',
    'DURATION:PT1H',
    'SUMMARY:Moved',
    'END:VEVENT',
  ]

  test('follows the known zone with the same times, over clock changes', async () => {
    const exdate = 'EXDATE;TZID=Office:20260322T090000'
    const lines = [
      ...EASTERN,
      ...weekly('20260301T090000', 'FREQ=WEEKLY;COUNT=5', exdate),
      ...moved,
    ]
    expect(await imported('UTC', lines)).toEqual({
      events: [
        '2026-03-01 14:00 Weekly',
        '2026-03-08 13:00 Weekly',
        '2026-03-16 14:00 Moved',
        '2026-03-29 13:00 Weekly',
      ],
      skipped: [],
      warnings: [
        'recurring events in "Office" follow America/New_York, which has the same times from 2006-11-09 on',
      ],
    })
  })

  test('keeps its wall time if it began before that', async () => {
    const lines = [...EASTERN, ...weekly('20060326T090000', 'FREQ=WEEKLY;UNTIL=20260315T130000Z')]
    expect((await imported('America/New_York', lines)).events.slice(-3)).toEqual([
      '2026-03-01 09:00 Weekly',
      '2026-03-08 09:00 Weekly',
      '2026-03-15 09:00 Weekly',
    ])
  })

  test('follows a fixed offset', async () => {
    const lines = [
      ...zone(observance('STANDARD', '19700101T000000', '+0500', '+0500')),
      ...weekly('20260301T090000', 'FREQ=WEEKLY;COUNT=2'),
    ]
    expect(await imported('UTC', lines)).toEqual({
      events: ['2026-03-01 04:00 Weekly', '2026-03-08 04:00 Weekly'],
      skipped: [],
      warnings: ['recurring events in "Office" follow Etc/GMT-5, which has the same times'],
    })
  })

  test('follows the zone that fits if the file describes one year only', async () => {
    const lines = [
      ...zone(
        observance('DAYLIGHT', '20260329T020000', '+0100', '+0200'),
        observance('STANDARD', '20261025T030000', '+0200', '+0100'),
      ),
      ...weekly('20260322T090000', 'FREQ=WEEKLY;COUNT=2'),
    ]
    const { events, skipped, warnings } = await imported('UTC', lines)
    expect([events, skipped]).toEqual([['2026-03-22 08:00 Weekly', '2026-03-29 07:00 Weekly'], []])
    expect(warnings).toEqual([
      expect.stringMatching(/^recurring events in "Office" follow Europe\//),
    ])
  })

  // No zone has an offset of ten minutes. Clocks go forward by one hour on 29 March.
  const ODD = zone(
    observance('STANDARD', '20251026T020000', '+0110', '+0010'),
    observance('DAYLIGHT', '20260329T010000', '+0010', '+0110', 'FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3'),
    observance(
      'STANDARD',
      '20261025T020000',
      '+0110',
      '+0010',
      'FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10',
    ),
  )

  test.each(['FREQ=WEEKLY;COUNT=4', 'FREQ=WEEKLY;UNTIL=20260412T075000Z'])(
    'by %s is imported as single dates if no known zone has its times',
    async (rule) => {
      const exdate = 'EXDATE;TZID=Office:20260405T090000'
      expect(await imported('UTC', [...ODD, ...weekly('20260322T090000', rule, exdate)])).toEqual({
        events: ['2026-03-22 08:50 Weekly', '2026-03-29 07:50 Weekly', '2026-04-12 07:50 Weekly'],
        skipped: [],
        warnings: [],
      })
    },
  )

  test('without an end is skipped if no known zone has its times', async () => {
    const lines = [...ODD, ...weekly('20260322T090000', 'FREQ=WEEKLY')]
    expect(await imported('UTC', lines)).toEqual({
      events: [],
      skipped: [
        'recurrence_not_supported: It recurs without an end in a time zone that only the file defines, and no known zone has the same times.',
      ],
      warnings: [],
    })
  })

  test('is not in a zone whose clocks change at another hour', async () => {
    const later = EASTERN.map((line) => line.replace('16010101T020000', '16010101T050000'))
    const { events, skipped } = await imported('UTC', [
      ...later,
      ...weekly('20260301T090000', 'FREQ=WEEKLY'),
    ])
    expect([events, skipped.length]).toEqual([[], 1])
  })
})
