import type { Claim, ShownBooking } from '../checker/operation.ts'
import type { Api, ApiAnswer } from '../run/api.ts'
import { bookedBy, callOf, isLapsed, stateOf } from './booking-calls.ts'
import { type Cell, instantOf, type ListedBooking, type PlannedCall } from './cell.ts'
import type { Random } from './random.ts'
import type { BookableType, World } from './world.ts'

/** A booking in an answer, as far as a run reads it. */
export interface ApiBooking {
  readonly id: string
  readonly eventTypeId: string
  readonly providerId: string
  readonly assignments?: readonly { readonly providerId: string }[]
  readonly status: string
  readonly start: string
  readonly seats: number
  readonly holdExpiresAt: string | null
  readonly version: number
  readonly metadata?: Readonly<Record<string, string>>
  readonly createdAt?: string
  /** The entry of the wait list that got it as an offer. */
  readonly waitlistId?: string | null
  readonly payment?: { readonly id: string; readonly status: string } | null
}

const MINUTE = 60_000
const DAY_MINUTES = 24 * 60
/** A few starts in the morning, so that many want the same. */
const FIRST_START_MINUTES = 9 * 60
const STARTS = 8
const STEP_MINUTES = 30
const MAX_PARTY = 3
const MOVE_SHARE = 0.15
/** How many moves are to the next start, which may overlap the booking's own time. */
const NEAR_SHARE = 0.4
/** How often a client wants to confirm a hold that has lapsed, if there is one. */
const LATE_SHARE = 0.15

/** One day of a world: its bookings depend on one another, and on no others. */
export class BookingCell implements Cell {
  readonly world: World
  /** The first minute of the day. */
  readonly dayEpochMinutes: number
  readonly capacities: ReadonlyMap<string, number>
  readonly forgetsEnded = false
  /** The bookings that clients were shown, as they were shown last. */
  readonly known = new Map<string, ApiBooking>()

