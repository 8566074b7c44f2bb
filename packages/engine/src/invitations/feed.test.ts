import { expect, test } from 'vitest'
import { type FeedEvent, writeFeed } from './feed.ts'

const common = {
  sequence: 0,
  createdAtEpochSeconds: 1_776_672_000,
  updatedAtEpochSeconds: 1_776_672_060,
}

test('a feed has all-day events as dates, other events in UTC, and escaped texts', () => {
  const text = writeFeed({
    name: 'House, by the lake',
    timeZone: 'Europe/Berlin',
    untilEpochSeconds: 1_840_000_000,
    events: [
      {
        ...common,
        uid: 'cev_1@holdfast',
        time: { startDay: 20_571, endDay: 20_573 },
        summary: 'Ada\r\nATTENDEE:mailto:eve@example.com',
      },
      {
        ...common,
        uid: 'cev_2@holdfast',
        time: { startEpochSeconds: 1_777_280_400, endEpochSeconds: 1_777_284_030 },
        summary: 'Talk',
        description: 'Room 2; bring a pen',
        location: 'Room 2, first floor',
        url: 'https://example.com/talk?a=1,2;b',
      },
    ],
  })
  expect(text.split('\r\n')).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Holdfast//Holdfast//EN',
    'CALSCALE:GREGORIAN',
    'NAME:House\\, by the lake',
    'X-WR-CALNAME:House\\, by the lake',
    'X-WR-TIMEZONE:Europe/Berlin',
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    'BEGIN:VEVENT',
    'UID:cev_1@holdfast',
    'DTSTAMP:20260420T080100Z',
    'DTSTART;VALUE=DATE:20260428',
    'DTEND;VALUE=DATE:20260430',
    'CREATED:20260420T080000Z',
    'LAST-MODIFIED:20260420T080100Z',
    'SEQUENCE:0',
    'SUMMARY:Ada\\nATTENDEE:mailto:eve@example.com',
    'END:VEVENT',
    'BEGIN:VEVENT',
    'UID:cev_2@holdfast',
    'DTSTAMP:20260420T080100Z',
    'DTSTART:20260427T090000Z',
    'DTEND:20260427T100030Z',
    'CREATED:20260420T080000Z',
    'LAST-MODIFIED:20260420T080100Z',
    'SEQUENCE:0',
    'SUMMARY:Talk',
    'DESCRIPTION:Room 2\\; bring a pen',
    'LOCATION:Room 2\\, first floor',
    'URL:https://example.com/talk?a=1,2;b',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ])
})

