import type { Booking, WaitlistEntry } from '@holdfast/contracts'
import { expect, test } from 'vitest'
import type { Cluster } from '../support/cluster.ts'
import { IS_DEEP } from '../support/depth.ts'
import {
  act,
  book,
  booker,
  type CreatedBooking,
  expectStatus,
  makeEventType,
  makeProvider,
  outcomeOf,
} from '../support/fixtures.ts'
import { checkLedger } from '../support/ledger-check.ts'

/** The half hours of a day. */
const BOOKED = 48
const WAITING = 40
const DATE = '2035-04-23'
const TEST_MS = 10 * 60_000
const MOST_TRIES = 60

const slot = (index: number): string =>
  new Date(Date.parse(`${DATE}T00:00:00Z`) + index * 1_800_000).toISOString().replace('.000', '')

/** Races for wait lists, on the servers of a cluster without background work: only cancellations serve the line. */
export function testLineOrder(given: () => Cluster): void {
  // The usual run has the races of `wait-list-races.test.ts`, without servers.
  if (!IS_DEEP) return
  /** A full day of an event type, and people who wait for any of its times. */
  async function fullDay() {
    const { api } = given()
    const provider = await makeProvider(api)
    const more = { confirmation: 'instant', waitlist: { offerMinutes: 60 } }
    const { id: eventTypeId } = await makeEventType(api, provider.id, more)
    const bookings: CreatedBooking[] = []
    for (let index = 0; index < BOOKED; index += 1) {
      const name = `booker${index}`
      bookings.push(expectStatus(await book(api, { eventTypeId }, slot(index), { name }), 201))
    }
    const line: string[] = []
    const list = `/v1/event-types/${eventTypeId}/waitlist`
    for (let index = 0; index < WAITING; index += 1) {
      const to = slot(BOOKED)
      const body = { from: slot(0), to, booker: booker(`waiting${index}`) }
      line.push(expectStatus(await api.post<WaitlistEntry>(list, body), 201).id)
    }
    // The clocks of the servers stand still, so only the ids say who came first.
    return { providerId: provider.id, eventTypeId, bookings, line: line.sort() }
  }

  /** Cancels, and asks again while the outcome is unknown. */
  async function cancelUntilAnswered(booking: { readonly id: string }): Promise<string> {
    for (let tries = 1; ; tries += 1) {
      try {
        const answer = await act(given().api, booking, 'cancel')
        const outcome = outcomeOf(answer)
        // The lost answer of an earlier attempt.
        if (tries > 1 && outcome === '409 invalid_transition') return '200'
        if (answer.status !== 503 || tries === MOST_TRIES) return outcome
      } catch (error) {
        if (tries === MOST_TRIES) throw error
      }
    }
  }

  /** Nobody has two offers, each offer is the hold that it says, and nobody was passed over. */
  async function expectServed(line: readonly string[], eventTypeId: string): Promise<number> {
    const { api } = given()
    const entries = await Promise.all(
      line.map(async (id) => expectStatus(await api.get<WaitlistEntry>(`/v1/waitlist/${id}`), 200)),
    )
    const query = `eventTypeId=${eventTypeId}&status=pending&limit=100`
    const holds = expectStatus(
      await api.get<{ readonly data: readonly Booking[] }>(`/v1/bookings?${query}`),
      200,
    ).data.filter(({ waitlistId }) => waitlistId !== null)
    const offers = entries.flatMap(({ id, offer }) => (offer ? [`${id} ${offer.bookingId}`] : []))
    expect(holds.map(({ id, waitlistId }) => `${waitlistId} ${id}`).sort()).toEqual(offers.sort())
    const served = offers.length
    expect(entries.map(({ status }) => status)).toEqual([
      ...Array(served).fill('offered'),
      ...Array(line.length - served).fill('waiting'),
    ])
    return served
  }

  test(
    'while everybody cancels, each cancellation succeeds, and the line is served in its order',
    async () => {
      const { api } = given()
      const { providerId, eventTypeId, bookings, line } = await fullDay()
      const strangers = bookings.map(({ start }, index) =>
        book(api, { eventTypeId }, start, { name: `stranger${index}` }),
      )
      const cancelled = await Promise.all(bookings.map(cancelUntilAnswered))
      expect(cancelled).toEqual(Array(BOOKED).fill('200'))
      const gained = (await Promise.all(strangers)).filter(({ status }) => status === 201).length
      const served = await expectServed(line, eventTypeId)
      expect(served).toBeGreaterThan(0)
      expect(await checkLedger(api, providerId, DATE)).toHaveLength(served + gained)
    },
    TEST_MS,
  )

  test(
    'a line is still right when servers are killed in the middle',
    async () => {
      const cluster = given()
      const { providerId, eventTypeId, bookings, line } = await fullDay()
      const cancelling = bookings.map(cancelUntilAnswered)
      await Promise.any(cancelling)
      await Promise.all([cluster.kill(0), cluster.kill(1)])
      await Promise.all([cluster.restart(0), cluster.restart(1)])
      expect(await Promise.all(cancelling)).toEqual(Array(BOOKED).fill('200'))
      const served = await expectServed(line, eventTypeId)
      expect(await checkLedger(cluster.api, providerId, DATE)).toHaveLength(served)
    },
    TEST_MS,
  )
}
