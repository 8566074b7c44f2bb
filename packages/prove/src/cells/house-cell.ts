import { sameClaims } from '../checker/bookings-state.ts'
import type { Claim, Operation, ShownBooking } from '../checker/operation.ts'
import type { Api, ApiAnswer } from '../run/api.ts'
import { type ApiStay, BookedStayCell, eventsOf, isBooking } from './booked-stay-cell.ts'
import { callOf } from './booking-calls.ts'
import {
  type CellRun,
  type Conclusion,
  type ListedBooking,
  type PlannedCall,
  skewsOf,
} from './cell.ts'
import {
  claimsOf,
  DAY_MINUTES,
  dateOf,
  datesOf,
  eventOf,
  NIGHTS,
  type Nights,
  nightsOf,
} from './nights.ts'
import type { Payer } from './paid-cell.ts'
import { PayingGuests } from './paid-stay-cell.ts'
import type { Random } from './random.ts'
import type { BookedUnit, World } from './world.ts'

/** How many of its nights are over. */
const PAST_NIGHTS = 4
const LONGEST_STAY_NIGHTS = 5
const REASSIGN_SHARE = 0.2
/** How many moves change only the day of departure. */
const LENGTH_SHARE = 0.6
/** How many of those who change the unit of a stay name another one. */
const NAMED_SHARE = 0.6
/** How many requests are about stays of the calendars, where they become bookings. */
const CALENDAR_SHARE = 0.3

/** A stay of a calendar in the answer of an adoption, as far as a run reads it. */
interface AdoptedStay {
  readonly stayId: string
  readonly arrival: string
  readonly departure: string
  readonly bookingId: string | null
}

/** A request to adopt the stays of a calendar that may have done more than its answer says. */
interface LostAdoption {
  readonly calendarId: string
  readonly invokedAt: number
}

/**
 * Ten nights of a house, of which four are over. The account gives guests other units and other dates, also while they are there: the
 * nights that are over stay where they were. Without a payer, it writes stays into the calendars too, and makes bookings of them.
 */
export class HouseCell extends BookedStayCell {
  override readonly forgetsEnded = true
  protected override readonly freedom = { override: true } as const
  readonly #today: number
  readonly #guests: PayingGuests | undefined
  /** The stays of calendars that clients were shown, as they were shown last. */
  readonly #stays = new Map<string, ApiStay>()
  /** The stays of calendars that clients asked for, by operation. */
  readonly #asked = new Map<string, Nights & { readonly calendarId: string }>()
  readonly #lostAdoptions: LostAdoption[] = []
  /** The bookings that each unit lists at the end, by its calendar. */
  readonly #inUnits = new Map<string, ReadonlySet<string>>()

  /** `today`: its first minute. `payer`: set if the stays must be paid. */
  constructor(world: World, today: number, payer: Payer | undefined) {
    super(world, today - PAST_NIGHTS * DAY_MINUTES, 0)
    this.#today = today
    this.#guests = world.shape === 'begun' && payer ? new PayingGuests(payer) : undefined
  }

  override plan(random: Random, operationId: string, now: number): PlannedCall {
    const known = [...this.known.values()]
    const paying = this.#guests?.plan(random, known)
    if (paying) return paying
    const dice = random.next()
    if (known.length > 0 && dice < REASSIGN_SHARE) return this.#planReassignment(random)
    if (this.#guests === undefined && dice >= 1 - CALENDAR_SHARE) {
      return this.#planCalendar(random, operationId, now)
    }
    return super.plan(random, operationId, now)
  }

  /** Some nights that are not over. */
  protected override nights(random: Random): Nights {
    const first = random.below(NIGHTS)
    const shortest = Math.max(first + 1, PAST_NIGHTS)
    const longest = Math.min(first + LONGEST_STAY_NIGHTS, NIGHTS)
    const end = shortest + random.below(longest - shortest + 1)
    const [from, to] = [first, end].map((day) => this.dayEpochMinutes + day * DAY_MINUTES)
    return { from: from ?? 0, to: to ?? 0 }
  }