test('a recurring event has its rule, its dates and the definition of its zone', () => {
  const talk = { ...common, uid: 'cev_3@holdfast', summary: 'Talk' }
  // 2026-04-27, a Monday, 11:00 in Berlin.
  const time = { startEpochSeconds: 1_777_280_400, endEpochSeconds: 1_777_284_000 }
  const monday = 20_570 * 86_400 + 11 * 3600
  const week = 7 * 86_400
  const timeZone = 'Europe/Berlin'
  const text = writeFeed({
    name: 'Talks',
    timeZone,
    untilEpochSeconds: 1_840_000_000,
    events: [
      {
        ...talk,
        time,
        recurrence: {
          timeZone,
          rrule: 'FREQ=WEEKLY',
          exdates: [monday + week, monday + 2 * week],
          rdates: [monday + 86_400],
        },
      },
      {
        ...talk,
        // The clocks go back on 25 October 2026: from the first 02:30 to the second 02:30.
        time: { startEpochSeconds: 1_792_888_200, endEpochSeconds: 1_792_891_800 },
        occurrence: { timeZone, originalWallSeconds: monday + 3 * week },
      },
    ],
  })
  expect(text.split('\r\n').slice(9, -2)).toEqual([
    'BEGIN:VTIMEZONE',
    'TZID:Europe/Berlin',
    'BEGIN:STANDARD',
    'DTSTART:20250101T010000',
    'TZOFFSETFROM:+0100',
    'TZOFFSETTO:+0100',
    'END:STANDARD',
    'BEGIN:DAYLIGHT',
    'DTSTART:20250330T020000',
    'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
    'TZOFFSETFROM:+0100',
    'TZOFFSETTO:+0200',
    'END:DAYLIGHT',
    'BEGIN:STANDARD',
    'DTSTART:20251026T030000',
    'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
    'TZOFFSETFROM:+0200',
    'TZOFFSETTO:+0100',
    'END:STANDARD',
    'END:VTIMEZONE',
    'BEGIN:VEVENT',
    'UID:cev_3@holdfast',
    'DTSTAMP:20260420T080100Z',
    'DTSTART;TZID=Europe/Berlin:20260427T110000',
    'DTEND;TZID=Europe/Berlin:20260427T120000',
    'RRULE:FREQ=WEEKLY',
    'EXDATE;TZID=Europe/Berlin:20260504T110000,20260511T110000',
    'RDATE;TZID=Europe/Berlin:20260428T110000',
    'CREATED:20260420T080000Z',
    'LAST-MODIFIED:20260420T080100Z',
    'SEQUENCE:0',
    'SUMMARY:Talk',
    'END:VEVENT',
    'BEGIN:VEVENT',
    'UID:cev_3@holdfast',
    'DTSTAMP:20260420T080100Z',
    'DTSTART;TZID=Europe/Berlin:20261025T023000',
    'DTEND:20261025T013000Z',
    'RECURRENCE-ID;TZID=Europe/Berlin:20260518T110000',
    'CREATED:20260420T080000Z',
    'LAST-MODIFIED:20260420T080100Z',
    'SEQUENCE:0',
    'SUMMARY:Talk',
    'END:VEVENT',
  ])
})

const feedLines = (...events: readonly FeedEvent[]): readonly string[] =>
  writeFeed({ name: 'Talks', timeZone: 'UTC', untilEpochSeconds: 1_840_000_000, events }).split(
    '\r\n',
  )

/** The lines of an event's times and recurrence. */
function timeLines(event: FeedEvent): readonly string[] {
  const lines = feedLines(event)
  return lines.slice(lines.indexOf('BEGIN:VEVENT') + 3, lines.indexOf('CREATED:20260420T080000Z'))
}

const zonesOf = (...events: readonly FeedEvent[]): readonly string[] =>
  feedLines(...events).filter((line) => line.startsWith('TZID'))

test('a recurring all-day event has its dates without a zone', () => {
  const day = 86_400
  expect(
    timeLines({
      ...common,
      uid: 'cev_4@holdfast',
      summary: 'Market',
      time: { startDay: 20_570, endDay: 20_571 },
      recurrence: {
        timeZone: 'Europe/Berlin',
        rrule: 'FREQ=WEEKLY',
        exdates: [20_577 * day, 20_584 * day],
        rdates: [20_580 * day],
      },
    }),
  ).toEqual([
    'DTSTART;VALUE=DATE:20260427',
    'DTEND;VALUE=DATE:20260428',
    'RRULE:FREQ=WEEKLY',
    'EXDATE;VALUE=DATE:20260504,20260511',
    'RDATE;VALUE=DATE:20260507',
  ])
})

test('a replaced occurrence of an all-day event is named by its date', () => {
  expect(
    timeLines({
      ...common,
      uid: 'cev_4@holdfast',
      summary: 'Market',
      time: { startDay: 20_578, endDay: 20_579 },
      occurrence: { timeZone: 'Europe/Berlin', originalWallSeconds: 20_577 * 86_400 },
    }),
  ).toEqual([
    'DTSTART;VALUE=DATE:20260505',
    'DTEND;VALUE=DATE:20260506',
    'RECURRENCE-ID;VALUE=DATE:20260504',
  ])
})

