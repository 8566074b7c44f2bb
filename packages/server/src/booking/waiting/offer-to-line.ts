import { type OfferableStart, offerableStart } from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import { epochSeconds } from '../../kernel/dependencies.ts'
import { transact } from '../../kernel/transaction.ts'
import { commitBookings } from '../bookings/commit-booking.ts'
import { placesInLine, readWaiting, wants } from '../bookings/hand-over.ts'
import { type LoadedEventType, loadEventType } from '../bookings/offer.ts'
import { prepareOffer } from '../bookings/prepare-offer.ts'
import type { BookingDependencies } from '../dependencies.ts'
import type { WaitlistRules } from '../event-types/event-type.ts'
import { listSlots } from '../slots/slots.ts'
import { claimTeam } from '../teams/assign-team.ts'
import type { WaitlistEntry, WaitlistPlace } from '../waitlist/entry.ts'
import { endedEntry } from '../waitlist/entry-changes.ts'
import { entryWrites } from '../waitlist/entry-writes.ts'

/** What one look at a line did. */
export interface LineReport {
  readonly offered: number
  /** Whether somebody still waits. */
  readonly isWaitedFor: boolean
}

/** How many offers one look at a line makes at most. The next look makes the others. */
const OFFERS_PER_LOOK = 50
/** How many starts one person is tried for in one look, if others take them meanwhile. */
const STARTS_TRIED_MAX = 3

/**
 * Offers the free starts of an event type to those in line: to each in turn the first start that fits. Ends the
 * entries whose range is over, and all of them if the event type has no wait list any more.
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
  const offered = await offerStarts(deps, { loaded: loaded.value, rules, caller }, waiting)
  return { offered, isWaitedFor: waiting.length > offered }
}

/** The event type whose starts are offered. */
interface Offering {
  readonly loaded: LoadedEventType
  readonly rules: WaitlistRules
  readonly caller: Caller
}

/** Offers starts in line order. Answers how many people got one. */
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
  const { team, decide, writes } = prepared.value
  const attempt = (decision: ReturnType<typeof decide>) => {
    const changes = [{ before: undefined, decision }]
    return commitBookings(deps, caller, changes, () => writes(decision), undefined)
  }
  if (team) {
    const claimed = await claimTeam(deps, team, (assignments) => attempt(decide(assignments)))
    if (claimed === 'stale') return 'not-possible'
    return claimed.ok ? 'done' : 'taken'
  }
  const committed = await attempt(decide())
  if (committed.kind === 'done') return 'done'
  if (committed.kind === 'stale') return 'not-possible'
  const isOfPerson =
    committed.refusal.code === 'limit_reached' && committed.refusal.limit === 'perBooker'
  return isOfPerson ? 'not-possible' : 'taken'
}

/** Ends an entry that found nothing in time, or whose list was closed. */
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

// At a step of a minute, an answer holds the slots of nearly 14 days.
const WINDOW_SECONDS = 13 * 24 * 60 * 60

/** The free starts of an event type, read window by window as far as somebody needs them. */
class FreeStarts {
  readonly #deps: BookingDependencies
  readonly #offering: Offering
  readonly #windows = new Map<number, readonly OfferableStart[]>()
  readonly #dropped = new Set<number>()

  constructor(deps: BookingDependencies, offering: Offering) {
    this.#deps = deps
    this.#offering = offering
  }

  /** The first free start that somebody in line wants. */
  async firstFor(place: WaitlistPlace): Promise<OfferableStart | undefined> {
    const now = epochSeconds(this.#deps.clock)
    const from = Math.max(now, place.fromEpochSeconds)
    const first = Math.floor(from / WINDOW_SECONDS)
    for (let window = first; window * WINDOW_SECONDS < place.toEpochSeconds; window += 1) {
      const starts = await this.#startsIn(window)
      const found = starts.find((start) => this.#isFree(start) && wants(place, start))
      if (found) return found
    }
    return undefined
  }

  #isFree = ({ epochSeconds: at }: OfferableStart): boolean => !this.#dropped.has(at)

  /** Leaves a start out that was found taken. */
  drop({ epochSeconds: at }: OfferableStart): void {
    this.#dropped.add(at)
  }

  /** Has all windows read again: a hold may cover several starts. */
  forget(): void {
    this.#windows.clear()
  }

  async #startsIn(window: number): Promise<readonly OfferableStart[]> {
    const known = this.#windows.get(window)
    if (known) return known
    const { caller, loaded } = this.#offering
    const { eventType, provider } = loaded
    const listed = await listSlots(this.#deps, caller, eventType.id, {
      from: { epochMinutes: (window * WINDOW_SECONDS) / 60 },
      to: { epochMinutes: ((window + 1) * WINDOW_SECONDS) / 60 },
      includeUnavailable: false,
    })
    const { starts, sessions } = listed.ok ? listed.value : { starts: [], sessions: undefined }
    const found = starts.map((start, index) =>
      offerableStart(start * 60, provider.timeZone, sessions?.seatsLeft[index]),
    )
    this.#windows.set(window, found)
    return found
  }
}
