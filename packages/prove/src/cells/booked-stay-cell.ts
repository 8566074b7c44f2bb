import type { Claim, ShownBooking } from '../checker/operation.ts'
import type { Api, ApiAnswer } from '../run/api.ts'
import { bookedBy, callOf, isLapsed, stateOf } from './booking-calls.ts'
import { type Cell, instantOf, type ListedBooking, type PlannedCall } from './cell.ts'
import {
  claimsOf,
  DAY_MINUTES,
  datesOf,
  eventOf,
  NIGHTS,
  type Nights,
  nightsOf,
  someNights,
} from './nights.ts'
import type { Random } from './random.ts'
import type { BookedUnit, World } from './world.ts'

/** A guest leaves on the day after the last night, which is no day of another cell. */
const DAYS = NIGHTS + 1
/** How many new stays are those of the account in the calendar of the unit. */
const CALENDAR_SHARE = 0.2
const LATE_SHARE = 0.15

/** A booking of nights or a stay of the calendar in an answer, as far as a run reads it. */
export interface ApiStay {
  readonly id: string
  readonly version: number
  readonly status?: string
  /** Of a booking. */
  readonly providerId?: string
  readonly arrival?: string | null
  readonly departure?: string | null
  /** Where it was before its present unit. `to` is open. */
  readonly earlierUnits?: readonly {
    readonly providerId: string
    readonly from: string
    readonly to: string
  }[]
  readonly holdExpiresAt?: string | null
  readonly metadata?: Readonly<Record<string, string>>
  readonly payment?: { readonly id: string; readonly status: string } | null
  readonly orderId?: string | null
  /** Of a stay of the calendar. */
  readonly calendarId?: string
  readonly start?: string
  readonly end?: string
  readonly title?: string
}

/**
 * Ten nights of a unit, or of a pool of units of which a booking takes one: bookings that are held, confirmed, moved and cancelled,
 * and stays that the account writes into the calendar of a unit. No night of a unit may have two of them, and nobody is refused while
 * a unit is free in all nights.
 */
export class BookedStayCell implements Cell {
  readonly world: World
  readonly dayEpochMinutes: number
  readonly capacities = new Map<string, number>()
  readonly forgetsEnded: boolean = false
  protected readonly units: readonly BookedUnit[]
  protected readonly eventTypeId: string
  /** The bookings that clients were shown, as they were shown last. */
  protected readonly known = new Map<string, ApiStay>()

  /** The bookings at the end as the calendars of the units list them: one that changed units is in several. */
  protected inCalendars: readonly ShownBooking[] = []

  /** `index`: counts the cells of a world, which share no night. */
  constructor(world: World, firstDayEpochMinutes: number, index: number) {
    const { units, stayTypeId } = world
    if (units === undefined || stayTypeId === undefined) throw new Error('The world has no unit.')
    this.world = world
    this.units = units
    this.eventTypeId = stayTypeId
    this.dayEpochMinutes = firstDayEpochMinutes + index * DAYS * DAY_MINUTES
  }

  /** The claims of some nights, of each unit that a booking can take. */
  protected readonly alternatives = (nights: Nights): readonly (readonly Claim[])[] =>
    this.units.map(({ calendarId }) => claimsOf(calendarId, nights))

  plan(random: Random, operationId: string, now: number): PlannedCall {
    const dice = random.next()
    const known = [...this.known.values()]
    if (known.length === 0 || dice < 0.35) return this.#planTake(random, operationId)
    const lapsed = known.filter(({ status = '', holdExpiresAt = null }) =>
      isLapsed({ status, holdExpiresAt }, now),
    )
    if (lapsed.length > 0 && random.next() < LATE_SHARE) {
      return callOf('confirm', random.pick(lapsed).id)
    }
    const { id } = random.pick(known)
    if (dice < 0.52) return this.planMove(random, id)
    if (dice < 0.68) return callOf('confirm', id)
    return dice < 0.83 ? callOf('cancel', id) : callOf('read', id)
  }

  /** The nights that a client wants. */
  protected nights(random: Random): Nights {
    return someNights(random, this.dayEpochMinutes)
  }

  protected planMove(random: Random, id: string): PlannedCall {
    const nights = this.nights(random)
    return {
      action: { kind: 'move', id, wanted: this.alternatives(nights) },
      call: { method: 'POST', path: `/v1/bookings/${id}/reschedule`, body: datesOf(nights) },
    }
  }

