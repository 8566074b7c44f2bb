import {
  EMPTY_SET,
  explainSlot,
  LIMITS,
  localDayOf,
  ok,
  type Result,
  refuse,
  type SlotRefusal,
  startOfLocalDay,
} from '@holdfast/engine'
import { epochSeconds } from '../../kernel/dependencies.ts'
import { invalid, type Refusal } from '../../kernel/refusals.ts'
import type { BookingDependencies } from '../dependencies.ts'
import type { Offer } from './offer.ts'

/** How long after its start the account can still book a time, for somebody who came without a booking. */
const OVERRIDE_PAST_SECONDS = 24 * 60 * 60

/**
 * Decides whether the account may claim a start outside the rules. The start must be a whole minute,
 * at most 24 hours ago, and no further ahead than any event type allows. A start outside a provider's
 * opened slots is refused, since nothing says how long it lasts. Other claims are left to the ledger.
 * Answers the epoch second of the decision.
 */
export function checkOverride(
  deps: BookingDependencies,
  { policy, isOutsideOpenings }: Offer,
  startEpochSeconds: number,
): Result<number, Refusal> {
  if (startEpochSeconds % 60 !== 0) return invalid('/start', '`start` must be a whole minute.')
  const nowEpochSeconds = epochSeconds(deps.clock)
  const reasons: SlotRefusal[] = []
  if (startEpochSeconds < nowEpochSeconds - OVERRIDE_PAST_SECONDS) {
    reasons.push({ code: 'in_the_past', nowEpochSeconds })
  }
  const { maxAdvanceDays } = LIMITS
  const today = localDayOf(policy.timeZone, Math.floor(nowEpochSeconds / 60))
  const endEpochMinutes = startOfLocalDay(policy.timeZone, today + maxAdvanceDays + 1)
  if (startEpochSeconds >= endEpochMinutes * 60) {
    reasons.push({ code: 'too_far', maxAdvanceDays, endEpochMinutes })
  }
  if (isOutsideOpenings) {
    const broken = explainSlot(policy, startEpochSeconds, nowEpochSeconds, EMPTY_SET)
    reasons.push(...broken.filter(({ code }) => code === 'outside_availability'))
  }
  return reasons.length > 0 ? refuse({ code: 'slot_not_bookable', reasons }) : ok(nowEpochSeconds)
}
