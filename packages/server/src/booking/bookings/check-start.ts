import {
  EMPTY_SET,
  explainSlot,
  type Interval,
  ok,
  type Result,
  refuse,
  type SlotPolicy,
  type SlotRefusal,
  slotClaim,
  type WorkingTime,
} from '@holdfast/engine'
import { epochSeconds } from '../../kernel/dependencies.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import type { BookingDependencies } from '../dependencies.ts'
import type { EventType } from '../event-types/event-type.ts'
import { boundOf, type Schedules, withoutSchedule, workingHours } from '../hours/working-hours.ts'
import type { Provider } from '../providers/provider.ts'

/** A start to claim. */
export interface WantedStart {
  readonly provider: Provider
  /** Absent for a slot that the provider opened: then its working hours do not count, but its time off does. */
  readonly eventType?: EventType
  /** The schedules that were read already. */
  readonly schedules?: Schedules
  readonly policy: SlotPolicy
  readonly startEpochSeconds: number
}

/**
 * Decides whether a start may be claimed, under the same rules as the lists, and by the provider's
 * working hours, time off and calendars, which are read again. Other claims are left to the ledger, inside the transaction. Answers
 * the epoch second of the decision.
 */
export async function checkStart(
  deps: BookingDependencies,
  wanted: WantedStart,
): Promise<Result<number, Refusal>> {
  const { provider, policy, startEpochSeconds } = wanted
  const start = startEpochSeconds / 60
  const slot = { startEpochMinutes: start, endEpochMinutes: start + policy.durationMinutes }
  const working = await workingTimeAt(deps, wanted, slot)
  const before = epochSeconds(deps.clock)
  const broken = explainSlot(policy, startEpochSeconds, before, EMPTY_SET, { working })
  if (broken.length > 0) return refuse({ code: 'slot_not_bookable', reasons: broken })
  if (provider.connectedKinds === undefined) return ok(before)
  const claim = slotClaim(policy, start)
  const calendars = await deps.connectedCalendars.check(deps, provider, claim)
  const now = epochSeconds(deps.clock)
  const reasons = explainSlot(policy, startEpochSeconds, now, EMPTY_SET, {
    calendars,
    working,
  })
  return reasons.length > 0 ? refuse(refusalFor(reasons, startEpochSeconds)) : ok(now)
}

/** The working time that bounds a slot. Reads nothing for a provider without time off. */
async function workingTimeAt(
  deps: BookingDependencies,
  { provider, eventType, schedules = new Map() }: WantedStart,
  slot: Interval,
): Promise<WorkingTime | undefined> {
  const owner = eventType === undefined ? withoutSchedule(provider) : provider
  const working = await workingHours(deps, [owner], slot, { consistent: true, schedules })
  const own = working.get(provider.id)
  return eventType === undefined ? own : boundOf(eventType, provider, own)
}

/** Busy time elsewhere is taken time; unknown time is unavailable, but not taken. */
function refusalFor(reasons: readonly SlotRefusal[], startEpochSeconds: number): Refusal {
  const codes = new Set(reasons.map((reason) => reason.code))
  if (codes.has('calendar_busy') && codes.size === 1)
    return { code: 'slot_taken', startEpochSeconds }
  const sources = reasons.flatMap((reason) =>
    reason.code === 'calendar_unknown' ? [reason.source] : [],
  )
  const isOfCalendars = [...codes].every((code) => code.startsWith('calendar_'))
  return isOfCalendars
    ? { code: 'calendar_unavailable', startEpochSeconds, sources }
    : { code: 'slot_not_bookable', reasons }
}
