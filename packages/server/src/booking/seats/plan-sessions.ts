import {
  type Booking,
  type ClassSession,
  changeSeat,
  claimOfSession,
  claimOfStatus,
  hasOwnTime,
  invariant,
  NO_CLAIM,
  type OwnerClaim,
  ok,
  providersOf,
  type Result,
  refuse,
  type SeatRefusal,
  type SessionStep,
  sessionOwnerId,
  sessionStep,
  sessionTime,
  stepOfMovedHold,
  withSequence,
} from '@holdfast/engine'
import type { KeyedWrite, Known } from '../../ledger/known.ts'
import type { AmountStep } from '../../ledger/steps.ts'
import type { Decision } from '../decision.ts'
import { sessionKey } from '../keys.ts'
import { amountSteps } from '../limits/amount-steps.ts'
import { countsOfSession, marksOfSession } from './session-counts.ts'
import { type StoredSession, sessionFromItem, sessionWrite } from './session-item.ts'

/** What is known of a session. Undefined: it was not read. `stored` is undefined: there is none yet. */
export type KnownSessions = (
  name: SessionName,
) => { readonly stored: StoredSession | undefined } | undefined

/** The sessions among the items that were read. */
export const knownSessions =
  (known: Known): KnownSessions =>
  ({ eventTypeId, startEpochSeconds }) => {
    const found = known.source(sessionKey(eventTypeId, startEpochSeconds))
    return found && { stored: found.item && sessionFromItem(found.item) }
  }

/** A booking with seats that changes. */
export interface SeatedChange {
  readonly before: Booking | undefined
  readonly decision: Decision
}

/** What becomes of a session's claims. */
export interface SessionClaims {
  readonly ownerId: string
  readonly session: ClassSession
  readonly step: SessionStep
  /** The change that claims them. */
  readonly index: number
}

/** The writes of sessions, and what follows for time and limits. */
export interface PlannedSessions {
  readonly writes: readonly KeyedWrite[]
  readonly claims: readonly SessionClaims[]
  readonly counts: readonly AmountStep[]
}

/** Why sessions cannot be changed; `stale`: a session is not as the booking was decided for. */
export type SessionsRefusal =
  | { readonly kind: 'seat'; readonly refusal: SeatRefusal; readonly index: number }
  | { readonly kind: 'stale'; readonly index: number }
  | { readonly kind: 'unread'; readonly sessions: readonly SessionName[] }

/** The event type and the start of a session. */
export interface SessionName {
  readonly eventTypeId: string
  readonly startEpochSeconds: number
}

/** The session of a booking with seats, as its own start names it. */
export function sessionNameOf({ id, eventTypeId, startEpochSeconds }: Booking): SessionName {
  invariant(eventTypeId !== undefined, `booking ${id} has seats without an event type`)
  return { eventTypeId, startEpochSeconds }
}

/** A part of the change of one booking in one session. */
interface SeatPart {
  readonly index: number
  readonly ownerId: string
  /** The session as it was read. */
  readonly stored: StoredSession | undefined
  readonly booking: Booking
  readonly from: OwnerClaim
  readonly to: OwnerClaim
  readonly seats: number
  /** Whether a held booking moves from here: then the session's time must still be claimed. */
  readonly movesHold: boolean
}

/** A session in a transaction: as it was read, as it becomes, and whether anybody joins it. */
interface Touched {
  readonly before: StoredSession | undefined
  after: ClassSession | undefined
  hasJoined: boolean
  parts: SeatPart[]
}

/**
 * Decides what becomes of the sessions of some bookings with seats. Whoever leaves makes room for whoever joins in the
 * same transaction.
 */
