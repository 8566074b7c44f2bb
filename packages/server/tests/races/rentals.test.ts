import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Cluster, startCluster } from '../support/cluster.ts'
import { repetitions } from '../support/depth.ts'
import { doctorFindings } from '../support/doctor.ts'
import {
  act,
  book,
  type CreatedBooking,
  everyDay,
  makeEventType,
  makeProvider,
  offeredStarts,
  readBooking,
  SUNDAY,
  tally,
} from '../support/fixtures.ts'
import { RACE_ENGINES } from '../support/stores.ts'

const CLIENTS = repetitions(24, 80)
const CARS = 2
const DAY = 1440
const OPEN_HOURS = [9, 10, 11, 12, 13, 14, 15, 16, 17]
const FIRST = Date.parse('2035-04-23T00:00:00Z')
const HOUR_MILLISECONDS = 3_600_000
const DAY_MILLISECONDS = 24 * HOUR_MILLISECONDS

/** The hour of a day, counted from Monday, 23 April. */
const at = (day: number, hour: number): string =>
  new Date(FIRST + day * DAY_MILLISECONDS + hour * HOUR_MILLISECONDS).toISOString()

/** Every hour of every car that some bookings take, once for each that takes it. */
const placesOf = (bookings: readonly Pick<CreatedBooking, 'start' | 'end' | 'assignments'>[]) =>
  bookings.flatMap(({ start, end, assignments }) => {
    const [from, to] = [Date.parse(start), Date.parse(end)]
    return assignments.flatMap(({ providerId }) =>
      Array.from(
        { length: (to - from) / HOUR_MILLISECONDS },
        (_, hour) => `${providerId} ${from + hour * HOUR_MILLISECONDS}`,
      ),
    )
  })

const isLive = ({ status }: Pick<CreatedBooking, 'status'>): boolean =>
  status === 'pending' || status === 'confirmed'

describe.each(RACE_ENGINES)(
  'rentals by the hour and by the day from many clients on two servers on %s',
  (engine) => {
    let cluster: Cluster
    let cars: readonly string[]
    /** Two hours, and one, three and fourteen days of the same cars. */
    let byHour: string
    let byDay: string
    let made: readonly CreatedBooking[] = []

    beforeAll(async () => {
      cluster = await startCluster({ engine, servers: 2, env: { HOLDFAST_RELAY: 'off' } })
      await cluster.setClock(SUNDAY)
      cars = await Promise.all(
        Array.from({ length: CARS }, async (_, n) => {
          const body = { name: `Car ${n}`, kind: 'equipment' }
          return (await makeProvider(cluster.api, body)).id
        }),
      )
      const owner = await makeProvider(cluster.api, { kind: 'team' })
      const shared = {
        slotStepMinutes: 60,
        holdMinutes: 60,
        availabilityRules: everyDay({ start: '09:00', end: '18:00' }),
        requirements: [{ name: 'car', providerIds: cars, count: 1 }],
      }
      byHour = (await makeEventType(cluster.api, owner.id, { ...shared, durationMinutes: 120 })).id
      const days = [DAY, 3 * DAY, 14 * DAY]
      const long = { durationMinutes: DAY, durationOptionsMinutes: days }
      const rental = { ...shared, ...long, hoursApplyTo: 'startAndEnd' }
      byDay = (await makeEventType(cluster.api, owner.id, rental)).id
    })
    afterAll(() => cluster?.stop())

    /** Every client asks for another time: some for hours, some for days, some for two weeks. Nobody asks for hours after day 18. */
    const ask = (client: number, name: string) => {
      const day = (client * 7) % 16
      const hour = OPEN_HOURS[(client * 5) % 8] as number
      if (client % 4 < 2) return book(cluster.api, { eventTypeId: byHour }, at(day, hour), { name })
      const [first, days] = {
        2: [20 + (client % 5), 3] as const,
        3: [day, 14] as const,
        6: [day, 3] as const,
      }[client % 8] ?? [day, 1]
      const more = { durationMinutes: days * DAY }
      return book(cluster.api, { eventTypeId: byDay }, at(first, hour), { name, more })
    }

    const live = async (): Promise<readonly CreatedBooking[]> => {
      const read = await Promise.all(made.map((booking) => readBooking(cluster.api, booking)))
      return made.map((booking, index) => ({ ...booking, ...read[index] })).filter(isLive)
    }

    /** Nobody has a car twice, and what is listed is exactly what the live bookings leave free. */
    const expectExact = async () => {
      const bookings = await live()
      const places = placesOf(bookings)
      const taken = new Set(places)
      expect(taken.size).toBe(places.length)
      const isFree = (startHour: number, hours: number) =>
        cars.some((car) =>
          Array.from({ length: hours }, (_, hour) => startHour + hour).every(
            (hour) => !taken.has(`${car} ${FIRST + hour * HOUR_MILLISECONDS}`),
          ),
        )
      const freeStarts = (hours: number, last: number) =>
        Array.from({ length: 30 }, (_, day) => day).flatMap((day) =>
          OPEN_HOURS.filter((hour) => hour <= last && isFree(day * 24 + hour, hours)).map((hour) =>
            at(day, hour).replace('.000Z', 'Z'),
          ),
        )
      const [from, to] = [at(0, 0), at(30, 0)]
      expect(await offeredStarts(cluster.api, byHour, from, to)).toEqual(freeStarts(2, 16))
      for (const days of [1, 3, 14]) {
        const listed = await offeredStarts(cluster.api, byDay, from, to, {
          durationMinutes: String(days * DAY),
        })
        expect(listed).toEqual(freeStarts(days * 24, 17))
      }
    }

    test('are never the same car at the same time, and what is listed is what is left', async () => {
      const answers = await Promise.all(
        Array.from({ length: CLIENTS }, (_, client) => ask(client, `client${client}`)),
      )
      const outcomes = tally(answers)
      expect(Object.keys(outcomes)).toEqual(['202', '409 slot_taken'])
      made = answers.filter(({ status }) => status === 202).map(({ body }) => body)
      expect(made.some(({ policy }) => policy.durationMinutes > DAY)).toBe(true)
      await expectExact()
    })

    test('stay apart while they are confirmed, moved, made longer and cancelled against new ones', async () => {
      const changes = made.map((booking, index) => {
        const isLong = booking.policy.durationMinutes >= DAY
        if (index % 4 === 0) return act(cluster.api, booking, 'confirm')
        if (index % 4 === 1) return act(cluster.api, booking, 'cancel')
        if (index % 4 === 2 && isLong) {
          return act(cluster.api, booking, 'reschedule', { durationMinutes: 3 * DAY })
        }
        const start = new Date(Date.parse(booking.start) + DAY_MILLISECONDS).toISOString()
        return act(cluster.api, booking, 'reschedule', { start })
      })
      const more = Array.from({ length: CLIENTS }, (_, client) => ask(client + 3, `again${client}`))
      const [changed, again] = await Promise.all([Promise.all(changes), Promise.all(more)])
      const known = ['200', '202', '409 slot_taken']
      for (const outcome of Object.keys(tally([...changed, ...again]))) {
        expect(known).toContain(outcome)
      }
      made = [...made, ...again.filter(({ status }) => status === 202).map(({ body }) => body)]
      await expectExact()
    })

    test('leave a store in which the doctor finds no problem', async () => {
      expect(await doctorFindings(cluster, SUNDAY)).toEqual([])
    })
  },
)
