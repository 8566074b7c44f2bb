import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SOME_ENGINES } from '../support/stores.ts'
import { openTestApp, type TestApp } from './support/app.ts'
import type { Body, Got } from './support/call.ts'
import { BOOKER, makeEventType } from './support/fixtures.ts'
import { publish } from './support/work.ts'

const PATH = '/v1/booking-groups'
const NOBODY = 'grp_01kqs3v7m8e2f4g6h8j0k2m4n6'
const MONDAY = '2026-04-27T07:00:00Z'
const TUESDAY = '2026-04-28T07:00:00Z'
const WEDNESDAY = '2026-04-29T07:00:00Z'

/** An event of a booking, as far as the tests look at it. */
interface BookingEvent {
  readonly type: string
  readonly data: { readonly booking?: { readonly id: string }; readonly groupChange?: boolean }
}

const startsOf = ({ body }: Got) =>
  (body.bookings as readonly Body[] | undefined)?.map(({ start }) => start)

describe.each(SOME_ENGINES)('the move of a booking group on %s', (engine) => {
  let server: TestApp
  beforeAll(async () => {
    server = await openTestApp({ engine })
  })
  afterAll(() => server.close())

  const post = (path: string, body: unknown, headers = {}) =>
    server.call('POST', path, { body, headers })
  const moveOf = (id: string) => (body: unknown, headers?: Record<string, string>) =>
    post(`${PATH}/${id}/reschedule`, body, headers)

  /** A new group on Monday and Tuesday at 9:00 in Berlin. */
  async function makeGroup(more: object = {}) {
    const type = await makeEventType(server.call, { confirmation: 'instant', ...more })
    const items = [MONDAY, TUESDAY].map((start) => ({ eventTypeId: type.id, start }))
    const { body } = await post(PATH, { items, booker: BOOKER })
    const byBooker = { authorization: `Bearer ${body.manageToken}` }
    return { type, id: String(body.id), move: moveOf(String(body.id)), byBooker, made: body }
  }

  test('answers the group with all of its bookings moved: 200', async () => {
    const { id, move } = await makeGroup()
    const moved = await move({ shiftMinutes: 1440 })
    expect([moved.status, startsOf(moved)]).toEqual([200, [TUESDAY, WEDNESDAY]])
    expect(moved.headers.get('etag')).toBe('"3"')
    expect((await server.call('GET', `${PATH}/${id}`)).body).toEqual(moved.body)
    const back = await move({ start: MONDAY })
    expect([back.status, startsOf(back)]).toEqual([200, [MONDAY, TUESDAY]])
    const again = await move({ start: MONDAY })
    expect([again.status, again.body]).toEqual([200, back.body])
  })

  test('reports the move of each booking as an event, which says that it was one of a group', async () => {
    const { move, made } = await makeGroup()
    await move({ shiftMinutes: 30 })
    const ids = (made.bookings as readonly Body[]).map(({ id }) => String(id))
    await publish(server.deps)
    const { body } = await server.call('GET', '/v1/events?limit=100')
    const events = body.data as unknown as readonly BookingEvent[]
    const moves = events.filter(
      ({ type, data }) => type === 'booking.rescheduled' && ids.includes(data.booking?.id ?? ''),
    )
    expect(moves.map(({ data }) => data.groupChange)).toEqual([true, true])
  })

  test('by its booker is possible with the token of the group, and never outside the rules: 200, 422', async () => {
    const { move, byBooker } = await makeGroup()
    const moved = await move({ shiftMinutes: 1440 }, byBooker)
    expect([moved.status, startsOf(moved)]).toEqual([200, [TUESDAY, WEDNESDAY]])
    const outside = await move({ shiftMinutes: 600, override: true }, byBooker)
    expect([outside.status, outside.body.errors]).toMatchObject([422, [{ pointer: '/override' }]])
    const staff = await move({ shiftMinutes: 720, override: true })
    expect([staff.status, startsOf(staff)]).toEqual([
      200,
      ['2026-04-28T19:00:00Z', '2026-04-29T19:00:00Z'],
    ])
  })

  test('is refused as a whole with the booking that cannot move: 409', async () => {
    const { type, id, move, made } = await makeGroup()
    await post('/v1/bookings', { eventTypeId: type.id, start: WEDNESDAY, booker: BOOKER })
    const refused = await move({ shiftMinutes: 1440 })
    expect([refused.status, refused.body.code, refused.body.item]).toEqual([
      409,
      'slot_taken',
      { index: 1, localStart: '2026-04-28T09:00' },
    ])
    const { body } = await server.call('GET', `${PATH}/${id}`)
    expect(body.bookings).toEqual(made.bookings)
  })

  test('is refused if a start is not offered, or its input is wrong: 422', async () => {
    const { move } = await makeGroup()
    const night = await move({ shiftMinutes: 720 })
    expect([night.status, night.body.code, night.body.item]).toEqual([
      422,
      'slot_not_bookable',
      { index: 0, localStart: '2026-04-27T09:00' },
    ])
    for (const [body, pointer] of [
      [{}, '/shiftMinutes'],
      [{ shiftMinutes: 0 }, '/shiftMinutes'],
      [{ shiftMinutes: 527_041 }, '/shiftMinutes'],
      [{ shiftMinutes: 1.5 }, '/shiftMinutes'],
      [{ shiftMinutes: 60, start: MONDAY }, '/start'],
      [{ start: 'soon' }, '/start'],
    ] as const) {
      const wrong = await move(body)
      expect([wrong.status, wrong.body.errors]).toMatchObject([422, [{ pointer }]])
    }
  })

  test('is refused if it does not fit into one transaction, with how many would: 422', async () => {
    const type = await makeEventType(server.call, { confirmation: 'instant' })
    const recurrence = { frequency: 'weekly', count: 20 }
    const items = [{ eventTypeId: type.id, start: MONDAY, recurrence }]
    const { body } = await post(PATH, { items, booker: BOOKER, onConflict: 'skip', override: true })
    expect((body.bookings as readonly Body[]).length).toBe(20)
    const refused = await moveOf(String(body.id))({ shiftMinutes: 1440 + 1005, override: true })
    expect([refused.status, refused.body.code]).toEqual([422, 'group_too_large'])
  })

  test('is refused to a booker after the end of their notice: 409', async () => {
    const { move, byBooker } = await makeGroup({ policy: { rescheduleUntilMinutes: 20_000 } })
    const late = await move({ shiftMinutes: 1440 }, byBooker)
    expect([late.status, late.body.code, late.body.item]).toEqual([
      409,
      'too_late_to_change',
      { index: 0, localStart: '2026-04-27T09:00' },
    ])
  })

  test('does not find the group of another account: 404', async () => {
    const { id } = await makeGroup()
    const body = { shiftMinutes: 1440 }
    const other = await server.call('POST', `${PATH}/${id}/reschedule`, {
      key: server.otherKey,
      body,
    })
    expect([other.status, (await moveOf(NOBODY)(body)).status]).toEqual([404, 404])
  })

  test('is refused to a key of one provider: 403', async () => {
    const { id, type } = await makeGroup()
    const restricted = await post('/v1/api-keys', { name: 'Ada', providerIds: [type.providerId] })
    const { secret: key } = restricted.body as { secret: string }
    const body = { shiftMinutes: 1440 }
    const seen = await server.call('POST', `${PATH}/${id}/reschedule`, { key, body })
    expect([seen.status, seen.body.code]).toEqual([403, 'forbidden'])
  })

  test('is refused if the group is not as the caller saw it: 412', async () => {
    const { move } = await makeGroup()
    const moved = await move({ shiftMinutes: 30 }, { 'if-match': '"1"' })
    const stale = await move({ shiftMinutes: 30 }, { 'if-match': '"1"' })
    expect([moved.status, stale.status, stale.body.code]).toEqual([200, 412, 'version_mismatch'])
  })

  test('happens once for one idempotency key', async () => {
    const { move } = await makeGroup()
    const headers = { 'idempotency-key': 'move-once' }
    const first = await move({ shiftMinutes: 1440 }, headers)
    const again = await move({ shiftMinutes: 1440 }, headers)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect([first.status, again.body]).toEqual([200, first.body])
  })
})
