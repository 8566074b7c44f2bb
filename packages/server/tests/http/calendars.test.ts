import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type CalendarEvent,
  calendarEventItems,
} from '../../src/application/calendars/calendar-event.ts'
import { removeCalendars } from '../../src/application/calendars/calendars.ts'
import { openTestApp, type TestApp } from './support/app.ts'
import type { Body } from './support/call.ts'
import { REFUSED_ALIKE } from './support/refused-alike.ts'
import { sendTwice } from './support/send-twice.ts'
import { workOnce } from './support/work.ts'

let server: TestApp
beforeAll(async () => {
  server = await openTestApp()
})
afterAll(() => server.close())

const NOWHERE = '/v1/calendars/cal_01kqs3v7m8e2f4g6h8j0k2m4n6'
const NO_EVENT = 'cev_01kqs3v7m8e2f4g6h8j0k2m4n6'

const diaryBody = { name: 'Diary', timeZone: 'Europe/Berlin' }
const houseBody = { ...diaryBody, name: 'House', exclusive: 'nights' }

async function make(body: object = diaryBody): Promise<string> {
  const got = await server.call('POST', '/v1/calendars', { body })
  expect(got.status, got.text).toBe(201)
  return `/v1/calendars/${got.body.id}`
}

const add = (calendar: string, title: string, start: string, end: string) =>
  server.call('POST', `${calendar}/events`, { body: { title, start, end } })

const titles = (events: readonly Body[]) => events.map(({ title }) => title)

