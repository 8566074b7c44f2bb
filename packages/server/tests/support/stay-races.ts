import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Cluster } from './cluster.ts'
import { type Outcome, untilAnswered } from './fixtures.ts'
import type { Answer, HttpClient, ProblemBody } from './http-client.ts'
import { listAll } from './ledger-check.ts'

const DAY_MS = 86_400_000
const TIME_ZONE = 'Europe/Berlin'

/** A stay as the API answers with it. */
export interface Stay {
  readonly id: string
  readonly status: string
  readonly arrival: string
  readonly departure: string
  readonly providerId: string
  /** Where it was before its present unit. `to` is open. */
  readonly earlierUnits: readonly {
    readonly providerId: string
    readonly from: string
    readonly to: string
  }[]
}

/** Units of a house. */
export interface Rooms {
  readonly propertyId: string
  /** The ids of the units. */
  readonly rooms: readonly string[]
}

/** Who has which night of a room, by the day, counted from day 0. */
export type Sleepers = ReadonlyMap<number, string>

/** Whether a stay claims its nights. */
export const isLive = ({ status }: Pick<Stay, 'status'>): boolean =>
  status === 'pending' || status === 'confirmed'

/** Houses on a cluster for races of their nights. Days are counted from `firstMs`, a midnight in UTC. */
export class StayRaces {
  readonly #cluster: () => Cluster
  readonly #firstMs: number
  #houses = 0

  /** `firstMs`: day 0. Default: in 30 days. */
  constructor(
    cluster: () => Cluster,
    firstMs: number = Math.floor(Date.now() / DAY_MS + 30) * DAY_MS,
  ) {
    this.#cluster = cluster
    this.#firstMs = firstMs
  }