export function planSessions(
  changes: readonly (SeatedChange | undefined)[],
  known: KnownSessions,
  nowEpochSeconds: number,
): Result<PlannedSessions, SessionsRefusal> {
  const parts = partsOf(changes, known)
  if (!parts.ok) return parts
  const touched = new Map<string, Touched>()
  for (const part of parts.value) {
    const before = part.stored
    const session: Touched = touched.get(part.ownerId) ?? {
      before,
      after: before?.session,
      hasJoined: false,
      parts: [],
    }
    touched.set(part.ownerId, session)
    const decision = changes[part.index]?.decision
    const joins = part.from.kind === 'none' && decision && joinOf(decision)
    const isStale =
      isOther(session.after, part.booking, nowEpochSeconds) ||
      (decision?.seating?.mustBeLive && hasEnded(session.after, nowEpochSeconds))
    if (joins && isStale) {
      return refuse({ kind: 'stale', index: part.index })
    }
    const { booking, seats, from, to } = part
    const isMove = decision?.claim.kind === 'move'
    const seat = {
      bookingId: booking.id,
      seats,
      from,
      to,
      ...(isMove && { isMove }),
      ...(joins && { joins }),
    }
    const changed = changeSeat(session.after, seat, nowEpochSeconds)
    if (!changed.ok) return refuse({ kind: 'seat', refusal: changed.refusal, index: part.index })
    session.after = changed.value
    session.hasJoined ||= part.from.kind === 'none'
    session.parts.push(part)
  }
  return ok(plannedWrites(touched, changes, nowEpochSeconds))
}

/** Where the seats of a session went, if all of it was moved. */
function resolve(
  name: SessionName,
  known: KnownSessions,
): Pick<SeatPart, 'ownerId' | 'stored'> | { readonly unread: SessionName } {
  const seen = new Set<string>()
  let current = name
  for (;;) {
    const ownerId = sessionOwnerId(current.eventTypeId, current.startEpochSeconds)
    // A session that moved back meanwhile seems to lead in a circle: this one was read too early.
    const found = known(current)
    if (found === undefined || seen.has(ownerId)) return { unread: current }
    seen.add(ownerId)
    const { stored } = found
    const closed = stored?.session.closed
    if (closed?.kind !== 'moved') return { ownerId, stored }
    current = { ...current, startEpochSeconds: closed.startEpochSeconds }
  }
}

function partsOf(
  changes: readonly (SeatedChange | undefined)[],
  known: KnownSessions,
): Result<readonly SeatPart[], SessionsRefusal> {
  const unread: SessionName[] = []
  const leaving: SeatPart[] = []
  const joining: SeatPart[] = []
  for (const [index, change] of changes.entries()) {
    if (change === undefined) continue
    const { before, decision } = change
    const after = decision.booking
    const old = before && resolve(sessionNameOf(before), known)
    // A new booking, or one that moves, joins the session at its start, which may itself have been moved away.
    const own = resolve(sessionNameOf(after), known)
    if (old && 'unread' in old) unread.push(old.unread)
    if ('unread' in own) unread.push(own.unread)
    if ((old && 'unread' in old) || 'unread' in own) continue
    const from = before ? claimOfStatus(before) : NO_CLAIM
    const to = claimOfStatus(after)
    const seats = { before: before?.seats ?? 0, after: after.seats ?? 0 }
    const isHoldMoved = decision.claim.kind === 'move' && from.kind === 'held'
    if (before && old?.ownerId === own.ownerId && seats.before === seats.after) {
      // A booking that follows its whole session to a new start finds the time claimed there.
      const movesHold = isHoldMoved && before.startEpochSeconds === after.startEpochSeconds
      leaving.push({ index, ...own, booking: after, from, to, seats: seats.after, movesHold })
      continue
    }
    if (before && old) {
      const left = { booking: before, from, to: NO_CLAIM, seats: seats.before }
      leaving.push({ index, ...old, ...left, movesHold: isHoldMoved })
    }
    const joined = { booking: after, from: NO_CLAIM, to, seats: seats.after }
    joining.push({ index, ...own, ...joined, movesHold: false })
  }
  return unread.length > 0
    ? refuse({ kind: 'unread', sessions: unread })
    : ok([...leaving, ...joining])
}

/** What a booking's session is, if the booking is its first. */
function joinOf({ booking, seating }: Decision) {
  const { id, accountId, eventTypeId } = booking
  if (claimOfStatus(booking).kind === 'none') return undefined
  invariant(eventTypeId !== undefined && seating, `booking ${id} joins without knowing its session`)
  const { capacity, counts } = seating
  const facts = {
    accountId,
    eventTypeId,
    ...sessionTime(booking),
    ...(counts && counts.length > 0 && { counts }),
  }
  return { capacity, facts }
}

