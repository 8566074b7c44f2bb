import ICAL from 'ical.js'
import nodeIcal from 'node-ical'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../http/support/app.ts'

const RANGE = 'from=2026-03-01&to=2027-04-01&limit=100'

const NASTY = [
  'Commas, semicolons; colons: and back\\slashes \\n that are none',
  'A quote " and a caret ^ and a percent %0D%0A',
  'BEGIN:VEVENT in a title, END:VCALENDAR too',
  `${'é'.repeat(36)}🏔${'漢字'.repeat(20)}👩‍👩‍👧‍👦 over the fold`,
  'مرحبا بالعالم, שלום; 予約',
]
const PROSE = 'First line\nsecond, with; marks\n\n\tand a tab after an empty line\\n'

/** Events without a rule: across DST changes in Berlin (29 March, 25 October), all-day and long ones. */
const SINGLE = [
  ...NASTY.map((title, n) => ({
    title,
    description: `${PROSE}${n}`,
    start: `2026-05-0${n + 1}T09:00:00Z`,
    end: `2026-05-0${n + 1}T10:30:00Z`,
    extendedProps: { location: `${title}${n}`, url: 'https://example.com/?a=1,2;b=%2C' },
  })),
  { title: 'Over the gap', start: '2026-03-29T00:30:00Z', end: '2026-03-29T01:30:00Z' },
  { title: 'First 02:30', start: '2026-10-25T00:30:00Z', end: '2026-10-25T00:45:00Z' },
  { title: 'Second 02:30', start: '2026-10-25T01:30:00Z', end: '2026-10-25T01:45:00Z' },
  { title: 'To the second', start: '2026-06-01T23:59:59Z', end: '2026-06-02T00:00:01Z' },
  { title: 'A day', start: '2026-03-29', end: '2026-03-30' },
  { title: 'Three weeks', start: '2026-10-20', end: '2026-11-10', description: 'Away' },
]

interface Single {
  readonly title: string
  readonly description?: string
  readonly start: string
  readonly end: string
  readonly extendedProps?: object
}

const RECURRING = [
  {
    title: 'Stand-up, weekly',
    start: '2026-03-23T08:00:00Z',
    end: '2026-03-23T08:15:00Z',
    recurrence: { rrule: 'FREQ=WEEKLY;COUNT=20', exdates: ['2026-04-06T07:00:00Z'] },
  },
  {
    title: 'Call from New York',
    start: '2026-03-02T14:00:00Z',
    end: '2026-03-02T15:00:00Z',
    recurrence: { rrule: 'FREQ=MONTHLY;BYDAY=1MO', timeZone: 'America/New_York' },
  },
  {
    title: 'Occasionally',
    start: '2026-06-01T10:00:00Z',
    end: '2026-06-01T11:00:00Z',
    recurrence: { rrule: 'FREQ=DAILY;COUNT=2', rdates: ['2026-07-01T18:00:00Z'] },
  },
  {
    title: 'Birthday',
    start: '2026-03-28',
    end: '2026-03-29',
    recurrence: { rrule: 'FREQ=YEARLY' },
  },
]

let server: TestApp
let path: string
let feed: string
beforeAll(async () => {
  server = await openTestApp()
  path = await makeCalendar()
  for (const body of [...SINGLE, ...RECURRING]) {
    const made = await server.call('POST', `${path}/events`, { body })
    expect(made.status, made.text).toBe(201)
    if (body.title !== 'Stand-up, weekly') continue
    const one = (start: string) => `${path}/events/${made.body.id}/occurrences/${start}`
    expect((await server.call('DELETE', one('2026-03-30T07:00:00Z'))).status).toBe(204)
    const moved = { start: '2026-04-14T12:00:00Z', end: '2026-04-14T13:00:00Z' }
    const changed = { title: NASTY[0], description: PROSE, ...moved }
    const put = await server.call('PUT', one('2026-04-13T07:00:00Z'), { body: changed })
    expect(put.status, put.text).toBe(200)
  }
  feed = await readFeed(path)
})
afterAll(() => server.close())

async function makeCalendar(): Promise<string> {
  const body = { name: 'Diary, mine; yours', timeZone: 'Europe/Berlin' }
  return `/v1/calendars/${(await server.call('POST', '/v1/calendars', { body })).body.id}`
}

async function readFeed(calendar: string): Promise<string> {
  const link = await server.call('POST', `${calendar}/feed-token`)
  const url = new URL(String(link.body.url), 'http://localhost')
  return (await server.call('GET', `${url.pathname}${url.search}`, { key: null })).text
}

