import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { everyDay } from '../support/fixtures.ts'
import { SOME_ENGINES } from '../support/stores.ts'
import { openTestApp, type TestApp } from './support/app.ts'
import type { Body } from './support/call.ts'
import { BOOKER } from './support/fixtures.ts'
import { type SpanWorld, spanWorld } from './support/span-world.ts'

const BERLIN = { timeZone: 'Europe/Berlin' }
/** Mornings of three days. */
const MORNINGS = [0, 1, 2].map((day) => ({
  day,
  offsetMinutes: 0,
  durationMinutes: 180,
  label: `Day ${day + 1}`,
}))

describe.each(SOME_ENGINES)('bookings of several days on %s', (engine) => {
  let server: TestApp
  let world: SpanWorld
  beforeAll(async () => {
    server = await openTestApp({ engine })
    world = spanWorld(server)
  })
  afterAll(() => server.close())

  /** A workshop on three mornings in Berlin, with a teacher and a room that is kept at night. */
  const workshop = async (more: object = {}) => {
    const teacher = await world.person(BERLIN)
    const room = await world.person({ ...BERLIN, kind: 'room' })
    const id = await world.typeOf(
      [
        { name: 'teacher', providerIds: [teacher], count: 1, spans: MORNINGS },
        { name: 'room', providerIds: [room], count: 1 },
      ],
      {
        ...BERLIN,
        slotStepMinutes: 60,
        availabilityRules: everyDay({ start: '09:00', end: '12:00' }),
        ...more,
      },
    )
    return { teacher, room, id }
  }
  const slotsOf = async (id: string, from: string, to: string): Promise<readonly Body[]> => {
    const range = `from=${from}&to=${to}`
    const { body } = await server.call('GET', `/v1/event-types/${id}/slots?${range}`)
    return body.data
  }
  const startsOf = async (id: string, from: string, to: string) =>
    (await slotsOf(id, from, to)).map(({ start }) => start)
  const book = (eventTypeId: string, start: string, more: object = {}) =>
    server.call('POST', '/v1/bookings', { body: { eventTypeId, start, booker: BOOKER, ...more } })
  /** A half hour of one person, in UTC and at any time. */
  const halfHourOf = (provider: string) =>
    world.typeOf([{ name: 'one', providerIds: [provider], count: 1 }], {
      durationMinutes: 30,
      slotStepMinutes: 30,
      availabilityRules: everyDay({ start: '00:00', end: '24:00' }),
    })
  const spansOf = ({ assignments }: Body) => assignments[0]?.spans?.map(({ start }) => start)

  test('an event type shows its days, and its duration counts them with 24 hours', async () => {
    const { id, teacher } = await workshop()
    const { body } = await server.call('GET', `/v1/event-types/${id}`)
    expect(body.durationMinutes).toBe(2 * 1440 + 180)
    expect(body.requirements).toMatchObject([{ spans: MORNINGS }, { spans: null }])
    const { body: patched } = await server.call('PATCH', `/v1/event-types/${id}`, {
      body: {
        requirements: [
          { name: 'teacher', providerIds: [teacher], count: 1, spans: MORNINGS.slice(0, 2) },
        ],
      },
    })
    expect(patched.durationMinutes).toBe(1440 + 180)
  })

  test('each day begins at the same wall time over a clock change, and people are free in the gaps', async () => {
    const { id, teacher, room } = await workshop()
    // Clocks go back on Sunday, 2026-10-25.
    const [slot] = await slotsOf(id, '2026-10-24', '2026-10-25')
    expect(slot).toMatchObject({ start: '2026-10-24T07:00:00Z', end: '2026-10-26T11:00:00Z' })
    const { status, body } = await book(id, '2026-10-24T07:00:00Z')
    expect([status, body.code]).toEqual([202, undefined])
    expect([body.start, body.end]).toEqual(['2026-10-24T07:00:00Z', '2026-10-26T11:00:00Z'])
    expect(spansOf(body)).toEqual([
      '2026-10-24T07:00:00Z',
      '2026-10-25T08:00:00Z',
      '2026-10-26T08:00:00Z',
    ])
    const own = await halfHourOf(teacher)
    const ofRoom = await halfHourOf(room)
    const sunday = await startsOf(own, '2026-10-25T06:00:00Z', '2026-10-25T12:00:00Z')
    expect(sunday).not.toContain('2026-10-25T08:00:00Z')
    expect(sunday).toContain('2026-10-25T07:30:00Z')
    expect(sunday).toContain('2026-10-25T11:00:00Z')
    expect(await startsOf(ofRoom, '2026-10-24T07:00:00Z', '2026-10-26T11:00:00Z')).toEqual([])
    expect(await startsOf(id, '2026-10-24', '2026-10-27')).toEqual([])
    expect((await book(own, '2026-10-25T11:00:00Z')).status).toBe(202)
    expect((await book(own, '2026-10-26T10:30:00Z')).body.code).toBe('slot_taken')
    const away = `/v1/event-types/${id}/slots/explain?start=2026-10-25T08:00:00Z`
    const { body: explained } = await server.call('GET', away)
    expect(explained.available).toBe(false)
    expect(explained.reasons).toMatchObject([
      { code: 'too_few_candidates', requirement: 'teacher' },
      { code: 'too_few_candidates', requirement: 'room' },
    ])
  })

  test('a booking is moved over the other clock change, reassigned and cancelled as one', async () => {
    const [one, two] = [await world.person(BERLIN), await world.person(BERLIN)]
    const id = await world.typeOf(
      [{ name: 'teacher', providerIds: [one, two], count: 1, choice: 'priority', spans: MORNINGS }],
      { ...BERLIN, availabilityRules: everyDay({ start: '09:00', end: '12:00' }) },
    )
    const { body } = await book(id, '2026-10-24T07:00:00Z')
    await world.act(body.id, 'confirm')
    const moved = await world.act(body.id, 'reschedule', { start: '2027-03-27T08:00:00Z' })
    expect([moved.start, moved.end]).toEqual(['2027-03-27T08:00:00Z', '2027-03-29T10:00:00Z'])
    expect(spansOf(moved)).toEqual([
      '2027-03-27T08:00:00Z',
      '2027-03-28T07:00:00Z',
      '2027-03-29T07:00:00Z',
    ])
    expect(await startsOf(id, '2026-10-24', '2026-10-25')).toHaveLength(1)
    const own = await halfHourOf(one)
    const sunday = ['2027-03-28T06:30:00Z', '2027-03-28T10:00:00Z'] as const
    expect(await startsOf(own, ...sunday)).toEqual(['2027-03-28T06:30:00Z'])
    const given = await world.act(body.id, 'reassign', { to: two })
    expect(spansOf(given)).toEqual(spansOf(moved))
    expect((await startsOf(own, ...sunday)).length).toBe(7)
    const ofTwo = await halfHourOf(two)
    expect(await startsOf(ofTwo, ...sunday)).toHaveLength(1)
    await world.act(body.id, 'cancel')
    expect((await startsOf(ofTwo, ...sunday)).length).toBe(7)
  })

  test('lists by provider, time off, blocks and the calendar find a booking on its later days', async () => {
    const { id } = await workshop()
    const late = await world.person(BERLIN)
    const body = {
      requirements: [
        { name: 'teacher', providerIds: [await world.person()], count: 1, spans: MORNINGS },
        { name: 'guest', providerIds: [late], count: 1, spans: MORNINGS.slice(2) },
      ],
    }
    expect((await server.call('PATCH', `/v1/event-types/${id}`, { body })).status).toBe(200)
    const { body: booking } = await book(id, '2026-06-01T07:00:00Z')
    const listed = async (from: string, to: string) => {
      const query = `providerId=${late}&from=${from}&to=${to}`
      const answer = await server.call('GET', `/v1/bookings?${query}`)
      return answer.body.data.map((each: Body) => each.id)
    }
    expect(await listed('2026-06-01T00:00:00Z', '2026-06-02T00:00:00Z')).toEqual([booking.id])
    expect(await listed('2026-06-02T00:00:00Z', '2026-06-05T00:00:00Z')).toEqual([])
    const away = { start: '2026-06-03T08:00:00Z', end: '2026-06-03T09:00:00Z' }
    const off = await server.call('POST', `/v1/providers/${late}/time-off`, { body: away })
    expect(off.body.affectedBookings).toEqual([booking.id])
    const blocked = await server.call('POST', `/v1/providers/${late}/blocks`, { body: away })
    expect([blocked.status, blocked.body.code]).toEqual([409, 'slot_taken'])
    const before = { start: '2026-06-02T08:00:00Z', end: '2026-06-02T09:00:00Z' }
    const free = await server.call('POST', `/v1/providers/${late}/time-off`, { body: before })
    expect(free.body.affectedBookings).toEqual([])
  })

  test('limits of a provider count each span on its date, those of the event type the union on the first', async () => {
    const teacher = await world.person({ ...BERLIN, limits: { minutesPerDay: 200 } })
    const id = await world.typeOf(
      [{ name: 'teacher', providerIds: [teacher], count: 1, spans: MORNINGS }],
      {
        ...BERLIN,
        availabilityRules: everyDay({ start: '09:00', end: '18:00' }),
        slotStepMinutes: 240,
      },
    )
    expect((await book(id, '2026-06-02T07:00:00Z')).status).toBe(202)
    // In the afternoon the teacher is free, but three hours more are too many on any of the three dates.
    expect(await startsOf(id, '2026-05-31', '2026-06-06')).toEqual([
      '2026-06-05T07:00:00Z',
      '2026-06-05T11:00:00Z',
    ])
    const refused = await book(id, '2026-05-31T11:00:00Z')
    const limit = { code: 'limit_reached', limit: 'minutesPerDay', count: 200 }
    expect(refused.body.reasons).toMatchObject([{ candidates: [{ reasons: [limit] }] }])
    const free = [await world.person(BERLIN), await world.person(BERLIN)]
    const limited = await world.typeOf(
      [{ name: 'teacher', providerIds: free, count: 1, spans: MORNINGS }],
      {
        ...BERLIN,
        availabilityRules: everyDay({ start: '09:00', end: '12:00' }),
        limits: { minutesPerDay: 541 },
      },
    )
    expect((await book(limited, '2026-06-02T07:00:00Z')).status).toBe(202)
    const again = await book(limited, '2026-06-02T07:00:00Z')
    expect(again.body).toMatchObject({ code: 'limit_reached', limit: 'minutesPerDay' })
    expect((await book(limited, '2026-06-03T07:00:00Z')).status).toBe(202)
  })

  test('a part of a visit takes one day', async () => {
    const { id } = await workshop()
    const other = await halfHourOf(await world.person())
    const query = `sequence=${other}&sequence=${id}&from=2026-06-01&to=2026-06-02`
    const { status, body } = await server.call('GET', `/v1/slots?${query}`)
    expect(status).toBe(422)
    expect(body.errors[0].message).toContain('it takes several days')
  })

  /** A workshop of three mornings with 12 seats at 40.00 each; its teacher and its room are taken by the whole. */
  const seated = async () => {
    const { id, ...taken } = await workshop({ seats: { capacity: 12, maxPerBooking: 3 } })
    const start = '2026-10-24T07:00:00Z'
    const seat = (more: object = {}) => book(id, start, more)
    const path = `/v1/event-types/${id}/sessions`
    const roster = async (at = start) => {
      const day = at.slice(0, 10)
      const query = `from=${day}T00:00:00Z&to=${day}T23:59:00Z`
      const { body } = await server.call('GET', `${path}?${query}`)
      return body.data.find((each: Body) => each.start === at)
    }
    return { id, ...taken, start, seat, path, roster }
  }

  test('all parties of a class have all of its days, and as many as there are seats get one at once', async () => {
    const { id, teacher, room, start, seat, roster } = await seated()
    const [slot] = await slotsOf(id, '2026-10-24', '2026-10-25')
    expect(slot).toMatchObject({ start, end: '2026-10-26T11:00:00Z', seatsLeft: 12 })
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, party) =>
        seat({ seats: 2, booker: { name: 'P', email: `party${party}@example.com` } }),
      ),
    )
    const booked = answers.filter(({ status }) => status === 202).map(({ body }) => body)
    expect(answers.filter(({ status }) => status === 409).map(({ body }) => body.code)).toEqual([
      'session_full',
      'session_full',
    ])
    expect(booked).toHaveLength(6)
    const days = ['2026-10-24T07:00:00Z', '2026-10-25T08:00:00Z', '2026-10-26T08:00:00Z']
    for (const each of booked) {
      expect([each.end, spansOf(each)]).toEqual(['2026-10-26T11:00:00Z', days])
    }
    await Promise.all(booked.map((each) => world.act(each.id, 'confirm')))
    expect(await roster()).toMatchObject({ taken: 12, end: '2026-10-26T11:00:00Z' })
    const own = await halfHourOf(teacher)
    const sunday = ['2026-10-25T07:30:00Z', '2026-10-25T11:30:00Z'] as const
    expect(await startsOf(own, ...sunday)).toEqual([sunday[0], '2026-10-25T11:00:00Z'])
    expect(await startsOf(await halfHourOf(room), ...sunday)).toEqual([])
    const listed = await server.call(
      'GET',
      `/v1/bookings?providerId=${room}&from=2026-10-24T00:00:00Z&to=2026-10-25T00:00:00Z`,
    )
    expect(listed.body.data).toHaveLength(6)
    for (const each of booked.slice(1)) await world.act(each.id, 'cancel')
    expect(await startsOf(own, ...sunday)).toHaveLength(2)
    await world.act(booked[0]?.id ?? '', 'cancel')
    expect(await startsOf(own, ...sunday)).toHaveLength(8)
    expect(await startsOf(id, '2026-10-24', '2026-10-25')).toEqual([start])
  })

  test('a class is moved by the account with everybody in it, and cancelled', async () => {
    const { id, teacher, start, seat, path, roster } = await seated()
    const { body: booking } = await seat({ seats: 3 })
    await world.act(booking.id, 'confirm')
    const own = await halfHourOf(teacher)
    const to = '2027-03-27T08:00:00Z'
    const change = (at: string, action: string, body: object) =>
      server.call('POST', `${path}/${at}/${action}`, { body })
    const moved = await change(start, 'reschedule', { start: to })
    expect([moved.status, moved.body.code]).toEqual([202, undefined])
    expect(await roster(to)).toMatchObject({
      taken: 3,
      end: '2027-03-29T10:00:00Z',
      assignments: [
        {
          spans: [
            { start: to },
            { start: '2027-03-28T07:00:00Z' },
            { start: '2027-03-29T07:00:00Z' },
          ],
        },
        { providerName: expect.any(String) },
      ],
    })
    const sunday = ['2026-10-25T08:00:00Z', '2026-10-25T11:00:00Z'] as const
    expect(await startsOf(own, ...sunday)).toHaveLength(6)
    const then = ['2027-03-28T06:30:00Z', '2027-03-28T10:30:00Z'] as const
    expect(await startsOf(own, ...then)).toEqual([then[0], '2027-03-28T10:00:00Z'])
    const gone = await change(to, 'cancel', {})
    expect(gone.status).toBe(202)
    await world.act(booking.id, 'cancel').catch(() => undefined)
    expect(await startsOf(own, ...then)).toHaveLength(8)
    expect(await slotsOf(id, '2026-10-31', '2026-11-01')).toHaveLength(1)
  })
})
