import type { Booking } from '@holdfast/engine'
import type { Dependencies } from '../../kernel/dependencies.ts'
import type { Decision } from '../decision.ts'
import type { EventType } from '../event-types/event-type.ts'
import {
  bookerCounts,
  countedPerson,
  ownBookerCounts,
  unlimited,
} from '../limits/claimed-limits.ts'
import { countedElsewhere } from '../limits/counted-elsewhere.ts'
import { withCounts } from './limit-decisions.ts'
import { limitedEventType, underOwnRules } from './who-books.ts'

/** The person whose limits a booking counts for. One who is its booker already counts as before, whoever confirms it. */
const personIn = (booking: Booking, before: Booking): string | undefined =>
  countedPerson(
    before.booker === undefined ? booking : { ...booking, isUnproven: before.isUnproven },
  )

/**
 * A decision with the count of the booker that the booking has from now on: a hold that gets its booker, or a booker with
 * another address. The count of the earlier address is given back in the same transaction. `eventType`: if it was read
 * already. Reads nothing if the event type did not limit bookers when the booking was made.
 */
export async function followBooker(
  deps: Pick<Dependencies, 'store' | 'secrets' | 'clock'>,
  before: Booking,
  decision: Decision,
  known?: EventType,
): Promise<Decision> {
  const { booking } = decision
  const had = ownBookerCounts(before)
  if (personIn(booking, before) === personIn(before, before)) {
    // An erasure of the person may have deleted the count of a new hold.
    return had.length === 0 ? decision : { ...decision, limits: unlimited(had) }
  }
  const { eventTypeId, counts = [] } = before
  if (eventTypeId === undefined || (!before.asksBooker && had.length === 0)) return decision
  const eventType = known ?? (await limitedEventType(deps, eventTypeId))
  const own = await underOwnRules(deps, booking, eventType)
  const elsewhere = await countedElsewhere(deps, booking, own, had)
  const ofBooker = bookerCounts(deps, booking, own, elsewhere?.counts)
  if (had.length === 0 && ofBooker.counts.length === 0) return decision
  const others = counts.filter((claim) => !had.includes(claim))
  const decided = withCounts(decision, [...others, ...ofBooker.counts], ofBooker.maxima)
  return elsewhere ? { ...decided, elsewhere } : decided
}

/**
 * A decision about a booking whose booker has just proved who they are, with what it claims of their limits from now on.
 * `eventType`: under their rules.
 */
export async function countProved(
  deps: Pick<Dependencies, 'store' | 'secrets' | 'clock'>,
  decision: Decision,
  eventType: EventType | undefined,
): Promise<Decision> {
  const { booking } = decision
  const { counts = [] } = booking
  const elsewhere = await countedElsewhere(deps, booking, eventType, ownBookerCounts(booking))
  const { counts: own, maxima } = bookerCounts(deps, booking, eventType, elsewhere?.counts)
  const missing = own.filter(({ counter }) => counts.every((claim) => claim.counter !== counter))
  if (missing.length === 0) return decision
  const decided = withCounts(decision, [...counts, ...missing], maxima)
  return elsewhere ? { ...decided, elsewhere } : decided
}
