import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { NIGHT_AMOUNT } from '../cells/world.ts'
import { checkDeliveries } from '../checker/deliveries.ts'
import { checkEvents, type FinalBooking } from '../checker/events.ts'
import { checkMoney, type PaidBooking } from '../checker/money.ts'
import { checkOrder, type PaidStay } from '../checker/orders.ts'
import type { Api } from './api.ts'
import type { RunClock } from './clock.ts'
import { runDoctor } from './doctor.ts'
import type { EventLog } from './event-log.ts'
import type { Fleet } from './fleet.ts'
import { LateBookings, type ReadBooking } from './late-bookings.ts'
import type { Receiver } from './receiver.ts'
import type { Violation } from './run-report.ts'
import type { ProvenStore } from './stores.ts'
import type { Vendor } from './vendor.ts'

/** What is checked after the last fault. */
export interface FinalParts {
  readonly folder: string
  readonly store: ProvenStore
  readonly fleet: Fleet
  readonly api: Api
  readonly clock: RunClock
  readonly log: EventLog
  readonly receiver: Receiver | undefined
  readonly vendor: Vendor | undefined
  /** Called now and then with how far the events of a long run have come. */
  readonly onWaiting: (counts: WaitingCounts) => void
}

/** What has arrived after the last fault, and what is still waited for. */
export interface WaitingCounts {
  readonly events: number
  readonly delivered: number
  readonly payments: number
  readonly settledPayments: number
}

/** What the cells of a run left. */
export interface FinalState {
  readonly bookings: readonly ReadBooking[]
  /** Bookings that the account may have confirmed. */
  readonly confirmedIds: ReadonlySet<string>
}

/** What the end of a run showed. */
export interface FinalReport {
  readonly violations: readonly Violation[]
  readonly eventCount: number
  readonly deliveredCount: number
  readonly paymentCount: number
}

/** A server whose clock was ahead may have had a lease until then. */
const LEASES_END_MILLISECONDS = 11 * 60_000
/**
 * How often nothing may have changed before something counts as missing. Counted in passes of a second or more, so that
 * a machine that stands still does not count.
 */
const QUIET_PASSES = 60
/** After so many passes without a change all clocks move forward, so that what waits for its next attempt is due. */
const PASSES_BEFORE_NUDGE = 8
const NUDGES_MINUTES = [6, 40, 150, 360]
const MAX_VIOLATIONS = 20
const PAYMENTS_AT_ONCE = 8
const NO_DELIVERIES = new Map<string, never>()

/** Waits until everything has arrived and compares it; then stops the servers and runs the doctor. */
export async function checkEnd(parts: FinalParts, state: FinalState): Promise<FinalReport> {
  const { store, fleet, folder, api, clock, receiver, log, onWaiting } = parts
  await clock.advance(LEASES_END_MILLISECONDS)
  const delivered = receiver?.delivered ?? NO_DELIVERIES
  const payments = new PaymentsAtEnd(parts, state)
  const late = new LateBookings(api, state.bookings)
  const found = new Map<Violation['kind'], readonly string[]>()
  const arrived = async () => {
    await log.read()
    onWaiting({
      events: log.events.length,
      delivered: delivered.size,
      payments: payments.count,
      settledPayments: payments.settledCount,
    })
    return receiver === undefined || delivered.size >= log.events.length
  }
  const check = async () => {
    const bookings = [...state.bookings, ...(await late.among(log.events))]
    const latest = [...new Map(bookings.map((booking) => [booking.id, booking])).values()]
    found.set('events', checkEvents(log.events, currentVersions(latest, log)))
    if (receiver) found.set('webhooks', checkDeliveries(log.events, delivered))
    found.set('money', await payments.check())
    return [...found.values()].every((wrong) => wrong.length === 0)
  }
  const progress = () => log.events.length + delivered.size + payments.settledCount
  await untilQuiet({ arrived, check, progress }, clock)
  if (receiver) found.set('webhooks', [...(found.get('webhooks') ?? []), ...receiver.wrong])
  await fleet.stop()
  const { isHealthy, output } = await runDoctor(
    { ...store.directEnv, HOLDFAST_DATA_DIR: join(folder, 'data') },
    clock.now() - Date.now(),
  )
  if (!isHealthy) found.set('doctor', [output.slice(0, 4_000)])
  return {
    violations: [...found].flatMap(([kind, wrong]) =>
      wrong.slice(0, MAX_VIOLATIONS).map((text) => ({ kind, text })),
    ),
    eventCount: log.events.length,
    // A hold that ends while the servers stop may be delivered, but is not read from the log any more.
    deliveredCount: log.events.filter(({ id }) => delivered.has(id)).length,
    paymentCount: payments.count,
  }
}