describe('a calendar', () => {
  test('of events is created, and can be read where the answer says', async () => {
    const got = await server.call('POST', '/v1/calendars', { body: diaryBody })
    expect([got.status, got.headers.get('etag')]).toEqual([201, '"1"'])
    expect(got.body).toEqual({
      id: expect.stringMatching(/^cal_/),
      version: 1,
      name: 'Diary',
      timeZone: 'Europe/Berlin',
      exclusive: 'none',
      stayPolicy: null,
      removal: null,
      createdAt: '2026-04-20T08:00:00Z',
      updatedAt: '2026-04-20T08:00:00Z',
    })
    const read = await server.call('GET', got.headers.get('location') ?? '')
    expect([read.status, read.body]).toEqual([200, got.body])
  })

  test('of nights has the policy that it was given, and defaults for the rest', async () => {
    const got = await server.call('POST', '/v1/calendars', {
      body: {
        ...houseBody,
        stayPolicy: {
          minNights: 2,
          arrivalWeekdays: ['saturday'],
          closedNights: [{ from: '2026-12-24', to: '2026-12-27' }],
          checkInTime: '16:30',
        },
      },
    })
    expect(got.body.stayPolicy).toEqual({
      minNights: 2,
      maxNights: 366,
      arrivalWeekdays: ['saturday'],
      departureWeekdays: [],
      closedNights: [{ from: '2026-12-24', to: '2026-12-27' }],
      maxAdvanceDays: 730,
      checkInTime: '16:30',
      checkOutTime: '11:00',
    })
  })

  test.each([
    ['a zone that does not exist', { timeZone: 'Europe/Atlantis' }, '/timeZone'],
    ['a stay policy for events', { stayPolicy: { minNights: 2 } }, '/stayPolicy'],
    [
      'more nights at least than at most',
      { exclusive: 'nights', stayPolicy: { minNights: 8, maxNights: 7 } },
      '/stayPolicy/minNights',
    ],
    [
      'closed nights that end before they begin',
      {
        exclusive: 'nights',
        stayPolicy: { closedNights: [{ from: '2026-05-02', to: '2026-05-01' }] },
      },
      '/stayPolicy/closedNights/0/to',
    ],
  ])('with %s is refused', async (_, wrong, pointer) => {
    const got = await server.call('POST', '/v1/calendars', { body: { ...diaryBody, ...wrong } })
    expect([got.status, got.body.errors[0].pointer]).toEqual([422, pointer])
  })

  test('is listed in pages, with the account’s others', async () => {
    const own = await openTestApp()
    for (const name of ['one', 'two', 'three']) {
      await own.call('POST', '/v1/calendars', { body: { ...diaryBody, name } })
    }
    const first = await own.call('GET', '/v1/calendars?limit=2')
    const rest = await own.call('GET', `/v1/calendars?limit=2&cursor=${first.body.nextCursor}`)
    expect([...first.body.data, ...rest.body.data].map(({ name }) => name)).toEqual([
      'one',
      'two',
      'three',
    ])
    expect((await own.call('GET', '/v1/calendars', { key: own.otherKey })).body.data).toEqual([])
    await own.close()
    expect((await server.call('GET', '/v1/calendars?limit=1')).body.data).toHaveLength(1)
    expect((await server.call('GET', '/v1/calendars?limit=101')).status).toBe(422)
  })

  test('is replaced by name and policy; its zone and its kind stay', async () => {
    const path = await make(houseBody)
    const body = { ...houseBody, name: 'Hut', stayPolicy: { minNights: 3 } }
    const replaced = await server.call('PUT', path, { body, headers: { 'if-match': '"1"' } })
    expect([replaced.status, replaced.headers.get('etag')]).toEqual([200, '"2"'])
    expect(replaced.body).toMatchObject({
      name: 'Hut',
      stayPolicy: { minNights: 3, maxNights: 366 },
    })
    const moved = await server.call('PUT', path, { body: { ...body, timeZone: 'Asia/Tokyo' } })
    expect([moved.status, moved.body.errors[0].pointer]).toEqual([422, '/timeZone'])
    const opened = await server.call('PUT', path, { body: { ...body, exclusive: 'none' } })
    expect([opened.status, opened.body.errors[0].pointer]).toEqual([422, '/exclusive'])
  })

  test('that is deleted tells how far its removal is, and is gone in the end', async () => {
    const path = await make()
    const starts = Array.from({ length: 50 }, (_, n) => `2026-05-01T09:00:${10 + n}Z`)
    await Promise.all(starts.map((start) => add(path, 'Event', start, '2026-05-01T10:00:00Z')))
    const deleted = await server.call('DELETE', path)
    expect([deleted.status, deleted.headers.get('location')]).toEqual([202, path])
    expect(deleted.body.removal).toEqual({ requestedAt: '2026-04-20T08:00:00Z', removedItems: 0 })
    expect((await server.call('DELETE', path)).status).toBe(202)
    const late = await add(path, 'Late', '2026-05-02', '2026-05-03')
    expect(late.status).toBe(404)
    await removeCalendars(server.deps, 10)
    expect((await server.call('GET', path)).body.removal).toMatchObject({ removedItems: 45 })
    await removeCalendars(server.deps, 10)
    await removeCalendars(server.deps, 10)
    expect((await server.call('GET', path)).status).toBe(404)
  })

  test('is created once for one Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'one-calendar' }
    const first = await server.call('POST', '/v1/calendars', { body: diaryBody, headers })
    const again = await server.call('POST', '/v1/calendars', { body: diaryBody, headers })
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, 'true'])
    expect(again.body).toEqual(first.body)
    const other = await server.call('POST', '/v1/calendars', { body: houseBody, headers })
    expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused'])
  })
})

