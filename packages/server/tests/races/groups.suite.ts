import type { Booking } from '@holdfast/contracts'
import { expect, test } from 'vitest'
import type { Cluster } from '../support/cluster.ts'
import { deepTest, IS_DEEP, repetitions } from '../support/depth.ts'
import { booker, makeEventType, makeProvider, type Outcome, tally } from '../support/fixtures.ts'
import { checkLedger } from '../support/ledger-check.ts'

/** A group of bookings in an answer. */
interface Group {
  readonly id: string
  readonly bookings: readonly Booking[]
  readonly skipped: readonly { readonly start: string; readonly code: string }[]
}

const CLIENTS = repetitions(30, 200)
const SLOTS = 12
const TRIES = 60
const TEST_MS = IS_DEEP ? 10 * 60_000 : 120_000

/** One of the half hours from 09:00 on. */
const slot = (index: number): string =>
  new Date(Date.parse('2035-04-23T09:00:00Z') + (index % SLOTS) * 30 * 60_000)
    .toISOString()
    .replace('.000', '')

/** Two times that client wants: each time is the first choice of one client and the second of another. */
const wishOf = (client: number): readonly [string, string] => {
  const pair = [slot(client), slot(client + 1 + (client % 3))] as const
  return client % 2 === 0 ? pair : [pair[1], pair[0]]
}

const winnersOf = (answers: readonly Outcome<Group>[]): readonly Group[] =>
  answers.filter(({ status }) => status === 202).map(({ body }) => body)

/** Races of groups that want the same times, on the servers of a cluster without a sweeper. */
export function testGroups(given: () => Cluster): void {
  /** Two teachers, each with an event type. */
  async function makeTeachers() {
    const providers = await Promise.all([1, 2].map(() => makeProvider(given().api)))
    const types = await Promise.all(providers.map(({ id }) => makeEventType(given().api, id)))
    return {
      providerIds: providers.map(({ id }) => id),
      eventTypeIds: types.map(({ id }) => id),
    }
  }

  /** Asks for one time of each event type, with an idempotency key, until the outcome is known. */
  async function ask(
    eventTypeIds: readonly string[],
    client: number,
    onConflict: 'refuse' | 'skip',
  ): Promise<Outcome<Group>> {
    const starts = wishOf(client)
    const items = eventTypeIds.map((eventTypeId, at) => ({ eventTypeId, start: starts[at] }))
    const body = { items, booker: booker(`client${client}`), onConflict }
    const headers = { 'idempotency-key': `${eventTypeIds[0]}-${client}` }
    for (let tries = 1; ; tries += 1) {
      try {
        const answer: Outcome<Group> = await given().api.post('/v1/booking-groups', body, headers)
        if (answer.status !== 503 || tries === TRIES) return answer
      } catch (error) {
        if (tries === TRIES) throw error
      }
    }
  }

  const askAll = (eventTypeIds: readonly string[], onConflict: 'refuse' | 'skip') =>
    Array.from({ length: CLIENTS }, (_, client) => ask(eventTypeIds, client, onConflict))

  const ownersOf = async (providerIds: readonly string[]) => {
    const owners = await Promise.all(
      providerIds.map((id) => checkLedger(given().api, id, '2035-04-23')),
    )
    return owners.flat()
  }

  /** Each winner has both of its times, and whoever was refused wanted one that a winner has. */
  async function expectAllOrNothing(
    providerIds: readonly string[],
    answers: readonly Outcome<Group>[],
  ) {
    const winners = winnersOf(answers)
    const bookings = winners.flatMap((group) => group.bookings)
    expect(tally(answers)).toEqual({
      202: winners.length,
      '409 slot_taken': answers.length - winners.length,
    })
    expect(winners.map((group) => group.bookings.length)).toEqual(winners.map(() => 2))
    expect(new Set(await ownersOf(providerIds))).toEqual(new Set(bookings.map(({ id }) => id)))
    const taken = new Set(bookings.map(({ providerId, start }) => `${providerId} ${start}`))
    const couldFit = answers.filter(
      ({ status }, client) =>
        status === 409 &&
        wishOf(client).every((start, at) => !taken.has(`${providerIds[at]} ${start}`)),
    )
    expect(couldFit).toEqual([])
  }

  test(
    'groups that want the same times crosswise get all of them or none',
    async () => {
      const { providerIds, eventTypeIds } = await makeTeachers()
      const answers = await Promise.all(askAll(eventTypeIds, 'refuse'))
      await expectAllOrNothing(providerIds, answers)
    },
    TEST_MS,
  )

  deepTest(
    'groups get all or nothing when servers are killed in the middle',
    async () => {
      const cluster = given()
      const { providerIds, eventTypeIds } = await makeTeachers()
      const asked = askAll(eventTypeIds, 'refuse')
      await Promise.any(asked)
      await Promise.all([cluster.kill(0), cluster.kill(2)])
      await Promise.all([cluster.restart(0), cluster.restart(2)])
      await expectAllOrNothing(providerIds, await Promise.all(asked))
    },
    TEST_MS,
  )

  deepTest(
    'groups that skip what is taken share all times, each once',
    async () => {
      const { providerIds, eventTypeIds } = await makeTeachers()
      const answers = await Promise.all(askAll(eventTypeIds, 'skip'))
      const bookings = winnersOf(answers).flatMap((group) => group.bookings)
      const wishes = answers.flatMap((_, client) =>
        wishOf(client).map((start, at) => `${providerIds[at]} ${start}`),
      )
      // A client whose times are both taken gets nothing, and no group.
      const strange = Object.keys(tally(answers)).filter(
        (outcome) => !['202', '409 slot_taken'].includes(outcome),
      )
      expect(strange).toEqual([])
      expect(bookings.map(({ providerId, start }) => `${providerId} ${start}`).sort()).toEqual(
        [...new Set(wishes)].sort(),
      )
      expect(await ownersOf(providerIds)).toHaveLength(bookings.length)
    },
    TEST_MS,
  )
}
