import { type ClassSession, ok, providersOf, type Result, refuse } from '@holdfast/engine'
import { epochSeconds } from '../../kernel/dependencies.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import type { BookingDependencies } from '../dependencies.ts'
import { providerKey } from '../keys.ts'
import { providerEntity } from '../providers/provider.ts'
import { abortPendingDeletion } from '../providers/provider-deletion.ts'
import type { ChosenCandidate } from '../requirements/chosen-candidate.ts'
import { checkOverride } from './check-override.ts'
import { joinRefusals } from './join-session.ts'
import type { Offer } from './offer.ts'

/** A session that somebody wants to join. */
export interface WantedSession {
  readonly offer: Offer
  readonly session: ClassSession
  readonly isOverride?: boolean | undefined
  /** Who must be part of it. */
  readonly chosen?: ChosenCandidate | undefined
}

/**
 * Decides whether somebody may join a session at all. Its time was found bookable when it began, so hours, grid and
 * calendars do not count again. Its seats are left to the commit. Answers the epoch second of the decision.
 */
export async function checkJoin(
  deps: BookingDependencies,
  { offer, session, isOverride = false, chosen }: WantedSession,
): Promise<Result<number, Refusal>> {
  if (session.closed) return refuse({ code: 'session_cancelled', by: session.closed.kind })
  const { startEpochSeconds } = session
  const providerIds = providersOf(session)
  if (chosen && !providerIds.includes(chosen.providerId)) {
    return refuse({ code: 'slot_taken', startEpochSeconds })
  }
  if (isOverride) {
    const allowed = checkOverride(deps, offer, startEpochSeconds)
    if (!allowed.ok) return allowed
  } else {
    const now = epochSeconds(deps.clock)
    const reasons = joinRefusals(offer.policy, startEpochSeconds, now)
    if (reasons.length > 0) return refuse({ code: 'slot_not_bookable', reasons })
  }
  const others = providerIds.filter((id) => id !== offer.provider.id)
  const exist = await Promise.all(others.map((id) => staysInUse(deps, id)))
  if (!exist.every(Boolean)) return refuse({ code: 'slot_taken', startEpochSeconds })
  return ok(epochSeconds(deps.clock))
}

/** Makes sure that a provider is not deleted while its session is joined. */
async function staysInUse(deps: BookingDependencies, providerId: string): Promise<boolean> {
  const provider = await providerEntity.read(deps.store, providerKey(providerId))
  return provider !== undefined && (await abortPendingDeletion(deps, provider))
}
