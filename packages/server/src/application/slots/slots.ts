import {
  claimReach,
  computeGrid,
  computeSlots,
  explainSlot,
  type Interval,
  ok,
  type Result,
  type SlotPolicy,
  type SlotRefusal,
} from '@holdfast/engine'
import { knownProviderOf, loadEventType } from '../bookings/offer.ts'
import type { Caller } from '../caller.ts'
import { type Dependencies, epochSeconds } from '../dependencies.ts'
import { slotPolicy } from '../event-types/event-type.ts'
import { invalid, type Refusal } from '../refusals.ts'
import { occupiedTime, type ReadDay, readLedger } from './occupied-time.ts'

/** Which slots are asked for: those that start in `[from, to)`. */
export interface SlotsQuery {
  readonly fromEpochMinutes: number
  readonly toEpochMinutes: number
  readonly includeUnavailable: boolean
}

/** Slots of an event type: their starts, ascending, in epoch minutes. */
export interface SlotsAnswer {
  readonly starts: readonly number[]
  /** For each start whether it can be booked; absent when all can. */
  readonly available?: readonly boolean[]
  readonly durationMinutes: number
  /** The provider's zone. */
  readonly timeZone: string
}

/** The most days that one call may span. */
export const SLOT_QUERY_DAYS = 62
const MINUTES_PER_DAY = 1440

/** Refuses a range that is empty or too long. */
export function checkRange(range: {
  readonly fromEpochMinutes: number
  readonly toEpochMinutes: number
}): Result<undefined, Refusal> {
  const minutes = range.toEpochMinutes - range.fromEpochMinutes
  if (minutes <= 0) return invalid('to', '`to` must be after `from`; ranges are half-open')
  if (minutes > SLOT_QUERY_DAYS * MINUTES_PER_DAY) {
    const days = Math.ceil(minutes / MINUTES_PER_DAY)
    return invalid('to', `the range spans ${days} days; a call may span ${SLOT_QUERY_DAYS}`)
  }
  return ok(undefined)
}

// The longest that a claim may reach beyond its slot: duration and both buffers, a day each.
const LONGEST_REACH_MINUTES = MINUTES_PER_DAY

/**
 * Lists the slots of an event type. Where the provider is known already, rules and ledger are asked
 * for at once. The reads may be a moment old: what is claimed is checked again when it is claimed.
 */
export async function listSlots(
  deps: Dependencies,
  caller: Pick<Caller, 'accountId'>,
  eventTypeId: string,
  query: SlotsQuery,
): Promise<Result<SlotsAnswer, Refusal>> {
  const range = checkRange(query)
  if (!range.ok) return range
  const known = knownProviderOf(eventTypeId)
  const [loaded, early] = await Promise.all([
    loadEventType(deps, caller.accountId, eventTypeId, false),
    known === undefined ? undefined : readLedger(deps, known, widest(query), false),
  ])
  if (!loaded.ok) return loaded
  const { eventType, provider } = loaded.value
  const policy = slotPolicy(eventType, provider.timeZone)
  const answer = { durationMinutes: policy.durationMinutes, timeZone: policy.timeZone }
  const days = early ?? (await readLedger(deps, provider.id, widest(query), false))
  if (eventType.status === 'inactive') return ok({ starts: [], ...answer })
  return ok({ ...decide(policy, query, days, epochSeconds(deps.clock)), ...answer })
}

/** The time that any policy's claims can touch for slots of this range. */
const widest = (query: SlotsQuery): Interval => ({
  startEpochMinutes: query.fromEpochMinutes - LONGEST_REACH_MINUTES,
  endEpochMinutes: query.toEpochMinutes + 2 * LONGEST_REACH_MINUTES,
})

/** Slots of a policy over ledger days that were read. */
export function decide(
  policy: SlotPolicy,
  query: SlotsQuery,
  days: readonly ReadDay[],
  nowEpochSeconds: number,
): { readonly starts: readonly number[]; readonly available?: readonly boolean[] } {
  const question = {
    policy,
    fromEpochMinutes: query.fromEpochMinutes,
    toEpochMinutes: query.toEpochMinutes,
    nowEpochSeconds,
    occupied: occupiedTime(days, nowEpochSeconds),
  }
  return query.includeUnavailable ? computeGrid(question) : { starts: computeSlots(question) }
}

/** Whether one start can be booked, and if not, everything that stands against it. */
export interface Explanation {
  readonly available: boolean
  readonly reasons: readonly (SlotRefusal | { readonly code: 'event_type_inactive' })[]
}

/** Explains one start of an event type, with the same function that lists and claims. */
export async function explainEventTypeSlot(
  deps: Dependencies,
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
  const now = epochSeconds(deps.clock)
  const days = await readLedger(deps, provider.id, reach, true)
  const reasons: Explanation['reasons'] = [
    ...(eventType.status === 'inactive' ? [{ code: 'event_type_inactive' } as const] : []),
    ...explainSlot(policy, startEpochSeconds, now, occupiedTime(days, now)),
  ]
  return ok({ available: reasons.length === 0, reasons })
}
