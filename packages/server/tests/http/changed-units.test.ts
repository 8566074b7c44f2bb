import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inspect } from '../../src/ops/doctor/inspect.ts'
import { OTHER_ENGINES } from '../support/stores.ts'
import { NOW, openTestApp, type TestApp } from './support/app.ts'
import type { Body } from './support/call.ts'
import { BOOKER, makeHouse, stayType } from './support/fixtures.ts'

describe.each(OTHER_ENGINES)('a stay that has begun and gets another unit, on %s', (engine) => {
  let server: TestApp
  let rooms: readonly string[]
  let typeId: string
  beforeAll(async () => {
    server = await openTestApp({ engine })
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    server.clock.moveTo(NOW)
    rooms = (await makeHouse(server.call, ['Room 1', 'Room 2', 'Room 3'])).units
    const type = await post('/v1/event-types', { ...stayType(rooms), confirmation: 'instant' })
    typeId = type.body.id
  })

  const post = (path: string, body: object = {}) => server.call('POST', path, { body })
  const book = (arrival: string, departure: string, more: object = {}) =>
    post('/v1/bookings', { eventTypeId: typeId, arrival, departure, booker: BOOKER, ...more })
  /** A stay of five nights in Room 1 over the end of a month. */
  async function stayInRoom1(): Promise<string> {
    const booked = await book('2026-04-28', '2026-05-03', { unitId: rooms[0], pinned: false })
    expect(booked.status, booked.text).toBe(201)
    return booked.body.id
  }
  const goTo = (date: string) => server.clock.moveTo(Date.parse(`${date}T09:00:00Z`))
  const move = (id: string, arrival: string, departure: string, more: object = {}) =>
    post(`/v1/bookings/${id}/reschedule`, { arrival, departure, ...more })
  const reassign = (id: string, room?: number) =>
    post(`/v1/bookings/${id}/reassign`, room === undefined ? {} : { unitId: rooms[room] })
  /** When the stays of the feed of a room begin and end. */
  async function fed(room: number) {
    const made = await post(`/v1/providers/${rooms[room]}/feed-token`)
    expect(made.status, made.text).toBeLessThan(300)
    const { pathname, search } = new URL(String(made.body.url), 'https://example.com')
    const { text } = await server.call('GET', `${pathname}${search}`, { key: null })
    return [...text.matchAll(/DTSTART:(\S+)\s+DTEND:(\S+)/g)].map(([, start, end]) => [start, end])
  }
  /** The stays in the list of a room, of a range of dates or of all time. */
  async function listed(room: number, from?: string, to?: string): Promise<readonly string[]> {
    const range = from === undefined ? '' : `&from=${from}&to=${to}`
    const { data } = (await server.call('GET', `/v1/bookings?providerId=${rooms[room]}${range}`))
      .body
    return data.map(({ id }: Body) => id)
  }
  /** The nights that the calendar of each room has, of whomever. */
  async function nightsOfRooms() {
    const found: (readonly (readonly [string, string, string])[])[] = []
    for (const room of rooms) {
      const { calendarId } = (await server.call('GET', `/v1/providers/${room}`)).body
      const path = `/v1/calendars/${calendarId}/events?from=2026-04-01&to=2026-06-01`
      const { data } = (await server.call('GET', path)).body
      found.push(data.map(({ id, start, end }: Body) => [id, start, end]))
    }
    return found
  }
  const expectSound = async () => {
    const { findings } = await inspect(server.deps)
    expect(findings.map(({ sentence }) => sentence)).toEqual([])
  }

  test('leaves the nights that are over in the unit that had them, and takes the rest along', async () => {
    const id = await stayInRoom1()
    goTo('2026-04-30')
    const moved = await reassign(id, 1)
    expect([moved.status, moved.body], moved.text).toMatchObject([
      200,
      {
        id,
        arrival: '2026-04-28',
        departure: '2026-05-03',
        nights: 5,
        assignments: [{ providerId: rooms[1] }],
        earlierUnits: [
          { providerId: rooms[0], providerName: 'Room 1', from: '2026-04-28', to: '2026-04-30' },
        ],
      },
    ])
    expect(await nightsOfRooms()).toEqual([
      [[id, '2026-04-28', '2026-04-30']],
      [[id, '2026-04-30', '2026-05-03']],
      [],
    ])
    const past = { unitId: rooms[0], override: true }
    const taken = await book('2026-04-29', '2026-04-30', past)
    expect([taken.status, taken.body.code]).toEqual([409, 'night_taken'])
    expect((await book('2026-04-30', '2026-05-03', { unitId: rooms[0] })).status).toBe(201)
    expect((await book('2026-05-02', '2026-05-04', { unitId: rooms[1] })).status).toBe(409)
    await expectSound()
  })

  test('changes again on a later day, and has all of its nights freed when it is cancelled', async () => {
    const id = await stayInRoom1()
    goTo('2026-04-30')
    expect((await reassign(id, 1)).status).toBe(200)
    goTo('2026-05-02')
    const again = await reassign(id)
    expect(again.body.earlierUnits).toMatchObject([
      { providerId: rooms[0], to: '2026-04-30' },
      { providerId: rooms[1], from: '2026-04-30', to: '2026-05-02' },
    ])
    expect(await nightsOfRooms()).toEqual([
      [[id, '2026-04-28', '2026-04-30']],
      [[id, '2026-04-30', '2026-05-02']],
      [[id, '2026-05-02', '2026-05-03']],
    ])
    const back = await reassign(id, 0)
    expect([back.status, back.body.code]).toEqual([422, 'not_a_candidate'])
    await expectSound()
    expect((await post(`/v1/bookings/${id}/cancel`)).status).toBe(200)
    expect(await nightsOfRooms()).toEqual([[], [], []])
    await expectSound()
  })

  test('is listed under each unit for the nights that it has there, and once in the agenda of both', async () => {
    const id = await stayInRoom1()
    goTo('2026-04-30')
    await reassign(id, 1)
    goTo('2026-05-02')
    await reassign(id, 2)
    expect(await listed(0, '2026-04-28', '2026-04-30')).toEqual([id])
    expect(await listed(0, '2026-05-01', '2026-05-31')).toEqual([])
    expect(await listed(1, '2026-04-29', '2026-04-30')).toEqual([])
    expect(await listed(1, '2026-05-01', '2026-05-02')).toEqual([id])
    expect(await listed(2, '2026-04-01', '2026-05-02')).toEqual([])
    expect(await listed(2, '2026-05-02', '2026-05-03')).toEqual([id])
    for (const room of [0, 1, 2]) expect(await listed(room)).toEqual([id])
    expect(await fed(0)).toEqual([['20260428T130000Z', '20260430T090000Z']])
    expect(await fed(2)).toEqual([['20260502T130000Z', '20260503T090000Z']])
    const both = `providerId=${rooms[0]}&providerId=${rooms[1]}`
    const path = `/v1/agenda?from=2026-04-29T00:00:00Z&to=2026-05-01T00:00:00Z&${both}`
    const agenda = await server.call('GET', path)
    expect((agenda.body.bookings as Body[]).map((each: Body) => each.id)).toEqual([id])
    // Another one of several weeks is in the agenda of its last day, too.
    const long = await book('2026-05-04', '2026-05-25', { unitId: rooms[0] })
    const last = `/v1/agenda?from=2026-05-24T00:00:00Z&to=2026-05-25T00:00:00Z&${both}`
    const { body } = await server.call('GET', last)
    expect((body.bookings as Body[]).map((each: Body) => each.id)).toEqual([long.body.id])
  })

  test('is on one page of the list of a unit that it has left, whatever the pages are', async () => {
    const id = await stayInRoom1()
    const others: string[] = []
    for (const [from, to] of [
      ['2026-04-22', '2026-04-24'],
      ['2026-04-24', '2026-04-28'],
      ['2026-05-03', '2026-05-05'],
    ] as const) {
      others.push((await book(from, to, { unitId: rooms[0] })).body.id)
    }
    goTo('2026-04-30')
    await reassign(id, 1)
    for (const order of ['asc', 'desc']) {
      const found: string[] = []
      let cursor = ''
      do {
        const path = `/v1/bookings?providerId=${rooms[0]}&limit=2&order=${order}${cursor}`
        const { body } = await server.call('GET', path)
        found.push(...body.data.map((each: Body) => each.id))
        cursor = body.nextCursor === null ? '' : `&cursor=${encodeURIComponent(body.nextCursor)}`
      } while (cursor !== '')
      const all = [others[0], others[1], id, others[2]]
      expect(found).toEqual(order === 'asc' ? all : all.toReversed())
    }
  })

  test('goes back on the same day as if it had never left', async () => {
    const id = await stayInRoom1()
    goTo('2026-04-30')
    await reassign(id, 1)
    const back = await reassign(id, 0)
    expect([back.status, back.body], back.text).toMatchObject([
      200,
      { providerId: rooms[0], earlierUnits: [] },
    ])
    expect(await nightsOfRooms()).toEqual([[[id, '2026-04-28', '2026-05-03']], [], []])
    await expectSound()
  })

  test('can leave earlier or later afterwards, and keeps its arrival and its unit', async () => {
    const id = await stayInRoom1()
    goTo('2026-04-30')
    await reassign(id, 1)
    const override = { override: true }
    const longer = await move(id, '2026-04-28', '2026-05-06', override)
    expect([longer.status, longer.body], longer.text).toMatchObject([
      200,
      { nights: 8, providerId: rooms[1], pinned: true },
    ])
    expect((await move(id, '2026-04-28', '2026-05-01', override)).status).toBe(200)
    expect(await nightsOfRooms()).toEqual([
      [[id, '2026-04-28', '2026-04-30']],
      [[id, '2026-04-30', '2026-05-01']],
      [],
    ])
    for (const refused of [
      await move(id, '2026-04-27', '2026-05-01', override),
      await move(id, '2026-04-28', '2026-04-30', override),
    ]) {
      expect([refused.status, refused.body.errors?.[0].pointer]).toEqual([422, '/departure'])
    }
    await expectSound()
  })

  test('moves as a whole on the day of its arrival, and not at all once its last night is over', async () => {
    const id = await stayInRoom1()
    goTo('2026-04-28')
    expect((await reassign(id, 1)).body).toMatchObject({ earlierUnits: [] })
    expect((await nightsOfRooms())[1]).toEqual([[id, '2026-04-28', '2026-05-03']])
    goTo('2026-05-03')
    const late = await reassign(id, 2)
    expect([late.status, late.body.errors?.[0].pointer]).toEqual([422, '/unitId'])
    await expectSound()
  })

  test('takes only nights to come of the other unit, and none if one of them is taken', async () => {
    const id = await stayInRoom1()
    expect((await book('2026-04-27', '2026-04-30', { unitId: rooms[1] })).status).toBe(201)
    expect((await book('2026-05-02', '2026-05-04', { unitId: rooms[2] })).status).toBe(201)
    goTo('2026-04-30')
    const taken = await reassign(id, 2)
    expect([taken.status, taken.body.code]).toEqual([409, 'night_taken'])
    expect((await reassign(id)).body).toMatchObject({ providerId: rooms[1] })
    await expectSound()
  })

  test('is made longer over nights that are taken, and takes along what is left of it', async () => {
    const id = await stayInRoom1()
    const next = await book('2026-05-03', '2026-05-05', { unitId: rooms[0] })
    // Room 2 was taken in nights that are over.
    expect((await book('2026-04-27', '2026-04-30', { unitId: rooms[1] })).status).toBe(201)
    goTo('2026-04-30')
    const longer = await move(id, '2026-04-28', '2026-05-04')
    expect([longer.status, longer.body], longer.text).toMatchObject([
      200,
      {
        nights: 6,
        providerId: rooms[1],
        pinned: false,
        earlierUnits: [{ providerId: rooms[0], from: '2026-04-28', to: '2026-04-30' }],
      },
    ])
    const [first, second] = await nightsOfRooms()
    expect(first).toEqual([
      [id, '2026-04-28', '2026-04-30'],
      [next.body.id, '2026-05-03', '2026-05-05'],
    ])
    expect(second).toContainEqual([id, '2026-04-30', '2026-05-04'])
    // It moves on in the same way, with the nights in both rooms behind it.
    expect((await book('2026-05-04', '2026-05-05', { unitId: rooms[1] })).status).toBe(201)
    goTo('2026-05-02')
    const again = await move(id, '2026-04-28', '2026-05-05')
    expect(again.body.earlierUnits, again.text).toMatchObject([
      { providerId: rooms[0], to: '2026-04-30' },
      { providerId: rooms[1], from: '2026-04-30', to: '2026-05-02' },
    ])
    expect((await nightsOfRooms())[2]).toEqual([[id, '2026-05-02', '2026-05-05']])
    await expectSound()
  })

  test('is not made longer where no room is free, and the refusal names the nights', async () => {
    const id = await stayInRoom1()
    for (const unitId of rooms) await book('2026-05-04', '2026-05-06', { unitId })
    goTo('2026-04-30')
    const before = await nightsOfRooms()
    const refused = await move(id, '2026-04-28', '2026-05-05')
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { code: 'night_taken', nights: ['2026-05-04'] },
    ])
    expect(await nightsOfRooms()).toEqual(before)
    expect((await move(id, '2026-04-28', '2026-05-04')).body.providerId).toBe(rooms[0])
    await expectSound()
  })

  test('gets other dates and a room that is named in one step, for the nights from today on', async () => {
    const id = await stayInRoom1()
    goTo('2026-04-30')
    const moved = await move(id, '2026-04-28', '2026-05-05', { providerId: rooms[2] })
    expect([moved.status, moved.body], moved.text).toMatchObject([200, { pinned: true }])
    expect(await nightsOfRooms()).toEqual([
      [[id, '2026-04-28', '2026-04-30']],
      [],
      [[id, '2026-04-30', '2026-05-05']],
    ])
    goTo('2026-05-01')
    const back = await move(id, '2026-04-28', '2026-05-04', { providerId: rooms[0] })
    expect([back.status, back.body.code]).toEqual([422, 'not_a_candidate'])
    await expectSound()
  })

  test('keeps its room if its arrival changes to another night that is over', async () => {
    const id = await stayInRoom1()
    expect((await book('2026-04-27', '2026-04-28', { unitId: rooms[0] })).status).toBe(201)
    goTo('2026-04-30')
    const taken = await move(id, '2026-04-27', '2026-05-03', { override: true })
    expect([taken.status, taken.body]).toMatchObject([
      409,
      { code: 'night_taken', nights: ['2026-04-27'] },
    ])
    const other = { override: true, providerId: rooms[1] }
    const refused = await move(id, '2026-04-29', '2026-05-03', other)
    expect([refused.status, refused.body.code]).toEqual([422, 'not_a_candidate'])
    expect((await move(id, '2026-04-29', '2026-05-03', { override: true })).status).toBe(200)
    expect(await nightsOfRooms()).toEqual([
      [expect.arrayContaining(['2026-04-27']), [id, '2026-04-29', '2026-05-03']],
      [],
      [],
    ])
    await expectSound()
  })
})
