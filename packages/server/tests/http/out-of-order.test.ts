import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OTHER_ENGINES } from '../support/stores.ts'
import { openTestApp, type TestApp } from './support/app.ts'
import { BOOKER, makeEventType, makeRooms } from './support/fixtures.ts'

const BURST = { from: '2026-05-10', to: '2026-05-13', reason: 'Burst pipe' }

describe.each(OTHER_ENGINES)('a unit that is out of order, on %s', (engine) => {
  let server: TestApp
  beforeAll(async () => {
    server = await openTestApp({ engine })
  })
  afterAll(() => server.close())

  const get = async (path: string) => (await server.call('GET', path)).body
  const post = (path: string, body: object = {}) => server.call('POST', path, { body })
  const change = (id: string | undefined, body: object) =>
    server.call('PATCH', `/v1/providers/${id}`, { body })

  async function openRooms(count: number) {
    const { id, units } = await makeRooms(server.call, count)
    const book = (arrival: string, departure: string, more: object = {}) => {
      const stay = { arrival: `2026-05-${arrival}`, departure: `2026-05-${departure}` }
      return post('/v1/bookings', { eventTypeId: id, ...stay, booker: BOOKER, ...more })
    }
    return { id, units, book }
  }

  test('does not offer or give its nights, says why to the account, and names the stays that lie in them', async () => {
    const { id, units, book } = await openRooms(1)
    const [unit] = units
    const inIt = await book('12', '14')
    const after = await book('14', '16')
    expect([inIt.status, after.status]).toEqual([201, 201])
    expect(await get(`/v1/providers/${unit}`)).toMatchObject({ outOfOrder: [] })
    const changed = await change(unit, { outOfOrder: [BURST] })
    expect([changed.status, changed.body]).toMatchObject([
      200,
      { outOfOrder: [BURST], affectedBookings: [inIt.body.id] },
    ])
    const refused = await book('09', '11')
    expect([refused.status, refused.body.code, refused.body.reasons]).toEqual([
      422,
      'stay_not_bookable',
      [{ code: 'closed_night', night: '2026-05-10' }],
    ])
    expect(refused.text).not.toContain('Burst')
    const listed = await get(`/v1/event-types/${id}/nights?from=2026-05-08&to=2026-05-11`)
    expect(listed).toMatchObject({
      data: [{ unitsLeft: 1 }, { unitsLeft: 1 }, { unitsLeft: 0 }],
      outOfOrder: [{ providerId: unit, ...BURST }],
    })
    const explain = `/v1/event-types/${id}/nights/explain?arrival=2026-05-`
    expect(await get(`${explain}11&departure=2026-05-12`)).toMatchObject({
      bookable: false,
      reasons: [{ code: 'closed_night', night: '2026-05-11' }],
      outOfOrder: [{ providerId: unit, ...BURST }],
    })
    expect(await get(`${explain}16&departure=2026-05-17`)).toMatchObject({
      bookable: true,
      outOfOrder: [],
    })
    // Another change leaves the list, and does not name the stays.
    const renamed = await change(unit, { name: 'Blue room' })
    expect(renamed.body).toMatchObject({ outOfOrder: [BURST] })
    expect(renamed.body).not.toHaveProperty('affectedBookings')
    const open = await change(unit, { outOfOrder: [] })
    expect(open.body).toMatchObject({ outOfOrder: [], affectedBookings: [] })
    expect((await book('10', '12')).status).toBe(201)
  })

  test('of a pool leaves the others, and gives its stays another one', async () => {
    const { id, units, book } = await openRooms(2)
    const stay = await book('10', '12')
    const hit = await change(stay.body.providerId, { outOfOrder: [BURST] })
    expect(hit.body.affectedBookings).toEqual([stay.body.id])
    const other = units.find((each) => each !== stay.body.providerId)
    const moved = await post(`/v1/bookings/${stay.body.id}/reassign`)
    expect([moved.status, moved.body.providerId]).toEqual([200, other])
    expect((await book('11', '13')).body).toMatchObject({ code: 'night_taken' })
    const listed = await get(`/v1/event-types/${id}/nights?from=2026-05-12&to=2026-05-14`)
    expect(listed).toMatchObject({ data: [{ unitsLeft: 1 }, { unitsLeft: 2 }] })
  })

  test('has ranges of nights with a reason, and nothing else has them', async () => {
    const { units } = await openRooms(1)
    const wrong = async (outOfOrder: unknown, id = units[0]) => {
      const { status, body } = await change(id, { outOfOrder })
      return [status, body.errors?.[0]?.pointer]
    }
    expect(await wrong([{ ...BURST, to: '2026-05-10' }])).toEqual([422, '/outOfOrder/0/to'])
    expect(await wrong([{ ...BURST, reason: '' }])).toEqual([422, '/outOfOrder/0/reason'])
    expect(await wrong(Array(51).fill(BURST))).toEqual([422, '/outOfOrder'])
    const { providerId } = await makeEventType(server.call)
    expect(await wrong([BURST], providerId)).toEqual([422, '/outOfOrder'])
    expect(await get(`/v1/providers/${providerId}`)).toMatchObject({ outOfOrder: null })
  })
})