describe('an event', () => {
  test('between instants is created with its own values, and read', async () => {
    const path = await make()
    const got = await server.call('POST', `${path}/events`, {
      body: {
        title: 'Talk',
        start: '2026-04-27T11:00:00+02:00',
        end: '2026-04-27T12:30:00+02:00',
        description: 'Room 2\nbring a pen',
        extendedProps: { colour: 'red', tags: ['a', { deep: [1.5, null, true] }] },
      },
    })
    expect([got.status, got.headers.get('etag')]).toEqual([201, '"1"'])
    expect(got.headers.get('location')).toBe(`${path}/events/${got.body.id}`)
    expect(got.body).toEqual({
      id: expect.stringMatching(/^cev_/),
      version: 1,
      calendarId: path.slice('/v1/calendars/'.length),
      title: 'Talk',
      description: 'Room 2\nbring a pen',
      allDay: false,
      start: '2026-04-27T09:00:00Z',
      end: '2026-04-27T10:30:00Z',
      extendedProps: { colour: 'red', tags: ['a', { deep: [1.5, null, true] }] },
      createdAt: '2026-04-20T08:00:00Z',
      updatedAt: '2026-04-20T08:00:00Z',
    })
    const read = await server.call('GET', `${path}/events/${got.body.id}`)
    expect([read.status, read.body]).toEqual([200, got.body])
  })

  test('between dates is an all-day one', async () => {
    const path = await make()
    const got = await add(path, 'Fair', '2026-05-01', '2026-05-04')
    expect(got.body).toMatchObject({ allDay: true, start: '2026-05-01', end: '2026-05-04' })
  })

  const talk = { title: 'Talk', start: '2026-04-27T09:00:00Z', end: '2026-04-27T10:00:00Z' }
  const nested = { a: { b: { c: { d: { e: 1 } } } } }
  test.each([
    ['an end before its start', { end: '2026-04-27T08:00:00Z' }, '/end'],
    ['an end that is its start', { end: talk.start }, '/end'],
    ['a length of 17 years', { end: '2043-04-27T08:00:00Z' }, '/end'],
    ['a date for one end alone', { end: '2026-04-28' }, '/end'],
    ['a time without an offset', { start: '2026-04-27T09:00:00' }, '/start'],
    ['a start that is not in 1970 yet', { start: '1970-01-01T00:00:00+01:00' }, '/start'],
    ['allDay for instants', { allDay: true }, '/allDay'],
    ['extendedProps of five levels', { extendedProps: nested }, '/extendedProps'],
    ['extendedProps of 5 KB', { extendedProps: { a: 'a'.repeat(5000) } }, '/extendedProps'],
    [
      'extendedProps with a number that no store has',
      { extendedProps: { a: 1e300 } },
      '/extendedProps',
    ],
    ['extendedProps with an empty name', { extendedProps: { '': 1 } }, '/extendedProps'],
    ['extendedProps that are a list', { extendedProps: [1] }, '/extendedProps'],
  ])('with %s is refused', async (_, wrong, pointer) => {
    const path = await make()
    const got = await server.call('POST', `${path}/events`, { body: { ...talk, ...wrong } })
    expect([got.status, got.body.errors[0].pointer]).toEqual([422, pointer])
  })

  test('nested a hundred thousand times is refused, not walked through', async () => {
    const path = await make()
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    const rawBody = `{"title":"x","start":"2026-05-01","end":"2026-05-02","extendedProps":{"a":${deep}}}`
    const got = await server.call('POST', `${path}/events`, { rawBody })
    expect([got.status, got.body.code]).toEqual([422, 'validation_failed'])
  })

  test('is replaced under its version, and keeps its id', async () => {
    const path = await make()
    const made = await add(path, 'Talk', talk.start, talk.end)
    const event = `${path}/events/${made.body.id}`
    const body = { title: 'Fair', start: '2026-05-01', end: '2026-05-10' }
    const replaced = await server.call('PUT', event, { body, headers: { 'if-match': '"1"' } })
    expect([replaced.status, replaced.headers.get('etag')]).toEqual([200, '"2"'])
    expect(replaced.body).toMatchObject({ id: made.body.id, title: 'Fair', start: '2026-05-01' })
    const stale = await server.call('PUT', event, { body, headers: { 'if-match': '"1"' } })
    expect([stale.status, stale.body.code]).toEqual([412, 'version_mismatch'])
    const wrong = await server.call('PUT', event, { body: { ...body, end: '2026-05-01' } })
    expect(wrong.status).toBe(422)
  })

  test('that is deleted is gone', async () => {
    const path = await make()
    const made = await add(path, 'Talk', talk.start, talk.end)
    const event = `${path}/events/${made.body.id}`
    expect((await server.call('DELETE', event)).status).toBe(204)
    expect((await server.call('GET', event)).status).toBe(404)
    expect((await server.call('DELETE', event)).status).toBe(404)
    expect((await server.call('PUT', event, { body: talk })).status).toBe(404)
  })

  test('is not found by way of another calendar', async () => {
    const made = await add(await make(), 'Talk', talk.start, talk.end)
    const got = await server.call('GET', `${await make()}/events/${made.body.id}`)
    expect(got.status).toBe(404)
  })

  test('sent twice at once with one Idempotency-Key is made once', async () => {
    const path = await make()
    await sendTwice(server.call, '/v1/calendars', diaryBody)
    await sendTwice(server.call, `${path}/events`, talk)
    const listed = await server.call('GET', `${path}/events?from=2026-04-27&to=2026-04-28`)
    expect(titles(listed.body.data)).toEqual(['Talk'])
  })
})

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
    const cursor = encodeURIComponent(first.body.nextCursor)
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
    ['a cursor of nothing', 'from=2026-04-27&to=2026-04-28&cursor=x', '/query/cursor'],
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
    const cursor = encodeURIComponent(`9999999999#${NO_EVENT}`)
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
        message: 'the range has more than 5000 events; ask for a shorter one',
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
      return { kind: 'put-if-absent', item: calendarEventItems(event).byTime } as const
    })
    await deps.store.transact(writes, `fill-${n}`)
  }
}

