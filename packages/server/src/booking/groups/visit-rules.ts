import { ok, type Result } from '@holdfast/engine'
import { invalid, type Refusal } from '../../kernel/refusals.ts'
import type { Decision } from '../decision.ts'
import type { EventType } from '../event-types/event-type.ts'
import type { GroupInput } from './group-input.ts'

/** How the bookings of an event type are agreed on. Those of a visit must be agreed on alike, or half of it could be left. */
const agreedBy = ({ confirmation, policy }: EventType): string =>
  confirmation === 'approval' && policy?.reapproveOnReschedule
    ? 'approval, also after a move'
    : confirmation

/** Checks what a visit cannot be made of. `eventTypes`: those of its items, each once. */
export function checkVisit(
  { items, onConflict }: Pick<GroupInput, 'items' | 'onConflict'>,
  eventTypes: readonly EventType[],
): Result<undefined, Refusal> {
  if (onConflict === 'skip') {
    return invalid('/onConflict', 'must be `refuse`: a visit is booked as a whole')
  }
  const [first, ...others] = eventTypes
  const other = first && others.find((each) => agreedBy(each) !== agreedBy(first))
  if (first === undefined || other === undefined) return ok(undefined)
  return invalid(
    `/items/${items.findIndex(({ eventTypeId }) => eventTypeId === other.id)}/eventTypeId`,
    `is confirmed by \`${agreedBy(other)}\`, and the others by \`${agreedBy(first)}\`. The parts of a visit need the same.`,
  )
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
