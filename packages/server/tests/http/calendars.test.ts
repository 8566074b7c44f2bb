import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { removeCalendars } from '../../src/stays/calendars/remove-calendars.ts'
import { openTestApp, type TestApp } from './support/app.ts'
import { REFUSED_ALIKE } from './support/refused-alike.ts'
import { sendTwice } from './support/send-twice.ts'

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
      publicStays: false,
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
  await sendTwice(server.call, '/v1/calendars', diaryBody)
  const sent = { headers: { 'if-match': 'x' } }
  expect((await server.call('DELETE', await make(), sent)).status).toBe(422)
  expect(server.call.unseen('Calendars', REFUSED_ALIKE)).toEqual([])
})
