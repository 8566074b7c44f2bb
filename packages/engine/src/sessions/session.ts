import type { Booking } from '../bookings/booking.ts'
import {
  type CountMark,
  type CountState,
  finalCount,
  isMarkLapsed,
  liveCount,
} from '../counts/count.ts'
import type { CountedClaim } from '../counts/count-steps.ts'
import { isSameClaim, NO_CLAIM, type OwnerClaim } from '../counts/owner-claim.ts'
import { invariant } from '../kernel/invariant.ts'
import { ok, type Result, refuse } from '../kernel/result.ts'

/** What a session takes from its first seat and keeps while anybody is in it. */
export type SessionFacts = Pick<
  Booking,
  | 'accountId'
  | 'startEpochSeconds'
  | 'endEpochSeconds'
  | 'policy'
  | 'timeZone'
  | 'localStart'
  | 'tzdbVersion'
  | 'providerId'
  | 'assignments'
> & {
  readonly eventTypeId: string
  /** What the session claims of period limits. Absent: nothing. */
  readonly counts?: readonly CountedClaim[]
}

/** What a session takes of the time of its first seat: when it is, in which zone and by which rules, and whom it takes. */
export type SessionTime = Omit<SessionFacts, 'accountId' | 'eventTypeId' | 'counts'>

/** The time of a session, of itself or of a booking in it. */
export const sessionTime = ({
  startEpochSeconds,
  endEpochSeconds,
  policy,
  timeZone,
  localStart,
  tzdbVersion,
  providerId,
  assignments,
}: SessionTime): SessionTime => ({
  startEpochSeconds,
  endEpochSeconds,
  policy,
  timeZone,
  localStart,
  tzdbVersion,
  providerId,
  ...(assignments && { assignments }),
})

/**
 * One class: an event type with seats, at one start. `used` counts seats; its marks are those of held seats, by
 * booking. The session claims the time of its providers, not its bookings: as a hold that ends with its last
 * live hold while nobody is confirmed, and for good (`isFinal`) from the first confirmation on.
 */
export interface ClassSession extends SessionFacts, CountState {
  /** True while somebody is confirmed. */
  readonly isFinal?: true
  /** Why nobody can join any more. A moved session has no seats: they are in the one at the new start. */
  readonly closed?: SessionClosed
  /** The start that it had first, if all of it was moved: calendars know it by that one. */
  readonly firstStartEpochSeconds?: number
  /** The iCalendar SEQUENCE of its entry in calendars. Absent: never final, or last changed by an earlier version. */
  readonly sequence?: number
}

/** How a whole session ended. */
export type SessionClosed =
  | { readonly kind: 'cancelled'; readonly reason?: string }
  | { readonly kind: 'moved'; readonly startEpochSeconds: number }

/** Why a seat cannot be had. */
export type SeatRefusal =
  | { readonly code: 'session_full'; readonly seatsLeft: number }
  | { readonly code: 'session_closed' }
  /** The hold of the seat lapsed, and others took it over. */
  | { readonly code: 'hold_lost' }

/** The name of a session in the ledgers of its providers. */
export const sessionOwnerId = (eventTypeId: string, startEpochSeconds: number): string =>
  `${eventTypeId}@${startEpochSeconds}`

/** Reads the name of a session, or of one of its claims. Undefined: it names a booking. */
export function sessionOfOwner(
  ownerId: string,
): { readonly eventTypeId: string; readonly startEpochSeconds: number } | undefined {
  const at = ownerId.indexOf('@')
  if (at < 0) return undefined
  return {
    eventTypeId: ownerId.slice(0, at),
    startEpochSeconds: Number.parseInt(ownerId.slice(at + 1), 10),
  }
}

/** What a booking has of its session, or of the counts of its limits. */
export function claimOfStatus({
  status,
  holdExpiresAtEpochSeconds,
}: Pick<Booking, 'status' | 'holdExpiresAtEpochSeconds'>): OwnerClaim {
  if (status === 'cancelled' || status === 'expired') return NO_CLAIM
  return status === 'pending'
    ? { kind: 'held', untilEpochSeconds: holdExpiresAtEpochSeconds as number }
    : { kind: 'final' }
}

/** The end of the last hold, live or lapsed: the end of the session's mark while it is not final. */
const lastExpiry = (holds: readonly CountMark[]): number =>
  holds.reduce((last, { expiresAtEpochSeconds }) => Math.max(last, expiresAtEpochSeconds), 0)

