import type { Action, Claim, ShownBooking } from '../checker/operation.ts'
import type { ApiCall } from '../run/api.ts'
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
}

/** A request of a client, and what it means. */
export interface PlannedCall {
  readonly action: Action
  readonly call: ApiCall
}

const MINUTE = 60_000
const DAY_MINUTES = 24 * 60
/** A few starts in the morning, so that many want the same. */
const FIRST_START_MINUTES = 9 * 60
const STARTS = 8
const STEP_MINUTES = 30
const MAX_PARTY = 3

const instant = (epochMinutes: number): string =>
  new Date(epochMinutes * MINUTE).toISOString().replace('.000Z', 'Z')

/** One day of a world: its bookings depend on one another, and on no others. */
export class Cell {
  readonly world: World
  /** The first minute of the day. */
  readonly dayEpochMinutes: number
  readonly capacities: ReadonlyMap<string, number>

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

  /** The range of the day, for lists. */
  get range(): string {
    const [from, to] = [this.dayEpochMinutes, this.dayEpochMinutes + DAY_MINUTES].map(instant)
    return `from=${from}&to=${to}`
  }

  #start(index: number): number {
    return this.dayEpochMinutes + FIRST_START_MINUTES + index * STEP_MINUTES
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

  /** A booking as the checker sees it. Its hold ends by the servers' clocks. */
  shown(booking: ApiBooking): ShownBooking {
    const type = this.world.types.find(({ id }) => id === booking.eventTypeId)
    if (type === undefined) throw new Error(`Booking ${booking.id} is of another cell.`)
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

  /** What a client does next, given the bookings it knows of. */
  plan(random: Random, knownIds: readonly string[], operationId: string): PlannedCall {
    const dice = random.next()
    if (knownIds.length === 0 || dice < 0.4) {
      return this.world.shape === 'group' && random.next() < 0.6
        ? this.#planGroup(random, operationId)
        : this.#planTake(random, operationId)
    }
    const id = random.pick(knownIds)
    const path = `/v1/bookings/${id}`
    if (dice < 0.6) {
      const call = { method: 'POST', path: `${path}/confirm`, body: {} } as const
      return { action: { kind: 'confirm', ids: [id] }, call }
    }
    if (dice < 0.78) {
      const call = { method: 'POST', path: `${path}/cancel`, body: {} } as const
      return { action: { kind: 'release', ids: [id] }, call }
    }
    return { action: { kind: 'read', id }, call: { method: 'GET', path } }
  }

  /** Moves a booking whose event type and seats are known. */
  planMove(random: Random, booking: ApiBooking): PlannedCall | undefined {
    const type = this.world.types.find(({ id }) => id === booking.eventTypeId)
    if (type === undefined) return undefined
    const start = this.#start(random.below(STARTS))
    const path = `/v1/bookings/${booking.id}/reschedule`
    return {
      action: {
        kind: 'move',
        id: booking.id,
        wanted: this.#alternatives(type, start, booking.seats),
      },
      call: { method: 'POST', path, body: { start: instant(start) } },
    }
  }

  #planTake(random: Random, operationId: string): PlannedCall {
    const type = random.pick(this.world.types)
    const start = this.#start(random.below(STARTS))
    const seats = type.capacity === undefined ? 1 : 1 + random.below(MAX_PARTY)
    const body = {
      eventTypeId: type.id,
      start: instant(start),
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
      items: items.map(({ type, start }) => ({ eventTypeId: type.id, start: instant(start) })),
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

const sessionOf = (type: BookableType, start: number): string => `session ${type.id} ${start}`

/** The operation is named in the booking, so that the list at the end shows whether it happened. */
const bookedBy = (operationId: string) => ({
  booker: { name: 'Grace Hopper', email: 'grace@example.com' },
  metadata: { operation: operationId },
})

function stateOf(status: string): ShownBooking['state'] {
  if (status === 'pending') return 'held'
  return status === 'confirmed' ? 'confirmed' : 'ended'
}
