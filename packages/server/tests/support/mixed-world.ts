import type { Booking, ClassSession } from '@holdfast/contracts'
import { seededRandom } from './fault-proxy.ts'
import {
  act,
  booker,
  expectStatus,
  makeEventType,
  makeProvider,
  untilAnswered,
} from './fixtures.ts'
import type { Answer, HttpClient, ProblemBody } from './http-client.ts'
import { listAll } from './ledger-check.ts'

/** The date that everything of a mixed world is booked on. */
export const MONDAY = '2035-04-23'
export const CAPACITY = 3
export const PER_DAY = 2

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const FIRST_HOUR = 9
const HOURS = 6
const FIRST_NIGHT = '2035-06-20'
const NIGHTS = 12
/** The events of the calendar are listed from and to these dates. */
const NIGHTS_RANGE = 'from=2035-06-01&to=2035-08-01'

/** What a busy moment answers: all else is a failure. */
const EXPECTED_REFUSALS = new Set([
  'slot_taken',
  'session_full',
  'limit_reached',
  'night_taken',
  'not_found',
  'invalid_transition',
  'not_pending',
  'hold_expired',
])

/** A stay of a calendar with nights. */
export interface Stay {
  readonly id: string
  readonly start: string
  readonly end: string
}

/** An account in which everything that can run out is booked: time, people of a team, seats, a limit, nights. */
export interface MixedWorld {
  readonly providerIds: readonly string[]
  readonly classId: string
  readonly limitedId: string
  readonly eventTypeIds: readonly string[]
  readonly blocksPath: string
  readonly calendarPath: string
}

/** Makes what a mixed world books. */
export async function makeMixedWorld(api: HttpClient): Promise<MixedWorld> {
  const made: string[] = []
  for (const name of ['alone', 'limited', 'teacher', 'one', 'two']) {
    made.push((await makeProvider(api, { name })).id)
  }
  const [alone = '', limited = '', teacher = '', one = '', two = ''] = made
  const team = await makeProvider(api, { kind: 'team' })
  const hour = { durationMinutes: 60, holdMinutes: 60 }
  const perDay = { limits: { perDay: PER_DAY } }
  const types = [
    await makeEventType(api, alone, hour),
    await makeEventType(api, limited, { ...hour, ...perDay }),
    await makeEventType(api, teacher, { ...hour, seats: { capacity: CAPACITY } }),
    await makeEventType(api, team.id, {
      ...hour,
      requirements: [{ name: 'person', providerIds: [one, two], count: 1 }],
    }),
  ]
  const eventTypeIds = types.map(({ id }) => id)
  const house = { name: 'House', timeZone: 'Europe/Berlin', exclusive: 'nights' }
  const calendar = expectStatus(await api.post<{ id: string }>('/v1/calendars', house), 201)
  return {
    providerIds: made,
    eventTypeIds,
    limitedId: eventTypeIds[1] ?? '',
    classId: eventTypeIds[2] ?? '',
    blocksPath: `/v1/providers/${alone}/blocks`,
    calendarPath: `/v1/calendars/${calendar.id}`,
  }
}

/** What a server lists. */
export interface Listed {
  readonly bookings: readonly Booking[]
  readonly blocks: readonly { readonly id: string }[]
  readonly stays: readonly Stay[]
  readonly sessions: readonly ClassSession[]
}

const byId = (a: { readonly id: string }, b: { readonly id: string }): number =>
  a.id < b.id ? -1 : 1

/** All bookings, blocks, stays and sessions as a server lists them. */
export async function listWorld(api: HttpClient, world: MixedWorld): Promise<Listed> {
  const bookings = await listAll<Booking>(api, '/v1/bookings')
  const blocks = await listAll<{ id: string }>(api, world.blocksPath)
  const stays = await listAll<Stay>(api, `${world.calendarPath}/events?${NIGHTS_RANGE}`)
  const sessions = expectStatus(
    await api.get<{ data: ClassSession[] }>(
      `/v1/event-types/${world.classId}/sessions?from=${MONDAY}&to=2035-04-24`,
    ),
    200,
  ).data
  return {
    bookings: bookings.toSorted(byId),
    blocks: blocks.toSorted(byId),
    stays: stays.toSorted(byId),
    sessions,
  }
}

interface Acknowledged {
  /** The bookings that a server has acknowledged, with their last acknowledged status and start. */
  readonly bookings: ReadonlyMap<string, Booking>
  readonly outcomes: Readonly<Record<string, number>>
}

/**
 * Lets clients hold, confirm, move and cancel in a mixed world, all at once: bookings of every kind, groups, blocks and stays.
 * Each call goes to the next server of `api`. Only the client that made something changes it.
 */
export async function playMixedWorld(
  api: HttpClient,
  world: MixedWorld,
  {
    clients,
    turns,
    seed,
  }: { readonly clients: number; readonly turns: number; readonly seed: number },
): Promise<Acknowledged> {
  const bookings = new Map<string, Booking>()
  const outcomes: Record<string, number> = {}
  const players = Array.from(
    { length: clients },
    (_, client) => new Player(api, world, `client${client}`, seededRandom(seed * 100 + client)),
  )
  await Promise.all(players.map((player) => player.play(turns)))
  for (const player of players) {
    for (const [id, booking] of player.bookings) bookings.set(id, booking)
    for (const [name, count] of player.outcomes) outcomes[name] = (outcomes[name] ?? 0) + count
  }
  return { bookings, outcomes }
}

