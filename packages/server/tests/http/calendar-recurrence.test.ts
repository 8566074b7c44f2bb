import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type TestApp } from './support/app.ts'
import type { Body } from './support/call.ts'
import { REFUSED_ALIKE } from './support/refused-alike.ts'
import { workOnce } from './support/work.ts'

let server: TestApp
beforeAll(async () => {
  server = await openTestApp()
})
afterAll(() => server.close())

// Mondays from 19 October 2026 on; the clocks of Berlin go back on the 25th.
const TALK = { title: 'Talk', start: '2026-10-19T07:00:00Z', end: '2026-10-19T08:30:00Z' }
const WEEKLY = { rrule: 'freq=weekly' }

async function makeCalendar(more: object = {}): Promise<string> {
  const body = { name: 'Diary', timeZone: 'Europe/Berlin', ...more }
  const got = await server.call('POST', '/v1/calendars', { body })
  expect(got.status, got.text).toBe(201)
  return `/v1/calendars/${got.body.id}`
}

async function makeTalk(recurrence: object = WEEKLY, more: object = {}) {
  const path = await makeCalendar()
  const body = { ...TALK, ...more, recurrence }
  const got = await server.call('POST', `${path}/events`, { body })
  expect(got.status, got.text).toBe(201)
  const event = `${path}/events/${got.body.id}`
  const list = async (from: string, to: string, query = '') => {
    const listed = await server.call('GET', `${path}/events?from=${from}&to=${to}${query}`)
    expect(listed.status, listed.text).toBe(200)
    return listed.body
  }
  return { path, event, id: String(got.body.id), made: got.body, list }
}

const starts = (listed: Body): readonly unknown[] => listed.data.map(({ start }) => start)

