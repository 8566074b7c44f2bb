import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type CalendarEvent,
  calendarEventByTimeEntity,
} from '../../src/stays/calendars/calendar-event.ts'
import { openTestApp, type TestApp } from './support/app.ts'
import type { Body } from './support/call.ts'

let server: TestApp
beforeAll(async () => {
  server = await openTestApp()
})
afterAll(() => server.close())

const diaryBody = { name: 'Diary', timeZone: 'Europe/Berlin' }

async function make(body: object = diaryBody): Promise<string> {
  const got = await server.call('POST', '/v1/calendars', { body })
  expect(got.status, got.text).toBe(201)
  return `/v1/calendars/${got.body.id}`
}

const add = (calendar: string, title: string, start: string, end: string) =>
  server.call('POST', `${calendar}/events`, { body: { title, start, end } })

const titles = (events: readonly Body[]) => events.map(({ title }) => title)

describe('the events of a range', () => {
  test('are all that overlap it, in pages, also one that began years before', async () => {
    const path = await make()
    await add(path, 'years', '2024-01-01', '2027-01-01')
    await add(path, 'over midnight', '2026-04-26T20:00:00Z', '2026-04-27T01:00:00Z')
    await add(path, 'inside', '2026-04-27T09:00:00Z', '2026-04-27T10:00:00Z')
    await add(path, 'after', '2026-04-28', '2026-04-29')
    const query = 'from=2026-04-27&to=2026-04-28'
    const whole = await server.call('GET', `${path}/events?${query}`)
    expect([whole.status, titles(whole.body.data), whole.body.nextCursor]).toEqual([
      200,
      ['years', 'over midnight', 'inside'],
      null,
    ])
    const first = await server.call('GET', `${path}/events?${query}&limit=2`)
    expect(titles(first.body.data)).toEqual(['years', 'over midnight'])
    // As it is: no character of it needs an escape in a URL.
    const cursor = first.body.nextCursor
    expect(cursor).toMatch(/^[\w-]+$/)
    const rest = await server.call('GET', `${path}/events?${query}&limit=2&cursor=${cursor}`)
    expect([titles(rest.body.data), rest.body.nextCursor]).toEqual([['inside'], null])
  })

  test('by dates are those of the calendar’s own days', async () => {
    const path = await make()
    // Half past eleven at night in Berlin on the 26th, and half past midnight on the 27th.
    await add(path, 'the evening before', '2026-04-26T21:30:00Z', '2026-04-26T21:45:00Z')
    await add(path, 'after midnight', '2026-04-26T22:30:00Z', '2026-04-26T22:45:00Z')
    const byDate = await server.call('GET', `${path}/events?from=2026-04-27&to=2026-04-28`)
    expect(titles(byDate.body.data)).toEqual(['after midnight'])
    const range = 'from=2026-04-26T21:00:00Z&to=2026-04-26T22:00:00Z'
    const byInstant = await server.call('GET', `${path}/events?${range}`)
    expect(titles(byInstant.body.data)).toEqual(['the evening before'])
  })

  test.each([
    ['nothing', '', '/query/from'],
    ['one end alone', 'from=2026-04-27', '/query/from'],
    ['both kinds of ends', 'from=2026-04-27&to=2026-04-28&start=2026-04-27', '/query/from'],
    ['no range at all in it', 'from=2026-04-28&to=2026-04-27', '/query/to'],
    [
      'no range at all in the form of FullCalendar',
      'format=fullcalendar&start=2026-04-28&end=2026-04-27',
      '/query/end',
    ],
    ['a cursor of nothing', 'from=2026-04-27&to=2026-04-28&cursor=x', '/query/cursor'],
    [
      'a zone that nothing is written in',
      'from=2026-04-27&to=2026-04-28&timeZone=UTC',
      '/query/timeZone',
    ],
    [
      'a zone that does not exist',
      'format=fullcalendar&start=2026-04-27&end=2026-04-28&timeZone=Mars/Base',
      '/query/timeZone',
    ],
  ])('asked for by %s are refused', async (_, query, pointer) => {
    const got = await server.call('GET', `${await make()}/events?${query}`)
    expect([got.status, got.body.errors[0].pointer]).toEqual([422, pointer])
  })

  test('behind the end of the range are none', async () => {
    const path = await make()
    const position = '9999999999#cev_01kqs3v7m8e2f4g6h8j0k2m4n6'
    const cursor = Buffer.from(position).toString('base64url')
    const got = await server.call(
      'GET',
      `${path}/events?from=1970-01-01&to=2026-04-28&cursor=${cursor}`,
    )
    expect([got.status, got.body.data]).toEqual([200, []])
  })
})

