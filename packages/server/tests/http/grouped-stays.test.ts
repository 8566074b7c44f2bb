import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PUBLIC_CAPS } from '../../src/identity/limits/cap-sizes.ts'
import { OTHER_ENGINES } from '../support/stores.ts'
import { openTestApp, type TestApp } from './support/app.ts'
import type { Body, Got } from './support/call.ts'
import { BOOKER, makeEventType, makeRooms, START } from './support/fixtures.ts'

const PATH = '/v1/booking-groups'
const PUBLIC_PATH = '/v1/public/booking-groups'

const dates = (arrival: number, departure: number) => ({
  arrival: `2026-05-${String(arrival).padStart(2, '0')}`,
  departure: `2026-05-${String(departure).padStart(2, '0')}`,
})
const bookingsIn = ({ body }: Got) => body.bookings as readonly Body[]
const roomsOf = (got: Got) =>
  bookingsIn(got).map(({ assignments }) => assignments?.[0]?.providerName)

describe.each(OTHER_ENGINES)('a group of stays on %s', (engine) => {
  let server: TestApp
  beforeAll(async () => {
    server = await openTestApp({ engine })
  })
  afterAll(() => server.close())

  const get = (path: string) => server.call('GET', path)
  const post = (path: string, body: object = {}) => server.call('POST', path, { body })

  const makePool = (count: number, more?: object) => makeRooms(server.call, count, more)
  const book = (items: readonly object[], more: object = {}) =>
    post(PATH, { items, booker: BOOKER, ...more })
  const unitsLeft = async (id: string, from: number, to: number) => {
    const { arrival, departure } = dates(from, to)
    const { body } = await get(`/v1/event-types/${id}/nights?from=${arrival}&to=${departure}`)
    return body.data.map((night: Body) => night.unitsLeft).join('')
  }

  test('takes two rooms of a pool, is read back, confirmed and cancelled as one', async () => {
    const { id, units } = await makePool(3, { confirmation: 'hold' })
    const item = { eventTypeId: id, ...dates(10, 13) }
    const made = await book([
      { ...item, occupants: { adults: 2, childAges: [7] } },
      { ...item, unitId: units[2] },
    ])
    expect(made.status, made.text).toBe(202)
    expect(roomsOf(made)).toEqual(['1', '3'])
    expect(made.body.bookings).toMatchObject([
      { ...dates(10, 13), occupants: { adults: 2, childAges: [7] }, groupId: made.body.id },
      { ...dates(10, 13), pinned: true, groupId: made.body.id },
    ])
    expect(await unitsLeft(id, 9, 14)).toBe('31113')
    const path = `${PATH}/${made.body.id}`
    expect((await get(path)).body.bookings).toEqual(made.body.bookings)
    const confirmed = await post(`${path}/confirm`)
    expect([confirmed.status, confirmed.body.status]).toEqual([200, 'confirmed'])
    const cancelled = await post(`${path}/cancel`, { scope: 'all' })
    expect([cancelled.status, cancelled.body.status]).toEqual([200, 'cancelled'])
    expect(await unitsLeft(id, 9, 14)).toBe('33333')
  })

  test('is refused as a whole with the item that finds no room, and its nights', async () => {
    const { id } = await makePool(2)
    await book([{ eventTypeId: id, ...dates(12, 13) }])
    const refused = await book([
      { eventTypeId: id, ...dates(10, 13) },
      { eventTypeId: id, ...dates(11, 14) },
    ])
    expect([refused.status, refused.body]).toMatchObject([
      409,
      {
        code: 'night_taken',
        nights: ['2026-05-12'],
        item: { index: 1, localStart: '2026-05-11T15:00' },
      },
    ])
    expect(await unitsLeft(id, 9, 15)).toBe('222122')
    const unruly = await makePool(2, { stay: { minNights: 3 } })
    const broken = await book([
      { eventTypeId: unruly.id, ...dates(10, 13) },
      { eventTypeId: unruly.id, ...dates(10, 12) },
    ])
    expect([broken.status, broken.body]).toMatchObject([
      422,
      { code: 'stay_not_bookable', reasons: [{ code: 'too_few_nights' }], item: { index: 1 } },
    ])
  })

  test('finds rooms for all if there is a way, whichever is asked for first', async () => {
    const { id, units } = await makePool(3, {
      requirements: [{ name: 'room', kind: 'unit', count: 1, choice: 'priority' }],
    })
    // Room 2 is free from the 10th to the 12th only, and room 3 not at all.
    for (const [unitId, nights] of [
      [units[1], dates(12, 20)],
      [units[2], dates(5, 20)],
    ] as const) {
      await book([{ eventTypeId: id, ...nights, unitId }])
    }
    const made = await book([
      { eventTypeId: id, ...dates(10, 12) },
      { eventTypeId: id, ...dates(10, 14) },
    ])
    expect([made.status, roomsOf(made)], made.text).toEqual([201, ['2', '1']])
    const next = await book([
      { eventTypeId: id, ...dates(20, 22) },
      { eventTypeId: id, ...dates(22, 24) },
      { eventTypeId: id, ...dates(21, 23) },
    ])
    // Two of them follow each other in one room, whose month is written once.
    expect([next.status, roomsOf(next)], next.text).toEqual([201, ['1', '1', '2']])
  })

  test('books rooms of several types and single units, without a choice of any', async () => {
    const house = await makePool(1)
    const hut = await makePool(1)
    const made = await book([
      { eventTypeId: house.id, ...dates(10, 12) },
      { eventTypeId: hut.id, ...dates(10, 13) },
      { eventTypeId: house.id, ...dates(12, 14) },
    ])
    expect([made.status, bookingsIn(made).length], made.text).toEqual([201, 3])
    const taken = await book([
      { eventTypeId: hut.id, ...dates(20, 22) },
      { eventTypeId: house.id, ...dates(13, 16) },
    ])
    expect([taken.body.code, taken.body.nights, taken.body.item]).toMatchObject([
      'night_taken',
      ['2026-05-13'],
      { index: 1 },
    ])
    const twice = await book([
      { eventTypeId: hut.id, ...dates(20, 22) },
      { eventTypeId: hut.id, ...dates(21, 23) },
    ])
    expect([twice.body.code, twice.body.nights, twice.body.item]).toMatchObject([
      'night_taken',
      ['2026-05-21'],
      { index: 1 },
    ])
  })

  test('is booked without a key', async () => {
    const { id } = await makePool(3)
    const item = { eventTypeId: id, ...dates(10, 12) }
    const body = { items: [item, item], booker: BOOKER }
    const made = await server.call('POST', PUBLIC_PATH, { key: null, body })
    expect([made.status, bookingsIn(made).length], made.text).toEqual([201, 2])
    const headers = { authorization: `Bearer ${made.body.manageToken}` }
    const path = `${PATH}/${made.body.id}`
    const own = await server.call('GET', path, { key: null, headers })
    expect(own.body.bookings).toMatchObject([dates(10, 12), dates(10, 12)])
    const ofTime = await makeEventType(server.call)
    const wrong = await server.call('POST', PUBLIC_PATH, {
      key: null,
      body: { items: [{ eventTypeId: ofTime.id, ...dates(10, 12) }], booker: BOOKER },
    })
    expect([wrong.status, wrong.body.errors?.[0]?.pointer]).toEqual([422, '/items/0/arrival'])
  })

  test('refuses what stays cannot be, in words', async () => {
    const { id } = await makePool(2)
    const stay = { eventTypeId: id, ...dates(10, 12) }
    const refusedAt = async (items: readonly object[], more: object = {}) => {
      const refused = await book(items, more)
      expect(refused.status, refused.text).toBe(422)
      return refused.body.errors?.[0]
    }
    for (const [name, value] of [
      ['onConflict', 'skip'],
      ['samePerson', true],
      ['together', true],
      ['sequence', true],
    ] as const) {
      expect(await refusedAt([stay], { [name]: value })).toMatchObject({
        pointer: `/${name}`,
        message: expect.stringContaining('is not possible for stays'),
      })
    }
    const ofTime = await makeEventType(server.call)
    expect(await refusedAt([stay, { eventTypeId: ofTime.id, start: START }])).toMatchObject({
      pointer: '/items',
      message: 'must all have a `start`, or all be stays: book times in a group of their own',
    })
    expect(await refusedAt(Array.from({ length: 11 }, () => stay))).toMatchObject({
      pointer: '/items',
      message: 'can be 10 stays at most',
    })
    const recurrence = { frequency: 'daily', count: 2 }
    expect((await refusedAt([{ ...stay, recurrence }])).pointer).toBe('/items/0/recurrence')
    expect((await refusedAt([{ ...stay, departure: stay.arrival }])).pointer).toBe(
      '/items/0/departure',
    )
    expect((await refusedAt([stay, { eventTypeId: ofTime.id, ...dates(10, 12) }])).pointer).toBe(
      '/items/1/arrival',
    )
  })

  test('moves as its rooms do, each by itself', async () => {
    const { id } = await makePool(2)
    const item = { eventTypeId: id, ...dates(10, 12) }
    const made = await book([item, item])
    const together = await post(`${PATH}/${made.body.id}/reschedule`, { shiftMinutes: 1440 })
    expect([together.status, together.body.errors?.[0]?.message]).toEqual([
      422,
      'is not possible for stays: move each by itself, to its own `arrival` and `departure`',
    ])
    const [first] = bookingsIn(made)
    const moved = await post(`/v1/bookings/${first?.id}/reschedule`, dates(11, 13))
    expect(moved.status, moved.text).toBe(200)
    const { body } = await get(`${PATH}/${made.body.id}`)
    expect(body.bookings).toMatchObject([dates(11, 13), dates(10, 12)])
  })
})

