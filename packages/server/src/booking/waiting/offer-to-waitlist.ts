import type { OfferableStart } from '@holdfast/engine'
import { fitsWish, offerableStart } from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import { epochSeconds } from '../../kernel/dependencies.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import { transact } from '../../kernel/transaction.ts'
import { commitBookings, type NextChanges } from '../bookings/commit-booking.ts'
import { isOffered, type LoadedEventType, loadEventType } from '../bookings/offer.ts'
import { readWaiting, waitlistPlaces, wants } from '../bookings/offer-freed-time.ts'
import { prepareOffer } from '../bookings/prepare-offer.ts'
import { waysToBook } from '../bookings/ways-to-book.ts'
import type { BookingDependencies } from '../dependencies.ts'
import type { WaitlistRules } from '../event-types/event-type.ts'
import { readSessions } from '../seats/session-slots.ts'
import type { WaitlistPlace } from '../waitlist/entry.ts'
import { endedEntry } from '../waitlist/entry-changes.ts'
import { entryWrites } from '../waitlist/entry-writes.ts'
import type { LookedThrough } from './line-windows.ts'
import { LineWindows } from './line-windows.ts'

/** What one look at a wait list did. */
export interface LineReport {
  readonly offered: number
  /** Whether somebody still waits. */
  readonly isWaitedFor: boolean
}

/** How many offers one look at a wait list makes at most. The next look makes the others. */
const OFFERS_PER_LOOK = 50
/** How many starts one person is tried for in one look, if others take them meanwhile. */
const STARTS_TRIED_MAX = 3

/**
 * Offers the free starts of an event type to its wait list: to each person in turn the first start that fits. Ends the
 * entries whose range is over, those that wait for cancelled sessions alone, and all of them if the event type has no
 * wait list any more.
 */
export async function offerToWaitlist(
  deps: BookingDependencies,
  caller: Caller,
  eventTypeId: string,
): Promise<LineReport> {
  const places = await waitlistPlaces(deps, eventTypeId)
  if (places.length === 0) return { offered: 0, isWaitedFor: false }
  const loaded = await loadEventType(deps, caller.accountId, eventTypeId, true)
  const rules = loaded.ok ? loaded.value.eventType.waitlist : undefined
  const now = epochSeconds(deps.clock)
  const waiting: WaitlistPlace[] = []
  for (const place of places) {
    if (rules !== undefined && place.toEpochSeconds > now) waiting.push(place)
    else await endPlace(deps, caller, place, now)
  }
  if (!loaded.ok || rules === undefined) return { offered: 0, isWaitedFor: false }
  const offering = { loaded: loaded.value, rules, caller }
  const inVain = await waitInVain(deps, offering, waiting)
  for (const place of inVain) await endPlace(deps, caller, place, now)
  const inLine = waiting.filter((place) => !inVain.has(place))
  const offered = await offerStarts(deps, offering, inLine)
  return { offered, isWaitedFor: inLine.length > offered }
}

/** The event type whose starts are offered. */
interface Offering {
  readonly loaded: LoadedEventType
  readonly rules: WaitlistRules
  readonly caller: Caller
}

/** Offers starts in the order of the wait list. Answers how many people got one. */
async function offerStarts(
  deps: BookingDependencies,
  offering: Offering,
  places: readonly WaitlistPlace[],
): Promise<number> {
  const free = new FreeStarts(deps, offering)
  /** Those who found nothing so far. A start that became free since then is theirs before it is somebody's behind them. */
  const unserved: WaitlistPlace[] = []
  let offered = 0
  for (const place of places) {
    const turn = new Turn(deps, offering, { free, unserved, place })
    let settled: WaitlistPlace | undefined
    do {
      if (offered === OFFERS_PER_LOOK) return offered
      const made = await turn.offer()
      settled = made.settled
      if (made.isDone) offered += 1
      if (settled === undefined) unserved.push(place)
      else if (settled !== place) unserved.splice(unserved.indexOf(settled), 1)
    } while (settled !== undefined && settled !== place)
  }
  return offered
}

/** A start that somebody is offered. */
interface Offer {
  readonly start: OfferableStart
  readonly place: WaitlistPlace
  readonly ways: NextChanges<undefined>
  /** How many ways had failed before. */
  readonly failedBefore: number
  /** Whether a refusal says that others have the start, so that the person may have another one. */
  readonly isTaken: (refusal: Refusal) => boolean
}

/** Whether a refusal says that the person has as many bookings as one person may, so that every other start is refused too. */
const isOfPerson = (refusal: Refusal): boolean =>
  refusal.code === 'booker_not_allowed' ||
  (refusal.code === 'limit_reached' && refusal.limit === 'perBooker')

/** The entry waits no more, or no start is left to offer. */
const NOTHING_TO_OFFER = { kind: 'stale' } as const

/** A place whose turn it is, and how the line stands. */
interface LineSoFar {
  readonly place: WaitlistPlace
  /** Those in front who found nothing so far. */
  readonly unserved: readonly WaitlistPlace[]
  readonly free: FreeStarts
}

/** The turn of a place in line. */
class Turn {
  readonly #deps: BookingDependencies
  readonly #offering: Offering
  readonly #line: LineSoFar
  #taken = 0

  constructor(deps: BookingDependencies, offering: Offering, line: LineSoFar) {
    this.#deps = deps
    this.#offering = offering
    this.#line = line
  }

