import {
  type Booking,
  type BookingDecision,
  type ClassSession,
  cancelBooking as decideCancellation,
  reassignBooking as decideReassignment,
  rescheduleBooking as decideReschedule,
  providersOf,
  type Result,
} from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import type { DomainEvent } from '../../kernel/events/event.ts'
import { mapAtMost } from '../../kernel/map-at-most.ts'
import type { Attempt } from '../../kernel/queue/queue.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import { attemptChange, commitChange } from '../bookings/change-booking.ts'
import type { ChangeDependencies } from '../bookings/follow-payment.ts'
import { bookingsAtStart } from '../bookings/session-bookings.ts'
import { readCurrentSession, type SessionAt } from '../seats/read-session.ts'
import { followedBy } from './session-tasks.ts'

/** Bookings that one attempt brings along. */
const BOOKINGS_PER_ATTEMPT = 100

/** Bookings that are brought along at the same time. All of them change the same session. */
const BOOKINGS_AT_ONCE = 4

/** The index of bookings may lack one that was committed a moment before the session changed. */
const LOOK_AGAIN_AFTER_MILLISECONDS = 60_000

/**
 * Brings the bookings of a start along with their session: cancels them, moves them or gives them to its people, each
 * with its own event and a few at a time. What is to do follows from the session as it is now and from each booking, so a
 * repetition after a crash continues where the last attempt ended and changes nothing twice. Looks a second
 * time after 60 s.
 */
export async function followSession(
  deps: ChangeDependencies,
  event: DomainEvent,
): Promise<Attempt> {
  const at = followedBy(event)
  const stored = await readCurrentSession(deps, at)
  if (stored === undefined) return { kind: 'done' }
  const { session } = stored
  const now = deps.clock.nowEpochMilliseconds()
  const bookings = await bookingsAtStart(deps, at.eventTypeId, at.startEpochSeconds)
  const behind = bookings.filter((booking) => changeOf(booking, session, now / 1000)?.ok === true)
  const caller: Caller<Booking> = {
    accountId: event.accountId,
    requestId: 'schedule',
    role: 'account',
    actor: event.actor ?? { kind: 'system' },
  }
  const failures: unknown[] = []
  await mapAtMost(behind.slice(0, BOOKINGS_PER_ATTEMPT), BOOKINGS_AT_ONCE, async ({ id }) => {
    try {
      await bringAlong(deps, caller, id, at)
    } catch (error) {
      failures.push(error)
    }
  })
  if (failures.length > 0) throw failures[0]
  if (behind.length > BOOKINGS_PER_ATTEMPT) return { kind: 'later', atEpochMilliseconds: now }
  const lookAgainAt = event.occurredAtEpochMilliseconds + LOOK_AGAIN_AFTER_MILLISECONDS
  return now < lookAgainAt ? { kind: 'later', atEpochMilliseconds: lookAgainAt } : { kind: 'done' }
}

/** Changes one booking as its session says; nothing if that is done, or the booking has ended or left. */
async function bringAlong(
  deps: ChangeDependencies,
  caller: Caller<Booking>,
  bookingId: string,
  at: SessionAt,
): Promise<void> {
  await attemptChange(deps, caller, bookingId, async (before, now) => {
    const stored = await readCurrentSession(deps, at)
    const decision = stored && changeOf(before, stored.session, now)
    if (decision === undefined || before.startEpochSeconds !== at.startEpochSeconds) {
      return { ok: true, value: before }
    }
    return decision.ok ? await commitChange(deps, caller, before, decision.value) : decision
  })
}

/** The change that brings a booking along with its session; undefined if there is nothing to do. */
function changeOf(
  booking: Booking,
  session: ClassSession,
  now: number,
): Result<BookingDecision, Refusal> | undefined {
  const { status, holdExpiresAtEpochSeconds = Number.POSITIVE_INFINITY } = booking
  const isOpen = status === 'pending' || status === 'confirmed'
  if (booking.seats === undefined || !isOpen) return undefined
  if (session.closed?.kind === 'cancelled') {
    return decideCancellation(booking, now, 'account', session.closed.reason)
  }
  // A lapsed hold expires where it is; the sweeper removes what is left of it.
  if (status === 'pending' && holdExpiresAtEpochSeconds <= now) return undefined
  const { assignments, providerId } = session
  if (booking.startEpochSeconds === session.startEpochSeconds) {
    const hasSamePeople = providersOf(booking).join() === providersOf(session).join()
    if (hasSamePeople || assignments === undefined) return undefined
    return decideReassignment(booking, assignments, now)
  }
  const { startEpochSeconds, endEpochSeconds, policy, timeZone, localStart, tzdbVersion } = session
  const time = { startEpochSeconds, endEpochSeconds, policy, timeZone, localStart, tzdbVersion }
  const people = assignments && { assignments, providerId }
  return decideReschedule(booking, { ...time, ...people }, now, { by: 'account' })
}