test('a room that somebody gives back while the rooms are read is found before the group is refused', async () => {
  let interrupt: (() => Promise<unknown>) | undefined
  const server = await openTestApp({
    between: (store) => ({
      async query(request) {
        const read = await store.query(request)
        const then = request.from?.startsWith('NIGHTS#') ? interrupt : undefined
        if (then) {
          interrupt = undefined
          await then()
        }
        return read
      },
    }),
  })
  try {
    const { id: eventTypeId } = await makeRooms(server.call, 2)
    const item = { eventTypeId, ...dates(10, 12) }
    const alone = await server.call('POST', '/v1/bookings', { body: { ...item, booker: BOOKER } })
    let cancelled = 0
    interrupt = async () => {
      const gone = await server.call('POST', `/v1/bookings/${alone.body.id}/cancel`, { body: {} })
      cancelled = gone.status
    }
    const both = { items: [item, item], booker: BOOKER }
    const made = await server.call('POST', PATH, { body: both })
    expect([cancelled, made.status], made.text).toEqual([200, 201])
  } finally {
    await server.close()
  }
})

test('one address gets no more rooms of one day together than one by one', async () => {
  const capped = await openTestApp({ settings: { publicCaps: PUBLIC_CAPS } })
  try {
    const { id: eventTypeId } = await makeRooms(capped.call, 5)
    const item = { eventTypeId, ...dates(10, 12) }
    const ask = (count: number) =>
      capped.call('POST', PUBLIC_PATH, {
        key: null,
        body: { items: Array.from({ length: count }, () => item), booker: BOOKER },
      })
    const four = await ask(4)
    expect([four.status, four.body.code]).toEqual([429, 'rate_limited'])
    expect((await ask(3)).status).toBe(201)
  } finally {
    await capped.close()
  }
})