  /**
   * Holds the first free start that the place wants: for somebody in front who wants it too, otherwise for the place; if others take
   * it meanwhile, the next one. `settled`: who got it, or who changed the entry, or needs what no other start has either.
   */
  async offer(): Promise<{ readonly isDone: boolean; readonly settled?: WaitlistPlace }> {
    const { free } = this.#line
    let offer: Offer | undefined
    const next: NextChanges<undefined> = async (failures) => {
      if (offer) {
        const proposed = await offer.ways(failures.slice(offer.failedBefore))
        if (proposed.kind !== 'refused' || !offer.isTaken(proposed.refusal)) return proposed
        free.drop(offer.start)
        this.#taken += 1
      }
      offer = await this.#nextOffer(failures.length)
      return offer ? await next(failures) : NOTHING_TO_OFFER
    }
    const { kind } = await commitBookings(this.#deps, this.#offering.caller, next)
    if (kind === 'done') free.forget()
    return { isDone: kind === 'done', ...(offer && { settled: offer.place }) }
  }

  async #nextOffer(failedBefore: number): Promise<Offer | undefined> {
    const { free, unserved, place: own } = this.#line
    const start = this.#taken < STARTS_TRIED_MAX ? await free.firstFor(own) : undefined
    if (start === undefined) return undefined
    const place = unserved.find((earlier) => wants(earlier, start)) ?? own
    const offer = { start, place, failedBefore, isTaken: () => true }
    const entry = await readWaiting(this.#deps, place)
    if (entry === undefined) return { ...offer, ways: () => NOTHING_TO_OFFER }
    const { rules } = this.#offering
    const prepared = await prepareOffer(this.#deps, entry, rules, start.epochSeconds)
    if (!prepared.ok) return { ...offer, ways: () => ({ kind: 'refused', ...prepared }) }
    const { team, writes } = prepared.value
    const ways = waysToBook(this.#deps, prepared.value, (decision) => ({
      changes: [{ before: undefined, decision }],
      further: () => writes(decision),
      value: undefined,
    }))
    return { ...offer, ways, isTaken: (refusal) => team !== undefined || !isOfPerson(refusal) }
  }
}

/** Ends an entry that found nothing in time, whose sessions were cancelled, or whose list was closed. */
async function endPlace(
  deps: BookingDependencies,
  { actor }: Caller,
  place: WaitlistPlace,
  now: number,
): Promise<void> {
  const entry = await readWaiting(deps, place)
  if (entry === undefined) return
  // If it changed meanwhile, the next look decides.
  await transact(
    deps,
    entryWrites(deps, entry, endedEntry(entry, { actor, now }), 'waitlist.ended'),
  )
}

/** The free starts of an event type. */
class FreeStarts {
  readonly #deps: BookingDependencies
  readonly #windows: LineWindows
  readonly #dropped = new Set<number>()

  constructor(deps: BookingDependencies, offering: Offering) {
    this.#deps = deps
    this.#windows = new LineWindows(deps, offering)
  }

  /** The first free start that somebody on the wait list wants. */
  async firstFor(place: WaitlistPlace): Promise<OfferableStart | undefined> {
    const from = Math.max(epochSeconds(this.#deps.clock), place.fromEpochSeconds)
    return await this.#windows.firstOf(
      { from, to: place.toEpochSeconds },
      (start) => !this.#dropped.has(start.epochSeconds) && wants(place, start),
    )
  }

  /** Leaves a start out that was found taken. */
  drop({ epochSeconds: at }: OfferableStart): void {
    this.#dropped.add(at)
  }

  /** Has all windows read again: a hold may cover several starts. */
  forget(): void {
    this.#windows.forget()
  }
}

/**
 * Those on the wait list who wait for sessions that were cancelled, and for nothing else: no other start that the event type has
 * from now on, free or taken, fits their wish. Empty for an event type without seats, or that is offered to nobody now.
 */
async function waitInVain(
  deps: BookingDependencies,
  looked: LookedThrough,
  places: readonly WaitlistPlace[],
): Promise<ReadonlySet<WaitlistPlace>> {
  const { eventType, provider } = looked.loaded
  const inVain = new Set<WaitlistPlace>()
  if (eventType.seats === undefined || places.length === 0 || !isOffered(looked.loaded)) {
    return inVain
  }
  const now = epochSeconds(deps.clock)
  const from = Math.min(...places.map((place) => place.fromEpochSeconds))
  const to = Math.max(...places.map((place) => place.toEpochSeconds))
  const range = { fromEpochMinutes: Math.ceil(from / 60), toEpochMinutes: Math.ceil(to / 60) }
  const sessions = await readSessions(deps, eventType.id, range, { consistent: true })
  const cancelled = sessions
    .filter(({ closed }) => closed?.kind === 'cancelled')
    .map(({ startEpochSeconds }) => offerableStart(startEpochSeconds, provider.timeZone, undefined))
  if (cancelled.length === 0) return inVain
  const windows = new LineWindows(deps, looked, true)
  for (const place of places) {
    const { seats: _, ...wish } = place
    const ahead = { ...wish, fromEpochSeconds: Math.max(now, place.fromEpochSeconds) }
    const fits = (start: OfferableStart): boolean => fitsWish(ahead, start)
    if (!cancelled.some((start) => fitsWish(wish, start))) continue
    const reach = { from: ahead.fromEpochSeconds, to: place.toEpochSeconds }
    if ((await windows.firstOf(reach, fits)) === undefined) inVain.add(place)
  }
  return inVain
}