describe('a stay', () => {
  test('claims its nights; another that wants one is told which are taken', async () => {
    const path = await make(houseBody)
    const made = await add(path, 'Ada', '2026-06-01', '2026-06-05')
    expect([made.status, made.body.allDay]).toEqual([201, true])
    const refused = await add(path, 'Grace', '2026-06-03', '2026-06-08')
    expect([refused.status, refused.body.code]).toEqual([409, 'night_taken'])
    expect(refused.body.nights).toEqual(['2026-06-03', '2026-06-04'])
    expect((await add(path, 'Grace', '2026-06-05', '2026-06-08')).status).toBe(201)
  })

  test('moves, and stands as it was where it cannot', async () => {
    const path = await make(houseBody)
    const ada = await add(path, 'Ada', '2026-06-01', '2026-06-05')
    await add(path, 'Grace', '2026-06-08', '2026-06-10')
    const event = `${path}/events/${ada.body.id}`
    const move = (start: string, end: string) =>
      server.call('PUT', event, { body: { title: 'Ada', start, end } })
    const refused = await move('2026-06-03', '2026-06-09')
    expect([refused.status, refused.body.nights]).toEqual([409, ['2026-06-08']])
    expect((await server.call('GET', event)).body).toMatchObject({ version: 1, end: '2026-06-05' })
    expect((await move('2026-06-03', '2026-06-08')).status).toBe(200)
    const nights = await server.call('GET', `${path}/nights?from=2026-06-01&to=2026-06-09`)
    expect(nights.body.data.map(({ status }) => status)).toEqual([
      'free',
      'free',
      'taken',
      'taken',
      'taken',
      'taken',
      'taken',
      'taken',
    ])
  })

  test('that breaks rules is refused with each of them, when made and when moved', async () => {
    const stayPolicy = { minNights: 3, arrivalWeekdays: ['saturday'] }
    const path = await make({ ...houseBody, stayPolicy })
    const refused = await add(path, 'Ada', '2026-06-01', '2026-06-03')
    expect([refused.status, refused.body.code]).toEqual([422, 'stay_not_bookable'])
    expect(refused.body.reasons).toEqual([
      { code: 'too_few_nights', minNights: 3 },
      { code: 'arrival_weekday', allowed: ['saturday'] },
    ])
    const made = await add(path, 'Ada', '2026-06-06', '2026-06-09')
    const moved = await server.call('PUT', `${path}/events/${made.body.id}`, {
      body: { title: 'Ada', start: '2026-06-06', end: '2026-06-08' },
    })
    expect([moved.status, moved.body.code]).toEqual([422, 'stay_not_bookable'])
  })

  test('between instants is refused', async () => {
    const path = await make(houseBody)
    const got = await add(path, 'Ada', '2026-06-01T15:00:00Z', '2026-06-05T11:00:00Z')
    expect([got.status, got.body.errors[0].pointer]).toEqual([422, '/start'])
  })

  test('of three years is taken and moved in one transaction', async () => {
    const path = await make({ ...houseBody, stayPolicy: { maxNights: 1096, maxAdvanceDays: 3653 } })
    const made = await add(path, 'Ada', '2026-05-15', '2029-05-15')
    expect(made.status).toBe(201)
    const moved = await server.call('PUT', `${path}/events/${made.body.id}`, {
      body: { title: 'Ada', start: '2030-05-15', end: '2033-05-15' },
    })
    expect(moved.status).toBe(200)
  })
})