class Player {
  readonly bookings = new Map<string, Booking>()
  readonly outcomes = new Map<string, number>()
  readonly #api: HttpClient
  readonly #world: MixedWorld
  readonly #name: string
  readonly #random: () => number
  readonly #stays: string[] = []
  readonly #blocks: string[] = []
  #calls = 0

  constructor(api: HttpClient, world: MixedWorld, name: string, random: () => number) {
    this.#api = api
    this.#world = world
    this.#name = name
    this.#random = random
  }

  async play(turns: number): Promise<void> {
    for (let turn = 0; turn < turns; turn += 1) {
      const draw = this.#random()
      if (draw < 0.35) await this.#book()
      else if (draw < 0.5) await this.#change('confirm')
      else if (draw < 0.6) await this.#change('reschedule')
      else if (draw < 0.7) await this.#change('cancel')
      else if (draw < 0.78) await this.#bookGroup()
      else if (draw < 0.88) await this.#stay()
      else await this.#block()
    }
  }

  #pick<Value>(values: readonly Value[]): Value | undefined {
    return values[Math.floor(this.#random() * values.length)]
  }

  #start(): string {
    const hour = FIRST_HOUR + Math.floor(this.#random() * HOURS)
    return `${MONDAY}T${String(hour).padStart(2, '0')}:00:00Z`
  }

  /** Asks until the outcome is known, and counts it; throws if nobody could expect it. */
  async #ask<Body>(
    what: string,
    call: (headers: Readonly<Record<string, string>>) => Promise<Answer<Body>>,
  ): Promise<Body | undefined> {
    this.#calls += 1
    const headers = { 'idempotency-key': `${this.#name}-${this.#calls}` }
    const { status, body, text } = await untilAnswered(
      () => call(headers) as Promise<Answer<Body & ProblemBody>>,
    )
    const name = `${what} ${status < 300 ? 'done' : body.code}`
    this.outcomes.set(name, (this.outcomes.get(name) ?? 0) + 1)
    if (status < 300) return body
    if (!EXPECTED_REFUSALS.has(body.code)) throw new Error(`${what} is answered ${status} ${text}`)
    return undefined
  }

  async #book(): Promise<void> {
    const eventTypeId = this.#pick(this.#world.eventTypeIds)
    const body = { eventTypeId, start: this.#start(), booker: booker(this.#name) }
    const made = await this.#ask('book', (headers) =>
      this.#api.post<Booking>('/v1/bookings', body, headers),
    )
    if (made) this.bookings.set(made.id, made)
  }

  async #bookGroup(): Promise<void> {
    const [first, , , fourth] = this.#world.eventTypeIds
    const items = [first, fourth].map((eventTypeId) => ({ eventTypeId, start: this.#start() }))
    const onConflict = this.#random() < 0.5 ? 'skip' : 'refuse'
    const body = { items, booker: booker(this.#name), onConflict }
    const made = await this.#ask('group', (headers) =>
      this.#api.post<{ bookings: Booking[] }>('/v1/booking-groups', body, headers),
    )
    for (const booking of made?.bookings ?? []) this.bookings.set(booking.id, booking)
  }

  async #change(action: 'confirm' | 'reschedule' | 'cancel'): Promise<void> {
    const live = [...this.bookings.values()].filter(({ status }) => status !== 'cancelled')
    const booking = this.#pick(live)
    if (booking === undefined) return
    const body = action === 'reschedule' ? { start: this.#start() } : {}
    const changed = await this.#ask(action, (headers) =>
      act(this.#api, booking, action, body, headers),
    )
    if (changed) this.bookings.set(changed.id, changed)
  }

  async #stay(): Promise<void> {
    const path = `${this.#world.calendarPath}/events`
    const first = Date.parse(FIRST_NIGHT) + Math.floor(this.#random() * NIGHTS) * DAY_MS
    const dateOf = (days: number) => new Date(first + days * DAY_MS).toISOString().slice(0, 10)
    const nights = 1 + Math.floor(this.#random() * 4)
    const body = { title: this.#name, start: dateOf(0), end: dateOf(nights) }
    const id = this.#pick(this.#stays)
    const draw = this.#random()
    if (id === undefined || draw < 0.5) {
      const made = await this.#ask('stay', (headers) => this.#api.post<Stay>(path, body, headers))
      if (made) this.#stays.push(made.id)
    } else if (draw < 0.8) {
      await this.#ask('move a stay', () => this.#api.put<Stay>(`${path}/${id}`, body))
    } else await this.#ask('remove a stay', () => this.#api.delete(`${path}/${id}`))
  }

  async #block(): Promise<void> {
    const path = this.#world.blocksPath
    const id = this.#blocks.at(-1)
    if (id !== undefined && this.#random() < 0.5) {
      this.#blocks.pop()
      await this.#ask('unblock', () => this.#api.delete(`${path}/${id}`))
      return
    }
    const start = this.#start()
    const end = new Date(Date.parse(start) + HOUR_MS / 2).toISOString()
    const made = await this.#ask('block', (headers) =>
      this.#api.post<{ id: string }>(path, { start, end }, headers),
    )
    if (made) this.#blocks.push(made.id)
  }
}
