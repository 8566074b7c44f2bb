import type { Booking } from '@holdfast/contracts'
import { expect, test } from 'vitest'
import type { Cluster } from '../support/cluster.ts'
import { IS_DEEP, repetitions } from '../support/depth.ts'
import {
  book,
  booker,
  expectStatus,
  makeEventType,
  makeProvider,
  type Outcome,
  outcomeOf,
} from '../support/fixtures.ts'
import { checkLedger } from '../support/ledger-check.ts'

interface Group {
  readonly id: string
  readonly bookings: readonly Booking[]
}

const CLIENTS = repetitions(12, 40)
const ROUNDS = repetitions(3, 12)
const TEST_MS = IS_DEEP ? 10 * 60_000 : 120_000
const DATE = '2035-04-23'

const at = (hour: number): string => `${DATE}T${String(hour).padStart(2, '0')}:00:00Z`

const hoursOf = ({ bookings }: Group) => bookings.map(({ start }) => Number(start.slice(11, 13)))

/** Races of moves of one group, on the servers of a cluster without a sweeper. */
export function testMovedGroups(given: () => Cluster): void {
  /** A confirmed group at 9, 10 and 11 of one teacher. */
  async function makeGroup(more: { readonly together?: true } = {}) {
    const { api } = given()
    const { id: providerId } = await makeProvider(api)
    const confirmation = 'instant'
    const { id: eventTypeId } = await makeEventType(api, providerId, { confirmation })
    const items = [9, 10, 11].map((hour) => ({ eventTypeId, start: at(hour) }))
    const body = { items, booker: booker('ada'), ...more }
    const made: Outcome<Group> = await api.post('/v1/booking-groups', body)
    return { group: expectStatus(made, 201), providerId, eventTypeId }
  }

  /** Moves a group until the outcome is known: with the same start, that changes nothing more. */
  async function move(client: number, { id }: Group, start: string): Promise<Outcome<Group>> {
    for (;;) {
      const server = given().at(client % 3)
      const answer: Outcome<Group> = await server.post(`/v1/booking-groups/${id}/reschedule`, {
        start,
      })
      if (answer.status !== 503) return answer
    }
  }

  const read = async ({ id }: Group): Promise<Group> =>
    expectStatus(await given().api.get<Group>(`/v1/booking-groups/${id}`), 200)

  test(
    'moves of one group to several times leave all of its bookings at the same distance, and claim each time once',
    async () => {
      const { group, providerId } = await makeGroup()
      const moves = Array.from({ length: CLIENTS }, (_, client) =>
        move(client, group, at(9 + (client % 4))),
      )
      const answers = await Promise.all(moves)
      expect(new Set(answers.map(outcomeOf))).toEqual(new Set(['200']))
      for (const { body } of answers) {
        const [first = 0] = hoursOf(body)
        expect(hoursOf(body)).toEqual([first, first + 1, first + 2])
      }
      const now = await read(group)
      const [first = 0] = hoursOf(now)
      expect(hoursOf(now)).toEqual([first, first + 1, first + 2])
      const owners = await checkLedger(given().api, providerId, DATE)
      expect(new Set(owners)).toEqual(new Set(group.bookings.map(({ id }) => id)))
    },
    TEST_MS,
  )

  test.for(Array.from({ length: ROUNDS }, (_, round) => round))(
    'a group and a stranger who want one time: one of them gets it, and the group moves wholly or not (round %i)',
    { timeout: TEST_MS },
    async () => {
      const { group, providerId, eventTypeId } = await makeGroup()
      const [moved, ...holds] = await Promise.all([
        move(0, group, at(11)),
        ...[1, 2].map((client) => book(given().at(client), { eventTypeId }, at(13))),
      ])
      const won = holds.filter(({ status }) => status === 201)
      const isMoved = moved.status === 200
      expect([won.length, outcomeOf(moved)]).toEqual(isMoved ? [0, '200'] : [1, '409 slot_taken'])
      expect(hoursOf(await read(group))).toEqual(isMoved ? [11, 12, 13] : [9, 10, 11])
      const owners = await checkLedger(given().api, providerId, DATE)
      const ids = [...group.bookings, ...won.map(({ body }) => body)].map(({ id }) => id)
      expect(new Set(owners)).toEqual(new Set(ids))
    },
  )

  test.for(Array.from({ length: ROUNDS }, (_, round) => round))(
    'a visit that clients move, cancel, and change in parts is moved or cancelled as a whole (round %i)',
    { timeout: TEST_MS },
    async () => {
      const { group, providerId } = await makeGroup({ together: true })
      const change = async (client: number, path: string, body: unknown) => {
        for (;;) {
          const answer: Outcome<Group> = await given()
            .at(client % 3)
            .post(path, body)
          if (answer.status !== 503) return answer
        }
      }
      const parts = group.bookings.flatMap(({ id }, part) => [
        change(part, `/v1/bookings/${id}/cancel`, {}),
        change(part + 1, `/v1/bookings/${id}/reschedule`, { start: at(16) }),
      ])
      const [moved, cancelled, ...alone] = await Promise.all([
        move(0, group, at(13)),
        change(1, `/v1/booking-groups/${group.id}/cancel`, { scope: 'all' }),
        ...parts,
      ])
      expect(cancelled.status).toBe(200)
      expect(['200', '409 invalid_transition']).toContain(outcomeOf(moved))
      const outcomes = new Set(alone.map(outcomeOf))
      expect([...outcomes].toSorted()).toEqual(
        ['409 invalid_transition', '409 part_of_visit'].filter((each) => outcomes.has(each)),
      )
      const now = await read(group)
      expect(now.bookings.map(({ status }) => status)).toEqual(Array(3).fill('cancelled'))
      expect(hoursOf(now)).toEqual(moved.status === 200 ? [13, 14, 15] : [9, 10, 11])
      expect(await checkLedger(given().api, providerId, DATE)).toEqual([])
    },
  )
}