  get #calendarIds(): readonly string[] {
    return this.units.map(({ calendarId }) => calendarId)
  }

  /** Adopted stays are pinned to their units, so the account says that any will do. */
  protected override planMove(random: Random, id: string): PlannedCall {
    const isLength = random.next() < LENGTH_SHARE
    const nights = isLength ? this.#otherLength(random, id) : this.nights(random)
    const change = { today: this.#today, units: this.#calendarIds, nights }
    const body = { ...datesOf(nights), anyProvider: true, ...this.freedom }
    return {
      action: { kind: 'alter', id, change },
      call: { method: 'POST', path: `/v1/bookings/${id}/reschedule`, body },
    }
  }

  /** The nights of a stay that leaves earlier or later, as far as it is known when it came. */
  #otherLength(random: Random, id: string): Nights {
    const nights = this.nights(random)
    const { arrival } = this.known.get(id) ?? {}
    const from = nightsOf(arrival, arrival).from
    const to = Math.max(nights.to, from + DAY_MINUTES)
    return { from, to }
  }

  #planReassignment(random: Random): PlannedCall {
    const { id } = random.pick([...this.known.values()])
    const unit = random.next() < NAMED_SHARE ? random.pick(this.units) : undefined
    const units = unit ? [unit.calendarId] : this.#calendarIds
    return {
      action: { kind: 'alter', id, change: { today: this.#today, units } },
      call: {
        method: 'POST',
        path: `/v1/bookings/${id}/reassign`,
        body: unit ? { unitId: unit.id, pinned: false } : {},
      },
    }
  }

  #planCalendar(random: Random, operationId: string, now: number): PlannedCall {
    const dice = random.next()
    const unit = random.pick(this.units)
    const nights = this.nights(random)
    const stays = [...this.#stays.values()]
    if (stays.length === 0 || dice < 0.4) return this.planEvent(unit, operationId, nights)
    if (dice < 0.6) return this.#planAdoption(unit, now)
    const { id, calendarId = '', title } = random.pick(stays)
    const path = `${eventsOf(calendarId)}/${id}`
    if (dice < 0.75) {
      const body = { ...bodyOf(title ?? '', nights), ...this.freedom }
      return {
        action: { kind: 'move', id, wanted: [claimsOf(calendarId, nights)] },
        call: { method: 'PUT', path, body },
      }
    }
    return dice < 0.85
      ? { action: { kind: 'release', ids: [id] }, call: { method: 'DELETE', path } }
      : callOf('read', bookingIdOf(id))
  }

  protected override planEvent(unit: BookedUnit, operationId: string, nights: Nights): PlannedCall {
    const { calendarId } = unit
    this.#asked.set(operationId, { calendarId, ...nights })
    const { action, call } = super.planEvent(unit, operationId, nights)
    return { action, call: { ...call, body: { ...call.body, ...bodyOf(operationId, nights) } } }
  }

  /** Each stay becomes a booking by itself, so each is a change of its own. */
  #planAdoption({ id: unitId, calendarId }: BookedUnit, now: number): PlannedCall {
    return {
      action: { kind: 'adopt', id: unitId, stayId: calendarId },
      call: { method: 'POST', path: `/v1/units/${unitId}/adopt`, body: {} },
      steps: (answer, isAgain) => {
        if (answer === undefined || isAgain) {
          this.#lostAdoptions.push({ calendarId, invokedAt: now })
        }
        // The contract's own tests check the shape of answers.
        const adopted = (answer?.body.data ?? []) as readonly AdoptedStay[]
        return adopted.flatMap((stay) => this.#adoptionOf(calendarId, stay))
      },
    }
  }

  #adoptionOf(
    calendarId: string,
    { stayId, bookingId: id, arrival, departure }: AdoptedStay,
  ): readonly Pick<Operation, 'action' | 'outcome'>[] {
    if (id === null) return []
    const unit = this.units.find((each) => each.calendarId === calendarId)
    const booking = { id, version: 1, status: 'confirmed', arrival, departure }
    if (!this.known.has(id)) this.known.set(id, { ...booking, providerId: unit?.id ?? '' })
    const claims = claimsOf(calendarId, nightsOf(arrival, departure))
    return [
      {
        action: { kind: 'adopt', id, stayId },
        outcome: { kind: 'done', bookings: [{ id, claims, state: 'confirmed' }] },
      },
    ]
  }

  override shownIn(answer: ApiAnswer): readonly ShownBooking[] {
    // The contract's own tests check the shape of answers. The answer to a deletion is empty.
    const stay = answer.body as unknown as ApiStay
    if (stay.id === undefined) return []
    if (!isBooking(stay)) this.#stays.set(stay.id, stay)
    return super.shownIn(answer)
  }

  override async list(api: Api): Promise<readonly ListedBooking[]> {
    const listed = await super.list(api)
    for (const { id, calendarId } of this.units) {
      const own = await this.listBookings(api, `providerId=${id}`)
      this.#inUnits.set(calendarId, new Set(own.map((booking) => booking.id)))
    }
    return listed.map((each) => {
      const asked = isBooking(each.shown) && this.#asked.get(each.operationId ?? '')
      if (!asked) return each
      const claims = claimsOf(asked.calendarId, asked)
      return {
        ...each,
        madeAs: { id: stayIdOf(each.shown.id), claims, state: 'confirmed' as const },
      }
    })
  }

  /** Stays that have become bookings by a request whose answer says nothing of it, and what the units list wrongly. */
  conclude(
    run: CellRun,
    startedAt: number,
    operations: readonly Operation[],
    bookings: readonly ListedBooking[],
  ): Conclusion {
    const told = new Set(
      operations.flatMap(({ action }) => (action.kind === 'adopt' ? [action.id] : [])),
    )
    const unasked = bookings.flatMap(({ shown: { id }, operationId = '', madeAs }) => {
      const calls = this.#lostAdoptions.filter(
        ({ calendarId }) => calendarId === this.#asked.get(operationId)?.calendarId,
      )
      if (madeAs === undefined || told.has(id) || calls.length === 0) return []
      const invokedAt = Math.min(...calls.map((call) => call.invokedAt))
      return [lostAdoption(run, startedAt, invokedAt, { id, stayId: madeAs.id })]
    })
    // A request without an answer may change a booking between two lists.
    const isQuiet = operations.every(({ outcome }) => outcome.kind !== 'unknown')
    return { unasked, strange: isQuiet ? this.#listedWrongly(bookings) : [] }
  }

  /** Confirmed bookings that other units list than those that have nights of them, or with other nights. */
  #listedWrongly(bookings: readonly ListedBooking[]): readonly string[] {
    const listed = Map.groupBy(this.inCalendars, ({ id }) => id)
    const confirmed = bookings.filter(
      ({ shown }) => isBooking(shown) && shown.state === 'confirmed',
    )
    return confirmed.flatMap(({ shown: { id, claims } }) => {
      const parts = (listed.get(id) ?? []).flatMap((part) => part.claims)
      const has = claims.map(({ resource }) => resource)
      const units = this.#calendarIds.filter((calendarId) => this.#inUnits.get(calendarId)?.has(id))
      return [
        ...(sameClaims(claims, parts)
          ? []
          : [`booking ${id} has ${nightsText(claims)}, and calendars list ${nightsText(parts)}`]),
        ...(units.length === has.length && units.every((each) => has.includes(each))
          ? []
          : [`booking ${id} has ${nightsText(claims)}, and the units of ${units} list it`]),
      ]
    })
  }
}

const lostAdoption = (
  run: CellRun,
  startedAt: number,
  invokedAt: number,
  { id, stayId }: { readonly id: string; readonly stayId: string },
): Operation => ({
  id: `adoption of ${stayId}`,
  client: -1,
  action: { kind: 'adopt', id, stayId },
  outcome: { kind: 'unknown' },
  invokedAt,
  returnedAt: Number.POSITIVE_INFINITY,
  ...skewsOf(run, startedAt, invokedAt),
  request: `${stayId} becomes a booking`,
})

const nightsText = (claims: readonly Claim[]): string =>
  claims
    .map(({ resource, from, to }) => `${dateOf(from)} to ${dateOf(to)} in ${resource}`)
    .join(' and ') || 'no nights'

/** The booking of a stay has its metadata. */
const bodyOf = (operationId: string, nights: Nights) => ({
  ...eventOf(operationId, nights),
  extendedProps: { operation: operationId },
})

const bookingIdOf = (stayId: string): string => stayId.replace('cev_', 'bkg_')
const stayIdOf = (bookingId: string): string => bookingId.replace('bkg_', 'cev_')