  get #api(): HttpClient {
    return this.#cluster().api
  }

  dateOf = (day: number): string =>
    new Date(this.#firstMs + day * DAY_MS).toISOString().slice(0, 10)

  dayOf = (date: string): number => (Date.parse(date) - this.#firstMs) / DAY_MS

  /** The days of nights; `to` is open. */
  daysBetween(from: string, to: string): readonly number[] {
    const first = this.dayOf(from)
    return Array.from({ length: this.dayOf(to) - first }, (_, at) => first + at)
  }

  /** Makes something, once, until the outcome is known; resolves with its id. */
  async make(path: string, body: object): Promise<string> {
    const headers = { 'idempotency-key': randomUUID() }
    const made = await untilAnswered(() =>
      this.#api.post<{ id: string } & ProblemBody>(path, body, headers),
    )
    expect(made.status, made.text).toBe(201)
    return made.body.id
  }

  /** Makes a house with some units; `unit` is for each of them, such as with a calendar that exists. */
  async makeHouse(count: number, unit: object = {}): Promise<Rooms> {
    this.#houses += 1
    const house = { name: 'House', timeZone: TIME_ZONE }
    const propertyId = await this.make('/v1/properties', house)
    const rooms: string[] = []
    for (let room = 0; room < count; room += 1) {
      const slug = `room-${this.#cluster().engine}-${this.#houses}-${room}`
      const body = { name: `Room ${room}`, kind: 'unit', timeZone: TIME_ZONE, propertyId, slug }
      rooms.push(await this.make('/v1/providers', { ...body, ...unit }))
    }
    return { propertyId, rooms }
  }

  /** Makes an event type over units of a house: a pool if there are several. */
  async makeType([first, ...others]: readonly string[], more: object = {}): Promise<string> {
    const type = { providerId: first, slug: 'double', title: 'Double', grain: 'nights' }
    const requirements = [{ name: 'room', kind: 'unit', count: 1 }]
    const pool = others.length > 0 ? { requirements } : {}
    return await this.make('/v1/event-types', { ...type, holdMinutes: 60, ...pool, ...more })
  }

  /** A new house whose rooms are a pool, or one room. */
  async makePool(count: number, more: object = {}) {
    const { rooms } = await this.makeHouse(count)
    return { rooms, eventTypeId: await this.makeType(rooms, more) }
  }

  /** Books nights until the outcome is known. `name` is the guest's, once for each event type. */
  book(
    eventTypeId: string,
    name: string,
    from: number,
    nights: number,
    more: object = {},
  ): Promise<Outcome<Stay>> {
    const [arrival, departure] = [this.dateOf(from), this.dateOf(from + nights)]
    const booker = { name, email: `${name}@example.com` }
    const body = { eventTypeId, arrival, departure, booker, ...more }
    const headers = { 'idempotency-key': `${eventTypeId}-${name}` }
    return untilAnswered(() => this.#api.post<Stay & ProblemBody>('/v1/bookings', body, headers))
  }

  /** Changes a stay until the outcome is known. `key` makes the request another one of the same action. */
  change(id: string, action: string, body: object = {}, key = ''): Promise<Outcome<Stay>> {
    const headers = { 'idempotency-key': `${id}-${action}${key}` }
    const path = `/v1/bookings/${id}/${action}`
    return untilAnswered(() => this.#api.post<Stay & ProblemBody>(path, body, headers))
  }

  /** All stays of an event type. */
  staysOf(eventTypeId: string): Promise<readonly Stay[]> {
    return listAll<Stay>(this.#api, `/v1/bookings?eventTypeId=${eventTypeId}`)
  }

  /** What the calendar of a room lists for some months: stays of the calendar and bookings. */
  eventsOf(calendarId: string) {
    const range = `from=${this.dateOf(-40)}&to=${this.dateOf(320)}`
    const path = `/v1/calendars/${calendarId}/events?${range}`
    return listAll<Readonly<Record<'id' | 'start' | 'end', string>>>(this.#api, path)
  }

  /** Who has which night by the calendar of a room. Expects that no night belongs to two. */
  async sleepersIn(calendarId: string): Promise<Sleepers> {
    const sleepers = new Map<number, string>()
    for (const { id, start, end } of await this.eventsOf(calendarId)) {
      for (const day of this.daysBetween(start, end)) {
        expect(sleepers.get(day), `${this.dateOf(day)} belongs to two`).toBeUndefined()
        sleepers.set(day, id)
      }
    }
    return sleepers
  }

  /** The calendar of a unit. */
  async calendarOf(unitId: string): Promise<string> {
    const unit = await this.#api.get<{ calendarId: string }>(`/v1/providers/${unitId}`)
    return unit.body.calendarId
  }

  /** The books as an oracle of their own: the nights of each room that live stays have. Expects each at most once. */
  booksOf(stays: readonly Stay[]): ReadonlyMap<string, Sleepers> {
    const books = new Map<string, Map<number, string>>()
    for (const stay of stays.filter(isLive)) {
      const { id, arrival, departure, providerId, earlierUnits } = stay
      const since = earlierUnits.at(-1)?.to ?? arrival
      for (const part of [...earlierUnits, { providerId, from: since, to: departure }]) {
        const nights = books.get(part.providerId) ?? new Map<number, string>()
        for (const day of this.daysBetween(part.from, part.to)) {
          const twice = `${part.providerId} has ${this.dateOf(day)} twice`
          expect(nights.get(day), twice).toBeUndefined()
          nights.set(day, id)
        }
        books.set(part.providerId, nights)
      }
    }
    return books
  }

  /** Expects that an event type has as many rooms left in each night from `day` on as the books say. */
  async expectUnitsLeft(eventTypeId: string, count: number, stays: readonly Stay[], day = 0) {
    const books = [...this.booksOf(stays).values()]
    const range = `from=${this.dateOf(day)}&to=${this.dateOf(day + 120)}`
    const { body } = await this.#api.get<{ data: { date: string; unitsLeft: number }[] }>(
      `/v1/event-types/${eventTypeId}/nights?${range}`,
    )
    for (const { date, unitsLeft } of body.data) {
      const taken = books.filter((nights) => nights.has(this.dayOf(date))).length
      expect([date, unitsLeft]).toEqual([date, count - taken])
    }
  }

  /**
   * Calls a server that kills itself at a pass of a point, such as `request.write.before:1`. What it answered before, as status
   * and text; undefined if it died.
   */
  async lastWords(
    crashAt: string,
    call: (api: HttpClient) => Promise<Answer<unknown>>,
  ): Promise<string | undefined> {
    const cluster = this.#cluster()
    const mortal = await cluster.add({ env: { HOLDFAST_CRASH_AT: crashAt } })
    const words = await call(cluster.at(mortal)).then(
      ({ status, text }) => `${status} ${text}`,
      () => undefined,
    )
    await cluster.kill(mortal)
    return words
  }
}
