import {
  type ClassSession,
  claimOfSession,
  invariant,
  lengthAt,
  mayChangeWhole,
  moveSession,
  ok,
  providersOf,
  type Result,
  refuse,
  type SlotPolicy,
  sessionOwnerId,
} from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import { epochSeconds } from '../../kernel/dependencies.ts'
import { invalid, type Refusal } from '../../kernel/refusals.ts'
import { CONFLICT, retryOnConflict } from '../../kernel/retry.ts'
import { type Next, only, propose } from '../../ledger/alternatives.ts'
import type { BookingFailed } from '../booking-committed.ts'
import { checkStart } from '../bookings/check-start.ts'
import { eventTypeOffer, type Offer, wallTimeOf } from '../bookings/offer.ts'
import type { BookingDependencies } from '../dependencies.ts'
import { periodCounts } from '../limits/claimed-limits.ts'
import type { Provider } from '../providers/provider.ts'
import { chosenProviders } from '../requirements/team.ts'
import { readSession, type SessionAt } from '../seats/read-session.ts'
import type { StoredSession } from '../seats/session-item.ts'
import { combinationsOf } from '../teams/assign-team.ts'
import { prepareTeam } from '../teams/prepare-team.ts'
import { commitSession, type WholeChange } from './commit-session.ts'
import { findSession, ifUnchanged, wholeRefusal } from './find-session.ts'
import type { ChangedSession } from './session-state.ts'
import { emailWrite, followWrite } from './session-tasks.ts'

type Attempted = Result<ChangedSession, Refusal> | typeof CONFLICT

/**
 * Moves a whole session to another slot of its event type, with everybody in it, in one transaction; a task then moves
 * each booking. Its duration and buffers stay, and so do its people where they are free. Again: answers
 * the moved session. A start that another session was moved away from stays closed.
 */
export const rescheduleSession = (
  deps: BookingDependencies,
  caller: Caller<ChangedSession>,
  at: SessionAt,
  toEpochSeconds: number,
): Promise<Result<ChangedSession, Refusal>> =>
  retryOnConflict(`session ${at.eventTypeId}@${at.startEpochSeconds}`, async () => {
    if (toEpochSeconds === at.startEpochSeconds) {
      return invalid('/start', 'must be another start than that of the session')
    }
    const found = await findSession(deps, caller, at)
    if (!found.ok) return await wholeRefusal(deps, caller, at, undefined)
    const moved = await moveAsRead(deps, caller, found.value, toEpochSeconds)
    return await ifUnchanged(deps, found.value, moved)
  })

/** Moves a session as it was read. */
async function moveAsRead(
  deps: BookingDependencies,
  caller: Caller<ChangedSession>,
  before: StoredSession,
  toEpochSeconds: number,
): Promise<Attempted> {
  const { session } = before
  const { eventTypeId, startEpochSeconds, closed } = session
  const there = await readSession(deps, { eventTypeId, startEpochSeconds: toEpochSeconds })
  if (closed?.kind === 'moved' && closed.startEpochSeconds === toEpochSeconds && there) {
    return ok({ session: there.session, movedFromEpochSeconds: startEpochSeconds })
  }
  const now = epochSeconds(deps.clock)
  const allowed = mayChangeWhole(session, now)
  if (!allowed.ok) return await wholeRefusal(deps, caller, session, session)
  if (!isFreeFor(session, there?.session, now)) {
    return refuse({ code: 'slot_taken', startEpochSeconds: toEpochSeconds })
  }
  const offer = await eventTypeOffer(deps, caller.accountId, eventTypeId)
  if (!offer.ok) return offer
  const { timeZone } = offer.value.policy
  const at = { timeZone, startEpochMinutes: Math.floor(toEpochSeconds / 60) }
  const { assignments = [] } = session
  const durationMinutes = lengthAt(assignments, session.policy.durationMinutes, at)
  const policy = { ...offer.value.policy, ...session.policy, durationMinutes }
  return await attempt(deps, caller, { before, there, offer: offer.value, policy, toEpochSeconds })
}

/** A move that is being decided. `there`: what is stored at the new start. */
interface Move {
  readonly before: StoredSession
  readonly there: StoredSession | undefined
  readonly offer: Offer
  /** The session keeps its duration and buffers; today's hours and notice apply. */
  readonly policy: SlotPolicy
  readonly toEpochSeconds: number
}

/**
 * Whether a session can be put where another one was: nobody is in that one, and no booking of its start may still be on
 * its way to another start, unless that is the start of this session.
 */
