import type { ClassSession } from '@holdfast/contracts'
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

const CLIENTS = repetitions(50, 500)
const CAPACITY = repetitions(10, 30)
const ROUNDS = repetitions(2, 10)
const TEST_MS = IS_DEEP ? 10 * 60_000 : 120_000

const NINE = '2035-04-23T09:00:00Z'
const BEFORE_EXPIRY = '2035-04-22T08:04:59Z'
const EXPIRY = '2035-04-22T08:05:00Z'

/** How many seats a client asks for: one to four. */
const partyOf = (client: number): number => 1 + (client % 4)

const winnersOf = (answers: readonly Outcome<CreatedBooking>[]): readonly CreatedBooking[] =>
  answers.filter(({ status }) => status === 202).map(({ body }) => body)

const seatsOf = (bookings: readonly { readonly seats: number }[]): number =>
  bookings.reduce((sum, { seats }) => sum + seats, 0)

/** Races for the seats of classes, on the servers of a cluster without a sweeper. */
export function testSeats(given: () => Cluster): void {
  /** A teacher with a class, and an event type that needs the teacher alone. */
  async function makeClass(capacity = CAPACITY) {
    const provider = await makeProvider(given().api)
    const { id: eventTypeId } = await makeEventType(given().api, provider.id, {
      seats: { capacity },
    })
    const { id: rivalId } = await makeEventType(given().api, provider.id)
    return { providerId: provider.id, eventTypeId, rivalId }
  }

  const sessionsOf = async (eventTypeId: string): Promise<readonly ClassSession[]> => {
    const query = 'from=2035-04-23&to=2035-04-24'
    const path = `/v1/event-types/${eventTypeId}/sessions?${query}`
    const answer = await given().api.get<{ data: readonly ClassSession[] }>(path)
    return expectStatus(answer, 200).data
  }

  const ownersOf = (providerId: string, eventTypeId: string) =>
    checkLedger(given().api, providerId, '2035-04-23', 2, [eventTypeId])

  const sessionOwner = (eventTypeId: string) => `${eventTypeId}@${Date.parse(NINE) / 1000}`

  const askForSeats = (eventTypeId: string, client: number, seats: number) =>
    bookUntilAnswered(given().api, eventTypeId, NINE, `client${client}`, { seats })

  /** Nobody was refused who would have fitted, and the session has exactly the winners. */
  async function expectFairlyFull(
    providerId: string,
    eventTypeId: string,
    answers: readonly Outcome<CreatedBooking>[],
  ) {
    const winners = winnersOf(answers)
    const left = CAPACITY - seatsOf(winners)
    expect(tally(answers)).toEqual({
      202: winners.length,
      '409 session_full': answers.length - winners.length,
    })
    expect(left).toBeGreaterThanOrEqual(0)
    const couldFit = answers.filter(
      ({ status }, client) => status === 409 && partyOf(client) <= left,
    )
    expect(couldFit).toEqual([])
    const [session, ...others] = await sessionsOf(eventTypeId)
    expect(others).toEqual([])
    expect(session).toMatchObject({ taken: CAPACITY - left, held: CAPACITY - left })
    expect(new Set(session?.bookings.map(({ id }) => id))).toEqual(
      new Set(winners.map(({ id }) => id)),
    )
    expect(await ownersOf(providerId, eventTypeId)).toEqual([sessionOwner(eventTypeId)])
  }

  test(
    'seats are never more than there are, and nobody is refused who fits',
    async () => {
      const { providerId, eventTypeId } = await makeClass()
      const answers = await Promise.all(
        Array.from({ length: CLIENTS }, (_, client) =>
          askForSeats(eventTypeId, client, partyOf(client)),
        ),
      )
      await expectFairlyFull(providerId, eventTypeId, answers)
    },
    TEST_MS,
  )

  deepTest(
    'seats are still right when servers are killed in the middle',
    async () => {
      const cluster = given()
      const { providerId, eventTypeId } = await makeClass()
      const asked = Array.from({ length: CLIENTS }, (_, client) =>
        askForSeats(eventTypeId, client, partyOf(client)),
      )
      await Promise.any(asked)
      await Promise.all([cluster.kill(1), cluster.kill(2)])
      await Promise.all([cluster.restart(1), cluster.restart(2)])
      await expectFairlyFull(providerId, eventTypeId, await Promise.all(asked))
    },
    TEST_MS,
  )

  test(
    'a class has its teacher exactly while somebody is in, whatever a rival and all parties do at once',
    async () => {
      const { api } = given()
      const { providerId, eventTypeId, rivalId } = await makeClass()
      for (let round = 0; round < ROUNDS; round += 1) {
        const parties = Array.from({ length: 9 }, async (_, client) => {
          const asked = await book(api, { eventTypeId }, NINE, { more: { seats: 1 } })
          if (asked.status !== 202) return asked
          if (client % 3 === 0) return act(api, asked.body, 'cancel')
          return client % 3 === 1 ? act(api, asked.body, 'confirm') : asked
        })
        const rivals = Array.from({ length: 3 }, async () => {
          const asked = await book(api, { eventTypeId: rivalId }, NINE)
          return asked.status === 202 ? act(api, asked.body, 'cancel') : asked
        })
        const answers = await Promise.all([...parties, ...rivals])
        const strange = Object.keys(tally(answers)).filter(
          (outcome) => !['200', '202', '409 slot_taken'].includes(outcome),
        )
        expect(strange).toEqual([])
        const [session] = await sessionsOf(eventTypeId)
        const bookings = session?.bookings ?? []
        expect(await ownersOf(providerId, eventTypeId)).toEqual(
          bookings.length > 0 ? [sessionOwner(eventTypeId)] : [],
        )
        // All leave at once, while others come and go.
        await Promise.all([
          ...bookings.map((booking) => act(api, booking, 'cancel')),
          ...Array.from({ length: 3 }, async () => {
            const asked = await book(api, { eventTypeId }, NINE, { more: { seats: 2 } })
            if (asked.status === 202) expectStatus(await act(api, asked.body, 'cancel'), 200)
          }),
        ])
        expect(await sessionsOf(eventTypeId)).toEqual([])
        expect(await ownersOf(providerId, eventTypeId)).toEqual([])
      }
    },
    TEST_MS,
  )

  test('held seats are free at the second of their expiry', async () => {
    const { api } = given()
    const { providerId, eventTypeId } = await makeClass(CAPACITY)
    const confirmed = expectStatus(await book(api, { eventTypeId }, NINE), 202)
    expectStatus(await act(api, confirmed, 'confirm'), 200)
    const ask = (round: string) =>
      Promise.all(
        Array.from({ length: CAPACITY }, (_, client) =>
          bookUntilAnswered(api, eventTypeId, NINE, `${round}${client}`, { seats: 1 }),
        ),
      )
    expect(tally(await ask('first'))).toEqual({ 202: CAPACITY - 1, '409 session_full': 1 })
    await given().setClock(BEFORE_EXPIRY)
    expect(tally(await ask('early'))).toEqual({ '409 session_full': CAPACITY })
    await given().setClock(EXPIRY)
    expect(tally(await ask('second'))).toEqual({ 202: CAPACITY - 1, '409 session_full': 1 })
    expect(await ownersOf(providerId, eventTypeId)).toEqual([sessionOwner(eventTypeId)])
  })

  test('a class of held seats frees its teacher at the second of their expiry', async () => {
    const { api } = given()
    const { providerId, eventTypeId, rivalId } = await makeClass()
    expectStatus(await book(api, { eventTypeId }, NINE), 202)
    expectStatus(await book(api, { eventTypeId }, NINE), 202)
    await given().setClock(BEFORE_EXPIRY)
    expect((await book(api, { eventTypeId: rivalId }, NINE)).body).toMatchObject({
      code: 'slot_taken',
    })
    await given().setClock(EXPIRY)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, client) =>
        book(api, { eventTypeId: client % 2 === 0 ? rivalId : eventTypeId }, NINE),
      ),
    )
    const winners = winnersOf(answers)
    // One rival, or everybody of the class.
    const isClass = winners[0]?.eventTypeId === eventTypeId
    expect(tally(answers)).toEqual(
      isClass ? { 202: 10, '409 slot_taken': 10 } : { 202: 1, '409 slot_taken': 19 },
    )
    expect(await ownersOf(providerId, eventTypeId)).toEqual([
      isClass ? sessionOwner(eventTypeId) : winners[0]?.id,
    ])
  })
}
