import type { Booking } from '@holdfast/contracts'
import {
  act,
  book,
  type CreatedBooking,
  expectStatus,
  type Outcome,
  outcomeOf,
} from './fixtures.ts'
import type { HttpClient } from './http-client.ts'
import { listAll } from './ledger-check.ts'

/** The state of a booking that readers can distinguish. */
export interface BookingState {
  readonly version: number
  readonly status: string
  readonly start: string
}

/** One client's history of one booking: acknowledged changes, and calls without a known outcome. */
export interface History {
  readonly eventTypeId: string
  readonly start: string
  /** The unique name of the booker, and the idempotency key. */
  readonly name: string
  id?: string
  /** The last acknowledged state. */
  acknowledged?: BookingState
  /** The last call, if its outcome is unknown. No call follows it. */
  open?: 'hold' | Action
}

type Action = 'confirm' | 'cancel' | 'reschedule'

/** Clients that book and change bookings as fast as they get responses. */
export interface BookingLoad {
  readonly histories: readonly History[]
  /** Outcomes that are neither a success nor expected. */
  readonly strange: ReadonlySet<string>
  /** Resolves after that many more successes; rejects if a client stops early. */
  acknowledgements(count: number): Promise<void>
  /** Resolves when every client has its last response. */
  stop(): Promise<void>
}

/** The settings of a load. */
export interface BookingLoadOptions {
  readonly api: HttpClient
  readonly clients: number
  readonly eventTypeIds: readonly string[]
  /** The first bookable start; every half hour from then on is bookable. */
  readonly firstStart: string
  /** The number of half-hour slots of each event type. */
  readonly startCount: number
}

const CHECKS_AT_ONCE = 16
const SLOT_MILLISECONDS = 30 * 60_000

/** The start that many half hours later, as in responses. */
export const later = (start: string, halfHours: number): string =>
  new Date(Date.parse(start) + halfHours * SLOT_MILLISECONDS).toISOString().replace('.000', '')

const stateOf = ({ version, status, start }: Booking): BookingState => ({ version, status, start })

/** Waits for a response; undefined if the outcome is unknown. */
async function answerTo<Body>(call: Promise<Outcome<Body>>): Promise<Outcome<Body> | undefined> {
  try {
    const answer = await call
    return answer.status === 503 ? undefined : answer
  } catch {
    return undefined
  }
}

let loads = 0

class RunningLoad implements BookingLoad {
  readonly histories: History[] = []
  readonly strange = new Set<string>()
  readonly #options: BookingLoadOptions
  readonly #clients: Promise<void>
  readonly #number: number
  #isStopping = false
  #turn = 0
  #acknowledged = 0
  #waiting: { readonly at: number; readonly resolve: () => void } | undefined

  constructor(options: BookingLoadOptions) {
    this.#options = options
    loads += 1
    this.#number = loads
    this.#clients = Promise.all(
      Array.from({ length: options.clients }, () => this.#runClient()),
    ).then(() => undefined)
  }

  async acknowledgements(count: number): Promise<void> {
    const reached = new Promise<void>((resolve) => {
      this.#waiting = { at: this.#acknowledged + count, resolve }
    })
    const ended = this.#clients.then(() => {
      throw new Error(`The clients stopped after ${this.#acknowledged} acknowledgements.`)
    })
    await Promise.race([reached, ended])
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    await this.#clients
  }

  #count(): void {
    this.#acknowledged += 1
    if (this.#waiting && this.#acknowledged >= this.#waiting.at) this.#waiting.resolve()
  }

  async #runClient(): Promise<void> {
    const { eventTypeIds, firstStart, startCount } = this.#options
    while (!this.#isStopping) {
      const turn = this.#turn
      this.#turn += 1
      // Two consecutive clients request the same slot, usually at the same moment.
      const slot = Math.floor(turn / 2)
      const eventTypeId = eventTypeIds[slot % eventTypeIds.length] ?? ''
      const index = Math.floor(slot / eventTypeIds.length) * 2
      if (index >= startCount) return
      const start = later(firstStart, index)
      const history: History = { eventTypeId, start, name: `load${this.#number}-client${turn}` }
      this.histories.push(history)
      await this.#live(history, turn)
    }
  }

  /** Runs the lifecycle of one booking, until an outcome is unknown. */
  async #live(history: History, turn: number): Promise<void> {
    const { api } = this.#options
    const { eventTypeId, start, name } = history
    const headers = { 'idempotency-key': name }
    const isHeld = await this.#ask(history, 'hold', ['409 slot_taken'], () =>
      book(api, { eventTypeId }, start, { name, headers }),
    )
    if (!isHeld) return
    const change = (action: Action, expected: readonly string[], body = {}) =>
      this.#ask(history, action, expected, () => act(api, { id: history.id ?? '' }, action, body))
    if (turn % 5 !== 0 && !(await change('confirm', []))) return
    if (turn % 7 < 2) {
      // The previous owner of the slot may have moved there too.
      const move = { start: later(start, 1) }
      if (!(await change('reschedule', ['409 slot_taken'], move))) return
    }
    if (turn % 3 === 0) await change('cancel', [])
  }

  async #ask(
    history: History,
    action: 'hold' | Action,
    expected: readonly string[],
    call: () => Promise<Outcome<Booking>>,
  ): Promise<boolean> {
    const answer = await answerTo(call())
    if (answer === undefined) {
      history.open = action
      return false
    }
    if (answer.status < 300) {
      history.id = answer.body.id
      history.acknowledged = stateOf(answer.body)
      this.#count()
      return true
    }
    const outcome = outcomeOf(answer)
    if (!expected.includes(outcome)) this.strange.add(`${action}: ${outcome}`)
    return false
  }
}