function isFreeFor(
  { startEpochSeconds }: ClassSession,
  there: ClassSession | undefined,
  now: number,
): boolean {
  if (there === undefined) return true
  if (claimOfSession(there, now).kind !== 'none') return false
  const { closed } = there
  if (closed === undefined) return true
  return closed.kind === 'moved' ? closed.startEpochSeconds === startEpochSeconds : there.used === 0
}

async function attempt(
  deps: BookingDependencies,
  caller: Caller<ChangedSession>,
  move: Move,
): Promise<Attempted> {
  const { before, offer, policy, toEpochSeconds: startEpochSeconds } = move
  const { session } = before
  const requirements = offer.eventType?.requirements
  if (requirements === undefined || session.assignments === undefined) {
    const open = await checkStart(deps, { ...offer, policy, startEpochSeconds })
    if (!open.ok) return open
    const moved = movedBy(deps, move, [offer.provider])
    return await commitMove(deps, caller, only(changeTo(deps, caller, move, moved)))
  }
  const { eventType, schedules } = offer
  invariant(eventType !== undefined && schedules !== undefined, 'a team without an event type')
  const team = { eventType, provider: offer.provider, requirements, schedules }
  const { durationMinutes } = policy
  const agreed = { ...session.policy, durationMinutes }
  const booked = session.assignments
  const start = { startEpochSeconds, agreed, booked, isOverride: false, caller }
  const prepared = await prepareTeam(deps, team, start)
  if (!prepared.ok) return prepared
  const bookingId = sessionOwnerId(session.eventTypeId, session.startEpochSeconds)
  const claim = {
    ...prepared.value,
    eventType,
    policy,
    startEpochSeconds,
    bookingId,
    isOverride: false,
    named: providersOf(session),
    before: { ...session, status: 'confirmed' as const },
  }
  const next = combinationsOf(deps, claim, (assignments) => {
    const moved = movedBy(deps, move, chosenProviders(claim.team, assignments), assignments)
    return propose(changeTo(deps, caller, move, moved))
  })
  return await commitMove(deps, caller, next)
}

async function commitMove(
  deps: BookingDependencies,
  caller: Caller<ChangedSession>,
  next: Next<WholeChange<ChangedSession>, BookingFailed>,
): Promise<Attempted> {
  const committed = await commitSession(deps, caller, next)
  if (committed.kind === 'done') return ok(committed.value)
  return committed.kind === 'refused' ? refuse(committed.refusal) : CONFLICT
}

/** A session at its new start, and the largest count of each counter that it claims there. */
interface Moved {
  readonly changed: ChangedSession
  readonly limits: ReadonlyMap<string, number>
}

function movedBy(
  deps: BookingDependencies,
  { before: { session }, offer, policy, toEpochSeconds: startEpochSeconds }: Move,
  providers: readonly Provider[],
  assignments = session.assignments,
): Moved {
  const { durationMinutes, bufferBeforeMinutes, bufferAfterMinutes, timeZone } = policy
  const [first] = assignments ?? []
  const agreed = { durationMinutes, bufferBeforeMinutes, bufferAfterMinutes }
  const limited = { eventType: offer.eventType, owner: offer.provider, providers }
  const { counts, maxima } = periodCounts(limited, {
    startEpochSeconds,
    policy: agreed,
    ...(assignments && { assignments }),
  })
  const { arrived } = moveSession(session, {
    startEpochSeconds,
    endEpochSeconds: startEpochSeconds + durationMinutes * 60,
    policy: agreed,
    timeZone,
    localStart: wallTimeOf(startEpochSeconds, timeZone),
    tzdbVersion: deps.tzdbVersion,
    providerId: first?.providerId ?? session.providerId,
    assignments,
    counts,
  })
  const changed = { session: arrived, movedFromEpochSeconds: session.startEpochSeconds }
  return { changed, limits: maxima }
}

function changeTo(
  deps: BookingDependencies,
  caller: Caller<ChangedSession>,
  { before, there }: Move,
  { changed, limits }: Moved,
): WholeChange<ChangedSession> {
  const { session } = before
  const { left } = moveSession(session, changed.session)
  const further = () => [
    followWrite(deps, caller, session),
    ...(session.isFinal ? [emailWrite(deps, caller, changed, session)] : []),
  ]
  const changes = [
    { before, after: left },
    { before: there, after: changed.session },
  ] as const
  return { changes: [...changes], limits, further, value: changed }
}
