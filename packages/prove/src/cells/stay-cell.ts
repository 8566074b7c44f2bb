import type { Claim, ShownBooking } from '../checker/operation.ts'
import type { Api, ApiAnswer } from '../run/api.ts'
import type { Cell, ListedBooking, PlannedCall } from './cell.ts'
import type { Random } from './random.ts'
import type { World } from './world.ts'

const DAY_MINUTES = 24 * 60
/** A few nights, so that many want the same. */
const NIGHTS = 10
const LONGEST_STAY_NIGHTS = 4

/** A stay in an answer, as the account or its guest sees it. */
interface ApiStay {
  readonly id: string
  readonly version: number
  readonly status?: 'confirmed' | 'cancelled'
  readonly arrival?: string
  readonly departure?: string
  readonly start?: string
  readonly end?: string
  readonly title?: string
}

interface Nights {
  readonly from: number
  readonly to: number
}

/** Ten nights of a calendar of stays. */
export class StayCell implements Cell {
  readonly world: World
  readonly dayEpochMinutes: number
  readonly capacities = new Map<string, number>()
  readonly forgetsEnded = true
  readonly #calendarId: string
  readonly #known = new Set<string>()

  /** `index`: counts the cells of a world, which share no night. */
  constructor(world: World, firstDayEpochMinutes: number, index: number) {
    const { calendarId } = world
    if (calendarId === undefined) throw new Error('The world has no calendar.')
    this.world = world
    this.#calendarId = calendarId
    this.dayEpochMinutes = firstDayEpochMinutes + index * NIGHTS * DAY_MINUTES
  }

  get #path(): string {
    return `/v1/stays/${this.#calendarId}`
  }

  /** Some nights in a row, not beyond the last. */
  #someNights(random: Random): Nights {
    const first = random.below(NIGHTS)
    const count = Math.min(1 + random.below(LONGEST_STAY_NIGHTS), NIGHTS - first)
    const from = this.dayEpochMinutes + first * DAY_MINUTES
    return { from, to: from + count * DAY_MINUTES }
  }

  #claims = ({ from, to }: Nights): readonly Claim[] => [
    { resource: this.#calendarId, from, to, amount: 1 },
  ]

  plan(random: Random, operationId: string): PlannedCall {
    const dice = random.next()
    const known = [...this.#known]
    if (known.length === 0 || dice < 0.35) {
      const nights = this.#someNights(random)
      const guest = { name: operationId, email: 'grace@example.com' }
      return {
        action: { kind: 'take', wanted: [[this.#claims(nights)]] },
        call: { method: 'POST', path: this.#path, body: { ...datesOf(nights), guest } },
      }
    }
    const id = random.pick(known)
    const path = `${this.#path}/${id}`
    if (dice < 0.65) {
      const nights = this.#someNights(random)
      return {
        action: { kind: 'move', id, wanted: [this.#claims(nights)] },
        call: { method: 'POST', path: `${path}/reschedule`, body: datesOf(nights) },
      }
    }
    return dice < 0.82
      ? {
          action: { kind: 'release', ids: [id] },
          call: { method: 'POST', path: `${path}/cancel`, body: {} },
        }
      : { action: { kind: 'read', id }, call: { method: 'GET', path } }
  }

  shownIn({ body }: ApiAnswer): readonly ShownBooking[] {
    // The contract's own tests check the shape of answers.
    const shown = this.#shown(body as unknown as ApiStay)
    this.#known.add(shown.id)
    return [shown]
  }

  #shown({ id, status, arrival, departure, start, end }: ApiStay): ShownBooking {
    const nights = { from: minuteOf(arrival ?? start), to: minuteOf(departure ?? end) }
    const state = status === 'cancelled' ? 'ended' : 'confirmed'
    return { id, claims: this.#claims(nights), state }
  }

  async list(api: Api): Promise<readonly ListedBooking[]> {
    const [from, to] = [0, NIGHTS].map((night) =>
      dateOf(this.dayEpochMinutes + night * DAY_MINUTES),
    )
    const listed: ListedBooking[] = []
    let cursor = ''
    do {
      const path = `/v1/calendars/${this.#calendarId}/events?from=${from}&to=${to}&limit=100${cursor}`
      const page = await api.must({ method: 'GET', path })
      for (const stay of page.data as readonly ApiStay[]) {
        listed.push({ shown: this.#shown(stay), version: stay.version, operationId: stay.title })
      }
      cursor = typeof page.nextCursor === 'string' ? `&cursor=${page.nextCursor}` : ''
    } while (cursor !== '')
    return listed
  }
}

const dateOf = (epochMinutes: number): string =>
  new Date(epochMinutes * 60_000).toISOString().slice(0, 10)

const minuteOf = (date: string | undefined): number => {
  if (date === undefined) throw new Error('A stay without dates.')
  return Date.parse(date) / 60_000
}

const datesOf = ({ from, to }: Nights) => ({ arrival: dateOf(from), departure: dateOf(to) })
