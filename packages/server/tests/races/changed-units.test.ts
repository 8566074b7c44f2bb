import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Cluster, startCluster } from '../support/cluster.ts'
import { drawnFrom, repetitions } from '../support/depth.ts'
import { doctorFindings } from '../support/doctor.ts'
import { outcomeOf, SUNDAY } from '../support/fixtures.ts'
import { isLive, type Stay, StayRaces } from '../support/stay-races.ts'
import { RACE_ENGINES } from '../support/stores.ts'

const ROUNDS = repetitions(2, 8)
const ROOMS = 8
/** How many guests are there, in the first rooms. */
const SLEEPERS = 4
const GUESTS = 16
/** When they have come, and when they leave: today is day 0. */
const ARRIVAL = -3
const DEPARTURE = 4
const TODAY = 0

/** What is done to a stay: the action and its body. */
type Action = readonly [string, object]

describe.each(RACE_ENGINES)('a stay that has begun and changes its room, on %s', (engine) => {
  let cluster: Cluster
  beforeAll(async () => {
    const env = { HOLDFAST_RELAY: 'off' }
    cluster = await startCluster({ engine, servers: 3, sweeper: true, env })
    await cluster.setClock(SUNDAY)
  })
  afterAll(() => cluster?.stop())

  const races = new StayRaces(() => cluster, Date.parse(SUNDAY.slice(0, 10)))
  const { dateOf } = races

  /** A pool whose first rooms have guests who came three days ago. */
  async function makeHouse(count: number, sleeping: number) {
    const { eventTypeId, rooms } = await races.makePool(count, { confirmation: 'instant' })
    const stays: Stay[] = []
    for (let room = 0; room < sleeping; room += 1) {
      const where = { unitId: rooms[room], pinned: false, override: true }
      const nights = DEPARTURE - ARRIVAL
      const came = await races.book(eventTypeId, `sleeper${room}`, ARRIVAL, nights, where)
      expect(came.status, came.text).toBe(201)
      stays.push(came.body)
    }
    const calendars = await Promise.all(rooms.map((room) => races.calendarOf(room)))
    return { eventTypeId, rooms, stays, calendars }
  }
  type House = Awaited<ReturnType<typeof makeHouse>>

  /** The bookings, the calendars of the rooms and the free nights say the same, and no night belongs to two. */
  async function expectSound({ eventTypeId, rooms, calendars }: House): Promise<readonly Stay[]> {
    const stays = await races.staysOf(eventTypeId)
    const books = races.booksOf(stays)
    for (const [room, calendarId] of calendars.entries()) {
      const told = [...(await races.sleepersIn(calendarId))].sort()
      const expected = [...(books.get(rooms[room] ?? '') ?? [])].sort()
      expect(told, `room ${room}`).toEqual(expected)
    }
    await races.expectUnitsLeft(eventTypeId, rooms.length, stays)
    expect(await doctorFindings(cluster, SUNDAY)).toEqual([])
    return stays
  }

  test('has each of its nights in one room, whatever others do to it and to the rooms meanwhile', async () => {
    const seen = new Set<string>()
    for (let round = 0; round < ROUNDS; round += 1) {
      const house = await makeHouse(ROOMS, SLEEPERS)
      const { eventTypeId, rooms, stays } = house
      /** Somebody gets a room after its guest, who then stays longer only in another one. */
      const bookNext = (room: number) => {
        const where = { unitId: rooms[room], pinned: false }
        return races.book(eventTypeId, `next${room}`, DEPARTURE, 2, where)
      }
      // Some have the room already, others want it at the same moment.
      for (let room = 0; room < SLEEPERS; room += 2) {
        expect((await bookNext(room)).status).toBe(201)
      }
      const [arrival, later] = [dateOf(ARRIVAL), dateOf(DEPARTURE + 2)]
      /** Two of the staff want it in two rooms, a third one in any, and it gets longer, shorter, or ends. */
      const actions = (sleeper: number): readonly Action[] => [
        ['reassign', { unitId: rooms[SLEEPERS + sleeper], pinned: false }],
        ['reassign', { unitId: rooms[SLEEPERS + ((sleeper + 1) % SLEEPERS)], pinned: false }],
        ['reassign', {}],
        ['reschedule', { arrival, departure: later }],
        ...(sleeper % 4 === 1
          ? ([['reschedule', { arrival, departure: dateOf(1) }]] as const)
          : []),
        ...(sleeper % 4 === 2 ? ([['cancel', {}]] as const) : []),
      ]
      const changes = stays.flatMap(({ id }, sleeper) =>
        actions(sleeper).map(async ([action, body], turn) => {
          const key = `${round}-${turn}`
          return [action, await races.change(id, action, body, key)] as const
        }),
      )
      const guests = Array.from({ length: GUESTS }, (_, guest) => {
        const room = rooms[(guest * 3) % ROOMS]
        const where = guest % 2 === 0 ? {} : { unitId: room, pinned: false }
        return races.book(eventTypeId, `guest${guest}`, guest % 5, 1 + (guest % 3), where)
      })
      for (let room = 1; room < SLEEPERS; room += 2) guests.push(bookNext(room))
      await Promise.any([...changes, ...guests])
      await cluster.kill(1)
      await cluster.restart(1)
      for (const [action, answer] of await Promise.all(changes)) {
        seen.add(`${action} ${outcomeOf(answer)}`)
      }
      for (const answer of await Promise.all(guests)) seen.add(`book ${outcomeOf(answer)}`)
      const after = new Map((await expectSound(house)).map((stay) => [stay.id, stay]))
      for (const [sleeper, { id }] of stays.entries()) {
        const stay = after.get(id)
        expect(stay).toBeDefined()
        if (stay === undefined || !isLive(stay)) continue
        // Whatever became of it, the nights that are over are those of the room in which it slept.
        const [past] = stay.earlierUnits
        expect(past ?? { providerId: stay.providerId, from: arrival }).toMatchObject({
          providerId: rooms[sleeper],
          from: arrival,
        })
        expect(past?.to ?? dateOf(TODAY)).toBe(dateOf(TODAY))
      }
    }
    const known = [
      ...['200', '409 night_taken', '409 no_candidate_free', '409 invalid_transition'].map(
        (outcome) => `reassign ${outcome}`,
      ),
      // Another one of the staff was faster, and it is there already.
      'reassign 422 not_a_candidate',
      ...['200', '409 night_taken', '409 invalid_transition'].map((told) => `reschedule ${told}`),
      'cancel 200',
      ...['201', '409 night_taken'].map((outcome) => `book ${outcome}`),
    ]
    expect([...seen].filter((outcome) => !known.includes(outcome))).toEqual([])
    expect([...seen]).toEqual(
      expect.arrayContaining(['reassign 200', 'reschedule 200', 'cancel 200', 'book 201']),
    )
  }, 600_000)

  /** Plays what changes the room on a server that dies at a point, and again on another one. Answers whether it died. */
  async function diesAt(
    crashAt: string,
    action: string,
    bodyOf: (house: House) => object,
  ): Promise<boolean> {
    const house = await makeHouse(3, 1)
    const { eventTypeId, rooms } = house
    const [{ id }] = house.stays as [Stay]
    // Room 1 is taken after the stay, and room 2 in one of its nights, so it goes to room 3.
    const others = await Promise.all([
      races.book(eventTypeId, 'next', DEPARTURE, 2, { unitId: rooms[0], pinned: false }),
      races.book(eventTypeId, 'other', 1, 1, { unitId: rooms[1], pinned: false }),
    ])
    expect(others.map(({ status }) => status)).toEqual([201, 201])
    const before = races.booksOf(await races.staysOf(eventTypeId))
    const body = bodyOf(house)
    const lastWords = await races.lastWords(crashAt, (api) =>
      api.post(`/v1/bookings/${id}/${action}`, body, { 'idempotency-key': `${id}-${action}` }),
    )
    const meanwhile = await expectSound(house)
    const hasMoved = meanwhile.some((stay) => stay.id === id && stay.providerId === rooms[2])
    // It has moved, or nothing has changed.
    expect(hasMoved ? before : races.booksOf(meanwhile)).toEqual(before)
    // The same request again ends in the same place.
    const again = await races.change(id, action, body)
    const past = { providerId: rooms[0], from: dateOf(ARRIVAL), to: dateOf(TODAY) }
    expect([again.status, again.body], again.text).toMatchObject([
      200,
      { providerId: rooms[2], earlierUnits: [past] },
    ])
    await expectSound(house)
    return lastWords === undefined
  }

  const killed: readonly (readonly [string, string, (house: House) => object])[] = [
    [
      'another room that is named',
      'reassign',
      ({ rooms }) => ({ unitId: rooms[2], pinned: false }),
    ],
    ['any other room', 'reassign', () => ({})],
    [
      'another room because it gets longer',
      'reschedule',
      () => ({ arrival: dateOf(ARRIVAL), departure: dateOf(DEPARTURE + 2) }),
    ],
  ]
  test.each(drawnFrom(killed, 3))(
    'is never half moved if a server dies before or after any of its writes: %s',
    async (_, action, bodyOf) => {
      for (const moment of ['before', 'after']) {
        let writes = 0
        while (await diesAt(`request.write.${moment}:${writes + 1}`, action, bodyOf)) writes += 1
        expect(writes).toBeGreaterThan(0)
      }
    },
    240_000,
  )
})