describe('a recurring event', () => {
  test('is created with its rule in one spelling, and read', async () => {
    const { event, made } = await makeTalk({
      rrule: 'wkst=mo;byday=WE,MO;until=20261231;freq=weekly',
      exdates: ['2026-10-26T09:00:00+01:00'],
      rdates: ['2026-10-20T07:00:00Z'],
    })
    expect(made).toMatchObject({
      start: TALK.start,
      recurringEventId: null,
      originalStart: null,
      recurrence: {
        rrule: 'FREQ=WEEKLY;UNTIL=20261231T225959Z;BYDAY=MO,WE',
        timeZone: 'Europe/Berlin',
        exdates: ['2026-10-26T08:00:00Z'],
        rdates: ['2026-10-20T07:00:00Z'],
        changedOccurrences: [],
      },
    })
    const read = await server.call('GET', event)
    expect([read.status, read.body]).toEqual([200, made])
  })

  test('is listed once for each occurrence, at its wall time over a change of the clock', async () => {
    const { id, list } = await makeTalk()
    const listed = await list('2026-10-19', '2026-11-03')
    expect(listed.data).toMatchObject([
      { start: '2026-10-19T07:00:00Z', end: '2026-10-19T08:30:00Z' },
      { start: '2026-10-26T08:00:00Z', end: '2026-10-26T09:30:00Z' },
      {
        id: `${id}_20261102T080000Z`,
        recurringEventId: id,
        originalStart: '2026-11-02T08:00:00Z',
        recurrence: null,
        title: 'Talk',
        start: '2026-11-02T08:00:00Z',
      },
    ])
  })

  test('keeps the wall time of a zone of its own', async () => {
    const { list } = await makeTalk({ rrule: 'FREQ=WEEKLY', timeZone: 'America/New_York' })
    expect(starts(await list('2026-10-20', '2026-11-12'))).toEqual([
      '2026-10-26T07:00:00Z',
      '2026-11-02T08:00:00Z',
      '2026-11-09T08:00:00Z',
    ])
  })

  test('of whole days is listed by dates', async () => {
    const { id, list } = await makeTalk(
      { rrule: 'FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=3', exdates: ['2026-11-30'] },
      { start: '2026-10-31', end: '2026-11-02' },
    )
    expect((await list('2026-01-01', '2027-12-31')).data).toMatchObject([
      { id: `${id}_20261031`, start: '2026-10-31', end: '2026-11-02', allDay: true },
      { id: `${id}_20261231`, start: '2026-12-31', end: '2027-01-02', originalStart: '2026-12-31' },
    ])
    // One that began before the range and reaches into it.
    expect(starts(await list('2027-01-01', '2027-01-02'))).toEqual(['2026-12-31'])
    expect(starts(await list('2027-01-02', '2027-01-03'))).toEqual([])
  })

  test('is paged in one order with the others', async () => {
    const { path, list } = await makeTalk({ rrule: 'FREQ=DAILY' })
    const add = (title: string, start: string, end: string, recurrence?: object) =>
      server.call('POST', `${path}/events`, {
        body: { title, start, end, ...(recurrence && { recurrence }) },
      })
    await add('Fair', '2026-10-01', '2026-11-01')
    await add('Lunch', '2026-10-21T10:00:00Z', '2026-10-21T11:00:00Z')
    await add('Twice', TALK.start, TALK.end, { rrule: 'FREQ=DAILY;COUNT=3' })
    const all = await list('2026-10-19', '2026-10-23')
    expect(all.data.map(({ title }) => title)).toEqual([
      'Fair',
      'Talk',
      'Twice',
      'Talk',
      'Twice',
      'Talk',
      'Twice',
      'Lunch',
      'Talk',
    ])
    for (const limit of [1, 2, 4]) {
      const pages: unknown[] = []
      let cursor = ''
      do {
        const page = await list('2026-10-19', '2026-10-23', `&limit=${limit}${cursor}`)
        expect(page.data.length).toBeLessThanOrEqual(limit)
        pages.push(...page.data)
        cursor =
          page.nextCursor === null ? '' : `&cursor=${encodeURIComponent(String(page.nextCursor))}`
      } while (cursor !== '')
      expect(pages).toEqual(all.data)
    }
  })

  test('of a hundred years is read a page at a time', async () => {
    const { list } = await makeTalk({ rrule: 'FREQ=HOURLY' })
    const page = await list('2090-01-01', '2199-01-01', '&limit=2')
    expect(starts(page)).toEqual(['2089-12-31T22:00:00Z', '2089-12-31T23:00:00Z'])
    expect(page.nextCursor).not.toBeNull()
  })

  test('is given to FullCalendar as its occurrences, of one group', async () => {
    const { path, id } = await makeTalk()
    const query = 'format=fullcalendar&start=2026-10-20&end=2026-10-31&timeZone=Europe/Berlin'
    const got = await server.call('GET', `${path}/events?${query}`)
    expect(got.body).toEqual([
      {
        id: `${id}_20261026T080000Z`,
        groupId: id,
        title: 'Talk',
        start: '2026-10-26T09:00:00+01:00',
        end: '2026-10-26T10:30:00+01:00',
        allDay: false,
        extendedProps: {},
      },
    ])
  })

  test('becomes a single one, and one that recurs again', async () => {
    const { event, list } = await makeTalk()
    expect((await server.call('PUT', event, { body: TALK })).body.recurrence).toBeNull()
    expect(starts(await list('2026-10-01', '2027-01-01'))).toEqual([TALK.start])
    const body = { ...TALK, recurrence: { rrule: 'FREQ=DAILY;COUNT=2' } }
    expect((await server.call('PUT', event, { body })).status).toBe(200)
    expect(starts(await list('2026-10-01', '2027-01-01'))).toHaveLength(2)
    expect((await server.call('DELETE', event)).status).toBe(204)
    expect(starts(await list('2026-10-01', '2027-01-01'))).toEqual([])
  })

  const times = (count: number) => Array.from({ length: count }, (_, n) => n)
  test.each([
    ['a text that is no rule', { rrule: 'weekly' }, '/recurrence/rrule'],
    ['a rule that does not give the start', { rrule: 'FREQ=WEEKLY;BYDAY=TU' }, '/recurrence/rrule'],
    ['an end before the start', { rrule: 'FREQ=DAILY;UNTIL=20261018' }, '/recurrence/rrule'],
    ['one every minute', { rrule: 'FREQ=MINUTELY' }, '/recurrence/rrule'],
    ['one every second', { rrule: 'FREQ=SECONDLY' }, '/recurrence/rrule'],
    ['more than 24 a day', { rrule: `FREQ=HOURLY;BYMINUTE=${times(2)}` }, '/recurrence/rrule'],
    ['a COUNT of 2001', { rrule: 'FREQ=DAILY;COUNT=2001' }, '/recurrence/rrule'],
    ['a part of RFC 7529', { rrule: 'FREQ=DAILY;RSCALE=HEBREW' }, '/recurrence/rrule'],
    ['a zone that is none', { ...WEEKLY, timeZone: 'Mars/Olympus' }, '/recurrence/timeZone'],
    ['a date as exdate', { ...WEEKLY, exdates: ['2026-10-26'] }, '/recurrence/exdates/0'],
    ['a date as rdate', { ...WEEKLY, rdates: ['2026-10-26'] }, '/recurrence/rdates/0'],
    [
      'a second pass of a repeated hour',
      { ...WEEKLY, rdates: ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z'] },
      '/recurrence/rdates/1',
    ],
    [
      '501 exdates',
      { ...WEEKLY, exdates: times(501).map(() => TALK.start) },
      '/recurrence/exdates',
    ],
    ['a member that nobody knows', { ...WEEKLY, every: 'week' }, '/recurrence/every'],
    ['no rule', {}, '/recurrence/rrule'],
  ])('with %s is refused', async (_name, recurrence, pointer) => {
    const path = await makeCalendar()
    const got = await server.call('POST', `${path}/events`, { body: { ...TALK, recurrence } })
    expect([got.status, got.body.errors?.[0]?.pointer]).toEqual([422, pointer])
  })

  test.each([
    ['dates and an hourly rule', { rrule: 'FREQ=HOURLY' }, '/recurrence/rrule'],
    ['dates and times of the day', { rrule: 'FREQ=DAILY;BYHOUR=0' }, '/recurrence/rrule'],
    ['dates and another zone', { ...WEEKLY, timeZone: 'Asia/Tokyo' }, '/recurrence/timeZone'],
    ['dates and an instant', { ...WEEKLY, exdates: [TALK.start] }, '/recurrence/exdates/0'],
  ])('between %s is refused', async (_name, recurrence, pointer) => {
    const path = await makeCalendar()
    const body = { title: 'Fair', start: '2026-10-19', end: '2026-10-20', recurrence }
    const got = await server.call('POST', `${path}/events`, { body })
    expect([got.status, got.body.errors?.[0]?.pointer]).toEqual([422, pointer])
  })

  test('of more than 31 days each time, or on a calendar of nights, is refused', async () => {
    const long = { title: 'Fair', start: '2026-10-01', end: '2026-11-02', recurrence: WEEKLY }
    const diary = await server.call('POST', `${await makeCalendar()}/events`, { body: long })
    expect([diary.status, diary.body.errors[0].pointer]).toEqual([422, '/end'])
    const house = await makeCalendar({ exclusive: 'nights' })
    const body = { ...long, end: '2026-10-03' }
    const stay = await server.call('POST', `${house}/events`, { body })
    expect([stay.status, stay.body.errors[0].pointer]).toEqual([422, '/recurrence'])
  })
})

describe('one occurrence', () => {
  const second = 'occurrences/2026-10-26T08:00:00Z'

  test('is read by its original start, whatever the offset', async () => {
    const { event, id } = await makeTalk()
    const got = await server.call('GET', `${event}/occurrences/2026-10-26T09:00:00%2B01:00`)
    expect([got.status, got.headers.get('etag'), got.body]).toMatchObject([
      200,
      '"1"',
      { id: `${id}_20261026T080000Z`, originalStart: '2026-10-26T08:00:00Z', version: 1 },
    ])
  })

  test('is moved out of its range and into another, and keeps its name', async () => {
    const { event, list } = await makeTalk()
    const body = { title: 'Long talk', start: '2026-12-24T10:00:00Z', end: '2026-12-24T12:00:00Z' }
    const moved = await server.call('PUT', `${event}/${second}`, { body })
    expect([moved.status, moved.headers.get('etag'), moved.body]).toMatchObject([
      200,
      '"2"',
      { ...body, originalStart: '2026-10-26T08:00:00Z', version: 2 },
    ])
    expect(starts(await list('2026-10-20', '2026-11-03'))).toEqual(['2026-11-02T08:00:00Z'])
    expect((await list('2026-12-24', '2026-12-25')).data).toEqual([moved.body])
    expect((await server.call('GET', `${event}/${second}`)).body).toEqual(moved.body)
    const read = await server.call('GET', event)
    expect(read.body.recurrence).toMatchObject({ changedOccurrences: ['2026-10-26T08:00:00Z'] })
  })

  test('is found where it was moved to beyond the rule’s own end, and before its start', async () => {
    const { event, list } = await makeTalk({ rrule: 'FREQ=WEEKLY;COUNT=3' })
    const move = (which: string, start: string, end: string) =>
      server.call('PUT', `${event}/${which}`, { body: { title: 'Talk', start, end } })
    await move(second, '2026-01-05T08:00:00Z', '2026-01-05T09:00:00Z')
    await move('occurrences/2026-11-02T08:00:00Z', '2030-01-07T08:00:00Z', '2030-01-07T09:00:00Z')
    expect(starts(await list('2026-01-01', '2026-02-01'))).toEqual(['2026-01-05T08:00:00Z'])
    expect(starts(await list('2030-01-01', '2030-02-01'))).toEqual(['2030-01-07T08:00:00Z'])
  })

  test('of whole days is named by its date', async () => {
    const days = { start: '2026-10-31', end: '2026-11-02' }
    const { event, list } = await makeTalk({ rrule: 'FREQ=MONTHLY;BYMONTHDAY=-1' }, days)
    const body = { title: 'Fair', start: '2026-12-01', end: '2026-12-02' }
    const moved = await server.call('PUT', `${event}/occurrences/2026-11-30`, { body })
    expect([moved.status, moved.body.originalStart]).toEqual([200, '2026-11-30'])
    expect(starts(await list('2026-11-03', '2027-01-01'))).toEqual(['2026-12-01', '2026-12-31'])
    const instant = await server.call('GET', `${event}/occurrences/2026-11-29T23:00:00Z`)
    expect(instant.status).toBe(404)
    const timed = { title: 'Fair', start: TALK.start, end: TALK.end }
    const wrong = await server.call('PUT', `${event}/occurrences/2026-11-30`, { body: timed })
    expect([wrong.status, wrong.body.errors[0].pointer]).toEqual([422, '/start'])
  })

  test('follows its event in what was not changed of it', async () => {
    const { event } = await makeTalk()
    const moved = { title: 'Talk', start: '2026-10-27T08:00:00Z', end: '2026-10-27T09:00:00Z' }
    await server.call('PUT', `${event}/${second}`, { body: moved })
    const body = { ...TALK, title: 'Lecture', recurrence: WEEKLY }
    expect((await server.call('PUT', event, { body })).status).toBe(200)
    expect((await server.call('GET', `${event}/${second}`)).body).toMatchObject({
      title: 'Lecture',
      start: '2026-10-27T08:00:00Z',
    })
  })

  test('loses its change with the start that names it', async () => {
    const { event, list } = await makeTalk()
    await server.call('PUT', `${event}/${second}`, { body: { ...TALK, title: 'Long talk' } })
    const later = { start: '2026-10-19T09:00:00Z', end: '2026-10-19T10:00:00Z' }
    const body = { ...TALK, ...later, recurrence: WEEKLY }
    const put = await server.call('PUT', event, { body })
    expect(put.body.recurrence).toMatchObject({ changedOccurrences: [] })
    const listed = await list('2026-10-19', '2026-11-03')
    expect(listed.data.map(({ title }) => title)).toEqual(['Talk', 'Talk', 'Talk'])
  })

  test('that is put as it was is unchanged again', async () => {
    const { event } = await makeTalk()
    const put = (body: object) => server.call('PUT', `${event}/${second}`, { body })
    const own = { title: 'Talk', start: '2026-10-26T08:00:00Z', end: '2026-10-26T09:30:00Z' }
    await put({ ...own, title: 'Long talk', description: 'In the hall', extendedProps: { a: 1 } })
    expect((await put(own)).body).toMatchObject({
      title: 'Talk',
      description: null,
      extendedProps: {},
    })
    expect((await server.call('GET', event)).body.recurrence).toMatchObject({
      changedOccurrences: [],
    })
  })

  test('that is cancelled is gone, and is there again once its exdate is', async () => {
    const { event, list } = await makeTalk()
    await server.call('PUT', `${event}/${second}`, { body: { ...TALK, title: 'Long talk' } })
    expect((await server.call('DELETE', `${event}/${second}`)).status).toBe(204)
    for (const method of ['GET', 'DELETE']) {
      expect((await server.call(method, `${event}/${second}`)).status).toBe(404)
    }
    expect(starts(await list('2026-10-19', '2026-11-03'))).toEqual([
      TALK.start,
      '2026-11-02T08:00:00Z',
    ])
    const read = await server.call('GET', event)
    expect(read.body.recurrence).toMatchObject({
      exdates: ['2026-10-26T08:00:00Z'],
      changedOccurrences: [],
    })
    await server.call('PUT', event, { body: { ...TALK, recurrence: WEEKLY } })
    expect((await server.call('GET', `${event}/${second}`)).body.title).toBe('Talk')
  })

  test('is changed only under the version that its caller knows', async () => {
    const { event } = await makeTalk()
    const stale = { headers: { 'if-match': '"7"' } }
    const put = await server.call('PUT', `${event}/${second}`, { body: TALK, ...stale })
    const gone = await server.call('DELETE', `${event}/${second}`, stale)
    expect([put.status, gone.status]).toEqual([412, 412])
    const right = { headers: { 'if-match': '"1"' } }
    expect((await server.call('DELETE', `${event}/${second}`, right)).status).toBe(204)
  })

  test('does not recur, and is not longer than 31 days', async () => {
    const { event } = await makeTalk()
    const put = (more: object) =>
      server.call('PUT', `${event}/${second}`, { body: { ...TALK, ...more } })
    for (const [more, pointer] of [
      [{ recurrence: WEEKLY }, '/recurrence'],
      [{ end: '2026-11-20T00:00:00Z' }, '/end'],
      [{ end: TALK.start }, '/end'],
    ] as const) {
      const got = await put(more)
      expect([got.status, got.body.errors[0].pointer]).toEqual([422, pointer])
    }
  })

  test('is not changed to more than an event holds', async () => {
    const { event } = await makeTalk({ rrule: 'FREQ=DAILY' })
    const texts = { description: 'é'.repeat(2000), extendedProps: { a: 'é'.repeat(1900) } }
    const change = async (day: number) => {
      const start = new Date(Date.UTC(2026, 9, 26 + day, 8)).toISOString()
      const end = start.replace(':00:00', ':30:00')
      const body = { title: 'Talk', start, end, ...texts }
      return (await server.call('PUT', `${event}/occurrences/${start}`, { body })).status
    }
    for (let day = 0; day < 24; day += 1) expect(await change(day)).toBe(200)
    expect(await change(24)).toBe(422)
    expect(await change(0)).toBe(200)
  })

  test('is not found if the rule does not give it, or nothing recurs', async () => {
    const { path, event } = await makeTalk()
    const single = await server.call('POST', `${path}/events`, { body: TALK })
    for (const nowhere of [
      `${event}/occurrences/2026-10-26T08:00:01Z`,
      `${event}/occurrences/2026-10-26`,
      `${path}/events/${single.body.id}/occurrences/${TALK.start}`,
    ]) {
      const got = await server.call('GET', nowhere)
      expect([got.status, got.body.code]).toEqual([404, 'not_found'])
    }
    expect((await server.call('GET', `${event}/occurrences/yesterday`)).status).toBe(404)
  })

  test('is told of with the event that it belongs to', async () => {
    const own = await openTestApp()
    const made = await own.call('POST', '/v1/calendars', {
      body: { name: 'Diary', timeZone: 'Europe/Berlin' },
    })
    const events = `/v1/calendars/${made.body.id}/events`
    const talk = await own.call('POST', events, { body: { ...TALK, recurrence: WEEKLY } })
    const one = `${events}/${talk.body.id}/${second}`
    await own.call('PUT', one, { body: { ...TALK, title: 'Long talk' } })
    await own.call('DELETE', one)
    await workOnce(own.deps)
    const log = await own.call('GET', '/v1/events')
    expect(log.body.data).toMatchObject([
      { type: 'calendar_event.created', data: { calendarEvent: { recurrence: {} } } },
      {
        type: 'calendar_event.updated',
        resource: { id: talk.body.id, version: 2 },
        data: {
          calendarEvent: { recurrence: { changedOccurrences: ['2026-10-26T08:00:00Z'] } },
          occurrence: { status: 'changed', calendarEvent: { title: 'Long talk' } },
        },
      },
      {
        type: 'calendar_event.updated',
        resource: { version: 3 },
        data: { occurrence: { status: 'cancelled', calendarEvent: { title: 'Long talk' } } },
      },
    ])
    await own.close()
  })
})

test('every documented answer of these calls was seen', async () => {
  const { event } = await makeTalk()
  const at = `${event}/occurrences/2027-01-01T00:00:00Z`
  expect((await server.call('PUT', at, { body: TALK })).status).toBe(404)
  const sent = { headers: { 'if-match': 'x' } }
  expect((await server.call('DELETE', at, sent)).status).toBe(422)
  expect(server.call.unseen('Calendar event occurrences', REFUSED_ALIKE)).toEqual([])
})