test('a recurring event in UTC has UTC times and no zone', () => {
  expect(
    timeLines({
      ...common,
      uid: 'cev_5@holdfast',
      summary: 'Call',
      time: { startEpochSeconds: 1_777_280_400, endEpochSeconds: 1_777_284_000 },
      recurrence: {
        timeZone: 'UTC',
        rrule: 'FREQ=DAILY',
        exdates: [1_777_366_800, 1_777_453_200],
        rdates: [],
      },
    }),
  ).toEqual([
    'DTSTART:20260427T090000Z',
    'DTEND:20260427T100000Z',
    'RRULE:FREQ=DAILY',
    'EXDATE:20260428T090000Z,20260429T090000Z',
  ])
})

const recurringIn = (timeZone: string, startEpochSeconds = 1_777_280_400): FeedEvent => ({
  ...common,
  uid: 'cev_6@holdfast',
  summary: 'Call',
  time: { startEpochSeconds, endEpochSeconds: startEpochSeconds + 3600 },
  recurrence: { timeZone, rrule: 'FREQ=DAILY', exdates: [], rdates: [] },
})

test('each zone of a feed is defined once, in alphabetical order', () => {
  expect(
    zonesOf(
      recurringIn('America/New_York'),
      recurringIn('Europe/Berlin'),
      recurringIn('UTC'),
      recurringIn('Asia/Kolkata'),
      recurringIn('Europe/Berlin'),
    ),
  ).toEqual(['TZID:America/New_York', 'TZID:Asia/Kolkata', 'TZID:Europe/Berlin'])
})

test('the definition of a zone starts in the year before the earliest event in it', () => {
  const firstLines = (...starts: readonly number[]) =>
    feedLines(...starts.map((start) => recurringIn('Asia/Kolkata', start)))
      .filter((line) => /^(?:TZID|DTSTART)/.test(line))
      .slice(0, 2)
  // 2027-01-01T00:00Z and 2026-12-31T23:59:59Z.
  expect(firstLines(1_798_761_600)).toEqual(['TZID:Asia/Kolkata', 'DTSTART:20260101T053000'])
  expect(firstLines(1_798_761_599)).toEqual(['TZID:Asia/Kolkata', 'DTSTART:20250101T053000'])
  expect(firstLines(1_798_761_600, 1_798_761_599)).toEqual([
    'TZID:Asia/Kolkata',
    'DTSTART:20250101T053000',
  ])
  expect(firstLines(1_798_761_599, 1_798_761_600)).toEqual([
    'TZID:Asia/Kolkata',
    'DTSTART:20250101T053000',
  ])
})

test('the definition of a zone covers four years after the end of the feed', () => {
  // Daylight saving time in Santiago ends on a day that no yearly rule describes.
  const starts = (untilEpochSeconds: number) =>
    writeFeed({
      name: 'Talks',
      timeZone: 'UTC',
      untilEpochSeconds,
      events: [recurringIn('America/Santiago')],
    }).match(/STANDARD\r\nDTSTART:(\d{4})/g)
  // 2026-06-01, and 2020-06-01, which is before the event of 2026.
  expect(starts(1_780_272_000)?.at(-1)).toBe('STANDARD\r\nDTSTART:2030')
  expect(starts(1_590_969_600)?.at(-1)).toBe('STANDARD\r\nDTSTART:2029')
})

test('a feed without events has the definition of its own zone', () => {
  expect(
    writeFeed({
      name: 'Talks',
      timeZone: 'Asia/Kolkata',
      untilEpochSeconds: 1_780_272_000,
      events: [],
    })
      .split('\r\n')
      .slice(6),
  ).toEqual([
    'X-WR-TIMEZONE:Asia/Kolkata',
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    'BEGIN:VTIMEZONE',
    'TZID:Asia/Kolkata',
    'BEGIN:STANDARD',
    'DTSTART:20250101T053000',
    'TZOFFSETFROM:+0530',
    'TZOFFSETTO:+0530',
    'END:STANDARD',
    'END:VTIMEZONE',
    'END:VCALENDAR',
    '',
  ])
})
