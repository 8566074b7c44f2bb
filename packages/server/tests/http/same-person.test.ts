import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SOME_ENGINES } from '../support/stores.ts'
import { openTestApp, type TestApp } from './support/app.ts'
import type { Body, Got } from './support/call.ts'
import { BOOKER, eventTypeBody, makeProvider, WORKING_DAYS } from './support/fixtures.ts'

/** The bookings of an answered group. */
const bookingsIn = ({ body }: Got) => body.bookings as readonly Body[]

describe.each(SOME_ENGINES)('the same person for a group on %s', (engine) => {
  let server: TestApp
  let made = 0
  beforeAll(async () => {
    server = await openTestApp({ engine })
  })
  afterAll(() => server.close())

  const person = async (name: string, more: object = {}): Promise<string> => {
    made += 1
    const body = { name, slug: `person-${made}`, timeZone: 'UTC', ...more }
    return (await makeProvider(server.call, body)).id
  }
  /** Lessons by Ann, Ben or Cat, in this order, in one of two rooms. */
  const school = async () => {
    const people = [await person('Ann'), await person('Ben'), await person('Cat')] as const
    const rooms = [await person('R1', { kind: 'room' }), await person('R2', { kind: 'room' })]
    const body = eventTypeBody(await person('School', { kind: 'team' }), {
      durationMinutes: 60,
      availabilityRules: WORKING_DAYS,
      requirements: [
        { name: 'teacher', providerIds: people, count: 1, choice: 'priority' },
        { name: 'room', providerIds: rooms, count: 1 },
      ],
    })
    const type = (await server.call('POST', '/v1/event-types', { body })).body
    return { type: type.id as string, people }
  }
  const timeOff = async (providerId: string, date: string) => {
    const body = { start: `${date}T00:00:00Z`, end: `${date}T23:00:00Z` }
    const off = await server.call('POST', `/v1/providers/${providerId}/time-off`, { body })
    expect(off.status).toBe(201)
  }
  const weekly = (eventTypeId: string, more: object = {}) =>
    server.call('POST', '/v1/booking-groups', {
      body: {
        items: [
          {
            eventTypeId,
            start: '2026-04-27T10:00:00Z',
            recurrence: { frequency: 'weekly', count: 4 },
          },
        ],
        booker: BOOKER,
        ...more,
      },
    })
  const teachersOf = (group: Got) =>
    bookingsIn(group).map(({ assignments }) => assignments[0]?.providerId)

  test('is the first one who can take all lessons; without it, anybody takes each', async () => {
    const { type, people } = await school()
    const [ann, ben, cat] = people
    await timeOff(ann, '2026-05-11')
    await timeOff(ben, '2026-05-04')
    const anybody = await weekly(type)
    expect([anybody.status, teachersOf(anybody)]).toEqual([202, [ann, ann, ben, ann]])
    const together = await weekly(type, { samePerson: true })
    expect([together.status, teachersOf(together)]).toEqual([202, [cat, cat, cat, cat]])
  })

  test('is kept when its booker moves one of the bookings', async () => {
    const { type, people } = await school()
    const [ann, ben] = people
    await timeOff(ann, '2026-05-11')
    const group = await weekly(type, { samePerson: true })
    const [first] = bookingsIn(group)
    expect(first?.assignments[0]?.providerId).toBe(ben)
    const move = (more: object) =>
      server.call('POST', `/v1/bookings/${first?.id}/reschedule`, {
        key: null,
        headers: { authorization: `Bearer ${group.body.manageToken}` },
        body: { start: '2026-05-04T10:00:00Z', ...more },
      })
    const kept = await move({})
    expect([kept.status, kept.body.code]).toEqual([409, 'slot_taken'])
    expect((await move({ anyProvider: true })).status).toBe(200)
  })

  test('books nothing if nobody can take all, and names the date that whoever came furthest lacks', async () => {
    const { type, people } = await school()
    const [ann, ben, cat] = people
    await timeOff(ann, '2026-05-11')
    await timeOff(ben, '2026-05-18')
    await timeOff(cat, '2026-05-04')
    const refused = await weekly(type, { samePerson: true })
    expect([refused.status, refused.body.item]).toEqual([
      422,
      { index: 0, localStart: '2026-05-18T10:00' },
    ])
    const list = await server.call('GET', `/v1/bookings?eventTypeId=${type}`)
    expect(list.body.data).toEqual([])
    const most = await weekly(type, { samePerson: true, onConflict: 'skip' })
    expect([most.status, teachersOf(most)]).toEqual([202, [ben, ben, ben]])
    expect(most.body.skipped).toMatchObject([{ start: '2026-05-18T10:00:00Z' }])
  })

  test('parallel groups have one person each, and no person twice', async () => {
    const { type, people } = await school()
    const groups = await Promise.all(
      Array.from({ length: 4 }, () => weekly(type, { samePerson: true })),
    )
    // Two rooms bound the groups to two.
    const booked = groups.filter(({ status }) => status === 202)
    expect(booked).toHaveLength(2)
    const teachers = booked.map((group) => [...new Set(teachersOf(group))])
    expect(teachers.map(({ length }) => length)).toEqual([1, 1])
    expect(new Set(teachers.flat()).size).toBe(2)
    expect(people).toEqual(expect.arrayContaining(teachers.flat()))
  })

  test('is whoever an item names, and two names are refused', async () => {
    const { type, people } = await school()
    const [ann, ben] = people
    const item = (start: string, more: object = {}) => ({ eventTypeId: type, start, ...more })
    const post = (items: readonly object[]) =>
      server.call('POST', '/v1/booking-groups', {
        body: { items, samePerson: true, booker: BOOKER },
      })
    const named = await post([
      item('2026-04-27T10:00:00Z', { providerId: ben }),
      item('2026-04-28T10:00:00Z'),
    ])
    expect(teachersOf(named)).toEqual([ben, ben])
    const two = await post([
      item('2026-04-29T10:00:00Z', { providerId: ben }),
      item('2026-04-30T10:00:00Z', { providerId: ann }),
    ])
    expect([two.status, two.body.errors?.[0]?.pointer]).toEqual([422, '/samePerson'])
  })
})
