import {
  type Booking,
  type CountedClaim,
  type LimitedCounts,
  type LimitedSubject,
  parseCounter,
} from '@holdfast/engine'
import type { Dependencies } from '../../kernel/dependencies.ts'
import type { Decision } from '../decision.ts'
import {
  bookerCounts,
  countsOfProviders,
  type Limited,
  maximaOfBooker,
  ownBookerCounts,
  periodCounts,
  UNLIMITED,
} from '../limits/claimed-limits.ts'
import type { CountedElsewhere } from '../limits/counted-elsewhere.ts'

/**
 * A decision about a new booking with what it claims of limits; `isOverride`: it counts, but nothing limits it. With
 * seats, the session claims what periods count, if this booking begins it.
 */
export function withLimits(
  deps: Pick<Dependencies, 'secrets'>,
  decision: Decision,
  limited: Limited,
  {
    isOverride = false,
    elsewhere,
  }: {
    readonly isOverride?: boolean | undefined
    /** What its person has booked with other addresses. */
    readonly elsewhere?: CountedElsewhere | undefined
  } = {},
): Decision {
  const { booking } = decision
  const ofPeriods = periodCounts(limited, booking)
  const ofBooker = bookerCounts(deps, booking, limited.eventType, elsewhere?.counts)
  const decided = limitedDecision(decision, { ofPeriods, ofBooker, isOverride })
  return elsewhere ? { ...decided, elsewhere } : decided
}

/**
 * A decision about a booking that moves, with what it claims at its new time by the limits of today. Its booker's
 * count follows it.
 */
export function withMovedLimits(
  before: Booking,
  decision: Decision,
  limited: Limited,
  { isOverride }: { readonly isOverride: boolean },
): Decision {
  const counts = ownBookerCounts(before)
  const ofBooker = { counts, maxima: maximaOfBooker(counts, limited.eventType) }
  const ofPeriods = periodCounts(limited, decision.booking)
  return limitedDecision(decision, { ofPeriods, ofBooker, isOverride })
}

/**
 * A decision about a booking that is given to other providers, with what it claims of their limits. Whoever stays keeps
 * what was counted, and so does the event type.
 */
export function withReassignedLimits(
  before: Booking,
  decision: Decision,
  joining: readonly LimitedSubject[],
): Decision {
  const { booking } = decision
  const { counts = [] } = before
  const ids = new Set([
    ...(booking.assignments ?? []).map(({ providerId }) => providerId),
    booking.providerId,
    booking.eventTypeId,
    booking.accountId,
  ])
  const kept = counts.filter(({ counter }) => ids.has(parseCounter(counter).subjectId))
  const added = countsOfProviders(joining, booking)
  return withCounts(decision, [...kept, ...added.counts], added.maxima)
}

interface Claimed {
  readonly ofPeriods: LimitedCounts
  readonly ofBooker: LimitedCounts
  readonly isOverride: boolean
}

function limitedDecision(
  decision: Decision,
  { ofPeriods, ofBooker, isOverride }: Claimed,
): Decision {
  const { booking, seating } = decision
  const hasSession = booking.seats !== undefined
  const counts = hasSession ? ofBooker.counts : [...ofPeriods.counts, ...ofBooker.counts]
  const maxima = new Map([...ofPeriods.maxima, ...ofBooker.maxima])
  if (isOverride) for (const counter of maxima.keys()) maxima.set(counter, UNLIMITED)
  const limited = withCounts(decision, counts, maxima)
  return seating && ofPeriods.counts.length > 0
    ? { ...limited, seating: { ...seating, counts: ofPeriods.counts } }
    : limited
}

/** A decision whose booking claims these counts of limits. A booking that claims nothing stays as it is. */
export function withCounts(
  decision: Decision,
  counts: readonly CountedClaim[],
  maxima: ReadonlyMap<string, number>,
): Decision {
  const claims = counts.length > 0 || maxima.size > 0
  if (!claims && decision.booking.counts === undefined) return decision
  const { counts: _, ...booking } = decision.booking
  return {
    ...decision,
    booking: { ...booking, ...(counts.length > 0 && { counts }) },
    ...(maxima.size > 0 && { limits: maxima }),
  }
}
