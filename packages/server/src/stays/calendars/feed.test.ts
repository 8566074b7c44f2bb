import { parseDate } from '@holdfast/engine'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  type BookingWorld,
  openBookingWorld,
  unwrap,
} from '../../../tests/support/booking-world.ts'
import { createCalendar } from './calendars.ts'
import { createCalendarEvent, replaceCalendarEvent } from './events.ts'
import { type FeedContent, issueFeed, readFeed, revokeFeed } from './feed.ts'
import { cancelOccurrence, replaceOccurrence } from './occurrences.ts'

let world: BookingWorld
let calendarId: string
beforeEach(async () => {
  world = await openBookingWorld()
  const input = { name: 'House', timeZone: 'Europe/Berlin', exclusive: 'none' } as const
  calendarId = unwrap(await createCalendar(world.deps, world.caller, input)).id
})
afterEach(() => world.close())

const seconds = (instant: string) => Date.parse(instant) / 1000
const day = (date: string) => parseDate(date) ?? Number.NaN
const timed = (start: string, end: string) => ({
  startEpochSeconds: seconds(start),
  endEpochSeconds: seconds(end),
})
const dated = (start: string, end: string) => ({ startDay: day(start), endDay: day(end) })

const add = async (input: Parameters<typeof createCalendarEvent>[3]) =>
  unwrap(await createCalendarEvent(world.deps, world.caller, calendarId, input))
const issue = async (content: FeedContent = 'details') =>
  unwrap(await issueFeed(world.deps, world.caller, calendarId, content)).token
const read = (token: string, id = calendarId) => readFeed(world.deps, id, token)

const linesOf = (text: string) => text.replaceAll('\r\n ', '').split('\r\n')

/** The content lines of each event of a feed, without those of its bookkeeping. */
async function eventsOf(content: FeedContent = 'details') {
  const text = unwrap(await read(await issue(content)))
  return text
    .split('BEGIN:VEVENT')
    .slice(1)
    .map((event) =>
      linesOf(event.split('END:VEVENT')[0] ?? '').filter(
        (line) =>
          line !== '' && !/^(UID|DTSTAMP|CREATED|LAST-MODIFIED|CLASS|STATUS|TRANSP)/.test(line),
      ),
    )
}

const NOT_FOUND = { ok: false, refusal: { code: 'not_found', resource: 'feed' } }

test('each link opens its own content, and a new link ends only the previous one to the same', async () => {
  await add({ title: 'Secret', time: timed('2026-04-21T09:00:00Z', '2026-04-21T10:00:00Z') })
  const details = await issue('details')
  const availability = await issue('availability')
  expect(unwrap(await read(details))).toContain('SUMMARY:Secret')
  expect(unwrap(await read(availability))).not.toContain('Secret')
  const renewed = await issue('details')
  expect(await read(details)).toMatchObject(NOT_FOUND)
  expect(await read(renewed)).toMatchObject({ ok: true })
  expect(await read(availability)).toMatchObject({ ok: true })
})

test('a link that is revoked stops, the other goes on, and revoking it again changes nothing', async () => {
  const details = await issue('details')
  const availability = await issue('availability')
  unwrap(await revokeFeed(world.deps, world.caller, calendarId, ['details']))
  expect(await read(details)).toMatchObject(NOT_FOUND)
  expect(await read(availability)).toMatchObject({ ok: true })
  expect(await revokeFeed(world.deps, world.caller, calendarId, ['details'])).toMatchObject({
    ok: true,
  })
  unwrap(await revokeFeed(world.deps, world.caller, calendarId, ['details', 'availability']))
  expect(await read(availability)).toMatchObject(NOT_FOUND)
})

test('the link of one calendar does not open another or an unknown one', async () => {
  const token = await issue()
  const input = { name: 'Other', timeZone: 'UTC', exclusive: 'none' } as const
  const other = unwrap(await createCalendar(world.deps, world.caller, input))
  expect(await read(token, other.id)).toMatchObject(NOT_FOUND)
  expect(await read(token, 'cal_unknown')).toMatchObject(NOT_FOUND)
  expect(await issueFeed(world.deps, world.stranger, calendarId, 'details')).toMatchObject({
    ok: false,
    refusal: { code: 'not_found', resource: 'calendar' },
  })
})

test('an event has its times, texts and page in the feed, and nothing but its time for strangers', async () => {
  await add({
    title: 'Painter',
    description: 'Brings ladders',
    extendedProps: { location: 'Lake 1', url: 'https://example.com/p' },
    time: timed('2026-04-21T09:00:00Z', '2026-04-21T10:30:00Z'),
  })
  const time = ['DTSTART:20260421T090000Z', 'DTEND:20260421T103000Z', 'SEQUENCE:0']
  const [details = []] = await eventsOf()
  expect(details.toSorted()).toEqual(
    [
      ...time,
      'SUMMARY:Painter',
      'DESCRIPTION:Brings ladders',
      'LOCATION:Lake 1',
      'URL:https://example.com/p',
    ].toSorted(),
  )
  const [availability = []] = await eventsOf('availability')
  expect(availability.toSorted()).toEqual([...time, 'SUMMARY:Not available'].toSorted())
})