  #planTake(random: Random, operationId: string): PlannedCall {
    const nights = this.nights(random)
    if (random.next() < CALENDAR_SHARE) {
      return this.planEvent(random.pick(this.units), operationId, nights)
    }
    const action = { kind: 'take', wanted: [this.alternatives(nights)] } as const
    const body = {
      eventTypeId: this.eventTypeId,
      ...datesOf(nights),
      ...bookedBy(operationId),
      ...this.freedom,
    }
    return { action, call: { method: 'POST', path: '/v1/bookings', body } }
  }

  /** What a body says so that the account may take any nights. */
  protected readonly freedom: { readonly override?: true } = {}

  /** A stay of the account in the calendar of a unit. */
  protected planEvent(
    { calendarId }: BookedUnit,
    operationId: string,
    nights: Nights,
  ): PlannedCall {
    const action = { kind: 'take', wanted: [[claimsOf(calendarId, nights)]] } as const
    const body = { ...eventOf(operationId, nights), ...this.freedom }
    return { action, call: { method: 'POST', path: eventsOf(calendarId), body } }
  }

  shownIn({ body }: ApiAnswer): readonly ShownBooking[] {
    // The contract's own tests check the shape of answers.
    const stay = body as unknown as ApiStay
    if (isBooking(stay)) this.known.set(stay.id, stay)
    return [this.shown(stay)]
  }

  protected shown(stay: ApiStay): ShownBooking {
    const { id, status = '', holdExpiresAt = null } = stay
    const { from, to } = nightsOf(stay.arrival ?? stay.start, stay.departure ?? stay.end)
    const earlier = (stay.earlierUnits ?? []).map(({ providerId, ...part }) => ({
      calendarId: this.#calendarOf({ id, providerId }),
      ...nightsOf(part.from, part.to),
    }))
    const rest = { calendarId: this.#calendarOf(stay), from: earlier.at(-1)?.to ?? from, to }
    return {
      id,
      claims: [...earlier, rest].flatMap((part) => claimsOf(part.calendarId, part)),
      state: isBooking(stay) ? stateOf(status) : 'confirmed',
      ...(holdExpiresAt !== null && { lapsesAt: Date.parse(holdExpiresAt) }),
    }
  }

  /** The calendar whose nights a stay has. */
  #calendarOf({ id, providerId, calendarId }: Omit<ApiStay, 'version'>): string {
    const unit = this.units.find((each) => each.id === providerId)
    const of = calendarId ?? unit?.calendarId
    if (of === undefined) throw new Error(`${id} has no unit.`)
    return of
  }

  /** The instants between which the cell lies. */
  get #range(): readonly [string, string] {
    const instantAt = (day: number) => instantOf(this.dayEpochMinutes + day * DAY_MINUTES)
    return [instantAt(0), instantAt(DAYS)]
  }

  /** The bookings of a unit or an event type; `query` names it. */
  protected listBookings(api: Api, query: string): Promise<readonly ApiStay[]> {
    const [from, to] = this.#range
    return this.#listAll(api, `/v1/bookings?${query}&from=${from}&to=${to}`)
  }

  async list(api: Api): Promise<readonly ListedBooking[]> {
    const [firstDay, endDay] = this.#range.map((instant) => instant.slice(0, 10))
    const bookings = await this.listBookings(api, `eventTypeId=${this.eventTypeId}`)
    const events: ApiStay[] = []
    for (const { calendarId } of this.units) {
      const path = `${eventsOf(calendarId)}?from=${firstDay}&to=${endDay}`
      events.push(...(await this.#listAll(api, path)))
    }
    // A calendar lists the bookings of its unit too.
    this.inCalendars = events.filter(isBooking).map((stay) => this.shown(stay))
    return [...bookings, ...events.filter((stay) => !isBooking(stay))].map((stay) => ({
      shown: this.shown(stay),
      version: stay.version,
      operationId: isBooking(stay) ? stay.metadata?.operation : stay.title,
      ...(stay.payment && { paymentId: stay.payment.id }),
    }))
  }

  async #listAll(api: Api, path: string): Promise<readonly ApiStay[]> {
    const listed: ApiStay[] = []
    let cursor = ''
    do {
      const page = await api.must({ method: 'GET', path: `${path}&limit=100${cursor}` })
      listed.push(...(page.data as readonly ApiStay[]))
      cursor = typeof page.nextCursor === 'string' ? `&cursor=${page.nextCursor}` : ''
    } while (cursor !== '')
    return listed
  }
}

/** Where the stays of a calendar are. */
export const eventsOf = (calendarId: string): string => `/v1/calendars/${calendarId}/events`

/** Whether a stay is a booking, and not one of the calendar alone. */
export const isBooking = ({ id }: Pick<ApiStay, 'id'>): boolean => id.startsWith('bkg_')
