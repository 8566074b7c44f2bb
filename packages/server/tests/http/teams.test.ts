import type { SlotReason } from '@holdfast/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SOME_ENGINES } from '../support/stores.ts'
import { openTestApp, type TestApp } from './support/app.ts'
import type { Body } from './support/call.ts'
import { BOOKER, eventTypeBody, makeProvider } from './support/fixtures.ts'

const MONDAY_10 = '2026-04-27T10:00:00Z'
const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] as const

/** The same window on every weekday. */
const weekdays = (start: string, end: string) =>
  WEEKDAYS.map((weekday) => ({ weekday, windows: [{ start, end }] }))

describe.each(SOME_ENGINES)('on %s', (engine) => {
  let server: TestApp
  let made = 0
  beforeAll(async () => {
    server = await openTestApp({ engine })
  })
  afterAll(() => server.close())

  const person = async (more: object = {}): Promise<string> => {
    made += 1
    const body = { name: `Person ${made}`, slug: `person-${made}`, timeZone: 'UTC', ...more }
    return (await makeProvider(server.call, body)).id
  }
  const people = async (count: number, more: object = {}): Promise<readonly string[]> => {
    const ids: string[] = []
    for (let n = 0; n < count; n += 1) ids.push(await person(more))
    return ids
  }
  const scheduled = async (timeZone: string, start: string, end: string): Promise<string> => {
    const body = { name: timeZone, timeZone, availabilityRules: weekdays(start, end) }
    const schedule = await server.call('POST', '/v1/schedules', { body })
    return person({ timeZone, scheduleId: schedule.body.id })
  }

  /** Creates an event type of a team, an hour on weekdays from 9 to 17 UTC; answers the response. */
  const createType = async (requirements: readonly object[], more: object = {}) => {
    made += 1
    const providerId = await person({ kind: 'team' })
    const hours = { availabilityRules: weekdays('09:00', '17:00'), dateOverrides: [] }
    const body = {
      ...eventTypeBody(providerId),
      slug: `team-${made}`,
      durationMinutes: 60,
      slotStepMinutes: 60,
      ...hours,
      requirements,
      ...more,
    }
    return server.call('POST', '/v1/event-types', { body: JSON.parse(JSON.stringify(body)) })
  }
  const teamType = async (requirements: readonly object[], more: object = {}): Promise<string> => {
    const { status, body } = await createType(requirements, more)
    expect([status, body.errors]).toEqual([201, undefined])
    return body.id
  }
  const slotsOf = async (eventTypeId: string, date: string, query = ''): Promise<string[]> => {
    const range = `from=${date}T00:00:00Z&to=${date}T23:59:00Z${query}`
    const { body } = await server.call('GET', `/v1/event-types/${eventTypeId}/slots?${range}`)
    return body.data.map(({ start }: { start: string }) => start.slice(11, 16))
  }
  const book = (eventTypeId: string, start: string, more: object = {}) =>
    server.call('POST', '/v1/bookings', { body: { eventTypeId, start, booker: BOOKER, ...more } })
  const assigned = (body: Body) => body.assignments.map(({ providerId }) => providerId)
  const explain = async (eventTypeId: string, start: string) =>
    (await server.call('GET', `/v1/event-types/${eventTypeId}/slots/explain?start=${start}`)).body

  test('a panel of three needs all of them, and names who is missing', async () => {
    const providerIds = await people(3)
    const type = await teamType([{ name: 'panel', providerIds, count: 'all' }])
    const first = await book(type, MONDAY_10)
    expect([first.status, assigned(first.body)]).toEqual([202, providerIds])
    const second = await book(type, MONDAY_10)
    expect([second.status, second.body.code]).toEqual([409, 'slot_taken'])
    const { available, reasons } = await explain(type, MONDAY_10)
    expect(available).toBe(false)
    expect(reasons).toMatchObject([
      { code: 'too_few_candidates', requirement: 'panel', neededCount: 3, freeCount: 0 },
    ])
    const [lack] = lacking(reasons[0]).candidates
    expect([lack?.providerId, lack?.reasons[0]?.code]).toEqual([providerIds[0], 'taken'])
    const cancelled = await server.call('POST', `/v1/bookings/${first.body.id}/cancel`, {
      body: {},
    })
    expect(cancelled.status).toBe(200)
    expect((await explain(type, MONDAY_10)).available).toBe(true)
  })

  test('a round robin of five takes each of them once at the same time', async () => {
    const providerIds = await people(5)
    const type = await teamType([{ name: 'agent', providerIds, count: 1 }])
    const answers = await Promise.all(Array.from({ length: 6 }, () => book(type, MONDAY_10)))
    const won = answers.filter(({ status }) => status === 202)
    expect(won.flatMap(({ body }) => assigned(body)).toSorted()).toEqual(providerIds.toSorted())
    expect(answers.find(({ status }) => status !== 202)?.body.code).toBe('slot_taken')
    expect(await slotsOf(type, '2026-04-27')).not.toContain('10:00')
  })

  test('a doctor and one of four rooms, of which any can be chosen by kind', async () => {
    const doctors = await people(5, { specialty: `surgeon-${engine}` })
    const rooms = await people(4, { kind: 'room' })
    const type = await teamType([
      { name: 'doctor', specialty: `Surgeon-${engine}`, count: 1 },
      { name: 'room', kind: 'room', count: 1 },
    ])
    const answers = await Promise.all(Array.from({ length: 5 }, () => book(type, MONDAY_10)))
    const taken = answers.filter(({ status }) => status === 202).map(({ body }) => assigned(body))
    expect(taken.map(([, room]) => room).toSorted()).toEqual(rooms.toSorted())
    expect(new Set(taken.map(([doctor]) => doctor)).size).toBe(4)
    expect(taken.every(([doctor]) => doctors.includes(doctor ?? ''))).toBe(true)
    const { reasons } = await explain(type, MONDAY_10)
    expect(reasons.map((reason) => lacking(reason).requirement)).toEqual(['room'])
  })

  test('two of four leave room for a second booking, and not for a third', async () => {
    const providerIds = await people(4)
    const type = await teamType([{ name: 'pair', providerIds, count: 2 }])
    const statuses = [(await book(type, MONDAY_10)).status, (await book(type, MONDAY_10)).status]
    expect([...statuses, (await book(type, MONDAY_10)).status]).toEqual([202, 202, 409])
  })

  test('overlapping pools are matched, and one person in two teams is in one place', async () => {
    const [ada, bob, cleo] = await people(3)
    const both = await teamType([
      { name: 'lead', providerIds: [ada, bob], count: 1, choice: 'priority' },
      { name: 'second', providerIds: [ada], count: 1 },
    ])
    const other = await teamType([{ name: 'any', providerIds: [bob, cleo], count: 1 }])
    expect(assigned((await book(both, MONDAY_10)).body)).toEqual([bob, ada])
    expect(assigned((await book(other, MONDAY_10)).body)).toEqual([cleo])
    expect(await slotsOf(other, '2026-04-27')).not.toContain('10:00')
  })

  test('people in Berlin, New York and Kolkata meet when all work, over their clock changes', async () => {
    const providerIds = [
      await scheduled('Europe/Berlin', '09:00', '17:00'),
      await scheduled('America/New_York', '09:00', '17:00'),
      await scheduled('Asia/Kolkata', '14:00', '22:00'),
    ]
    const own = { availabilityRules: undefined, dateOverrides: undefined }
    const type = await teamType([{ name: 'all', providerIds, count: 'all' }], own)
    // Friday: Berlin 07–15 UTC, New York 13–21. Sunday 25 October: Berlin goes back.
    expect(await slotsOf(type, '2026-10-23')).toEqual(['13:00', '13:30', '14:00'])
    const monday = ['13:00', '13:30', '14:00', '14:30', '15:00']
    expect(await slotsOf(type, '2026-10-26')).toEqual(monday)
    // Sunday 1 November: New York goes back.
    expect(await slotsOf(type, '2026-11-02')).toEqual(['14:00', '14:30', '15:00'])
    expect((await book(type, '2026-11-02T13:30:00Z')).status).toBe(422)
    const booked = await book(type, '2026-11-02T14:30:00Z')
    expect([booked.status, assigned(booked.body)]).toEqual([202, providerIds])
    expect(await slotsOf(type, '2026-11-02')).toEqual([])
  })

  test('time off and hours of one candidate close only what needs that candidate', async () => {
    const ada = await scheduled('UTC', '09:00', '12:00')
    const bob = await scheduled('UTC', '10:00', '13:00')
    const type = await teamType([{ name: 'agent', providerIds: [ada, bob], count: 1 }])
    expect(await slotsOf(type, '2026-04-27')).toEqual(['09:00', '10:00', '11:00', '12:00'])
    const days = { start: '2026-04-27', end: '2026-04-28' }
    const off = await server.call('POST', `/v1/providers/${ada}/time-off`, { body: days })
    expect(off.status).toBe(201)
    expect(await slotsOf(type, '2026-04-27')).toEqual(['10:00', '11:00', '12:00'])
    expect(assigned((await book(type, MONDAY_10)).body)).toEqual([bob])
    const refused = await book(type, '2026-04-27T09:00:00Z')
    expect([refused.status, refused.body.code]).toEqual([422, 'slot_not_bookable'])
    const { candidates } = lacking(refused.body.reasons[0])
    expect(candidates.map(({ reasons }) => reasons.map(({ code }) => code))).toEqual([
      ['time_off'],
      ['outside_working_hours'],
    ])
  })

  test('a chosen candidate is taken, and bookers choose only where they may', async () => {
    const [ada, bob, cleo] = await people(3)
    const requirement = { name: 'agent', providerIds: [ada, bob], count: 1 }
    const closed = await teamType([requirement])
    const open = await teamType([{ ...requirement, bookerMayChoose: true }])
    expect(assigned((await book(closed, MONDAY_10, { providerId: bob })).body)).toEqual([bob])
    expect(await slotsOf(closed, '2026-04-27', `&providerId=${bob}`)).not.toContain('10:00')
    expect(await slotsOf(closed, '2026-04-27', `&providerId=${ada}`)).toContain('10:00')
    const wrong = await book(closed, MONDAY_10, { providerId: cleo })
    expect([wrong.status, wrong.body.code]).toEqual([422, 'not_a_candidate'])
    const byBooker = (eventTypeId: string) =>
      server.call('POST', '/v1/public/bookings', {
        key: null,
        body: { eventTypeId, start: '2026-04-28T10:00:00Z', providerId: ada, booker: BOOKER },
      })
    expect((await byBooker(closed)).body.code).toBe('not_a_candidate')
    const chosen = await byBooker(open)
    expect([chosen.status, assigned(chosen.body)]).toEqual([202, [ada]])
  })

  test('a booker who chose somebody keeps them when moving, unless they ask for somebody else', async () => {
    const [ada, bob] = await people(2)
    const requirement = { name: 'agent', providerIds: [ada, bob], count: 1, choice: 'priority' }
    const type = await teamType([{ ...requirement, bookerMayChoose: true }])
    const made = await book(type, MONDAY_10, { providerId: bob })
    const { id } = made.body
    const bearer = { key: made.body.manageToken }
    const chosenFor = async () =>
      (await server.call('GET', `/v1/bookings/${id}/details`, bearer)).body.chosenProviderId
    expect(await chosenFor()).toBe(bob)
    await book(type, '2026-04-27T12:00:00Z', { providerId: bob })
    const move = (body: object) =>
      server.call('POST', `/v1/bookings/${id}/reschedule`, { ...bearer, body })
    const taken = await move({ start: '2026-04-27T12:00:00Z' })
    expect([taken.status, taken.body.code]).toEqual([409, 'slot_taken'])
    const kept = await move({ start: '2026-04-27T13:00:00Z' })
    expect([kept.status, assigned(kept.body)]).toEqual([200, [bob]])
    const other = await move({ start: '2026-04-27T12:00:00Z', anyProvider: true })
    expect([other.status, assigned(other.body), await chosenFor()]).toEqual([200, [ada], null])
    const back = await move({ start: '2026-04-27T14:00:00Z', providerId: bob })
    expect([back.status, assigned(back.body), await chosenFor()]).toEqual([200, [bob], bob])
    const stranger = await move({ start: '2026-04-27T15:00:00Z', providerId: await person() })
    expect([stranger.status, stranger.body.code]).toEqual([422, 'not_a_candidate'])
    // The account decides for the booker, and keeps whom it can.
    const { body } = await server.call('POST', `/v1/bookings/${id}/reschedule`, {
      body: { start: '2026-04-27T12:00:00Z' },
    })
    expect([assigned(body), await chosenFor()]).toEqual([[ada], null])
  })

  test('a refused time names each requirement that lacks people, to the account', async () => {
    const [doctor] = await people(1)
    const [room] = await people(1, { kind: 'room' })
    const type = await teamType([
      { name: 'doctor', providerIds: [doctor], count: 1 },
      { name: 'room', providerIds: [room], count: 1 },
    ])
    const body = { name: 'Holiday', start: '2026-04-27', end: '2026-04-28', all: true }
    const closure = await server.call('POST', '/v1/closures', { body })
    const { status, body: refused } = await book(type, MONDAY_10)
    await server.call('DELETE', `/v1/closures/${closure.body.id}`)
    expect([status, refused.detail]).toEqual([
      422,
      'The start is not bookable: too few of the required providers are free for "doctor"; too few of the required providers are free for "room".',
    ])
  })

  test('a booking is reassigned, and what is impossible is refused', async () => {
    const [ada, bob, cleo] = await people(3)
    const requirement = { name: 'agent', providerIds: [ada, bob], count: 1, choice: 'priority' }
    const type = await teamType([requirement])
    const { body: booking } = await book(type, MONDAY_10)
    const reassign = (body: object) =>
      server.call('POST', `/v1/bookings/${booking.id}/reassign`, { body })
    const moved = await reassign({ to: bob })
    expect([moved.status, moved.body.providerId, moved.body.version]).toEqual([200, bob, 2])
    const unit = await reassign({ unitId: ada })
    expect([unit.status, unit.body.errors]).toEqual([
      422,
      [{ pointer: '/unitId', message: 'is only possible for a stay: send `to`' }],
    ])
    const wrong = await reassign({ to: cleo })
    expect([wrong.status, wrong.body.code]).toEqual([422, 'not_a_candidate'])
    const gone = await reassign({ from: ada })
    expect([gone.status, gone.body.code, gone.body.detail]).toEqual([
      422,
      'not_a_candidate',
      `The provider "${ada}" takes no part, so \`from\` cannot be it. These take part: ${bob}.`,
    ])
    await book(type, MONDAY_10)
    const full = await reassign({})
    expect([full.status, full.body.code]).toEqual([409, 'no_candidate_free'])
    await server.call('POST', `/v1/bookings/${booking.id}/cancel`, { body: {} })
    const over = await reassign({})
    expect([over.status, over.body.code]).toEqual([409, 'invalid_transition'])
  })

  test('requirements that cannot work are refused with pointers', async () => {
    const [ada] = await people(1)
    const team = await person({ kind: 'team' })
    const wrong = await createType([
      { name: 'a', providerIds: [ada, ada], count: 1 },
      { name: 'a', providerIds: [team, 'prv_01k5w3q8v0m9c2r4t6x8z0b1d3'], count: 3 },
    ])
    expect(wrong.status).toBe(422)
    expect(wrong.body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
      '/requirements/0/providerIds',
      '/requirements/1/name',
      '/requirements/1/count',
      '/requirements/1/providerIds/0',
      '/requirements/1/providerIds/1',
    ])
    const two = { name: 'b', providerIds: [ada], specialty: 'x', count: 1 }
    expect((await createType([two])).body.errors[0].pointer).toBe('/requirements/0/providerIds')
    const providerIds = await people(24)
    const large = await createType([{ name: 'all', providerIds, count: 'all' }])
    expect([large.status, large.body.code]).toEqual([422, 'event_type_too_large'])
    const closed = await createType([{ name: 'c', providerIds: [ada], count: 1 }], {
      availabilityRules: undefined,
      dateOverrides: undefined,
    })
    expect(closed.body.errors[0].pointer).toBe('/availabilityRules')
  })
})

/** A reason of a requirement that is not served. */
function lacking(reason: SlotReason | undefined) {
  if (reason?.code !== 'too_few_candidates') throw new Error(`not a reason of a team: ${reason}`)
  return { ...reason, candidates: reason.candidates ?? [] }
}