/** What a session has of its providers' time. One whose holds have all lapsed has nothing. */
export function claimOfSession(
  session: Pick<ClassSession, 'isFinal' | 'holds'> | undefined,
  nowEpochSeconds: number,
): OwnerClaim {
  if (session === undefined) return NO_CLAIM
  if (session.isFinal) return { kind: 'final' }
  const untilEpochSeconds = lastExpiry(session.holds)
  return untilEpochSeconds > nowEpochSeconds ? { kind: 'held', untilEpochSeconds } : NO_CLAIM
}

/** How many seats are left. */
export const seatsLeft = (
  session: CountState | undefined,
  capacity: number,
  nowEpochSeconds: number,
): number =>
  session === undefined ? capacity : Math.max(0, capacity - liveCount(session, nowEpochSeconds))

/** A change of one booking's seats: what it has of the session before and after. */
export interface SeatChange {
  readonly bookingId: string
  readonly seats: number
  readonly from: OwnerClaim
  readonly to: OwnerClaim
  /** True if the booking moves, within the session or out of it: only who has seats can move. */
  readonly isMove?: true
  /** For a new seat: how many seats there are, and what the session is if this is its first. */
  readonly joins?: { readonly capacity: number; readonly facts: SessionFacts }
}

/**
 * Applies the change of a booking's seats to its session and returns the new session. The caller commits it under the
 * `rev` of the session that was read, with the providers' time as `sessionSteps` says. A held seat whose mark is
 * gone was taken over: leaving it changes nothing, and confirming or moving it is refused.
 */
export function changeSeat(
  session: ClassSession | undefined,
  change: SeatChange,
  nowEpochSeconds: number,
): Result<ClassSession | undefined, SeatRefusal> {
  const { bookingId, seats, from, to, isMove } = change
  const marked = session?.holds.some(({ ownerId }) => ownerId === bookingId) ?? false
  const isLost = from.kind === 'held' && !marked
  if (isMove && isLost) return refuse({ code: 'hold_lost' })
  if (isSameClaim(from, to)) return ok(session)
  if (from.kind === 'none') return joinSession(session, change, nowEpochSeconds)
  if (isLost) {
    return to.kind === 'none' ? ok(session) : refuse({ code: 'hold_lost' })
  }
  invariant(session !== undefined, `the session of booking ${bookingId} is gone`)
  if (session.closed && to.kind === 'final') return refuse({ code: 'session_closed' })
  const holds = session.holds.filter(({ ownerId }) => ownerId !== bookingId)
  if (to.kind === 'none') return ok(settled({ ...session, used: session.used - seats, holds }))
  if (to.kind === 'held') {
    const { untilEpochSeconds: expiresAtEpochSeconds } = to
    const mark = { ownerId: bookingId, amount: seats, expiresAtEpochSeconds }
    return ok(settled({ ...session, holds: [...holds, mark] }))
  }
  return ok(settled({ ...session, holds }))
}

/** A session is final as long as somebody has seats without a mark. */
function settled({ isFinal: _, ...session }: ClassSession): ClassSession {
  const confirmed = finalCount(session)
  invariant(confirmed >= 0, 'more seats were given back than were taken')
  return confirmed > 0 ? { ...session, isFinal: true } : session
}

function joinSession(
  session: ClassSession | undefined,
  { bookingId, seats, to, joins }: SeatChange,
  nowEpochSeconds: number,
): Result<ClassSession, SeatRefusal> {
  invariant(joins !== undefined && to.kind !== 'none', `booking ${bookingId} joins no session`)
  const { capacity, facts } = joins
  if (session?.closed) return refuse({ code: 'session_closed' })
  const isLive = claimOfSession(session, nowEpochSeconds).kind !== 'none'
  const current: ClassSession =
    session !== undefined && isLive ? session : { ...facts, used: 0, holds: [] }
  const left = seatsLeft(current, capacity, nowEpochSeconds)
  if (seats > left) return refuse({ code: 'session_full', seatsLeft: left })
  // Seats whose holds lapsed are given back only where they are needed: their bookings may still be confirmed late
  // on a server whose clock is behind.
  const isFull = current.used + seats > capacity
  const used = isFull ? liveCount(current, nowEpochSeconds) : current.used
  const holds = isFull
    ? current.holds.filter((mark) => !isMarkLapsed(mark, nowEpochSeconds))
    : current.holds
  if (to.kind === 'final') return ok(settled({ ...current, used: used + seats, holds }))
  const { untilEpochSeconds: expiresAtEpochSeconds } = to
  const mark = { ownerId: bookingId, amount: seats, expiresAtEpochSeconds }
  return ok(settled({ ...current, used: used + seats, holds: [...holds, mark] }))
}