/** What is waited for. */
interface Waiting {
  /** Reads what is new; answers whether everything seems to be there. */
  readonly arrived: () => Promise<boolean>
  /** Compares everything, which takes long after a long run; answers whether it is right. */
  readonly check: () => Promise<boolean>
  /** Grows with what has arrived. */
  readonly progress: () => number
}

/** Checks again until all is right, or nothing has changed for long. */
async function untilQuiet({ arrived, check, progress }: Waiting, clock: RunClock): Promise<void> {
  const nudges = NUDGES_MINUTES.values()
  let seen = progress()
  for (let quiet = 0; quiet < QUIET_PASSES; ) {
    await sleep(1_000)
    const before = seen
    // While deliveries arrive, a comparison would only keep them waiting.
    const isComplete = await arrived()
    if ((isComplete || progress() === before) && (await check())) return
    seen = progress()
    quiet = seen === before ? quiet + 1 : 0
    if (quiet % PASSES_BEFORE_NUDGE !== PASSES_BEFORE_NUDGE - 1) continue
    const { value: minutes } = nudges.next()
    if (minutes !== undefined) await clock.advance(minutes * 60_000)
  }
}

/** The sweeper may end a hold after its cell was read, and a payment may arrive: then the log has more versions. */
function currentVersions(bookings: FinalState['bookings'], log: EventLog): readonly FinalBooking[] {
  const latest = new Map<string, number>()
  for (const { type, resourceId, version } of log.events) {
    if (LATER_EVENTS.has(type))
      latest.set(resourceId, Math.max(latest.get(resourceId) ?? 0, version))
  }
  return bookings.map(({ id, version, paymentId }) => ({
    id,
    version: Math.max(version, latest.get(id) ?? 0),
    hasQuietChanges: paymentId !== undefined,
  }))
}

/** The events of changes that no client asks for. */
const LATER_EVENTS: ReadonlySet<string> = new Set(['booking.expired', 'booking.confirmed'])

interface ApiPayment {
  readonly id: string
  readonly bookingId: string
  readonly status: string
  readonly amount: number
  readonly amountCaptured: number
  readonly amountRefunded: number
}

/** The payments of a run. Those that were found right are not read again. */
class PaymentsAtEnd {
  readonly #parts: FinalParts
  readonly #confirmedIds: ReadonlySet<string>
  readonly #open: Map<string, string>
  readonly count: number

  constructor(parts: FinalParts, { bookings, confirmedIds }: FinalState) {
    this.#parts = parts
    this.#confirmedIds = confirmedIds
    this.#open = new Map(
      bookings.flatMap(({ id, paymentId }) =>
        paymentId === undefined ? [] : [[id, paymentId] as const],
      ),
    )
    this.count = this.#open.size
  }

  get settledCount(): number {
    return this.count - this.#open.size
  }

  async check(): Promise<readonly string[]> {
    const wrong: string[] = []
    // Each takes the next one, so that a long run does not wait for one answer after the other.
    const left = new Map(this.#open).entries()
    const work = async () => {
      for (const [bookingId, paymentId] of left) {
        const found = await this.#checkOne(bookingId, paymentId)
        if (found.length === 0) this.#open.delete(bookingId)
        wrong.push(...found)
      }
    }
    await Promise.all(Array.from({ length: PAYMENTS_AT_ONCE }, work))
    return wrong
  }

  async #checkOne(bookingId: string, paymentId: string): Promise<readonly string[]> {
    const { api, vendor } = this.#parts
    const money = vendor?.moneyOf(paymentId)
    if (money === undefined) return []
    const { status, ...stay } = await api.must({
      method: 'GET',
      path: `/v1/bookings/${bookingId}`,
    })
    const mayBeConfirmedUnpaid = this.#confirmedIds.has(bookingId)
    if (stay.grain === 'nights') {
      const order = await api.must({ method: 'GET', path: `/v1/orders/${stay.orderId}` })
      // The contract's own tests check the shape of answers.
      const paid = {
        ...stay,
        id: bookingId,
        status,
        order,
        mayBeConfirmedUnpaid,
      } as unknown as PaidStay
      return checkOrder(paid, NIGHT_AMOUNT, (id) => vendor?.moneyOf(id) ?? money)
    }
    const path = `/v1/payments?bookingId=${bookingId}`
    const { data } = await api.must({ method: 'GET', path })
    const [payment] = data as readonly ApiPayment[]
    if (payment === undefined) return [`payment ${paymentId} is not listed`]
    const booking: PaidBooking = {
      id: bookingId,
      status: String(status),
      payment,
      mayBeConfirmedUnpaid,
    }
    return checkMoney(booking, money)
  }
}
