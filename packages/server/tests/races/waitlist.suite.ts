import { setTimeout as pause } from 'node:timers/promises'
import type { Booking, WaitlistEntry } from '@holdfast/contracts'
import { expect } from 'vitest'
import type { Cluster } from '../support/cluster.ts'
import { deepTest } from '../support/depth.ts'
import {
  act,
  book,
  booker,
  everyDay,
  expectStatus,
  makeEventType,
  makeProvider,
  tally,
} from '../support/fixtures.ts'
import { checkLedger, listAll } from '../support/ledger-check.ts'
import { until } from '../support/until.ts'

const DAYS = 8
const SLOTS_OF_A_DAY = 24
const BOOKED = DAYS * SLOTS_OF_A_DAY
/** More people wait than times become free, so that it matters who is first. */
const WAITING = BOOKED + 10
const MILLISECONDS_BETWEEN_CANCELLATIONS = 10
const FIRST_DATE = '2035-04-23'
const OFFERS_MS = 5 * 60_000
const TEST_MS = 10 * 60_000

/** One of the half hours before noon, day after day. */
const slot = (index: number): string => {
  const day = Math.floor(index / SLOTS_OF_A_DAY) * 24 * 60
  const minutes = day + (index % SLOTS_OF_A_DAY) * 30
  const at = Date.parse(`${FIRST_DATE}T00:00:00Z`) + minutes * 60_000
  return new Date(at).toISOString().replace('.000', '')
}

/** A race of cancellations for a wait list, on the servers of a cluster without a sweeper. */
export function testWaitlist(given: () => Cluster): void {
  /** An event type whose times are all booked, and whose line is longer than that. */
  async function makeLine() {
    const { api } = given()
    const provider = await makeProvider(api)
    const { id: eventTypeId } = await makeEventType(api, provider.id, {
      confirmation: 'instant',
      availabilityRules: everyDay({ start: '00:00', end: '12:00' }),
      waitlist: { offerMinutes: 30 },
    })
    const booked = await Promise.all(
      Array.from({ length: BOOKED }, async (_, index) =>
        expectStatus(await book(api, { eventTypeId }, slot(index)), 201),
      ),
    )
    const wish = { from: FIRST_DATE, to: slot(BOOKED) }
    await Promise.all(
      Array.from({ length: WAITING }, async (_, index) => {
        const body = { ...wish, booker: booker(`waiting${index}`) }
        return expectStatus(await api.post(`/v1/event-types/${eventTypeId}/waitlist`, body), 201)
      }),
    )
    return { providerId: provider.id, eventTypeId, booked }
  }

  // The usual run has the races of `wait-list-races.test.ts`, without servers.
  deepTest(
    'times that are cancelled at a hundred a second go to the first on the wait list, one to each',
    async () => {
      const cluster = given()
      const { api } = cluster
      const { providerId, eventTypeId, booked } = await makeLine()
      const line = () => listAll<WaitlistEntry>(api, `/v1/event-types/${eventTypeId}/waitlist`)
      const before = await line()
      expect(before.map(({ status }) => status)).toEqual(before.map(() => 'waiting'))
      expect(before).toHaveLength(WAITING)
      const cancelled = await Promise.all(
        booked.map(async (booking, index) => {
          await pause(index * MILLISECONDS_BETWEEN_CANCELLATIONS)
          return act(api, booking, 'cancel')
        }),
      )
      expect(tally(cancelled)).toEqual({ 200: BOOKED })
      // What was freed without an offer is offered by the task of the line.
      const sweeping = await cluster.add({ env: { HOLDFAST_RELAY: 'on' } })
      await until(
        'every time is offered',
        async () => {
          const offered = (await line()).filter(({ status }) => status === 'offered')
          return offered.length === BOOKED
        },
        OFFERS_MS,
      )
      await cluster.kill(sweeping)
      const after = await line()
      const offered = after.filter(({ status }) => status === 'offered')
      expect(offered.map(({ id }) => id)).toEqual(before.slice(0, BOOKED).map(({ id }) => id))
      expect(new Set(offered.map(({ offer }) => offer?.start)).size).toBe(BOOKED)
      const owners = await checkLedger(api, providerId, FIRST_DATE, DAYS)
      expect(new Set(owners)).toEqual(new Set(offered.map(({ offer }) => offer?.bookingId)))
      const holds = await listAll<Booking>(
        api,
        `/v1/bookings?providerId=${providerId}&status=pending`,
      )
      expect(holds).toHaveLength(BOOKED)
    },
    TEST_MS,
  )
}
