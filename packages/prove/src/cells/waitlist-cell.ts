import { checkLine, type LineEntry } from '../checker/line.ts'
import type { Operation } from '../checker/operation.ts'
import type { ApiAnswer } from '../run/api.ts'
import type { ApiCall } from '../run/transport.ts'
import { type ApiBooking, BookingCell } from './booking-cell.ts'
import {
  type Cell,
  type CellRun,
  type Conclusion,
  instantOf,
  type ListedBooking,
  type PlannedCall,
  skewsOf,
} from './cell.ts'
import type { Random } from './random.ts'
import { OFFER_MINUTES } from './world.ts'

const JOIN_SHARE = 0.12
/** Reads tell when offers were made, so that few orders of a history are possible. */
const LIST_SHARE = 0.1
const LOOK_SHARE = 0.1
const LEAVE_SHARE = 0.05
/** How often a client reads the booking of an offer that it has seen, if there is one. */
const READ_OFFER_SHARE = 0.5
const MAX_STARTS_WANTED = 3
const MINUTE = 60_000

/** A request to join the line. Times are milliseconds of the run's clock. */
interface Join {
  readonly call: ApiCall
  readonly from: number
  readonly to: number
  readonly sentAt: number
  /** Absent: nobody has answered. */
  answered?: { readonly entryId: string; readonly at: number }
  /** When the last read was sent that showed somebody who never had an offer. */
  waitedAt?: number
}

/** A request to leave the line. */
interface Leave {
  readonly entryId: string
  readonly sentAt: number
}

/** An entry in an answer, as far as a run reads it. */
interface ApiEntry {
  readonly id: string
  readonly status: string
  readonly lapsedOffers: number
  readonly offer: { readonly bookingId: string } | null
}

/**
 * One day of a provider with a wait list. Its offers are bookings that no client asks for. They are known from the list at
 * the end, and stand in the history as operations of nobody, at some time between their creation and their first sight.
 */
export class WaitlistCell extends BookingCell implements Cell {
  /** By the key of the request. */
  readonly #joins = new Map<string, Join>()
  readonly #leaves: Leave[] = []
  /** When clients learnt of an offer first, by its booking. */
  readonly #seenAt = new Map<string, number>()

  override plan(random: Random, operationId: string, now: number): PlannedCall {
    const dice = random.next()
    if (dice < JOIN_SHARE) return this.#planJoin(random, operationId, now)
    if (dice < JOIN_SHARE + LIST_SHARE) return this.#planList()
    const joined = [...this.#joins.values()].filter(({ answered }) => answered)
    if (joined.length > 0 && dice < JOIN_SHARE + LIST_SHARE + LOOK_SHARE) {
      return this.#planLook(random.pick(joined), now)
    }
    if (joined.length > 0 && dice < JOIN_SHARE + LIST_SHARE + LOOK_SHARE + LEAVE_SHARE) {
      return this.#planLeave(random.pick(joined), now)
    }
    const unread = [...this.#seenAt.keys()].filter((id) => !this.known.has(id))
    if (unread.length > 0 && random.next() < READ_OFFER_SHARE) return readOf(random.pick(unread))
    const planned = super.plan(random, operationId, now)
    // The list at the end must show where an offer was made.
    const isMoveOfOffer =
      planned.action.kind === 'move' && this.known.get(planned.action.id)?.waitlistId
    return isMoveOfOffer ? readOf(planned.action.id) : planned
  }

  get #typeId(): string {
    const type = this.world.types.find(({ hasWaitlist }) => hasWaitlist)
    if (type === undefined) throw new Error('The world has no wait list.')
    return type.id
  }

  #planJoin(random: Random, key: string, now: number): PlannedCall {
    const starts = this.starts
    const first = random.below(starts.length)
    const last = Math.min(first + random.below(MAX_STARTS_WANTED), starts.length - 1)
    const [from = 0, to = 0] = [starts[first], (starts[last] ?? 0) + 1]
    const call: ApiCall = {
      method: 'POST',
      path: `/v1/event-types/${this.#typeId}/waitlist`,
      body: {
        from: instantOf(from),
        to: instantOf(to),
        booker: { name: 'Ada Lovelace', email: `${key}@example.com` },
      },
    }
    const join: Join = { call, from, to, sentAt: now }
    this.#joins.set(key, join)
    return errand(key, call, ({ body }, at) => {
      join.answered = { entryId: String(body.id), at }
    })
  }

