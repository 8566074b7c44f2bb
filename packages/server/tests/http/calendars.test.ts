import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nightsKey } from '../../src/ledger/keys.ts'
import { removeCalendars } from '../../src/stays/calendars/remove-calendars.ts'
import { openTestApp, type TestApp } from './support/app.ts'
import type { Body } from './support/call.ts'
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
      actor: { kind: 'key', id: expect.stringMatching(/^key_/) },
      name: 'Diary',
      timeZone: 'Europe/Berlin',
      exclusive: 'none',
      stayPolicy: null,
      email: null,
      publicStays: false,
      feeds: { details: false, availability: false },
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

  test('keeps what a PATCH does not name, including rules of its policy', async () => {
    const house = await make({
      ...houseBody,
      stayPolicy: { minNights: 2, maxNights: 14, checkInTime: '16:30' },
      email: 'owner@example.com',
      publicStays: true,
    })
    const first = await server.call('PATCH', house, { body: { stayPolicy: { minNights: 3 } } })
    expect([first.status, first.body.version]).toEqual([200, 2])
    expect(first.body).toMatchObject({
      name: 'House',
      email: 'owner@example.com',
      publicStays: true,
      stayPolicy: { minNights: 3, maxNights: 14, checkInTime: '16:30' },
    })
    const second = await server.call('PATCH', house, {
      body: { name: 'Lake', email: null, publicStays: false },
    })
    expect(second.body).toMatchObject({ name: 'Lake', email: null, publicStays: false })
    expect(second.body.stayPolicy).toEqual(first.body.stayPolicy)
  })

  test.each([
    [{ stayPolicy: { minNights: 2 } }, '/stayPolicy'],
    [{ publicStays: true }, '/publicStays'],
    [{ email: 'owner@example.com' }, '/email'],
    [{ timeZone: 'Europe/Rome' }, '/timeZone'],
  ])('of events is not changed by %j', async (body, pointer) => {
    const diary = await make()
    const got = await server.call('PATCH', diary, { body })
    expect([got.status, got.body.errors[0].pointer]).toEqual([422, pointer])
    expect((await server.call('GET', diary)).body.version).toBe(1)
  })

  test('that another caller changed meanwhile is not patched', async () => {
    const diary = await make()
    await server.call('PATCH', diary, { body: { name: 'Journal' } })
    const headers = { 'if-match': '"1"' }
    const stale = await server.call('PATCH', diary, { headers, body: { name: 'Log' } })
    expect([stale.status, stale.body.code]).toEqual([412, 'version_mismatch'])
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

describe('a cancelled stay', () => {
  test('frees its nights, and stays in the history of its calendar', async () => {
    const house = await make(houseBody)
    const late = await add(house, 'Grace', '2026-06-10', '2026-06-12')
    const early = await add(house, 'Eva', '2026-06-02', '2026-06-05')
    for (const { body } of [late, early]) {
      expect((await server.call('DELETE', `${house}/events/${body.id}`)).status).toBe(204)
    }
    expect((await add(house, 'Ada', '2026-06-02', '2026-06-12')).status).toBe(201)
    const listed = await server.call('GET', `${house}/cancelled-stays`)
    expect(listed.status).toBe(200)
    expect(listed.body.data).toMatchObject([
      { id: early.body.id, title: 'Eva', start: '2026-06-02', end: '2026-06-05', version: 2 },
      { id: late.body.id, title: 'Grace', start: '2026-06-10', end: '2026-06-12', version: 2 },
    ])
    expect(listed.body.data[0]?.cancelledAt).toBe('2026-04-20T08:00:00Z')
    const range = 'from=2026-06-01&to=2026-07-01'
    const events = await server.call('GET', `${house}/events?${range}`)
    expect(events.body.data.map((event: Body) => event.title)).toEqual(['Ada'])
  })

  test('is listed in pages, and removed with its calendar', async () => {
    const house = await make(houseBody)
    for (const day of ['02', '03', '04']) {
      const stay = await add(house, `Guest ${day}`, `2026-06-${day}`, `2026-06-0${+day + 1}`)
      await server.call('DELETE', `${house}/events/${stay.body.id}`)
    }
    const first = await server.call('GET', `${house}/cancelled-stays?limit=2`)
    const cursor = encodeURIComponent(first.body.nextCursor)
    const rest = await server.call('GET', `${house}/cancelled-stays?limit=2&cursor=${cursor}`)
    expect([first.body.data.length, rest.body.data.length, rest.body.nextCursor]).toEqual([
      2,
      1,
      null,
    ])
    await server.call('DELETE', house)
    while ((await removeCalendars(server.deps, 10)).more);
    const partition = `CALENDAR#${house.split('/').at(-1)}`
    expect((await server.contents()).filter(({ PK }) => PK === partition)).toEqual([])
  })

  test('is nothing that a calendar of events has', async () => {
    const diary = await make()
    const event = await add(diary, 'Fair', '2026-06-02', '2026-06-05')
    await server.call('DELETE', `${diary}/events/${event.body.id}`)
    const got = await server.call('GET', `${diary}/cancelled-stays`)
    expect([got.status, got.body.errors[0].pointer]).toEqual([422, '/path/id'])
  })
})

test('a calendar is not deleted while bookings have nights of it', async () => {
  const path = await make()
  const id = path.slice(path.lastIndexOf('/') + 1)
  const key = nightsKey(id, '2026-06')
  const nights = { firstQuantum: 9, quantumCount: 3 }
  const booking = { bookingId: 'bkg_1', ...nights }
  const claim = { kind: 'ledger-claim', key, ...nights, booking } as const
  await server.deps.store.transact([claim], `claimed-${id}`)
  const refused = await server.call('DELETE', path)
  expect([refused.status, refused.body.code, refused.body.detail]).toEqual([
    409,
    'unit_has_bookings',
    `Bookings have nights of calendar "${id}".`,
  ])
})

test('what does not exist is not found, by any call', async () => {
  const event = { title: 'Ada', start: '2026-06-01', end: '2026-06-03' }
  const calls: readonly (readonly [string, string, object?])[] = [
    ['GET', NOWHERE],
    ['PUT', NOWHERE, diaryBody],
    ['PATCH', NOWHERE, { name: 'Log' }],
    ['DELETE', NOWHERE],
    ['GET', `${NOWHERE}/cancelled-stays`],
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

test('stays of channels that collide are listed, and a wrong page size is refused', async () => {
  const listed = await server.call('GET', '/v1/unplaced-stays')
  expect([listed.status, listed.body]).toEqual([200, { data: [], nextCursor: null }])
  expect((await server.call('GET', '/v1/unplaced-stays?limit=0')).status).toBe(422)
})

test('every documented answer of these calls was seen', async () => {
  await sendTwice(server.call, '/v1/calendars', diaryBody)
  const sent = { headers: { 'if-match': 'x' } }
  expect((await server.call('DELETE', await make(), sent)).status).toBe(422)
  expect(server.call.unseen('Calendars', REFUSED_ALIKE)).toEqual([])
})
