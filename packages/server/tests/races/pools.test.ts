import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Cluster, startCluster } from '../support/cluster.ts'
import { repetitions } from '../support/depth.ts'
import { doctorFindings } from '../support/doctor.ts'
import { untilTold } from '../support/fixtures.ts'
import type { ProblemBody } from '../support/http-client.ts'
import { listAll } from '../support/ledger-check.ts'
import { RACE_ENGINES } from '../support/stores.ts'

const RACERS = repetitions(60, 200)
const CLIENTS = 8
const ROUNDS = repetitions(8, 30)
const ROOMS = 6
const DAY_MS = 86_400_000
const FIRST_MS = Math.floor(Date.now() / DAY_MS + 30) * DAY_MS

/** A stay as the API answers with it. */
interface Stay {
  readonly id: string
  readonly status: string
  readonly arrival: string
  readonly departure: string
  readonly providerId: string
}

const dateOf = (day: number): string => new Date(FIRST_MS + day * DAY_MS).toISOString().slice(0, 10)
const dayOf = (date: string): number => (Date.parse(date) - FIRST_MS) / DAY_MS

/** The books as an oracle of their own: the nights of each room that live stays have, each at most once. */
function booksOf(stays: readonly Stay[]): ReadonlyMap<string, ReadonlySet<number>> {
  const books = new Map<string, Set<number>>()
  for (const { status, arrival, departure, providerId } of stays) {
    if (status !== 'pending' && status !== 'confirmed') continue
    const nights = books.get(providerId) ?? new Set()
    for (let day = dayOf(arrival); day < dayOf(departure); day += 1) {
      expect(nights, `${providerId} has ${dateOf(day)} twice`).not.toContain(day)
      nights.add(day)
    }
    books.set(providerId, nights)
  }
  return books
}