/**
 * The change of one provider's time that belongs to a change of a session. `claim`: claims it, as a hold until
 * `untilEpochSeconds`, or for good. `extend`: the mark must still exist and lasts until then; where it is gone, the time
 * is claimed again. `shorten`: the mark ends earlier. `confirm`: the mark must exist and becomes a
 * claim for good. `hold`: a claim for good becomes a hold. `release`: the time is free; `isHeld`: if its mark
 * still exists. `keep`: nothing changes, but the mark must exist. `mustExist`: so it must for this step.
 */
export type SessionStep =
  | { readonly kind: 'claim'; readonly untilEpochSeconds?: number }
  | { readonly kind: 'extend'; readonly untilEpochSeconds: number }
  | { readonly kind: 'keep'; readonly untilEpochSeconds: number }
  | { readonly kind: 'shorten'; readonly untilEpochSeconds: number; readonly mustExist?: true }
  | { readonly kind: 'confirm' }
  | { readonly kind: 'hold'; readonly untilEpochSeconds: number }
  | { readonly kind: 'release'; readonly isHeld: boolean; readonly mustExist?: true }

/**
 * The step of a session from which a held booking moves. Its hold is lost where the session's mark is gone, so the mark
 * must exist, even if nothing else happens to the session's time.
 */
export function stepOfMovedHold(
  step: SessionStep | undefined,
  before: ClassSession | undefined,
  nowEpochSeconds: number,
): SessionStep | undefined {
  const had = claimOfSession(before, nowEpochSeconds)
  if (had.kind !== 'held') return step
  if (step === undefined) return { kind: 'keep', untilEpochSeconds: had.untilEpochSeconds }
  const frees = step.kind === 'shorten' || step.kind === 'release'
  return frees ? { ...step, mustExist: true } : step
}

/**
 * What becomes of the time of a session's providers when the session changes. Undefined: nothing. `hasJoined`: somebody
 * new relies on the session's mark, so it must exist also where its end stays.
 */
export function sessionStep(
  before: ClassSession | undefined,
  after: ClassSession | undefined,
  hasJoined: boolean,
  nowEpochSeconds: number,
): SessionStep | undefined {
  const had = claimOfSession(before, nowEpochSeconds)
  const has = claimOfSession(after, nowEpochSeconds)
  if (had.kind === 'none') {
    if (has.kind === 'none') return stepOfLapsed(before, after)
    return has.kind === 'final'
      ? { kind: 'claim' }
      : { kind: 'claim', untilEpochSeconds: has.untilEpochSeconds }
  }
  if (has.kind === 'none') return { kind: 'release', isHeld: had.kind === 'held' }
  if (had.kind === 'final') {
    return has.kind === 'final'
      ? undefined
      : { kind: 'hold', untilEpochSeconds: has.untilEpochSeconds }
  }
  if (has.kind === 'final') return { kind: 'confirm' }
  const { untilEpochSeconds } = has
  if (untilEpochSeconds < had.untilEpochSeconds) return { kind: 'shorten', untilEpochSeconds }
  const isExtended = hasJoined || untilEpochSeconds > had.untilEpochSeconds
  return isExtended ? { kind: 'extend', untilEpochSeconds } : undefined
}

/**
 * What becomes of the mark of a session whose holds have all lapsed. It may still be there, and on a server whose clock is
 * behind it may be live, so it must end with the holds that remain.
 */
function stepOfLapsed(
  before: ClassSession | undefined,
  after: ClassSession | undefined,
): SessionStep | undefined {
  if (before === undefined || after === undefined || before.holds.length === 0) return undefined
  if (after.holds.length === 0) return { kind: 'release', isHeld: true }
  const untilEpochSeconds = lastExpiry(after.holds)
  return untilEpochSeconds < lastExpiry(before.holds)
    ? { kind: 'shorten', untilEpochSeconds }
    : undefined
}
