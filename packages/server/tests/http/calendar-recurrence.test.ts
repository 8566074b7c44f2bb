import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type TestApp } from './support/app.ts'
import { makeDiary, makeTalk, starts, TALK, WEEKLY } from './support/talks.ts'

let server: TestApp
beforeAll(async () => {
  server = await openTestApp()
})
afterAll(() => server.close())

describe('a recurring event', () => {
  test('is created with its rule in one spelling, and read', async () => {
    const { event, made } = await makeTalk(server.call, {
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
    const { id, list } = await makeTalk(server.call)
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
    const { list } = await makeTalk(server.call, {
      rrule: 'FREQ=WEEKLY',
      timeZone: 'America/New_York',
    })
    expect(starts(await list('2026-10-20', '2026-11-12'))).toEqual([
      '2026-10-26T07:00:00Z',
      '2026-11-02T08:00:00Z',
      '2026-11-09T08:00:00Z',
    ])
  })

  test('of whole days is listed by dates', async () => {
    const { id, list } = await makeTalk(
      server.call,
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
    const { path, list } = await makeTalk(server.call, { rrule: 'FREQ=DAILY' })
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
    const { list } = await makeTalk(server.call, { rrule: 'FREQ=HOURLY' })
    const page = await list('2090-01-01', '2199-01-01', '&limit=2')
    expect(starts(page)).toEqual(['2089-12-31T22:00:00Z', '2089-12-31T23:00:00Z'])
    expect(page.nextCursor).not.toBeNull()
  })

  test('is given to FullCalendar as its occurrences, of one group', async () => {
    const { path, id } = await makeTalk(server.call)
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
    const { event, list } = await makeTalk(server.call)
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
    [
      'a COUNT that takes a thousand years',
      { rrule: 'FREQ=YEARLY;BYMONTHDAY=19;BYDAY=MO;COUNT=2000' },
      '/recurrence/rrule',
    ],
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
    const path = await makeDiary(server.call)
    const got = await server.call('POST', `${path}/events`, { body: { ...TALK, recurrence } })
    expect([got.status, got.body.errors?.[0]?.pointer]).toEqual([422, pointer])
  })

  test.each([
    ['dates and an hourly rule', { rrule: 'FREQ=HOURLY' }, '/recurrence/rrule'],
    ['dates and times of the day', { rrule: 'FREQ=DAILY;BYHOUR=0' }, '/recurrence/rrule'],
    ['dates and another zone', { ...WEEKLY, timeZone: 'Asia/Tokyo' }, '/recurrence/timeZone'],
    [
      'dates of which one begins before 1970',
      { ...WEEKLY, rdates: ['1970-01-01'] },
      '/recurrence/rdates',
    ],
    ['dates and an instant', { ...WEEKLY, exdates: [TALK.start] }, '/recurrence/exdates/0'],
  ])('between %s is refused', async (_name, recurrence, pointer) => {
    const path = await makeDiary(server.call)
    const body = { title: 'Fair', start: '2026-10-19', end: '2026-10-20', recurrence }
    const got = await server.call('POST', `${path}/events`, { body })
    expect([got.status, got.body.errors?.[0]?.pointer]).toEqual([422, pointer])
  })

  test('of more than 31 days each time, or on a calendar of nights, is refused', async () => {
    const long = { title: 'Fair', start: '2026-10-01', end: '2026-11-02', recurrence: WEEKLY }
    const diary = await server.call('POST', `${await makeDiary(server.call)}/events`, {
      body: long,
    })
    expect([diary.status, diary.body.errors[0].pointer]).toEqual([422, '/end'])
    const house = await makeDiary(server.call, { exclusive: 'nights' })
    const body = { ...long, end: '2026-10-03' }
    const stay = await server.call('POST', `${house}/events`, { body })
    expect([stay.status, stay.body.errors[0].pointer]).toEqual([422, '/recurrence'])
  })
})