describe.each(RACE_ENGINES)(
  'a pool of six rooms from many clients, with kills, on %s',
  (engine) => {
    let cluster: Cluster
    beforeAll(async () => {
      const env = { HOLDFAST_RELAY: 'off' }
      cluster = await startCluster({ engine, servers: 3, sweeper: true, env })
    })
    afterAll(() => cluster?.stop())

    async function make(path: string, body: object): Promise<string> {
      const made = await cluster.api.post<{ id: string }>(path, body)
      expect(made.status, made.text).toBe(201)
      return made.body.id
    }

    let houses = 0
    async function makePool(more: object = {}) {
      houses += 1
      const timeZone = 'Europe/Berlin'
      const propertyId = await make('/v1/properties', { name: 'House', timeZone })
      const rooms: string[] = []
      for (let room = 0; room < ROOMS; room += 1) {
        const slug = `room-${engine}-${houses}-${room}`
        const unit = { name: `Room ${room}`, kind: 'unit', timeZone, propertyId, slug }
        rooms.push(await make('/v1/providers', unit))
      }
      const requirements = [{ name: 'room', kind: 'unit', count: 1 }]
      const type = { providerId: rooms[0], slug: 'double', title: 'Double', grain: 'nights' }
      const of = { ...type, requirements, holdMinutes: 60, ...more }
      return { eventTypeId: await make('/v1/event-types', of), rooms }
    }

    const hold = (eventTypeId: string, name: string, from: number, nights: number) =>
      untilTold(() =>
        cluster.api.post<Stay & ProblemBody>(
          '/v1/bookings',
          {
            eventTypeId,
            arrival: dateOf(from),
            departure: dateOf(from + nights),
            booker: { name, email: `${name}@example.com` },
          },
          { 'idempotency-key': `${eventTypeId}-${name}` },
        ),
      )
    const change = (id: string, action: string, body: object = {}) =>
      untilTold(() =>
        cluster.api.post<Stay & ProblemBody>(`/v1/bookings/${id}/${action}`, body, {
          'idempotency-key': `${id}-${action}`,
        }),
      )
    const staysOf = (eventTypeId: string) =>
      listAll<Stay>(cluster.api, `/v1/bookings?eventTypeId=${eventTypeId}`)

    test.each(['gap', 'priority'])(
      'no room has a night twice, and nobody is refused while a room is free for all of their nights (%s)',
      async (choice) => {
        const requirements = [{ name: 'room', kind: 'unit', count: 1, choice }]
        const { eventTypeId } = await makePool({ requirements, stay: { minNights: 2 } })
        const wanted = Array.from({ length: RACERS }, (_, racer) => ({
          from: (racer * 5) % 17,
          nights: 2 + ((racer * 7) % 5),
        }))
        const asked = wanted.map(({ from, nights }, racer) =>
          hold(eventTypeId, `racer${racer}`, from, nights),
        )
        await Promise.any(asked)
        await cluster.kill(1)
        await cluster.restart(1)
        const answers = await Promise.all(asked)
        const books = booksOf(await staysOf(eventTypeId))
        const strange = answers.filter(
          ({ status, body }) => status !== 202 && body.code !== 'night_taken',
        )
        expect(strange.map(({ text }) => text)).toEqual([])
        const refused = wanted.filter((_, racer) => answers[racer]?.status === 409)
        expect(refused.length).toBeGreaterThan(0)
        expect(books.size).toBe(ROOMS)
        for (const { from, nights } of refused) {
          const free = [...books].filter(([, taken]) =>
            Array.from({ length: nights }, (_, at) => from + at).every((day) => !taken.has(day)),
          )
          expect(free, `${nights} nights from ${dateOf(from)} were refused`).toEqual([])
        }
      },
      120_000,
    )

    test('stays that are held, confirmed, moved, given another room and cancelled at once leave sound books', async () => {
      const { eventTypeId, rooms } = await makePool()
      let turn = 0
      const strange = new Set<string>()
      const keep = (
        answer: { readonly status: number; readonly body: Stay & ProblemBody },
        allowed: readonly string[],
      ) => {
        if (answer.status >= 300 && !allowed.includes(answer.body.code)) {
          strange.add(`${answer.status} ${answer.body.code}`)
        }
        return answer.status < 300 ? answer.body.id : undefined
      }
      const client = async () => {
        for (let round = 0; round < ROUNDS; round += 1) {
          turn += 1
          const mine = turn
          const held = await hold(eventTypeId, `guest${mine}`, (mine * 3) % 20, 2 + (mine % 4))
          const id = keep(held, ['night_taken'])
          if (id === undefined) continue
          if (mine % 4 !== 0) keep(await change(id, 'confirm'), [])
          if (mine % 2 === 0) {
            const unitId = rooms[mine % ROOMS]
            keep(await change(id, 'reassign', { unitId, pinned: mine % 3 === 0 }), [
              'night_taken',
              'not_a_candidate',
            ])
          }
          if (mine % 3 === 0) {
            const from = (mine * 4) % 22
            const dates = { arrival: dateOf(from), departure: dateOf(from + 3) }
            keep(await change(id, 'reschedule', dates), ['night_taken'])
          }
          if (mine % 5 === 0) keep(await change(id, 'cancel'), [])
        }
      }
      const clients = Promise.all(Array.from({ length: CLIENTS }, client))
      await cluster.kill(2)
      await cluster.restart(2)
      await clients
      expect(strange).toEqual(new Set())
      const books = booksOf(await staysOf(eventTypeId))
      const listed = await cluster.api.get<{ data: { date: string; unitsLeft: number }[] }>(
        `/v1/event-types/${eventTypeId}/nights?from=${dateOf(0)}&to=${dateOf(40)}`,
      )
      for (const { date, unitsLeft } of listed.body.data) {
        const taken = [...books.values()].filter((nights) => nights.has(dayOf(date))).length
        expect([date, unitsLeft]).toEqual([date, ROOMS - taken])
      }
      expect(await doctorFindings(cluster)).toEqual([])
    }, 240_000)
  },
)
