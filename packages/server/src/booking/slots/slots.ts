import {
  claimReach,
  computeGrid,
  computeSlots,
  explainSlot,
  type GridStarts,
  type Interval,
  ok,
  type Result,
  type SlotPolicy,
  type SlotRefusal,
  startOfLocalDay,
  withCalendars,
} from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import { epochSeconds } from '../../kernel/dependencies.ts'
import { invalid, type Refusal } from '../../kernel/refusals.ts'
import { loadEventType, offerHint } from '../bookings/offer.ts'
import type { BookingDependencies } from '../dependencies.ts'
import { slotPolicy } from '../event-types/event-type.ts'
import { occupiedTime, readLedger } from './occupied-time.ts'

/** One end of a range of starts: an instant, or the midnight that a date begins with. */
export type RangeEnd = { readonly epochMinutes: number } | { readonly dayNumber: number }

/** The slots to list: those that start in `[from, to)`. */
export interface SlotsQuery {
  readonly from: RangeEnd
  readonly to: RangeEnd
  /** The zone of the midnights. Default: the provider's. */
  readonly timeZone?: string
  readonly includeUnavailable: boolean
}

/** A range of starts in epoch minutes, `[from, to)`. */
export interface StartRange {
  readonly fromEpochMinutes: number
  readonly toEpochMinutes: number
}

/** Slots of an event type: their starts, ascending, in epoch minutes. */
export interface SlotsAnswer {
  readonly starts: readonly number[]
  /** For each start whether it can be booked. Absent if all can. */
  readonly available?: readonly boolean[]
  readonly durationMinutes: number
  /** The provider's zone. */
  readonly timeZone: string
  /** The first start that was left out because the answer is full. */
  readonly nextFromEpochMinutes?: number
}

/** The maximum number of days of one call. */
export const SLOT_QUERY_DAYS = 62
const MINUTES_PER_DAY = 1440
/**
 * The maximum number of slots in an answer, 1.5 MB. Enough for 62 days at a step of 5 minutes around the
 * clock; at a step of 1 minute, for 14.
 */
export const SLOTS_PER_ANSWER = 20_000

/** Refuses an empty range and one that is too long. */
export function checkRange(range: StartRange): Result<undefined, Refusal> {
  const minutes = range.toEpochMinutes - range.fromEpochMinutes
  if (minutes <= 0) return invalid('to', '`to` must be after `from`; ranges are half-open')
  if (minutes > SLOT_QUERY_DAYS * MINUTES_PER_DAY) {
    const days = Math.ceil(minutes / MINUTES_PER_DAY)
    return invalid('to', `the range spans ${days} days; a call may span ${SLOT_QUERY_DAYS}`)
  }
  return ok(undefined)
}

/** The ends of a range of starts. */
export type RangeQuery = Pick<SlotsQuery, 'from' | 'to' | 'timeZone'>

/** Converts a range to epoch minutes; dates are midnights in its zone, else in the provider's. */
export function rangeOf({ from, to, timeZone }: RangeQuery, providerZone: string): StartRange {
  const zone = timeZone ?? providerZone
  const minutes = (end: RangeEnd): number =>
    'dayNumber' in end ? startOfLocalDay(zone, end.dayNumber) : end.epochMinutes
  return { fromEpochMinutes: minutes(from), toEpochMinutes: minutes(to) }
}

/** A date that the zone never had (Pacific/Apia, 2011-12-30): a range of dates can be empty. */
export const isSkipped = ({ from, to }: RangeQuery, range: StartRange): boolean =>
  'dayNumber' in from &&
  'dayNumber' in to &&
  from.dayNumber < to.dayNumber &&
  range.fromEpochMinutes === range.toEpochMinutes

/** The part of the ledger that the slots of a range depend on; undefined for an invalid range. */
function reachOf(policy: SlotPolicy, query: SlotsQuery): Interval | undefined {
  const { fromEpochMinutes, toEpochMinutes } = rangeOf(query, policy.timeZone)
  return checkRange({ fromEpochMinutes, toEpochMinutes }).ok
    ? claimReach(policy, fromEpochMinutes, toEpochMinutes)
    : undefined
}

const covers = (outer: Interval, inner: Interval): boolean =>
  outer.startEpochMinutes <= inner.startEpochMinutes &&
  outer.endEpochMinutes >= inner.endEpochMinutes

