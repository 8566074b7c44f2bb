import { expect, test } from 'vitest'
import { writeFeed } from './feed.ts'

const common = {
  sequence: 0,
  createdAtEpochSeconds: 1_776_672_000,
  updatedAtEpochSeconds: 1_776_672_060,
}

test('a feed has dates for days, instants in UTC for the rest, and no text that ends its line', () => {
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
