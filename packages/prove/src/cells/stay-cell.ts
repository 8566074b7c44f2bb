import type { Action, Claim, ShownBooking } from '../checker/operation.ts'
import type { Api, ApiAnswer } from '../run/api.ts'
import type { ApiCall } from '../run/transport.ts'
import type { Cell, ListedBooking, PlannedCall } from './cell.ts'
import {
  claimsOf,
  DAY_MINUTES,
  dateOf,
  datesOf,
  eventOf,
  NIGHTS,
  type Nights,
  nightsOf,
  someNights,
} from './nights.ts'
import type { Random } from './random.ts'
import type { World } from './world.ts'

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
  readonly guest?: { readonly name: string } | null
}

/** A stay that clients were shown. */
interface KnownStay {
  /** Absent: nobody but the guest has seen it, who is not shown it. */
  readonly title: string | undefined
  /** Whether a guest booked it. Then it can be reached as that of its guest, too. */
  readonly hasGuest: boolean
}

/** How many stays are made, and how many changes and reads of stays of guests happen, as those of the account. */
const ACCOUNT_SHARE = 0.4

/** Ten nights of a calendar of stays. */
export class StayCell implements Cell {
  readonly world: World
  readonly dayEpochMinutes: number
  readonly capacities = new Map<string, number>()
  readonly forgetsEnded = true
  readonly #calendarId: string
  readonly #known = new Map<string, KnownStay>()

  /** `index`: counts the cells of a world, which share no night. */
  constructor(world: World, firstDayEpochMinutes: number, index: number) {
    const { calendarId } = world
    if (calendarId === undefined) throw new Error('The world has no calendar.')
    this.world = world
    this.#calendarId = calendarId
    this.dayEpochMinutes = firstDayEpochMinutes + index * NIGHTS * DAY_MINUTES
  }

  /** Where guests find their stays. */
  get #guestPath(): string {
    return `/v1/stays/${this.#calendarId}`
  }

  /** Where the account finds all stays. */
  get #accountPath(): string {
    return `/v1/calendars/${this.#calendarId}/events`
  }

  #claims = (nights: Nights): readonly Claim[] => claimsOf(this.#calendarId, nights)

  plan(random: Random, operationId: string): PlannedCall {
    const dice = random.next()
    const known = [...this.#known]
    const nights = someNights(random, this.dayEpochMinutes)
    const isAccount = random.next() < ACCOUNT_SHARE
    if (known.length === 0 || dice < 0.35) {
      return {
        action: { kind: 'take', wanted: [[this.#claims(nights)]] },
        call: isAccount
          ? { method: 'POST', path: this.#accountPath, body: eventOf(operationId, nights) }
          : { method: 'POST', path: this.#guestPath, body: bookingOf(operationId, nights) },
      }
    }
    const [id, stay] = random.pick(known)
    const action: Action =
      dice < 0.65
        ? { kind: 'move', id, wanted: [this.#claims(nights)] }
        : dice < 0.82
          ? { kind: 'release', ids: [id] }
          : { kind: 'read', id }
    if (!isAccount && stay.hasGuest) {
      return { action, call: callOfGuest(action.kind, `${this.#guestPath}/${id}`, nights) }
    }
    const path = `${this.#accountPath}/${id}`
    // A replacement must name the title, so the account reads it first.
    if (action.kind === 'move' && stay.title === undefined) {
      return { action: { kind: 'read', id }, call: { method: 'GET', path } }
    }
    return { action, call: callOfAccount(action.kind, path, stay.title, nights) }
  }

  shownIn({ body }: ApiAnswer): readonly ShownBooking[] {
    // The contract's own tests check the shape of answers. The answer to a deletion is empty.
    const { id, title, guest, ...rest } = body as unknown as ApiStay
    if (id === undefined) return []
    this.#known.set(id, {
      title: guest?.name ?? title ?? this.#known.get(id)?.title,
      // Guests are shown an arrival, the account a start.
      hasGuest: Boolean(guest) || rest.arrival !== undefined,
    })
    return [this.#shown({ id, ...rest })]
  }

  #shown({ id, status, arrival, departure, start, end }: ApiStay): ShownBooking {
    const nights = nightsOf(arrival ?? start, departure ?? end)
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
      const path = `${this.#accountPath}?from=${from}&to=${to}&limit=100${cursor}`
      const page = await api.must({ method: 'GET', path })
      for (const stay of page.data as readonly ApiStay[]) {
        listed.push({ shown: this.#shown(stay), version: stay.version, operationId: stay.title })
      }
      cursor = typeof page.nextCursor === 'string' ? `&cursor=${page.nextCursor}` : ''
    } while (cursor !== '')
    return listed
  }
}

/** A request of a guest about a stay. */
function callOfGuest(kind: Action['kind'], path: string, nights: Nights): ApiCall {
  if (kind === 'read') return { method: 'GET', path }
  return kind === 'move'
    ? { method: 'POST', path: `${path}/reschedule`, body: datesOf(nights) }
    : { method: 'POST', path: `${path}/cancel`, body: {} }
}

/** A request of the account about a stay. */
function callOfAccount(
  kind: Action['kind'],
  path: string,
  title: string | undefined,
  nights: Nights,
): ApiCall {
  if (kind === 'read') return { method: 'GET', path }
  return kind === 'move'
    ? { method: 'PUT', path, body: eventOf(title, nights) }
    : { method: 'DELETE', path }
}

/** The operation is the name of the guest or the title, so that the list at the end shows whether it happened. */
const bookingOf = (operationId: string, nights: Nights) => ({
  ...datesOf(nights),
  guest: { name: operationId, email: 'grace@example.com' },
})
