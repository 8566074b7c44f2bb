import {
  type Booking,
  bookerCounter,
  type CountedClaim,
  countersOf,
  isErasedBooker,
  type LimitedCounts,
  type LimitedSubject,
  parseCounter,
} from '@holdfast/engine'
import type { Dependencies } from '../../kernel/dependencies.ts'
import type { Decision } from '../decision.ts'
import type { EventType } from '../event-types/event-type.ts'
import type { Provider } from '../providers/provider.ts'

/** Whose limits count for a booking. */
export interface Limited {
  /** Absent for a slot that its provider opened. */
  readonly eventType?: Pick<EventType, 'id' | 'limits' | 'seats'> | undefined
  /** The provider of the event type; the dates of its limits are in this one's zone. */
  readonly owner: Pick<Provider, 'timeZone'>
  /** The providers whose time the booking takes. */
  readonly providers: readonly Pick<Provider, 'id' | 'timeZone' | 'limits'>[]
}

/** The largest count of whatever is counted, but not limited: an override, or a limit that was added later. */
export const UNLIMITED = Number.MAX_SAFE_INTEGER

/** The event type and the providers of a booking, as far as they have limits. */
export const subjectsOf = ({ eventType, owner, providers }: Limited): readonly LimitedSubject[] => [
  ...(eventType?.limits
    ? [{ id: eventType.id, timeZone: owner.timeZone, limits: eventType.limits }]
    : []),
  ...providers.filter(({ limits }) => limits !== undefined),
]

/** The limits of an event type that takes its own provider alone. */
export const ownSubjects = ({
  eventType,
  provider,
}: {
  readonly eventType: NonNullable<Limited['eventType']>
  readonly provider: Limited['providers'][number]
}): readonly LimitedSubject[] => subjectsOf({ eventType, owner: provider, providers: [provider] })

/** What a booking, or its session, claims of period limits. */
export const periodCounts = (
  limited: Limited,
  { startEpochSeconds, policy }: Pick<Booking, 'startEpochSeconds' | 'policy'>,
): LimitedCounts =>
  countersOf(subjectsOf(limited), {
    startEpochMinutes: startEpochSeconds / 60,
    durationMinutes: policy.durationMinutes,
  })

/** What a booking claims of the limit per booker; nothing while it has no booker. */
export function bookerCounts(
  { secrets }: Pick<Dependencies, 'secrets'>,
  { accountId, booker }: Pick<Booking, 'accountId' | 'booker'>,
  eventType: Pick<EventType, 'id' | 'limits'> | undefined,
): LimitedCounts {
  const max = eventType?.limits?.perBooker
  if (eventType === undefined || max === undefined) return NOTHING
  if (booker === undefined || isErasedBooker(booker)) return NOTHING
  const counter = bookerCounter(
    eventType.id,
    secrets.personMarks(accountId, booker.email)[0] as string,
  )
  return {
    counts: [{ counter, amount: 1, endsWithBooking: true }],
    maxima: new Map([[counter, max]]),
  }
}

const NOTHING: LimitedCounts = { counts: [], maxima: new Map() }

/** The part of a booking's counts that belongs to its booker. */
export const ownBookerCounts = ({
  counts = [],
}: Pick<Booking, 'counts'>): readonly CountedClaim[] =>
  counts.filter(({ counter }) => parseCounter(counter).limit === 'perBooker')

/**
 * A decision about a new booking with what it claims of limits; `isOverride`: it counts, but nothing limits it. With
 * seats, the session claims what periods count, if this booking begins it.
 */
export function withLimits(
  deps: Pick<Dependencies, 'secrets'>,
  decision: Decision,
  limited: Limited,
  { isOverride = false }: { readonly isOverride?: boolean | undefined } = {},
): Decision {
  const { booking } = decision
  const ofPeriods = periodCounts(limited, booking)
  const ofBooker = bookerCounts(deps, booking, limited.eventType)
  return limitedDecision(decision, { ofPeriods, ofBooker, isOverride })
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
  const max = limited.eventType?.limits?.perBooker ?? UNLIMITED
  const ofBooker = { counts, maxima: new Map(counts.map(({ counter }) => [counter, max])) }
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
  joining: readonly Pick<Provider, 'id' | 'timeZone' | 'limits'>[],
): Decision {
  const { booking } = decision
  const { counts = [] } = before
  const ids = new Set([
    ...(booking.assignments ?? []).map(({ providerId }) => providerId),
    booking.providerId,
    booking.eventTypeId,
  ])
  const kept = counts.filter(({ counter }) => ids.has(parseCounter(counter).subjectId))
  const added = countersOf(joining, {
    startEpochMinutes: booking.startEpochSeconds / 60,
    durationMinutes: booking.policy.durationMinutes,
  })
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
  const { counts: earlier, ...booking } = decision.booking
  if (counts.length === 0 && earlier === undefined && maxima.size === 0) return decision
  return {
    ...decision,
    booking: { ...booking, ...(counts.length > 0 && { counts }) },
    ...(maxima.size > 0 && { limits: maxima }),
  }
}
