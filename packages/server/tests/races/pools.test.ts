import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Cluster, startCluster } from '../support/cluster.ts'
import { repetitions } from '../support/depth.ts'
import { doctorFindings } from '../support/doctor.ts'
import { untilAnswered } from '../support/fixtures.ts'
import type { ProblemBody } from '../support/http-client.ts'
import { type Stay, StayRaces } from '../support/stay-races.ts'
import { RACE_ENGINES } from '../support/stores.ts'

const RACERS = repetitions(60, 200)
const PARTIES = repetitions(40, 200)
const CLIENTS = 8
const ROUNDS = repetitions(8, 30)
const ROOMS = 6

/** Nights that somebody wants, as days from the first one. */
interface WantedNights {
  readonly from: number
  readonly nights: number
}

/** Whether each of some stays finds a room of its own in what the books leave: every choice of rooms is looked at. */
function findRooms(
  wanted: readonly WantedNights[],
  books: readonly ReadonlySet<number>[],
): boolean {
  const [first, ...others] = wanted
  if (first === undefined) return true
  const days = Array.from({ length: first.nights }, (_, at) => first.from + at)
  return books.some(
    (taken, room) =>
      days.every((day) => !taken.has(day)) &&
      findRooms(others, books.with(room, new Set([...taken, ...days]))),
  )
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

    const races = new StayRaces(() => cluster)
    const { dateOf } = races

    test.each(['gap', 'priority'])(
      'no room has a night twice, and nobody is refused while a room is free for all of their nights (%s)',
      async (choice) => {
        const requirements = [{ name: 'room', kind: 'unit', count: 1, choice }]
        const { eventTypeId } = await races.makePool(ROOMS, {
          requirements,
          stay: { minNights: 2 },
        })
        const wanted = Array.from({ length: RACERS }, (_, racer) => ({
          from: (racer * 5) % 17,
          nights: 2 + ((racer * 7) % 5),
        }))
        const asked = wanted.map(({ from, nights }, racer) =>
          races.book(eventTypeId, `racer${racer}`, from, nights),
        )
        await Promise.any(asked)
        await cluster.kill(1)
        await cluster.restart(1)
        const answers = await Promise.all(asked)
        const books = races.booksOf(await races.staysOf(eventTypeId))
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

    test('parties get all of their two or three rooms or none, and are refused only if there is no way', async () => {
      const { eventTypeId } = await races.makePool(ROOMS, { confirmation: 'instant' })
      const wanted = Array.from({ length: PARTIES }, (_, party) =>
        Array.from({ length: 2 + (party % 2) }, (_each, room) => ({
          from: (party * 5 + room) % 19,
          nights: 1 + ((party * 3 + room * 2) % 4),
        })),
      )
      const ask = (rooms: readonly WantedNights[], party: number) => {
        const items = rooms.map(({ from, nights }) => ({
          eventTypeId,
          arrival: dateOf(from),
          departure: dateOf(from + nights),
        }))
        const booker = { name: `Party ${party}`, email: `party${party}@example.com` }
        return untilAnswered(() =>
          cluster.api.post<{ id: string; bookings: readonly Stay[] } & ProblemBody>(
            '/v1/booking-groups',
            { items, booker },
            { 'idempotency-key': `${eventTypeId}-party${party}` },
          ),
        )
      }
      const asked = wanted.map(ask)
      await Promise.any(asked)
      await cluster.kill(1)
      await cluster.restart(1)
      const answers = await Promise.all(asked)
      const strange = answers.filter(
        ({ status, body }) => status !== 201 && body.code !== 'night_taken',
      )
      expect(strange.map(({ text }) => text)).toEqual([])
      const stays = await races.staysOf(eventTypeId)
      const booked = answers.flatMap(({ status }, party) =>
        status === 201 ? (wanted[party]?.length ?? 0) : [],
      )
      expect(stays).toHaveLength(booked.reduce((sum, rooms) => sum + rooms, 0))
      const books = [...races.booksOf(stays).values()].map((nights) => new Set(nights.keys()))
      expect(books).toHaveLength(ROOMS)
      const refused = wanted.filter((_, party) => answers[party]?.status === 409)
      expect(refused.length).toBeGreaterThan(0)
      expect(refused.filter((rooms) => findRooms(rooms, books))).toEqual([])
      expect(await doctorFindings(cluster)).toEqual([])
    }, 240_000)

    test('stays that are held, confirmed, moved, given another room and cancelled at once leave sound books', async () => {
      const { eventTypeId, rooms } = await races.makePool(ROOMS)
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
          const held = await races.book(
            eventTypeId,
            `guest${mine}`,
            (mine * 3) % 20,
            2 + (mine % 4),
          )
          const id = keep(held, ['night_taken'])
          if (id === undefined) continue
          if (mine % 4 !== 0) keep(await races.change(id, 'confirm'), [])
          if (mine % 2 === 0) {
            const unitId = rooms[mine % ROOMS]
            keep(await races.change(id, 'reassign', { unitId, pinned: mine % 3 === 0 }), [
              'night_taken',
              'not_a_candidate',
            ])
          }
          if (mine % 3 === 0) {
            const from = (mine * 4) % 22
            const dates = { arrival: dateOf(from), departure: dateOf(from + 3) }
            keep(await races.change(id, 'reschedule', dates), ['night_taken'])
          }
          if (mine % 5 === 0) keep(await races.change(id, 'cancel'), [])
        }
      }
      const clients = Promise.all(Array.from({ length: CLIENTS }, client))
      await cluster.kill(2)
      await cluster.restart(2)
      await clients
      expect(strange).toEqual(new Set())
      await races.expectUnitsLeft(eventTypeId, ROOMS, await races.staysOf(eventTypeId))
      expect(await doctorFindings(cluster)).toEqual([])
    }, 240_000)
  },
)