test.each([
  [{ location: '' }],
  [{ location: 7 }],
  [{ url: 'ftp://example.com' }],
  [{ url: 'see https://example.com' }],
  [{ url: 'https://example.com/a b' }],
])('custom values that are no place or page, such as %j, are left out of a feed', async (props) => {
  const time = timed('2026-04-21T09:00:00Z', '2026-04-21T10:00:00Z')
  await add({ title: 'Event', extendedProps: props, time })
  const [lines = []] = await eventsOf()
  expect(lines.filter((line) => /^(LOCATION|URL)/.test(line))).toEqual([])
})

test('an event that is changed has the next sequence, and a day without a time is a date', async () => {
  const made = await add({ title: 'Fair', time: dated('2026-04-22', '2026-04-24') })
  const changed = { title: 'Fair!', time: dated('2026-04-22', '2026-04-25') }
  unwrap(await replaceCalendarEvent(world.deps, world.caller, calendarId, made.id, changed))
  expect(await eventsOf()).toEqual([
    expect.arrayContaining([
      'DTSTART;VALUE=DATE:20260422',
      'DTEND;VALUE=DATE:20260425',
      'SEQUENCE:1',
      'SUMMARY:Fair!',
    ]),
  ])
})

test('events are in the order of their starts, those that recur first', async () => {
  const at = (start: string, end: string, title: string, recurrence?: { rrule: string }) =>
    add({ title, time: timed(start, end), ...(recurrence && { recurrence }) })
  const weekly = { rrule: 'FREQ=WEEKLY;COUNT=2' }
  await at('2026-05-05T09:00:00Z', '2026-05-05T10:00:00Z', 'c')
  await at('2026-05-04T09:00:00Z', '2026-05-04T10:00:00Z', 'b')
  await at('2026-05-07T09:00:00Z', '2026-05-07T10:00:00Z', 'later series', weekly)
  await at('2026-05-06T09:00:00Z', '2026-05-06T10:00:00Z', 'series', weekly)
  const summaries = (await eventsOf()).map((lines) => lines.find((each) => each.startsWith('SUM')))
  expect(summaries).toEqual(['SUMMARY:series', 'SUMMARY:later series', 'SUMMARY:b', 'SUMMARY:c'])
})

test('a feed has what overlaps the time from 92 days ago to 731 days ahead', async () => {
  const on = (date: string) =>
    add({ title: date, time: timed(`${date}T12:00:00Z`, `${date}T13:00:00Z`) })
  // Today is 20 April 2026.
  await on('2026-01-17')
  await on('2026-01-18')
  await on('2028-04-19')
  await on('2028-04-20')
  const titles = (await eventsOf()).flatMap((lines) =>
    lines.filter((line) => line.startsWith('SUMMARY:')),
  )
  expect(titles).toEqual(['SUMMARY:2026-01-18', 'SUMMARY:2028-04-19'])
})

test('a series has its rule and its cancelled days, and each changed occurrence as an event with the same UID', async () => {
  const made = await add({
    title: 'Class',
    time: timed('2026-04-21T07:00:00Z', '2026-04-21T08:00:00Z'),
    recurrence: { rrule: 'FREQ=DAILY;COUNT=4' },
  })
  const address = (instant: string) => ({
    calendarId,
    eventId: made.id,
    originalStart: { epochSeconds: seconds(instant) },
  })
  const { deps, caller } = world
  unwrap(await cancelOccurrence(deps, caller, address('2026-04-22T07:00:00Z')))
  const input = { title: 'Moved', time: timed('2026-04-23T10:00:00Z', '2026-04-23T11:00:00Z') }
  unwrap(await replaceOccurrence(deps, caller, address('2026-04-23T07:00:00Z'), input))
  const [series = [], change = [], ...others] = await eventsOf()
  expect(others).toEqual([])
  expect(series).toEqual(
    expect.arrayContaining([
      'SUMMARY:Class',
      'DTSTART;TZID=Europe/Berlin:20260421T090000',
      'RRULE:FREQ=DAILY;COUNT=4',
      'EXDATE;TZID=Europe/Berlin:20260422T090000',
    ]),
  )
  expect(change).toEqual(
    expect.arrayContaining(['SUMMARY:Moved', 'RECURRENCE-ID;TZID=Europe/Berlin:20260423T090000']),
  )
  const text = unwrap(await read(await issue()))
  const uids = linesOf(text).filter((line) => line.startsWith('UID:'))
  expect(uids).toEqual([`UID:${made.id}@holdfast`, `UID:${made.id}@holdfast`])
})

test('a feed is the same all day while nothing changes', async () => {
  await add({ title: 'Event', time: timed('2026-04-21T09:00:00Z', '2026-04-21T10:00:00Z') })
  const token = await issue()
  const morning = unwrap(await read(token))
  world.moveTo('2026-04-20T23:59:00Z')
  expect(unwrap(await read(token))).toBe(morning)
})