/** Starts clients that run until they are stopped or have requested every slot. */
export const startBookingLoad = (options: BookingLoadOptions): BookingLoad =>
  new RunningLoad(options)

/** The possible states of a booking: the acknowledged one, or the result of an open call. */
function possibleStates({ acknowledged, open, start }: History): readonly BookingState[] {
  if (acknowledged === undefined) return [{ version: 1, status: 'pending', start }]
  const next = { ...acknowledged, version: acknowledged.version + 1 }
  switch (open) {
    case 'confirm':
      return [acknowledged, { ...next, status: 'confirmed' }]
    case 'cancel':
      return [acknowledged, { ...next, status: 'cancelled' }]
    case 'reschedule':
      return [acknowledged, { ...next, start: later(start, 1) }]
    default:
      return [acknowledged]
  }
}

const describeState = ({ version, status, start }: BookingState) => `${version} ${status} ${start}`

/**
 * Compares the clients' histories with the store. Every acknowledged booking exists, in its acknowledged
 * state or one open step further. An open hold has at most one booking, and repeating it with its
 * idempotency key does not create a second. Resolves with one line per violation.
 */
export async function contradictions(
  api: HttpClient,
  histories: readonly History[],
): Promise<readonly string[]> {
  const wrong: string[] = []
  const check = async (history: History): Promise<void> => {
    const bookings = await listAll<Booking>(
      api,
      `/v1/bookings?bookerEmail=${history.name}@example.com`,
    )
    const line = contradiction(history, bookings)
    if (line) wrong.push(`${history.name}: ${line}`)
    if (history.open === 'hold') {
      const repeated = await repeatHold(api, history, bookings[0])
      if (repeated) wrong.push(`${history.name}: ${repeated}`)
    }
  }
  const left = histories.values()
  const checkInTurn = async (): Promise<void> => {
    for (const history of left) await check(history)
  }
  await Promise.all(Array.from({ length: CHECKS_AT_ONCE }, checkInTurn))
  return wrong
}

function contradiction(history: History, bookings: readonly Booking[]): string | undefined {
  if (bookings.length > 1) return `${bookings.length} bookings of one hold`
  const [booking] = bookings
  if (booking === undefined) {
    return history.acknowledged && `the acknowledged booking ${history.id} is gone`
  }
  // A rejected hold leaves nothing behind.
  if (history.acknowledged === undefined && history.open === undefined) {
    return `the refused booking ${booking.id} is there`
  }
  const possible = possibleStates(history).map(describeState)
  const found = describeState(stateOf(booking))
  return possible.includes(found) ? undefined : `is "${found}", not "${possible.join('" or "')}"`
}

async function repeatHold(
  api: HttpClient,
  { eventTypeId, start, name }: History,
  before: Booking | undefined,
): Promise<string | undefined> {
  const headers = { 'idempotency-key': name }
  const again: Outcome<CreatedBooking> = await book(api, { eventTypeId }, start, { name, headers })
  const outcome = outcomeOf(again)
  if (before === undefined) {
    return outcome === '202' || outcome === '409 slot_taken' ? undefined : `asked again: ${outcome}`
  }
  const { id } = expectStatus(again, 202)
  return id === before.id ? undefined : `asked again, it became ${id} beside ${before.id}`
}
