import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Cluster, startCluster } from '../support/cluster.ts'
import { repetitions } from '../support/depth.ts'
import { doctorFindings } from '../support/doctor.ts'
import {
  book,
  bookUntilAnswered,
  type CreatedBooking,
  everyDay,
  makeEventType,
  makeProvider,
  type Outcome,
  SUNDAY,
  tally,
} from '../support/fixtures.ts'
import { OTHER_ENGINES } from '../support/stores.ts'

const CLIENTS = repetitions(100, 200)
const SLOTS = 8

/** One of the eight hours from 09:00 to 17:00 on the booked Monday. */
const slot = (index: number): string =>
  `2035-04-23T${String(9 + (index % SLOTS)).padStart(2, '0')}:00:00Z`

const HOURS = {
  durationMinutes: 60,
  holdMinutes: 60,
  availabilityRules: everyDay({ start: '09:00', end: '17:00' }),
}

const winnersOf = (answers: readonly Outcome<CreatedBooking>[]) =>
  answers.filter((answer) => answer.status === 202).map((answer) => answer.body)

/** Who was taken at each start: `start provider`, each once if nobody is in two places. */
const placesOf = (bookings: readonly CreatedBooking[]): readonly string[] =>
  bookings.flatMap(({ start, assignments }) =>
    assignments.map(({ providerId }) => `${start} ${providerId}`),
  )

describe.each(OTHER_ENGINES)(
  'claims of teams from many clients on three servers on %s',
  (engine) => {
    let cluster: Cluster
    beforeAll(async () => {
      cluster = await startCluster({ engine, servers: 3, env: { HOLDFAST_RELAY: 'off' } })
    })
    afterAll(() => cluster?.stop())
    beforeEach(() => cluster.setClock(SUNDAY))

    const makeTeam = (names: readonly string[], kind = 'person') =>
      Promise.all(names.map(async (name) => (await makeProvider(cluster.api, { name, kind })).id))

    /** An event type of a team of its own with these requirements. */
    const makeTeamType = async (requirements: readonly object[]): Promise<string> => {
      const owner = await makeProvider(cluster.api, { kind: 'team' })
      return (await makeEventType(cluster.api, owner.id, { ...HOURS, requirements })).id
    }

    const race = (ask: (client: number) => Promise<Outcome<CreatedBooking>>) =>
      Promise.all(Array.from({ length: CLIENTS }, (_, client) => ask(client)))

    test('on a pool of five with forty free combinations have exactly forty winners', async () => {
      const providerIds = await makeTeam(['a', 'b', 'c', 'd', 'e'])
      const eventTypeId = await makeTeamType([{ name: 'agent', providerIds, count: 1 }])
      const answers = await race((client) =>
        book(cluster.api, { eventTypeId }, slot(client), { name: `client${client}` }),
      )
      expect(tally(answers)).toEqual({ 202: 40, '409 slot_taken': repetitions(60, 160) })
      const places = placesOf(winnersOf(answers))
      expect(new Set(places).size).toBe(40)
    })

    test('of two event types that share one room have one winner for each time', async () => {
      const [room] = await makeTeam(['room'], 'room')
      const shared = { name: 'room', providerIds: [room], count: 1 }
      const types = await Promise.all(
        [1, 2].map(async (n) => {
          const providerIds = await makeTeam([`doctor${n}`, `nurse${n}`])
          return makeTeamType([{ name: 'staff', providerIds, count: 1 }, shared])
        }),
      )
      const answers = await race((client) =>
        book(cluster.api, { eventTypeId: types[client % 2] ?? '' }, slot(client >> 1)),
      )
      expect(tally(answers)).toEqual({ 202: 8, '409 slot_taken': repetitions(92, 192) })
      expect(new Set(placesOf(winnersOf(answers))).size).toBe(16)
    })

    test('of the same people in opposite orders end, with one winner for each time', async () => {
      const people = await makeTeam(['a', 'b', 'c', 'd'])
      const types = await Promise.all(
        [people, people.toReversed()].map((providerIds) =>
          makeTeamType([{ name: 'panel', providerIds, count: 'all' }]),
        ),
      )
      const answers = await race((client) =>
        book(cluster.api, { eventTypeId: types[client % 2] ?? '' }, slot(client >> 1)),
      )
      expect(tally(answers)).toEqual({ 202: 8, '409 slot_taken': repetitions(92, 192) })
      expect(new Set(placesOf(winnersOf(answers))).size).toBe(32)
    })

    test('two of four have two winners for each time, though pairs can block each other', async () => {
      const providerIds = await makeTeam(['a', 'b', 'c', 'd'])
      const eventTypeId = await makeTeamType([{ name: 'pair', providerIds, count: 2 }])
      const answers = await race((client) => book(cluster.api, { eventTypeId }, slot(client)))
      expect(tally(answers)).toEqual({ 202: 16, '409 slot_taken': repetitions(84, 184) })
      expect(new Set(placesOf(winnersOf(answers))).size).toBe(32)
    })

    test('keep all of this when servers are killed in the middle', async () => {
      const providerIds = await makeTeam(['a', 'b', 'c', 'd', 'e'])
      const rooms = await makeTeam(['1', '2', '3'], 'room')
      const eventTypeId = await makeTeamType([
        { name: 'agent', providerIds, count: 1 },
        { name: 'room', providerIds: rooms, count: 1 },
      ])
      const asked = Array.from({ length: CLIENTS }, (_, client) =>
        bookUntilAnswered(cluster.api, eventTypeId, slot(client), `client${client}`),
      )
      await Promise.any(asked)
      await Promise.all([cluster.kill(1), cluster.kill(2)])
      await Promise.all([cluster.restart(1), cluster.restart(2)])
      const answers = await Promise.all(asked)
      // Three rooms at eight times.
      expect(tally(answers)).toEqual({ 202: 24, '409 slot_taken': repetitions(76, 176) })
      expect(new Set(placesOf(winnersOf(answers))).size).toBe(48)
    })

    test('leave a store in which the doctor finds no problem', async () => {
      expect(await doctorFindings(cluster)).toEqual([])
    })
  },
)