describe('the nights of a calendar', () => {
  test('are listed for a whole year, free, taken or closed', async () => {
    const closedNights = [{ from: '2026-12-24', to: '2026-12-26' }]
    const path = await make({ ...houseBody, stayPolicy: { closedNights } })
    await add(path, 'Ada', '2026-06-01', '2026-06-02')
    const got = await server.call('GET', `${path}/nights?from=2026-01-01&to=2027-01-01`)
    expect([got.status, got.body.data.length]).toEqual([200, 365])
    expect(got.body.data.filter(({ status }) => status !== 'free')).toEqual([
      { date: '2026-06-01', status: 'taken' },
      { date: '2026-12-24', status: 'closed' },
      { date: '2026-12-25', status: 'closed' },
    ])
  })

  test.each([
    ['of more than two years', 'from=2026-01-01&to=2028-01-03'],
    ['of no time', 'from=2026-01-01&to=2026-01-01'],
    ['by instants', 'from=2026-01-01T00:00:00Z&to=2027-01-01T00:00:00Z'],
  ])('%s are refused', async (_, query) => {
    const got = await server.call('GET', `${await make(houseBody)}/nights?${query}`)
    expect(got.status).toBe(422)
  })

  test('of a calendar of events are refused', async () => {
    const got = await server.call('GET', `${await make()}/nights?from=2026-01-01&to=2026-02-01`)
    expect([got.status, got.body.errors[0].pointer]).toEqual([422, '/path/id'])
  })
})

test('every change is in the log of the account, as its schema says', async () => {
  const own = await openTestApp()
  const send = (method: string, path: string, body?: object) =>
    own.call(method, path, body && { body })
  for (const body of [diaryBody, houseBody]) {
    const calendar = await send('POST', '/v1/calendars', body)
    const events = `/v1/calendars/${calendar.body.id}/events`
    const days = { title: 'Ada', start: '2026-06-01', end: '2026-06-03' }
    const made = await send('POST', events, days)
    await send('PUT', `${events}/${made.body.id}`, { ...days, end: '2026-06-04' })
    await send('DELETE', `${events}/${made.body.id}`)
  }
  await workOnce(own.deps)
  const log = await own.call('GET', '/v1/events')
  const seen = log.body.data.map(({ type, resource }) => [type, (resource as Body).version])
  expect(seen.sort()).toEqual([
    ['calendar_event.created', 1],
    ['calendar_event.deleted', 3],
    ['calendar_event.updated', 2],
    ['stay.created', 1],
    ['stay.deleted', 3],
    ['stay.updated', 2],
  ])
  await own.close()
})

test('what does not exist is not found, by any call', async () => {
  const event = { title: 'Ada', start: '2026-06-01', end: '2026-06-03' }
  const calls: readonly (readonly [string, string, object?])[] = [
    ['GET', NOWHERE],
    ['PUT', NOWHERE, diaryBody],
    ['DELETE', NOWHERE],
    ['GET', `${NOWHERE}/nights?from=2026-01-01&to=2026-02-01`],
    ['GET', `${NOWHERE}/events?from=2026-01-01&to=2026-02-01`],
    ['POST', `${NOWHERE}/events`, event],
    ['GET', `${NOWHERE}/events/${NO_EVENT}`],
    ['PUT', `${NOWHERE}/events/${NO_EVENT}`, event],
    ['DELETE', `${NOWHERE}/events/${NO_EVENT}`],
  ]
  for (const [method, path, body] of calls) {
    const got = await server.call(method, path, body && { body })
    expect([method, path, got.status]).toEqual([method, path, 404])
  }
})

test('every documented answer of these calls was seen', async () => {
  const path = await make()
  const made = await add(path, 'Talk', '2026-06-01', '2026-06-02')
  const headers = { 'if-match': 'x' }
  for (const each of [path, `${path}/events/${made.body.id}`]) {
    expect((await server.call('DELETE', each, { headers })).status).toBe(422)
  }
  expect(server.call.unseen('Calendars', REFUSED_ALIKE)).toEqual([])
})
