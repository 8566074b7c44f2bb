import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Cluster, startCluster } from '../support/cluster.ts'
import { doctorFindings } from '../support/doctor.ts'
import {
  act,
  book,
  type CreatedBooking,
  everyDay,
  makeEventType,
  makeProvider,
  readBooking,
  SUNDAY,
  tally,
} from '../support/fixtures.ts'
import { OTHER_ENGINES } from '../support/stores.ts'

const CLIENTS = 20

/** Pairs of starts that fit exactly into the gaps of each other, and one alone. */
const STARTS = ['09:00', '09:20', '10:20', '10:40', '11:40']

/** Twenty minutes with the stylist, twenty without, and twenty more; the chair is needed all the time. */
const SPANS = [
  { offsetMinutes: 0, durationMinutes: 20 },
  { offsetMinutes: 40, durationMinutes: 20 },
]

const on = (date: string, client: number): string =>
  `2035-04-${date}T${STARTS[client % STARTS.length]}:00Z`

const QUANTUM_MILLISECONDS = 300_000

/** Every five minutes of every provider that some bookings take, once for each that takes them. */
const placesOf = (bookings: readonly Pick<CreatedBooking, 'start' | 'end' | 'assignments'>[]) =>
  bookings.flatMap(({ start, end, assignments }) =>
    assignments.flatMap(({ providerId, spans = [{ start, end }] }) =>
      spans.flatMap((span) => {
        const [from, to] = [Date.parse(span.start), Date.parse(span.end)]
        const count = (to - from) / QUANTUM_MILLISECONDS
        return Array.from(
          { length: count },
          (_, quantum) => `${providerId} ${from + quantum * QUANTUM_MILLISECONDS}`,
        )
      }),
    ),
  )

const expectNobodyTwice = (bookings: Parameters<typeof placesOf>[0]): void => {
  const places = placesOf(bookings)
  expect(new Set(places).size).toBe(places.length)
}

