import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type TestApp } from './support/app.ts'
import { REFUSED_ALIKE } from './support/refused-alike.ts'
import { makeTalk, starts, TALK, WEEKLY } from './support/talks.ts'
import { workOnce } from './support/work.ts'

let server: TestApp
beforeAll(async () => {
  server = await openTestApp()
})
afterAll(() => server.close())

describe('one occurrence', () => {
  const second = 'occurrences/2026-10-26T08:00:00Z'

  test('is read by its original start, whatever the offset', async () => {
    const { event, id } = await makeTalk(server.call)
    const got = await server.call('GET', `${event}/occurrences/2026-10-26T09:00:00%2B01:00`)
    expect([got.status, got.headers.get('etag'), got.body]).toMatchObject([
      200,
      '"1"',
      { id: `${id}_20261026T080000Z`, originalStart: '2026-10-26T08:00:00Z', version: 1 },
    ])
  })

  test('is moved out of its range and into another, and keeps its name', async () => {
    const { event, list } = await makeTalk(server.call)
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
    const { event, list } = await makeTalk(server.call, { rrule: 'FREQ=WEEKLY;COUNT=3' })
    const move = (which: string, start: string, end: string) =>
      server.call('PUT', `${event}/${which}`, { body: { title: 'Talk', start, end } })
    await move(second, '2026-01-05T08:00:00Z', '2026-01-05T09:00:00Z')
    await move('occurrences/2026-11-02T08:00:00Z', '2030-01-07T08:00:00Z', '2030-01-07T09:00:00Z')
    expect(starts(await list('2026-01-01', '2026-02-01'))).toEqual(['2026-01-05T08:00:00Z'])
    expect(starts(await list('2030-01-01', '2030-02-01'))).toEqual(['2030-01-07T08:00:00Z'])
  })

  test('is read, moved and cancelled by the id that a list gives it, with its event as it was', async () => {
    const { path, event, id, list } = await makeTalk(server.call)
    const [, listed] = (await list('2026-10-19', '2026-11-03')).data
    const one = `${path}/events/${listed?.id}`
    expect((await server.call('GET', one)).body).toEqual(listed)
    const body = { title: 'Talk', start: '2026-10-27T08:00:00Z', end: '2026-10-27T09:00:00Z' }
    const moved = await server.call('PUT', one, { body, headers: { 'if-match': '"1"' } })
    expect([moved.status, moved.body.id, moved.body.start]).toEqual([200, listed?.id, body.start])
    expect((await server.call('DELETE', one)).status).toBe(204)
    expect((await server.call('GET', one)).status).toBe(404)
    expect(starts(await list('2026-10-19', '2026-11-03'))).toEqual([
      TALK.start,
      '2026-11-02T08:00:00Z',
    ])
    expect((await server.call('GET', event)).body.recurrence).toMatchObject({
      exdates: ['2026-10-26T08:00:00Z'],
    })
    for (const wrong of [`${id}_20261026T080001Z`, `${id}_20261026`, `${id}_20261399`, `${id}_`]) {
      expect((await server.call('GET', `${path}/events/${wrong}`)).status).toBe(404)
    }
  })

  test('of whole days is named by its date', async () => {
    const days = { start: '2026-10-31', end: '2026-11-02' }
    const { event, list } = await makeTalk(
      server.call,
      { rrule: 'FREQ=MONTHLY;BYMONTHDAY=-1' },
      days,
    )
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
    const { event } = await makeTalk(server.call)
    const moved = { title: 'Talk', start: '2026-10-27T08:00:00Z', end: '2026-10-27T09:00:00Z' }
    await server.call('PUT', `${event}/${second}`, { body: moved })
    const body = { ...TALK, title: 'Lecture', recurrence: WEEKLY }
    expect((await server.call('PUT', event, { body })).status).toBe(200)
    expect((await server.call('GET', `${event}/${second}`)).body).toMatchObject({
      title: 'Lecture',
      start: '2026-10-27T08:00:00Z',
    })
  })

  test('stays where it was moved to when its event goes on in another zone', async () => {
    const { event, list } = await makeTalk(server.call)
    // In winter: the talk of 2 November is at nine in Berlin, at eight in UTC.
    const from = { start: '2026-11-02T08:00:00Z', end: '2026-11-02T09:30:00Z' }
    await server.call('PUT', event, { body: { ...TALK, ...from, recurrence: WEEKLY } })
    const moved = { title: 'Talk', start: '2026-11-10T08:00:00Z', end: '2026-11-10T09:00:00Z' }
    const name = `${event}/occurrences/2026-11-09T08:00:00Z`
    expect((await server.call('PUT', name, { body: moved })).status).toBe(200)
    const recurrence = { ...WEEKLY, timeZone: 'UTC' }
    await server.call('PUT', event, { body: { ...TALK, ...from, recurrence } })
    expect(starts(await list('2026-11-02', '2026-11-17'))).toEqual([
      '2026-11-02T08:00:00Z',
      '2026-11-10T08:00:00Z',
      '2026-11-16T08:00:00Z',
    ])
    expect((await server.call('GET', name)).body).toMatchObject({
      start: '2026-11-10T08:00:00Z',
      originalStart: '2026-11-09T08:00:00Z',
    })
  })

  test('loses its change with the start that names it', async () => {
    const { event, list } = await makeTalk(server.call)
    await server.call('PUT', `${event}/${second}`, { body: { ...TALK, title: 'Long talk' } })
    const later = { start: '2026-10-19T09:00:00Z', end: '2026-10-19T10:00:00Z' }
    const body = { ...TALK, ...later, recurrence: WEEKLY }
    const put = await server.call('PUT', event, { body })
    expect(put.body.recurrence).toMatchObject({ changedOccurrences: [] })
    const listed = await list('2026-10-19', '2026-11-03')
    expect(listed.data.map(({ title }) => title)).toEqual(['Talk', 'Talk', 'Talk'])
  })

  test('that is put as it was is unchanged again', async () => {
    const { event } = await makeTalk(server.call)
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
    const { event, list } = await makeTalk(server.call)
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
    const { event } = await makeTalk(server.call)
    const stale = { headers: { 'if-match': '"7"' } }
    const put = await server.call('PUT', `${event}/${second}`, { body: TALK, ...stale })
    const gone = await server.call('DELETE', `${event}/${second}`, stale)
    expect([put.status, gone.status]).toEqual([412, 412])
    const right = { headers: { 'if-match': '"1"' } }
    expect((await server.call('DELETE', `${event}/${second}`, right)).status).toBe(204)
  })

  test('does not recur, and is not longer than 31 days', async () => {
    const { event } = await makeTalk(server.call)
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
    const { event } = await makeTalk(server.call, { rrule: 'FREQ=DAILY' })
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
    const { path, event } = await makeTalk(server.call)
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
  const { event } = await makeTalk(server.call)
  const at = `${event}/occurrences/2027-01-01T00:00:00Z`
  expect((await server.call('PUT', at, { body: TALK })).status).toBe(404)
  const sent = { headers: { 'if-match': 'x' } }
  expect((await server.call('DELETE', at, sent)).status).toBe(422)
  expect(server.call.unseen('Calendar event occurrences', REFUSED_ALIKE)).toEqual([])
})
