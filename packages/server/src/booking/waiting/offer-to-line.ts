import type { OfferableStart } from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import { epochSeconds } from '../../kernel/dependencies.ts'
import { transact } from '../../kernel/transaction.ts'
import { commitBookings } from '../bookings/commit-booking.ts'
import { placesInLine, readWaiting, wants } from '../bookings/hand-over.ts'
import { type LoadedEventType, loadEventType } from '../bookings/offer.ts'
import { prepareOffer } from '../bookings/prepare-offer.ts'
import { waysToBook } from '../bookings/ways-to-book.ts'
import type { BookingDependencies } from '../dependencies.ts'
import type { WaitlistRules } from '../event-types/event-type.ts'
import type { WaitlistEntry, WaitlistPlace } from '../waitlist/entry.ts'
import { endedEntry } from '../waitlist/entry-changes.ts'
import { entryWrites } from '../waitlist/entry-writes.ts'
import { LineWindows } from './line-windows.ts'
import { waitInVain } from './wait-in-vain.ts'

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
export async function offerToLine(
  deps: BookingDependencies,
  caller: Caller,
  eventTypeId: string,
): Promise<LineReport> {
  const places = await placesInLine(deps, eventTypeId)
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
    let isSettled = false
    for (let taken = 0; taken < STARTS_TRIED_MAX && !isSettled; ) {
      if (offered === OFFERS_PER_LOOK) return offered
      const start = await free.firstFor(place)
      if (start === undefined) break
      const next = unserved.find((earlier) => wants(earlier, start)) ?? place
      const entry = await readWaiting(deps, next)
      const outcome = entry && (await offerStart(deps, offering, entry, start.epochSeconds))
      if (outcome === 'taken') {
        free.drop(start)
        taken += 1
        continue
      }
      if (outcome === 'done') {
        offered += 1
        free.forget()
      }
      // Served; or somebody else changed the entry, or it needs something that no other start has either.
      if (next === place) isSettled = true
      else unserved.splice(unserved.indexOf(next), 1)
    }
    if (!isSettled) unserved.push(place)
  }
  return offered
}

/** Holds a start for the person of an entry. `taken`: somebody else has it meanwhile. */
async function offerStart(
  deps: BookingDependencies,
  { rules, caller }: Offering,
  entry: WaitlistEntry,
  startEpochSeconds: number,
): Promise<'done' | 'taken' | 'not-possible'> {
  const prepared = await prepareOffer(deps, entry, rules, startEpochSeconds)
  if (!prepared.ok) return 'taken'
  const { team, writes } = prepared.value
  const ways = waysToBook(deps, prepared.value, (decision) => ({
    changes: [{ before: undefined, decision }],
    further: () => writes(decision),
    value: undefined,
  }))
  const committed = await commitBookings(deps, caller, ways)
  if (committed.kind === 'done') return 'done'
  if (committed.kind === 'stale') return 'not-possible'
  const isOfPerson =
    !team && committed.refusal.code === 'limit_reached' && committed.refusal.limit === 'perBooker'
  return isOfPerson ? 'not-possible' : 'taken'
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
