import {
  EMPTY_SET,
  explainSlot,
  ok,
  type Result,
  refuse,
  type SlotPolicy,
  type SlotRefusal,
  slotClaim,
} from '@holdfast/engine'
import { epochSeconds } from '../../kernel/dependencies.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import type { BookingDependencies } from '../dependencies.ts'
import type { Provider } from '../providers/provider.ts'

/** A start to claim. */
export interface WantedStart {
  readonly provider: Provider
  readonly policy: SlotPolicy
  readonly startEpochSeconds: number
}

/**
 * Decides whether a start may be claimed, under the same rules as the lists, and by the provider's
 * calendars, which are read again. Other claims are left to the ledger, inside the transaction. Answers
 * the epoch second of the decision.
 */
export async function checkStart(
  deps: BookingDependencies,
  { provider, policy, startEpochSeconds }: WantedStart,
): Promise<Result<number, Refusal>> {
  const before = epochSeconds(deps.clock)
  const broken = explainSlot(policy, startEpochSeconds, before, EMPTY_SET)
  if (broken.length > 0) return refuse({ code: 'slot_not_bookable', reasons: broken })
  if (provider.connectedKinds === undefined) return ok(before)
  const claim = slotClaim(policy, startEpochSeconds / 60)
  const calendars = await deps.connectedCalendars.check(deps, provider, claim)
  const now = epochSeconds(deps.clock)
  const reasons = explainSlot(policy, startEpochSeconds, now, EMPTY_SET, calendars)
  return reasons.length > 0 ? refuse(refusalFor(reasons, startEpochSeconds)) : ok(now)
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
