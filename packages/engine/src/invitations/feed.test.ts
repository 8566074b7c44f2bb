import { expect, test } from 'vitest'
import { writeFeed } from './feed.ts'

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
