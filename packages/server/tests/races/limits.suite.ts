import { expect, test } from 'vitest'
import type { Cluster } from '../support/cluster.ts'
import { deepTest, IS_DEEP, repetitions } from '../support/depth.ts'
import {
  act,
  book,
  bookUntilAnswered,
  type CreatedBooking,
  expectStatus,
  makeEventType,
  makeProvider,
  type Outcome,
  tally,
} from '../support/fixtures.ts'
import { checkLedger } from '../support/ledger-check.ts'

const CLIENTS = repetitions(40, 200)
const PER_DAY = 3
const SLOTS_OF_A_DAY = 48
const TEST_MS = IS_DEEP ? 10 * 60_000 : 120_000

const BEFORE_EXPIRY = '2035-04-22T08:04:59Z'
const EXPIRY = '2035-04-22T08:05:00Z'

/** One of the half hours of a day, again from its first one after the last. */
const slot = (index: number, date = '2035-04-23'): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + (index % SLOTS_OF_A_DAY) * 30 * 60_000)
    .toISOString()
    .replace('.000', '')

const winnersOf = (answers: readonly Outcome<CreatedBooking>[]): readonly CreatedBooking[] =>
  answers.filter(({ status }) => status === 202).map(({ body }) => body)

/** Races for limits, on the servers of a cluster without a sweeper. */
export function testLimits(given: () => Cluster): void {
  async function makeLimited(limits: object = { perDay: PER_DAY }) {
    const provider = await makeProvider(given().api)
    const { id } = await makeEventType(given().api, provider.id, { limits })
    return { providerId: provider.id, eventTypeId: id }
  }

  const askAll = (eventTypeId: string, round: string) =>
    Array.from({ length: CLIENTS }, (_, client) =>
      bookUntilAnswered(given().api, eventTypeId, slot(client), `${round}${client}`),
    )

  /** Refusals of a full day, or of a time that one of the winners has. */
  const expectExactly = (count: number, answers: readonly Outcome<CreatedBooking>[]) => {
    const { 202: won, ...refused } = tally(answers)
    expect(won).toBe(count)
    const { '409 limit_reached': full = 0, '409 slot_taken': taken = 0, ...others } = refused
    expect(others).toEqual({})
    expect(full + taken).toBe(answers.length - count)
    expect(full).toBeGreaterThan(0)
  }

  test(
    'a limit of three a day has exactly three winners, on different times',
    async () => {
      const { providerId, eventTypeId } = await makeLimited()
      const answers = await Promise.all(askAll(eventTypeId, 'client'))
      expectExactly(PER_DAY, answers)
      expect(await checkLedger(given().api, providerId, '2035-04-23')).toHaveLength(PER_DAY)
    },
    TEST_MS,
  )

  deepTest(
    'a limit is still right when servers are killed in the middle',
    async () => {
      const cluster = given()
      const { providerId, eventTypeId } = await makeLimited()
      const asked = askAll(eventTypeId, 'client')
      await Promise.any(asked)
      await Promise.all([cluster.kill(0), cluster.kill(1)])
      await Promise.all([cluster.restart(0), cluster.restart(1)])
      expectExactly(PER_DAY, await Promise.all(asked))
      expect(await checkLedger(cluster.api, providerId, '2035-04-23')).toHaveLength(PER_DAY)
    },
    TEST_MS,
  )

  deepTest('a limit that two event types of a provider share is never exceeded', async () => {
    const { api } = given()
    const provider = await makeProvider(api, { limits: { perDay: PER_DAY } })
    const types = await Promise.all([1, 2].map(() => makeEventType(api, provider.id)))
    const answers = await Promise.all(
      Array.from({ length: CLIENTS }, (_, client) =>
        book(api, { eventTypeId: types[client % 2]?.id ?? '' }, slot(client)),
      ),
    )
    expectExactly(PER_DAY, answers)
  })

  test('held bookings leave their limit at the second of their expiry', async () => {
    const cluster = given()
    const { api } = cluster
    const { eventTypeId } = await makeLimited()
    for (let index = 0; index < PER_DAY; index += 1) {
      expectStatus(await book(api, { eventTypeId }, slot(index)), 202)
    }
    await cluster.setClock(BEFORE_EXPIRY)
    const early = await book(api, { eventTypeId }, slot(10))
    expect(early.body).toMatchObject({ code: 'limit_reached', limit: 'perDay', count: PER_DAY })
    await cluster.setClock(EXPIRY)
    expectExactly(PER_DAY, await Promise.all(askAll(eventTypeId, 'late')))
  })

  deepTest(
    'bookings that move between two full days never exceed the limit of either',
    async () => {
      const { api } = given()
      const { eventTypeId } = await makeLimited()
      const days = ['2035-04-23', '2035-04-24'] as const
      const held = await Promise.all(
        days.flatMap((date) =>
          [0, 1].map(async (n) =>
            expectStatus(await book(api, { eventTypeId }, slot(n, date)), 202),
          ),
        ),
      )
      // One place is left on each day; everybody wants to the other one.
      const moved = await Promise.all(
        held.map((booking, index) =>
          act(api, booking, 'reschedule', { start: slot(10 + index, days[index < 2 ? 1 : 0]) }),
        ),
      )
      const strange = Object.keys(tally(moved)).filter(
        (outcome) => !['200', '409 limit_reached'].includes(outcome),
      )
      expect(strange).toEqual([])
      expect(moved.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
      const answers = await Promise.all(
        days.flatMap((date) =>
          Array.from({ length: 10 }, (_, n) => book(api, { eventTypeId }, slot(20 + n, date))),
        ),
      )
      // Six places in all, of which four are used.
      expect(winnersOf(answers)).toHaveLength(2)
    },
  )

  test(
    'a seat, a room and a limit are had together or not at all',
    async () => {
      const { api } = given()
      const room = await makeProvider(api, { kind: 'room', limits: { perDay: 2 } })
      const teachers = await Promise.all([1, 2].map(() => makeProvider(api)))
      const types = await Promise.all(
        teachers.map(async ({ id }) => {
          const owner = await makeProvider(api, { kind: 'team' })
          return makeEventType(api, owner.id, {
            seats: { capacity: 4 },
            requirements: [
              { name: 'teacher', providerIds: [id], count: 1 },
              { name: 'room', providerIds: [room.id], count: 1 },
            ],
          })
        }),
      )
      // Two classes want one room at four times of the day, twice at most.
      const answers = await Promise.all(
        Array.from({ length: CLIENTS }, (_, client) =>
          bookUntilAnswered(
            api,
            types[client % 2]?.id ?? '',
            slot((client >> 1) % 4),
            `all${client}`,
            {
              seats: 1,
            },
          ),
        ),
      )
      const winners = winnersOf(answers)
      const sessions = new Map<string, number>()
      for (const { eventTypeId, start } of winners) {
        const name = `${eventTypeId} ${start}`
        sessions.set(name, (sessions.get(name) ?? 0) + 1)
      }
      expect([...sessions.values()]).toEqual([4, 4])
      expect(new Set(winners.map(({ start }) => start)).size).toBe(2)
      const classIds = types.map(({ id }) => id)
      const owners = await Promise.all(
        teachers.map(({ id }) => checkLedger(api, id, '2035-04-23', 2, classIds)),
      )
      expect(owners.flat()).toHaveLength(2)
    },
    TEST_MS,
  )
}