/**
 * Lists the slots of an event type. If this process has read the event type before, it reads the rules
 * and the ledger in parallel, and reads the ledger again if the rules now need more of it. Calendars are
 * read only for a provider with connections. The reads may be slightly outdated; every claim is checked
 * again.
 */
export async function listSlots(
  deps: BookingDependencies,
  caller: Pick<Caller, 'accountId'>,
  eventTypeId: string,
  query: SlotsQuery,
): Promise<Result<SlotsAnswer, Refusal>> {
  const hint = offerHint(eventTypeId)
  const guess = hint && reachOf(hint.policy, query)
  const [loaded, early, prefetched] = await Promise.all([
    loadEventType(deps, caller.accountId, eventTypeId, false),
    hint && guess ? readLedger(deps, hint.providerId, guess, false) : undefined,
    hint?.hasCalendars && guess
      ? deps.connectedCalendars.prefetch(deps, hint.providerId, guess)
      : undefined,
  ])
  if (!loaded.ok) return loaded
  const { eventType, provider } = loaded.value
  const policy = slotPolicy(eventType, provider.timeZone)
  const range = rangeOf(query, policy.timeZone)
  const answer = { durationMinutes: policy.durationMinutes, timeZone: policy.timeZone }
  const checked = isSkipped(query, range) ? ok(undefined) : checkRange(range)
  if (!checked.ok) return checked
  const isOpen = eventType.status === 'active' && !provider.isInactive
  if (!isOpen || isSkipped(query, range)) return ok({ starts: [], ...answer })
  const reach = claimReach(policy, range.fromEpochMinutes, range.toEpochMinutes)
  const isGuessed = guess !== undefined && covers(guess, reach)
  const days = (isGuessed && early) || (await readLedger(deps, provider.id, reach, false))
  const calendars =
    isGuessed && prefetched
      ? await prefetched(provider, reach)
      : await deps.connectedCalendars.list(deps, provider, reach, { consistent: false })
  const nowEpochSeconds = epochSeconds(deps.clock)
  const occupied = withCalendars(occupiedTime(days, nowEpochSeconds), calendars)
  const question = { policy, ...range, nowEpochSeconds, occupied }
  const grid: Partial<GridStarts> & Pick<GridStarts, 'starts'> = query.includeUnavailable
    ? computeGrid(question)
    : { starts: computeSlots(question) }
  const next = grid.starts[SLOTS_PER_ANSWER]
  if (next === undefined) return ok({ ...grid, ...answer })
  return ok({
    starts: grid.starts.slice(0, SLOTS_PER_ANSWER),
    ...(grid.available && { available: grid.available.slice(0, SLOTS_PER_ANSWER) }),
    nextFromEpochMinutes: next,
    ...answer,
  })
}

/** Whether a start can be booked, and if not, all reasons. */
export interface Explanation {
  readonly available: boolean
  readonly reasons: readonly (
    | SlotRefusal
    | { readonly code: 'event_type_inactive' | 'provider_inactive' }
  )[]
}

/** Explains a start of an event type, under the same rules as lists and claims. */
export async function explainEventTypeSlot(
  deps: BookingDependencies,
  caller: Pick<Caller, 'accountId'>,
  eventTypeId: string,
  startEpochSeconds: number,
): Promise<Result<Explanation, Refusal>> {
  const loaded = await loadEventType(deps, caller.accountId, eventTypeId, true)
  if (!loaded.ok) return loaded
  const { eventType, provider } = loaded.value
  const policy = slotPolicy(eventType, provider.timeZone)
  const start = Math.floor(startEpochSeconds / 60)
  const reach = claimReach(policy, start, start + 1)
  const [days, calendars] = await Promise.all([
    readLedger(deps, provider.id, reach, true),
    deps.connectedCalendars.list(deps, provider, reach, { consistent: true }),
  ])
  const now = epochSeconds(deps.clock)
  const reasons: Explanation['reasons'] = [
    ...(eventType.status === 'inactive' ? [{ code: 'event_type_inactive' } as const] : []),
    ...(provider.isInactive ? [{ code: 'provider_inactive' } as const] : []),
    ...explainSlot(policy, startEpochSeconds, now, occupiedTime(days, now), calendars),
  ]
  return ok({ available: reasons.length === 0, reasons })
}