describe.each(OTHER_ENGINES)(
  'bookings with spans from many clients on two servers on %s',
  (engine) => {
    let cluster: Cluster
    let eventTypeId: string
    let winners: readonly CreatedBooking[] = []
    beforeAll(async () => {
      cluster = await startCluster({ engine, servers: 2, env: { HOLDFAST_RELAY: 'off' } })
      await cluster.setClock(SUNDAY)
      const people = (count: number, kind: string) =>
        Promise.all(
          Array.from({ length: count }, async (_, n) => {
            const body = { name: `${kind} ${n}`, kind }
            return (await makeProvider(cluster.api, body)).id
          }),
        )
      const owner = await makeProvider(cluster.api, { kind: 'team' })
      const stylists = await people(2, 'person')
      const chairs = await people(4, 'equipment')
      const made = await makeEventType(cluster.api, owner.id, {
        durationMinutes: undefined,
        slotStepMinutes: 20,
        holdMinutes: 60,
        availabilityRules: everyDay({ start: '09:00', end: '17:00' }),
        requirements: [
          { name: 'stylist', providerIds: stylists, count: 1, spans: SPANS },
          { name: 'chair', providerIds: chairs, count: 1 },
        ],
      })
      eventTypeId = made.id
    })
    afterAll(() => cluster?.stop())

    test('fill the gaps of each other, and nobody is in two places', async () => {
      const answers = await Promise.all(
        Array.from({ length: CLIENTS }, (_, client) =>
          book(cluster.api, { eventTypeId }, on('23', client), { name: `client${client}` }),
        ),
      )
      expect(tally(answers)).toEqual({ 202: 10, '409 slot_taken': 10 })
      winners = answers.filter(({ status }) => status === 202).map(({ body }) => body)
      expectNobodyTwice(winners)
    })

    test('stay apart while they are confirmed, moved and cancelled at the same time', async () => {
      const changed = await Promise.all(
        winners.map((booking, index) => {
          if (index % 3 === 0) return act(cluster.api, booking, 'confirm')
          if (index % 3 === 1) return act(cluster.api, booking, 'cancel')
          const start = booking.start.replace('-23T', '-24T')
          return act(cluster.api, booking, 'reschedule', { start })
        }),
      )
      expect(tally(changed)).toEqual({ 200: 10 })
      const again = await Promise.all(
        Array.from({ length: CLIENTS }, (_, client) =>
          book(cluster.api, { eventTypeId }, on('23', client), { name: `again${client}` }),
        ),
      )
      // Three were cancelled and three moved away.
      expect(tally(again)).toEqual({ 202: 6, '409 slot_taken': 14 })
      const now = await Promise.all(winners.map((booking) => readBooking(cluster.api, booking)))
      const live = now.filter(({ status }) => status !== 'cancelled')
      const made = again.filter(({ status }) => status === 202).map(({ body }) => body)
      expectNobodyTwice([...live, ...made])
    })

    /** An event type of two teachers, or one, whom each booking takes on three mornings. */
    const makeWorkshop = async (teacherCount: number, more: object = {}): Promise<string> => {
      const owner = await makeProvider(cluster.api, { kind: 'team' })
      const teachers = await Promise.all(
        Array.from({ length: teacherCount }, async () => (await makeProvider(cluster.api)).id),
      )
      const hall = await makeProvider(cluster.api, { kind: 'room' })
      const spans = [0, 1, 2].map((day) => ({ day, offsetMinutes: 0, durationMinutes: 20 }))
      const made = await makeEventType(cluster.api, owner.id, {
        durationMinutes: undefined,
        slotStepMinutes: 20,
        holdMinutes: 60,
        availabilityRules: everyDay({ start: '09:00', end: '17:00' }),
        requirements: [
          { name: 'teacher', providerIds: teachers, count: 1, spans },
          { name: 'hall', providerIds: [hall.id], count: 1, spans: spans.slice(1) },
        ],
        ...more,
      })
      return made.id
    }

    test('of several days take nobody twice on any of them', async () => {
      const workshop = await makeWorkshop(2)
      const days = ['01', '02', '03', '04']
      const answers = await Promise.all(
        Array.from({ length: CLIENTS }, (_, client) => {
          const start = `2035-05-${days[client % 4]}T${client % 3 === 0 ? '09:20' : '09:00'}:00Z`
          return book(cluster.api, { eventTypeId: workshop }, start, { name: `days${client}` })
        }),
      )
      const made = answers.filter(({ status }) => status === 202).map(({ body }) => body)
      const refused = answers.filter(({ status }) => status !== 202)
      expect(tally(refused)).toEqual({ '409 slot_taken': refused.length })
      expect(made.length).toBeGreaterThan(1)
      expectNobodyTwice(made)
      const changed = await Promise.all(
        made.map((booking, index) =>
          index % 2 === 0
            ? act(cluster.api, booking, 'confirm')
            : act(cluster.api, booking, 'reschedule', {
                start: booking.start.replace('-05-', '-06-'),
              }),
        ),
      )
      expect(tally(changed)).toEqual({ 200: made.length })
      expectNobodyTwice(await Promise.all(made.map((each) => readBooking(cluster.api, each))))
    })

    test('fill the seats of a class of several days, and no more', async () => {
      const workshop = await makeWorkshop(1, { seats: { capacity: 12 } })
      const join = (name: string) =>
        Promise.all(
          Array.from({ length: CLIENTS }, (_, client) =>
            book(cluster.api, { eventTypeId: workshop }, '2035-05-21T09:00:00Z', {
              name: `${name}${client}`,
            }),
          ),
        )
      const answers = await join('seat')
      expect(tally(answers)).toEqual({ 202: 12, '409 session_full': 8 })
      const parties = answers.filter(({ status }) => status === 202).map(({ body }) => body)
      const changed = await Promise.all(
        parties.map((party, index) =>
          act(cluster.api, party, index % 2 === 0 ? 'confirm' : 'cancel'),
        ),
      )
      expect(tally(changed)).toEqual({ 200: 12 })
      expect(tally(await join('again'))).toEqual({ 202: 6, '409 session_full': 14 })
    })

    test('leave a store in which the doctor finds no problem', async () => {
      expect(await doctorFindings(cluster, SUNDAY)).toEqual([])
    })
  },
)