const send = (calendar: string, rawBody: string) =>
  server.call('POST', `${calendar}/import`, {
    rawBody,
    headers: { 'content-type': 'text/calendar' },
  })

/** All events of a calendar in the range, one by one for each occurrence, without ids. */
async function shown(calendar: string): Promise<readonly unknown[]> {
  const all: unknown[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await server.call(
      'GET',
      `${calendar}/events?${RANGE}${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`,
    )
    for (const { title, description, start, end, allDay, extendedProps } of page.body.data) {
      all.push({ title, description, start, end, allDay, extendedProps })
    }
    cursor = page.body.nextCursor
  }
  return all.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
}

const expected = SINGLE.map(({ extendedProps: _, ...event }: Single) => ({
  description: null,
  ...event,
})).sort((a, b) => (a.title < b.title ? -1 : 1))

const instant = (date: Date): string => date.toISOString().replace('.000', '')

test('ical.js reads the events of the calendar from the feed', () => {
  const calendar = new ICAL.Component(ICAL.parse(feed))
  const read = calendar
    .getAllSubcomponents('vevent')
    .filter((event) => !event.hasProperty('rrule') && !event.hasProperty('recurrence-id'))
    .map((component) => new ICAL.Event(component))
    .map(({ summary, description, startDate, endDate }) => ({
      title: summary,
      description,
      start: startDate.isDate ? startDate.toString() : instant(startDate.toJSDate()),
      end: endDate.isDate ? endDate.toString() : instant(endDate.toJSDate()),
    }))
  expect(read.sort((a, b) => (a.title < b.title ? -1 : 1))).toEqual(expected)
})

test('node-ical reads the events of the calendar from the feed', () => {
  // It gives dates as local midnights, and some texts as objects with parameters.
  const day = (date: Date): string =>
    new Date(+date - date.getTimezoneOffset() * 60_000).toISOString()
  // It reads the n after an escaped backslash as a line end. The feed follows RFC 5545 §3.3.11.
  const misread = (value: string | null) =>
    value === null ? null : value.replaceAll('\\n', '\\\n')
  const text = (value: unknown): string | null =>
    typeof value === 'string' ? value : ((value as { val?: string } | undefined)?.val ?? null)
  const read = Object.values(nodeIcal.sync.parseICS(feed))
    .filter((event) => event?.type === 'VEVENT')
    .filter((event) => event.rrule === undefined)
    .map(({ summary, description, start, end, datetype }) => ({
      title: text(summary),
      description: text(description),
      start: datetype === 'date' ? day(start).slice(0, 10) : instant(start),
      end: datetype === 'date' ? day(end as Date).slice(0, 10) : instant(end as Date),
    }))
  expect(read.sort((a, b) => (String(a.title) < String(b.title) ? -1 : 1))).toEqual(
    expected.map((event) => ({
      ...event,
      title: misread(event.title),
      description: misread(event.description),
    })),
  )
})

test('a feed that is imported into another calendar gives the same occurrences', async () => {
  const other = await makeCalendar()
  const report = await send(other, feed)
  const events = SINGLE.length + RECURRING.length
  expect(report.body).toEqual({
    imported: events,
    updated: 0,
    unchanged: 0,
    removed: 0,
    skipped: [],
    warnings: [],
  })
  const here = await shown(path)
  expect(await shown(other)).toEqual(here)
  // The comparison is not empty: 18 weekly occurrences, 13 monthly ones, 3 with an RDATE, 2 birthdays.
  expect(here).toHaveLength(SINGLE.length + 18 + 13 + 3 + 2)
  expect((await send(other, feed)).body).toMatchObject({ imported: 0, unchanged: events })
  // The feed of the copy is the same, except for ids and times of change.
  const plain = (text: string) =>
    text.replaceAll(/^(?:UID|DTSTAMP|CREATED|LAST-MODIFIED|SEQUENCE):.*\r\n/gm, '')
  const sortedEvents = (text: string) => plain(text).split('BEGIN:VEVENT').slice(1).sort()
  expect(
    sortedEvents(await readFeed(other)).map((event) => event.replace(/END:VCALENDAR\r\n$/, '')),
  ).toEqual(sortedEvents(feed).map((event) => event.replace(/END:VCALENDAR\r\n$/, '')))
})

test('a feed that is imported into its own calendar changes nothing', async () => {
  const before = await server.contents()
  const report = await send(path, feed)
  expect(report.body).toMatchObject({
    imported: 0,
    updated: 0,
    unchanged: SINGLE.length + RECURRING.length,
    skipped: [],
  })
  expect(await server.contents()).toEqual(before)
})