  #planList(): PlannedCall {
    const path = `/v1/bookings?eventTypeId=${this.#typeId}&${this.range}&limit=100`
    return errand('list', { method: 'GET', path }, ({ body }, at) => {
      for (const { id, waitlistId } of body.data as readonly ApiBooking[]) {
        if (waitlistId) this.#see(id, at)
      }
    })
  }

  #planLook(join: Join, now: number): PlannedCall {
    const { entryId = '' } = join.answered ?? {}
    return errand(entryId, { method: 'GET', path: pathOf(entryId) }, ({ body }, at) => {
      const { offer, status, lapsedOffers } = body as unknown as ApiEntry
      if (offer) this.#see(offer.bookingId, at)
      if (status === 'waiting' && lapsedOffers === 0) {
        join.waitedAt = Math.max(join.waitedAt ?? now, now)
      }
    })
  }

  #see(bookingId: string, at: number): void {
    if (!this.#seenAt.has(bookingId)) this.#seenAt.set(bookingId, at)
  }

  #planLeave({ answered }: Join, sentAt: number): PlannedCall {
    const { entryId = '' } = answered ?? {}
    this.#leaves.push({ entryId, sentAt })
    return errand(entryId, { method: 'DELETE', path: pathOf(entryId) }, () => {})
  }

  /** Takes everybody out of the line, so that no more offers are made. */
  async close({ api, now }: CellRun): Promise<void> {
    for (const [key, join] of this.#joins) {
      // Whoever got no answer asks again, under the same key.
      const { id } = join.answered ? { id: join.answered.entryId } : await api.must(join.call, key)
      const entryId = String(id)
      join.answered ??= { entryId, at: now() }
      this.#leaves.push({ entryId, sentAt: now() })
      await api.must({ method: 'DELETE', path: pathOf(entryId) }, `${key}-leave`)
    }
  }

  conclude(
    run: CellRun,
    startedAt: number,
    operations: readonly Operation[],
    bookings: readonly ListedBooking[],
  ): Conclusion {
    const entries = this.#entries(run, startedAt, operations, bookings)
    const unasked = entries.flatMap((entry) =>
      entry.offers.flatMap(({ bookingId, earliest, latest }): readonly Operation[] => {
        const { shown, offer } = bookings.find((each) => each.shown.id === bookingId) ?? {}
        if (shown === undefined || offer === undefined) return []
        const lapsesAt = offer.madeAt + OFFER_MINUTES * MINUTE
        const { id, claims } = shown
        const made: Operation = {
          id: `offer ${id}`,
          client: -1,
          action: { kind: 'take', wanted: [[claims]] },
          outcome: { kind: 'done', bookings: [{ id, claims, state: 'held', lapsesAt }] },
          invokedAt: earliest,
          returnedAt: latest,
          ...skewsOf(run, startedAt, earliest),
          request: `an offer to ${entry.id}`,
        }
        const declines =
          shown.state === 'ended' ? this.#declinesOf(run, startedAt, entry.id, id) : []
        return [made, ...declines]
      }),
    )
    return { unasked, strange: checkLine(entries) }
  }

  /** Whoever leaves declines an open offer: the hold may end then, at some time. */
  #declinesOf(run: CellRun, startedAt: number, entryId: string, bookingId: string) {
    return this.#leaves
      .filter((leave) => leave.entryId === entryId)
      .map(
        ({ sentAt }, n): Operation => ({
          id: `leave ${bookingId} ${n}`,
          client: -1,
          action: { kind: 'release', ids: [bookingId] },
          outcome: { kind: 'unknown' },
          invokedAt: sentAt,
          returnedAt: Number.POSITIVE_INFINITY,
          ...skewsOf(run, startedAt, sentAt),
          request: `${entryId} leaves the line`,
        }),
      )
  }

  #entries(
    run: CellRun,
    startedAt: number,
    operations: readonly Operation[],
    bookings: readonly ListedBooking[],
  ): readonly LineEntry[] {
    const endedAt = run.now()
    const skew = run.skewSince(startedAt)
    const shownAt = firstShown(operations)
    return [...this.#joins.values()].map(({ from, to, sentAt, answered, waitedAt = sentAt }) => {
      const { entryId = '', at = endedAt } = answered ?? {}
      const offers = bookings.flatMap(({ shown, offer }) =>
        offer?.entryId === entryId
          ? [
              {
                bookingId: shown.id,
                start: shown.claims[0]?.from ?? 0,
                earliest: Math.max(waitedAt, offer.madeAt - skew),
                latest: Math.min(
                  endedAt,
                  shownAt.get(shown.id) ?? endedAt,
                  this.#seenAt.get(shown.id) ?? endedAt,
                ),
              },
            ]
          : [],
      )
      const left = this.#leaves.filter((leave) => leave.entryId === entryId)
      const leftFrom = Math.min(...left.map((leave) => leave.sentAt))
      return { id: entryId, joinedFrom: sentAt, joinedBy: at, from, to, leftFrom, offers }
    })
  }
}

/** When each booking was shown to a client first. */
function firstShown(operations: readonly Operation[]): ReadonlyMap<string, number> {
  const first = new Map<string, number>()
  for (const { outcome, returnedAt } of operations) {
    if (outcome.kind !== 'done') continue
    for (const { id } of outcome.bookings) {
      first.set(id, Math.min(returnedAt, first.get(id) ?? returnedAt))
    }
  }
  return first
}

const pathOf = (entryId: string): string => `/v1/waitlist/${entryId}`

const readOf = (id: string): PlannedCall => ({
  action: { kind: 'read', id },
  call: { method: 'GET', path: `/v1/bookings/${id}` },
})

/** A request that says nothing about a booking: it is no operation of the history, but something is learnt from its answer. */
const errand = (
  id: string,
  call: ApiCall,
  learn: (answer: ApiAnswer, now: number) => void,
): PlannedCall => ({
  action: { kind: 'read', id },
  call,
  follow: async (answer, now) => {
    learn(answer, now)
    return undefined
  },
})
