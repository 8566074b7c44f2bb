import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type TestApp } from './support/app.ts'
import type { Body } from './support/call.ts'
import { BOOKER, makeStayType } from './support/fixtures.ts'
import { REFUSED_ALIKE } from './support/refused-alike.ts'
import { sendTwice } from './support/send-twice.ts'
import { workOnce } from './support/work.ts'

let server: TestApp
beforeAll(async () => {
  server = await openTestApp()
})
afterAll(() => server.close())

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
      actor: { kind: 'key', id: expect.stringMatching(/^key_/) },
      calendarId: path.slice('/v1/calendars/'.length),
      title: 'Talk',
      description: 'Room 2\nbring a pen',
      allDay: false,
      start: '2026-04-27T09:00:00Z',
      end: '2026-04-27T10:30:00Z',
      extendedProps: { colour: 'red', tags: ['a', { deep: [1.5, null, true] }] },
      guest: null,
      override: false,
      unplaced: null,
      recurrence: null,
      recurringEventId: null,
      originalStart: null,
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
    const answerTo = async (levels: number) => {
      const deep = `${'['.repeat(levels)}${']'.repeat(levels)}`
      const rawBody = `{"title":"x","start":"2026-05-01","end":"2026-05-02","extendedProps":{"a":${deep}}}`
      const got = await server.call('POST', `${path}/events`, { rawBody })
      return [got.status, got.body.code]
    }
    expect(await answerTo(60)).toEqual([422, 'validation_failed'])
    expect(await answerTo(100_000)).toEqual([400, 'malformed_json'])
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
    await sendTwice(server.call, `${path}/events`, talk)
    const listed = await server.call('GET', `${path}/events?from=2026-04-27&to=2026-04-28`)
    expect(titles(listed.body.data)).toEqual(['Talk'])
  })
})

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

test('a booking of the unit of a calendar is not deleted there', async () => {
  const { id: eventTypeId, providerId } = await makeStayType(server.call)
  const body = { eventTypeId, arrival: '2026-05-10', departure: '2026-05-13', booker: BOOKER }
  const { id } = (await server.call('POST', '/v1/bookings', { body })).body
  const { calendarId } = (await server.call('GET', `/v1/providers/${providerId}`)).body
  const deleted = await server.call('DELETE', `/v1/calendars/${calendarId}/events/${id}`)
  expect([deleted.status, deleted.body.code]).toEqual([409, 'managed_by_booking'])
})

test('every documented answer of these calls was seen', async () => {
  const nowhere = '/v1/calendars/cal_01kqs3v7m8e2f4g6h8j0k2m4n6/events'
  const event = `${nowhere}/cev_01kqs3v7m8e2f4g6h8j0k2m4n6`
  const range = 'from=2026-01-01&to=2026-02-01'
  const body = { title: 'Ada', start: '2026-06-01', end: '2026-06-03' }
  expect((await server.call('POST', nowhere, { body })).status).toBe(404)
  expect((await server.call('GET', `${nowhere}?${range}`)).status).toBe(404)
  expect((await server.call('GET', nowhere)).status).toBe(422)
  for (const method of ['GET', 'DELETE']) {
    expect((await server.call(method, event)).status).toBe(404)
  }
  const sent = { headers: { 'if-match': 'x' } }
  expect((await server.call('DELETE', event, sent)).status).toBe(422)
  expect(server.call.unseen('Calendar events', REFUSED_ALIKE)).toEqual([])
})
