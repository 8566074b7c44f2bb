import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OTHER_ENGINES } from '../support/stores.ts'
import { openTestApp, type TestApp } from './support/app.ts'
import type { Body } from './support/call.ts'
import { BOOKER, makeHouse, makeRooms, stayType } from './support/fixtures.ts'

describe.each(OTHER_ENGINES)('on %s', (engine) => {
  let server: TestApp
  beforeAll(async () => {
    server = await openTestApp({ engine })
  })
  afterAll(() => server.close())

  const get = (path: string) => server.call('GET', path)
  const post = (path: string, body: object = {}) => server.call('POST', path, { body })

  const makePool = (count: number, more?: object) => makeRooms(server.call, count, more)
  const dates = (arrival: string, departure: string) => ({
    arrival: `2026-05-${arrival}`,
    departure: `2026-05-${departure}`,
  })
  const book = (eventTypeId: string, arrival: string, departure: string, more: object = {}) =>
    post('/v1/bookings', { eventTypeId, ...dates(arrival, departure), booker: BOOKER, ...more })
  const roomOf = ({ body }: { readonly body: Body }) => body.assignments?.[0]?.providerName
  const unitsLeft = async (id: string, from: string, to: string) => {
    const listed = await get(`/v1/event-types/${id}/nights?from=2026-05-${from}&to=2026-05-${to}`)
    return listed.body.data.map((night: Body) => night.unitsLeft).join('')
  }

  test('a stay in a pool is held in a free unit, confirmed and cancelled', async () => {
    const { id, units } = await makePool(2, { confirmation: 'hold' })
    const held = await book(id, '10', '13')
    expect(held.status, held.text).toBe(202)
    expect(held.body).toMatchObject({
      status: 'pending',
      providerId: units[0],
      assignments: [{ requirement: 'room', providerId: units[0], providerName: '1' }],
    })
    expect(await unitsLeft(id, '09', '14')).toBe('21112')
    const other = await book(id, '12', '14')
    expect([other.status, other.body.providerId]).toEqual([202, units[1]])
    expect(await unitsLeft(id, '09', '14')).toBe('21101')
    const full = await book(id, '11', '14')
    expect([full.status, full.body.code, full.body.nights]).toEqual([
      409,
      'night_taken',
      ['2026-05-12'],
    ])
    const confirmed = await post(`/v1/bookings/${held.body.id}/confirm`)
    expect([confirmed.status, confirmed.body.status]).toEqual([200, 'confirmed'])
    const cancelled = await post(`/v1/bookings/${held.body.id}/cancel`)
    expect([cancelled.status, cancelled.body.status]).toEqual([200, 'cancelled'])
    expect(await unitsLeft(id, '09', '14')).toBe('22211')
    expect(roomOf(await book(id, '11', '14'))).toBe('1')
  })

  test('nights that are free in different units are no stay, in the list as in a booking', async () => {
    const { id, units } = await makePool(2)
    const rooms = { name: 'room', providerIds: units, count: 1, choice: 'priority' }
    const ordered = { body: { requirements: [rooms] } }
    expect((await server.call('PATCH', `/v1/event-types/${id}`, ordered)).status).toBe(200)
    expect(roomOf(await book(id, '10', '12'))).toBe('1')
    expect(roomOf(await book(id, '11', '12'))).toBe('2')
    const cancelled = await book(id, '12', '14')
    expect(roomOf(cancelled)).toBe('1')
    expect(roomOf(await book(id, '13', '15'))).toBe('2')
    await post(`/v1/bookings/${cancelled.body.id}/cancel`)
    // Room 1 is taken on the 10th and 11th, room 2 on the 11th, 13th and 14th.
    expect(roomOf(await book(id, '14', '16'))).toBe('1')
    // Room 1 is free on the 12th and 13th, room 2 on the 12th and from the 15th on.
    const path = `/v1/event-types/${id}/nights`
    const { body } = await get(`${path}?from=2026-05-12&to=2026-05-16`)
    expect(body.data.map((night: Body) => [night.unitsLeft, night.lastDeparture])).toEqual([
      [2, '2026-05-14'],
      [1, '2026-05-14'],
      [0, null],
      [1, '2026-05-16'],
    ])
    expect(
      (await get(`${path}/explain?arrival=2026-05-12&departure=2026-05-14`)).body,
    ).toMatchObject({ bookable: true, nights: [] })
    expect(
      (await get(`${path}/explain?arrival=2026-05-12&departure=2026-05-15`)).body,
    ).toMatchObject({ bookable: false, nights: ['2026-05-14'] })
  })

  test('a chosen unit is pinned, and a stay without one is moved to where its nights are free', async () => {
    const { id, units } = await makePool(3)
    const pinned = await book(id, '10', '12', { unitId: units[2] })
    expect([pinned.status, roomOf(pinned), pinned.body.pinned]).toEqual([201, '3', true])
    const free = await book(id, '10', '12', { unitId: units[1], pinned: false })
    expect([roomOf(free), free.body.pinned]).toEqual(['2', false])
    for (const unitId of [units[1], units[2]]) await book(id, '14', '16', { unitId })
    const move = (stay: string, body: object) => post(`/v1/bookings/${stay}/reschedule`, body)
    const refused = await move(pinned.body.id, dates('13', '15'))
    expect([refused.status, refused.body.code, refused.body.nights]).toEqual([
      409,
      'night_taken',
      ['2026-05-14'],
    ])
    const kept = await move(free.body.id, dates('11', '13'))
    expect([kept.status, roomOf(kept)]).toEqual([200, '2'])
    const moved = await move(free.body.id, dates('13', '15'))
    expect([moved.status, roomOf(moved), moved.body.providerId]).toEqual([200, '1', units[0]])
    const unpinned = await move(pinned.body.id, { ...dates('13', '14'), anyProvider: true })
    expect([roomOf(unpinned), unpinned.body.pinned]).toEqual(['3', false])
    const other = await makePool(1)
    const wrong = await book(id, '20', '21', { unitId: other.units[0] })
    expect([wrong.status, wrong.body.code]).toEqual([422, 'not_a_candidate'])
    const ofHours = await post('/v1/bookings', {
      eventTypeId: id,
      start: '2026-05-20T10:00:00Z',
      unitId: units[0],
    })
    expect([ofHours.status, ofHours.body.errors?.[0]?.pointer]).toEqual([422, '/unitId'])
  })

  test('the house gives a stay another room, and it keeps its id and its link', async () => {
    const { id, units } = await makePool(3)
    const stay = await book(id, '10', '12')
    await book(id, '11', '13', { unitId: units[1] })
    const reassign = (body: object = {}) => post(`/v1/bookings/${stay.body.id}/reassign`, body)
    const taken = await reassign({ unitId: units[1] })
    expect([taken.status, taken.body.code, taken.body.nights]).toEqual([
      409,
      'night_taken',
      ['2026-05-11'],
    ])
    const given = await reassign({ unitId: units[2] })
    expect([given.status, roomOf(given), given.body.pinned, given.body.id]).toEqual([
      200,
      '3',
      true,
      stay.body.id,
    ])
    expect([given.body.arrival, given.body.sequence]).toEqual(['2026-05-10', 1])
    const any = await reassign()
    expect([any.status, roomOf(any), any.body.pinned]).toEqual([200, '1', false])
    expect((await reassign({ unitId: units[0] })).body.code).toBe('not_a_candidate')
    await book(id, '10', '11', { unitId: units[2] })
    const full = await reassign()
    expect([full.status, full.body.code]).toEqual([409, 'no_candidate_free'])
    const one = await makePool(2, { requirements: null })
    const alone = await book(one.id, '10', '12')
    const single = await post(`/v1/bookings/${alone.body.id}/reassign`, { unitId: one.units[1] })
    expect([single.status, single.body.errors?.[0]?.pointer]).toEqual([422, '/unitId'])
  })

  test('guests read which room they have only if somebody chose it', async () => {
    const { id, units } = await makePool(2)
    const read = async (booked: { readonly body: Body }) => {
      const { id: bookingId, manageToken } = booked.body
      const headers = { authorization: `Bearer ${manageToken}` }
      return await server.call('GET', `/v1/bookings/${bookingId}/details`, { headers })
    }
    const any = await read(await book(id, '10', '12'))
    expect([any.status, any.body]).toMatchObject([
      200,
      { booking: { assignments: [] }, provider: { name: 'House by the lake' } },
    ])
    expect(any.text).not.toContain('providerName')
    const chosen = await read(await book(id, '10', '12', { unitId: units[1] }))
    expect(chosen.body.booking).toMatchObject({
      pinned: true,
      assignments: [{ requirement: 'room', providerName: '2' }],
    })
  })

  test('of sixty guests at once, no room has a night twice, and nobody is refused while a room is free for all nights', async () => {
    const { id, units } = await makePool(6)
    const wanted = Array.from({ length: 60 }, (_, guest) => {
      const from = 1 + ((guest * 5) % 13)
      return { from, to: from + 2 + ((guest * 7) % 5) }
    })
    const dayText = (day: number) => String(day).padStart(2, '0')
    const answers = await Promise.all(
      wanted.map(({ from, to }) => book(id, dayText(from), dayText(to))),
    )
    const strange = answers.filter(
      ({ status, body }) => status !== 201 && body.code !== 'night_taken',
    )
    expect(strange.map(({ text }) => text)).toEqual([])
    const books = new Map(units.map((unitId) => [unitId, new Set<number>()]))
    const refused: (typeof wanted)[number][] = []
    const twice: string[] = []
    for (const [guest, { from, to }] of wanted.entries()) {
      const { status, body } = answers[guest] ?? {}
      if (status !== 201) refused.push({ from, to })
      else {
        const taken = books.get(String(body?.providerId))
        for (let day = from; day < to; day += 1) {
          if (taken?.has(day)) twice.push(`${body?.providerId} has May ${day} twice`)
          taken?.add(day)
        }
      }
    }
    expect(twice).toEqual([])
    expect(refused.length).toBeGreaterThan(10)
    const isFree = (taken: ReadonlySet<number>, from: number, to: number) =>
      Array.from({ length: to - from }, (_, at) => from + at).every((day) => !taken.has(day))
    for (const { from, to } of refused) {
      const free = [...books.values()].filter((taken) => isFree(taken, from, to))
      expect(free.length, `May ${from} to ${to} was refused`).toBe(0)
    }
  })

  /** Closes nights of a unit. `to` is open. */
  async function closeNights(unitId: string | undefined, from: string, to: string) {
    const { calendarId } = (await get(`/v1/providers/${unitId}`)).body
    const { body: calendar } = await get(`/v1/calendars/${calendarId}`)
    const { name, timeZone, exclusive } = calendar
    const closedNights = [{ from: `2026-05-${from}`, to: `2026-05-${to}` }]
    const stayPolicy = Object.assign({}, calendar.stayPolicy, { closedNights })
    const body = { name, timeZone, exclusive, stayPolicy }
    const closed = await server.call('PUT', `/v1/calendars/${calendarId}`, { body })
    expect(closed.status, closed.text).toBe(200)
  }

  test('a closed room is not given, except by the desk', async () => {
    const { id, units } = await makePool(2)
    await closeNights(units[0], '11', '12')
    expect(await unitsLeft(id, '10', '13')).toBe('212')
    const first = await book(id, '10', '12')
    expect(roomOf(first)).toBe('2')
    const second = await book(id, '11', '12')
    expect([second.status, second.body.code]).toEqual([409, 'night_taken'])
    expect(roomOf(await book(id, '11', '12', { override: true }))).toBe('1')
  })

  test('a stay that moves leaves a room that is closed then, and keeps the nights that it had there', async () => {
    const { id, units } = await makePool(2)
    const stay = await book(id, '10', '13')
    expect(roomOf(stay)).toBe('1')
    await closeNights(units[0], '11', '15')
    const move = (body: object) => post(`/v1/bookings/${stay.body.id}/reschedule`, body)
    const earlier = await move(dates('10', '12'))
    expect([earlier.status, roomOf(earlier)]).toEqual([200, '1'])
    const longer = await move(dates('10', '14'))
    expect([longer.status, roomOf(longer)]).toEqual([200, '2'])
    await post(`/v1/bookings/${stay.body.id}/reassign`, { unitId: units[0], pinned: false })
    await book(id, '14', '15')
    const refused = await move(dates('10', '15'))
    expect([refused.status, refused.body.code]).toEqual([409, 'night_taken'])
    for (const [arrival, departure] of [
      ['11', '13'],
      ['11', '12'],
    ] as const) {
      const shorter = await move(dates(arrival, departure))
      expect([shorter.status, roomOf(shorter)]).toEqual([200, '1'])
    }
  })

  test.each([
    ['/requirements/0/choice', { choice: 'balanced' }],
    ['/requirements/0/count', { count: 2 }],
    ['/requirements/0/kind', { kind: 'room', providerIds: undefined }],
    ['/requirements/0/bufferAfterMinutes', { bufferAfterMinutes: 30 }],
    ['/requirements/0/specialty', { specialty: 'suite', providerIds: undefined }],
  ])('what a pool cannot be is refused at %s', async (pointer, requirement) => {
    const { units } = await makeHouse(server.call, ['1', '2'])
    const of = { name: 'room', providerIds: units, count: 1, ...requirement }
    const refused = await post('/v1/event-types', { ...stayType(units), requirements: [of] })
    expect([refused.status, refused.body.errors]).toMatchObject([422, [{ pointer }]])
  })

  test('a pool has only units of its property, and an event type of time has none', async () => {
    const { units } = await makeHouse(server.call, ['1', '2'])
    const other = await makeHouse(server.call, ['3'])
    const of = { name: 'room', providerIds: [units[0], other.units[0]], count: 1 }
    const refused = await post('/v1/event-types', { ...stayType(units), requirements: [of] })
    expect([refused.status, refused.body.errors[0].pointer]).toEqual([
      422,
      '/requirements/0/providerIds/1',
    ])
    const all = { name: 'room', kind: 'unit', count: 1 }
    const made = await post('/v1/event-types', { ...stayType(units), requirements: [all] })
    expect(made.body).toMatchObject({
      requirements: [{ kind: 'unit', providerIds: null, choice: 'gap' }],
    })
    const changed = await server.call('PATCH', `/v1/event-types/${made.body.id}`, {
      body: { requirements: [{ ...of, providerIds: units, choice: 'priority' }] },
    })
    expect([changed.status, changed.body]).toMatchObject([
      200,
      { requirements: [{ providerIds: units, choice: 'priority' }] },
    ])
    const person = await post('/v1/providers', { name: 'Ada', timeZone: 'Europe/Berlin' })
    const ofTime = { providerId: person.body.id, slug: 'talk', title: 'Talk', durationMinutes: 30 }
    const wrong = await post('/v1/event-types', { ...ofTime, requirements: [all] })
    expect([wrong.status, wrong.body.errors[0].pointer]).toEqual([422, '/requirements/0/kind'])
  })
})