/** Whether a live session has another duration, other buffers, or other people or times of theirs than a booking was decided for. */
function isOther(
  session: ClassSession | undefined,
  booking: Booking,
  nowEpochSeconds: number,
): boolean {
  if (session === undefined || claimOfSession(session, nowEpochSeconds).kind === 'none')
    return false
  if (session.closed) return false
  const [mine, theirs] = [providersOf(booking), providersOf(session)]
  return (
    session.endEpochSeconds !== booking.endEpochSeconds ||
    session.policy.bufferBeforeMinutes !== booking.policy.bufferBeforeMinutes ||
    session.policy.bufferAfterMinutes !== booking.policy.bufferAfterMinutes ||
    mine.length !== theirs.length ||
    mine.some((id) => !theirs.includes(id)) ||
    timesOf(booking) !== timesOf(session)
  )
}

/** When people are needed, as a text to compare. Empty: all the time. */
const timesOf = ({ assignments = [] }: Pick<Booking, 'assignments'>): string =>
  assignments.some(hasOwnTime)
    ? JSON.stringify(
        assignments.map(({ providerId, spans = [], bufferBeforeMinutes, bufferAfterMinutes }) => [
          providerId,
          ...spans.map(({ offsetMinutes, durationMinutes }) => [offsetMinutes, durationMinutes]),
          bufferBeforeMinutes,
          bufferAfterMinutes,
        ]),
      )
    : ''

/** Whether nobody is in a session any more. */
const hasEnded = (session: ClassSession | undefined, nowEpochSeconds: number): boolean =>
  !session?.closed && claimOfSession(session, nowEpochSeconds).kind === 'none'

function plannedWrites(
  touched: ReadonlyMap<string, Touched>,
  changes: readonly (SeatedChange | undefined)[],
  now: number,
): PlannedSessions {
  const writes: KeyedWrite[] = []
  const claims: SessionClaims[] = []
  const counts: AmountStep[] = []
  for (const [ownerId, { before, after, hasJoined, parts }] of touched) {
    const mover = parts.find(({ movesHold }) => movesHold)
    const usual = sessionStep(before?.session, after, hasJoined, now)
    const step = mover ? stepOfMovedHold(usual, before?.session, now) : usual
    if (after === undefined || (after === before?.session && step === undefined)) continue
    writes.push(
      plainWrite(before, after, parts, changes) ??
        sessionWrite(before, withSequence(before?.session, after, now)),
    )
    const { index = 0 } = mover ?? parts.at(-1) ?? {}
    if (step) claims.push({ ownerId, session: after, step, index })
    const limits = new Map(
      parts.flatMap(({ index }) => [...(changes[index]?.decision.limits ?? [])]),
    )
    const endsOrBegins = step?.kind === 'release' || step?.kind === 'claim'
    const had = (endsOrBegins ? marksOfSession : countsOfSession)(before?.session, now)
    counts.push(...amountSteps(ownerId, had, countsOfSession(after, now), limits))
  }
  return { writes, claims, counts }
}

/**
 * The write of one new or confirmed seat of a session that is final and stays so. It is conditioned on that and on the
 * count alone, so that many can join at once. Undefined: the session is replaced under its `rev`.
 */
function plainWrite(
  before: StoredSession | undefined,
  after: ClassSession,
  parts: readonly SeatPart[],
  changes: readonly (SeatedChange | undefined)[],
): KeyedWrite | undefined {
  const [part, ...others] = parts
  if (!before?.session.isFinal || part === undefined || others.length > 0) return undefined
  const { booking, seats: amount, from, to, index } = part
  const key = sessionKey(after.eventTypeId, after.startEpochSeconds)
  if (from.kind === 'held' && to.kind === 'final') {
    return { kind: 'count-confirm', key, ownerId: booking.id, isFinal: true }
  }
  const seating = changes[index]?.decision.seating
  const isPlain = from.kind === 'none' && after.used === before.session.used + amount
  if (!isPlain || seating === undefined) return undefined
  const hold =
    to.kind === 'held'
      ? { ownerId: booking.id, amount, expiresAtEpochSeconds: to.untilEpochSeconds }
      : undefined
  const max = seating.capacity
  return { kind: 'count-claim', key, amount, max, isFinal: true, ...(hold && { hold }) }
}