describe('FullCalendar', () => {
  const feed = async (path: string, query: string) =>
    (await server.call('GET', `${path}/events?format=fullcalendar&${query}`)).body

  test('reads a bare array, with everything that it keeps for the caller', async () => {
    const path = await make()
    const body = {
      title: 'Talk',
      start: '2026-04-27T09:00:30Z',
      end: '2026-04-27T10:00:00Z',
      description: 'Room 2',
      extendedProps: { colour: 'red' },
    }
    await server.call('POST', `${path}/events`, { body })
    await add(path, 'Fair', '2026-05-01', '2026-05-04')
    const range = 'start=2026-04-27T00:00:00%2B02:00&end=2026-06-08T00:00:00%2B02:00'
    expect(await feed(path, range)).toEqual([
      {
        id: expect.stringMatching(/^cev_/),
        title: 'Talk',
        start: '2026-04-27T09:00:30Z',
        end: '2026-04-27T10:00:00Z',
        allDay: false,
        extendedProps: { description: 'Room 2', colour: 'red' },
      },
      {
        id: expect.stringMatching(/^cev_/),
        title: 'Fair',
        start: '2026-05-01',
        end: '2026-05-04',
        allDay: true,
        extendedProps: {},
      },
    ])
  })

  test('asks in a zone of its own with times without offset, and gets its times in that zone', async () => {
    const path = await make()
    await add(path, 'Talk', '2026-04-27T09:00:00Z', '2026-04-27T10:00:00Z')
    const zone = 'timeZone=America/New_York'
    // New York is four hours behind UTC: the talk is from 05:00 to 06:00.
    const range = 'start=2026-04-27T05:30:00&end=2026-04-27T05:45:00'
    expect(await feed(path, `${range}&${zone}`)).toMatchObject([
      { start: '2026-04-27T05:00:00-04:00', end: '2026-04-27T06:00:00-04:00' },
    ])
    // In the calendar's own zone, Berlin, it is over by 12:00.
    expect(await feed(path, 'start=2026-04-27T12:00:00&end=2026-04-27T13:00:00')).toEqual([])
  })

  test('gets 5,000 events in one answer, and is told to ask for less beyond that', async () => {
    const path = await make()
    const id = path.slice('/v1/calendars/'.length)
    await fillCalendar(server, id, 0, 5000)
    const range = 'start=2026-01-01T00:00:00Z&end=2027-01-01T00:00:00Z'
    expect(await feed(path, range)).toHaveLength(5000)
    await fillCalendar(server, id, 5000, 1)
    const got = await server.call('GET', `${path}/events?format=fullcalendar&${range}`)
    expect([got.status, got.body.errors[0]]).toEqual([
      422,
      {
        pointer: '/query/end',
        message: 'The range has more than 5000 events. Use a shorter range.',
      },
    ])
  })
})

/** Puts events of a minute into a calendar, by the store itself. */
async function fillCalendar(
  { deps }: TestApp,
  calendarId: string,
  from: number,
  count: number,
): Promise<void> {
  const { items } = await deps.store.query({ partition: `CALENDAR#${calendarId}`, limit: 1 })
  const accountId = items[0]?.accountId as string
  for (let n = from; n < from + count; n += 100) {
    const writes = Array.from({ length: Math.min(100, from + count - n) }, (_, i) => {
      const startEpochSeconds = Date.parse('2026-05-01T00:00:00Z') / 1000 + (n + i) * 60
      const event: CalendarEvent = {
        id: deps.ids.next('calendarEvent', startEpochSeconds * 1000),
        accountId,
        calendarId,
        version: 1,
        title: 'Event',
        isStay: false,
        startEpochSeconds,
        endEpochSeconds: startEpochSeconds + 60,
        createdAtEpochSeconds: startEpochSeconds,
        updatedAtEpochSeconds: startEpochSeconds,
      }
      return { kind: 'put-if-absent', item: calendarEventByTimeEntity.encode(event) } as const
    })
    await deps.store.transact(writes, `fill-${n}`)
  }
}
