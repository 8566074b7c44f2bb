import type { Result } from '@holdfast/engine'
import { invalid, type Refusal } from '../../kernel/refusals.ts'
import type { BookingChange } from '../bookings/claims-of-bookings.ts'
import type { Decision } from '../decision.ts'
import type { EventType } from '../event-types/event-type.ts'
import { agreedAlike } from '../visits/in-common.ts'
import type { GroupInput } from './group-input.ts'

/** Checks what a visit cannot be made of. `eventTypes`: those of its items, each once. */
export function checkVisit(
  { items, onConflict }: Pick<GroupInput, 'items' | 'onConflict'>,
  eventTypes: readonly EventType[],
): Result<undefined, Refusal> {
  if (onConflict === 'skip') {
    return invalid('/onConflict', 'must be `refuse`: a visit is booked as a whole')
  }
  const alike = agreedAlike(eventTypes)
  if (alike.ok) return alike
  const { eventTypeId, message } = alike.refusal
  const index = items.findIndex((item) => item.eventTypeId === eventTypeId)
  return invalid(`/items/${index}/eventTypeId`, message)
}

/**
 * Changes of the bookings of a visit of which one asks for a proof of the email address: that proof confirms all of them. The
 * others count as changes of the group, whose emails say nothing of it.
 */
export function withOneProof<Change extends Pick<BookingChange, 'before' | 'decision'>>(
  changes: readonly Change[],
): readonly Change[] {
  const asks = ({ before, decision }: Change) =>
    decision.booking.emailUnconfirmed === true && before?.emailUnconfirmed !== true
  const first = changes.find(asks)
  return changes.map((change) => {
    if (change === first || !asks(change)) return change
    const { emailsAsNew: _, ...decision } = change.decision
    return { ...change, decision: { ...decision, isGroupChange: true } }
  })
}

/** Decisions about the bookings of a visit whose holds all expire with the first of them. */
export function expiringTogether(decisions: readonly Decision[]): readonly Decision[] {
  const expiries = decisions.flatMap(({ booking }) => booking.holdExpiresAtEpochSeconds ?? [])
  const first = Math.min(...expiries)
  return decisions.map((decision) => {
    const { booking, claim } = decision
    if (booking.holdExpiresAtEpochSeconds === undefined) return decision
    return {
      ...decision,
      booking: { ...booking, holdExpiresAtEpochSeconds: first },
      claim: 'holdUntilEpochSeconds' in claim ? { ...claim, holdUntilEpochSeconds: first } : claim,
    }
  })
}