  constructor(world: World, dayEpochMinutes: number) {
    this.world = world
    this.dayEpochMinutes = dayEpochMinutes
    const { types } = world
    this.capacities = new Map([
      ...types.flatMap((type) =>
        type.capacity === undefined
          ? []
          : Array.from(
              { length: STARTS },
              (_, n) => [sessionOf(type, this.#start(n)), type.capacity ?? 0] as const,
            ),
      ),
      ...types.flatMap((type) =>
        type.perDay === undefined ? [] : [[this.#limitOf(type), type.perDay] as const],
      ),
    ])
  }

  /** The cell's day, as a query of the API. */
  protected get range(): string {
    const [from, to] = [this.dayEpochMinutes, this.dayEpochMinutes + DAY_MINUTES].map(instantOf)
    return `from=${from}&to=${to}`
  }

  #start(index: number): number {
    return this.dayEpochMinutes + FIRST_START_MINUTES + index * STEP_MINUTES
  }

  /** The starts that clients want, in epoch minutes. */
  protected get starts(): readonly number[] {
    return Array.from({ length: STARTS }, (_, n) => this.#start(n))
  }

  #limitOf = (type: BookableType): string => `limit ${type.id} ${this.dayEpochMinutes}`

  /** What a booking takes with these providers. */
  #claims(
    type: BookableType,
    start: number,
    seats: number,
    providerIds: readonly string[],
  ): readonly Claim[] {
    const to = start + type.durationMinutes
    const session = sessionOf(type, start)
    return [
      ...providerIds.map((resource) => ({
        resource,
        from: start,
        to: to + type.bufferAfterMinutes,
        amount: 1,
        ...(type.capacity !== undefined && { owner: session }),
        ...(type.keptMinutes && { keptMinutes: type.keptMinutes }),
      })),
      ...(type.capacity === undefined
        ? []
        : [{ resource: session, from: start, to, amount: seats }]),
      ...(type.perDay === undefined
        ? []
        : [{ resource: this.#limitOf(type), from: 0, to: 1, amount: 1 }]),
    ]
  }

  #alternatives(type: BookableType, start: number, seats: number) {
    const combinations = type.pools.reduce<readonly (readonly string[])[]>(
      (all, pool) => all.flatMap((chosen) => pool.map((id) => [...chosen, id])),
      [[]],
    )
    return combinations.map((providerIds) => this.#claims(type, start, seats, providerIds))
  }

  #typeOf({ id, eventTypeId }: ApiBooking): BookableType {
    const type = this.world.types.find((each) => each.id === eventTypeId)
    if (type === undefined) throw new Error(`Booking ${id} is of another cell.`)
    return type
  }

  /** A booking as the checker sees it. Its hold ends by the servers' clocks. */
  shown(booking: ApiBooking): ShownBooking {
    const type = this.#typeOf(booking)
    const { assignments = [], providerId, holdExpiresAt } = booking
    const providers =
      assignments.length === 0 ? [providerId] : assignments.map((each) => each.providerId)
    const start = Date.parse(booking.start) / MINUTE
    return {
      id: booking.id,
      claims: this.#claims(type, start, booking.seats, providers),
      state: stateOf(booking.status),
      ...(holdExpiresAt !== null && { lapsesAt: Date.parse(holdExpiresAt) }),
    }
  }

  shownIn(answer: ApiAnswer): readonly ShownBooking[] {
    return bookingsOf(answer).map((booking) => {
      this.known.set(booking.id, booking)
      return this.shown(booking)
    })
  }

  async list(api: Api): Promise<readonly ListedBooking[]> {
    const listed: ListedBooking[] = []
    for (const { id } of this.world.types) {
      let cursor = ''
      do {
        const path = `/v1/bookings?eventTypeId=${id}&${this.range}&limit=100${cursor}`
        const page = await api.must({ method: 'GET', path })
        for (const booking of page.data as readonly ApiBooking[]) {
          const { version, metadata, payment, waitlistId, createdAt = '' } = booking
          listed.push({
            shown: this.shown(booking),
            version,
            operationId: metadata?.operation,
            ...(payment && { paymentId: payment.id }),
            ...(waitlistId && { offer: { entryId: waitlistId, madeAt: Date.parse(createdAt) } }),
          })
        }
        cursor = typeof page.nextCursor === 'string' ? `&cursor=${page.nextCursor}` : ''
      } while (cursor !== '')
    }
    return listed
  }

  plan(random: Random, operationId: string, now: number): PlannedCall {
    const dice = random.next()
    const known = [...this.known.values()]
    if (known.length === 0 || dice < 0.35) {
      return this.world.shape === 'group' && random.next() < 0.6
        ? this.#planGroup(random, operationId)
        : this.#planTake(random, operationId)
    }
    const lapsed = known.filter((booking) => isLapsed(booking, now))
    if (lapsed.length > 0 && random.next() < LATE_SHARE) {
      return callOf('confirm', random.pick(lapsed).id)
    }
    const booking = random.pick(known)
    if (dice < 0.35 + MOVE_SHARE) return this.#planMove(random, booking)
    if (dice < 0.67) return callOf('confirm', booking.id)
    return dice < 0.82 ? callOf('cancel', booking.id) : callOf('read', booking.id)
  }

  /** Moves a booking whose event type and seats are known. */
  #planMove(random: Random, booking: ApiBooking): PlannedCall {
    const type = this.#typeOf(booking)
    const own = (Date.parse(booking.start) / MINUTE - this.#start(0)) / STEP_MINUTES
    const isNear = random.next() < NEAR_SHARE
    const start = this.#start(isNear ? (own + 1) % STARTS : random.below(STARTS))
    const path = `/v1/bookings/${booking.id}/reschedule`
    return {
      action: {
        kind: 'move',
        id: booking.id,
        wanted: this.#alternatives(type, start, booking.seats),
      },
      call: { method: 'POST', path, body: { start: instantOf(start) } },
    }
  }

  #planTake(random: Random, operationId: string): PlannedCall {
    const type = random.pick(this.world.types)
    const start = this.#start(random.below(STARTS))
    const seats = type.capacity === undefined ? 1 : 1 + random.below(MAX_PARTY)
    const body = {
      eventTypeId: type.id,
      start: instantOf(start),
      ...(type.capacity !== undefined && { seats }),
      ...bookedBy(operationId),
    }
    return {
      action: { kind: 'take', wanted: [this.#alternatives(type, start, seats)] },
      call: { method: 'POST', path: '/v1/bookings', body },
    }
  }

  #planGroup(random: Random, operationId: string): PlannedCall {
    const items = this.world.types.map((type) => ({
      type,
      start: this.#start(random.below(STARTS)),
    }))
    const body = {
      items: items.map(({ type, start }) => ({ eventTypeId: type.id, start: instantOf(start) })),
      ...bookedBy(operationId),
    }
    return {
      action: {
        kind: 'take',
        wanted: items.map(({ type, start }) => this.#alternatives(type, start, 1)),
      },
      call: { method: 'POST', path: '/v1/booking-groups', body },
    }
  }
}

/** The bookings of an answer: one, or those of a group. */
// The contract's own tests check the shape of answers.
const bookingsOf = ({ body }: ApiAnswer): readonly ApiBooking[] =>
  (body.bookings ?? [body]) as unknown as readonly ApiBooking[]

const sessionOf = (type: BookableType, start: number): string => `session ${type.id} ${start}`
