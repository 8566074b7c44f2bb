import {
  type Booking,
  ok,
  providersOf,
  type Result,
  refuse,
  shiftedStart,
  wallMinutesBetween,
} from '@holdfast/engine'
import { type Caller, versionMismatch } from '../../kernel/caller.ts'
import { epochSeconds } from '../../kernel/dependencies.ts'
import { mapAtMost } from '../../kernel/map-at-most.ts'
import { invalid, type Refusal } from '../../kernel/refusals.ts'
import { CONFLICT, retryOnConflict, tooContended } from '../../kernel/retry.ts'
import { answerUnchanged } from '../../kernel/transaction.ts'
import { propose } from '../../ledger/alternatives.ts'
import { isOfClaims } from '../bookings/change-booking.ts'
import { commitBookings } from '../bookings/commit-booking.ts'
import { isLive } from '../bookings/live-booking.ts'
import {
  type AskedMove,
  checkMovable,
  findMove,
  hasSessionBegunAt,
  leavingTime,
  type PreparedMove,
  prepareMove,
} from '../bookings/prepare-move.ts'
import { reportConflict } from '../bookings/report-conflict.ts'
import type { BookingDependencies } from '../dependencies.ts'
import { searchTeam } from '../teams/assign-team.ts'
import { PREPARED_AT_ONCE, ROUNDS_MAX } from './bounds.ts'
import { type GroupWithBookings, versionOfGroup } from './group.ts'
import { changesOf, ofBooking, reasonOf } from './group-changes.ts'
import { GroupMoves, type MovingBooking } from './group-moves.ts'
import { getBookingGroup } from './read-group.ts'

/** Where the bookings of a group move to. */
export interface GroupMove {
  /** By how many minutes of the wall clock, or the new start of the earliest of them. */
  readonly to: { readonly shiftMinutes: number } | { readonly startEpochSeconds: number }
  /** Whether the account moves them outside the rules. Default: no. */
  readonly isOverride?: boolean | undefined
}

type Answer = Result<GroupWithBookings, Refusal>

/**
 * Moves the bookings of a group that have not started and are pending or confirmed, all in one transaction: each by the
 * same time on the wall clock of its own zone. None is moved if one cannot be. What one gives back, another may take.
 * Bookings that have the new start already are answered as they are.
 */
export async function rescheduleBookingGroup(
  deps: BookingDependencies,
  caller: Caller<GroupWithBookings>,
  groupId: string,
  input: GroupMove,
): Promise<Answer> {
  return await retryOnConflict(`booking group ${groupId}`, async () => {
    const found = await getBookingGroup(deps, caller, groupId)
    if (!found.ok) return found
    const version = versionOfGroup(found.value.bookings)
    const stale = versionMismatch(caller, version)
    if (stale) return stale
    const answer = await attemptMove(deps, caller, found.value, input)
    if (answer === CONFLICT || answer.ok || !isOfClaims(reasonOf(answer.refusal))) return answer
    // Claims that the bookings made after they were read look like those of others.
    const again = await getBookingGroup(deps, caller, groupId)
    return again.ok && versionOfGroup(again.value.bookings) === version ? answer : CONFLICT
  })
}

async function attemptMove(
  deps: BookingDependencies,
  caller: Caller<GroupWithBookings>,
  found: GroupWithBookings,
  { to, isOverride = false }: GroupMove,
): Promise<Answer | typeof CONFLICT> {
  const now = epochSeconds(deps.clock)
  const live = found.bookings.filter((each) => each.startEpochSeconds > now && isLive(each, now))
  const moving = live.toSorted((a, b) => a.startEpochSeconds - b.startEpochSeconds)
  const [earliest] = moving
  if (earliest === undefined) return refuse(nothingToMove(caller, found.bookings, now))
  const shiftMinutes = 'shiftMinutes' in to ? to.shiftMinutes : shiftTo(earliest, to)
  const isSame = 'startEpochSeconds' in to && to.startEpochSeconds === earliest.startEpochSeconds
  if (isSame) return await answerUnchanged(deps, caller, found)
  const exact = 'startEpochSeconds' in to ? to.startEpochSeconds : undefined
  const leaving = await leavingTime(deps, moving, now)
  const prepared = await mapAtMost(moving, PREPARED_AT_ONCE, (before) => {
    const start = before === earliest ? exact : undefined
    const asked = { before, now, isOverride, leaving }
    return prepareOne(deps, caller, asked, { shiftMinutes, exact: start })
  })
  const members: MovingBooking[] = []
  for (const [index, each] of prepared.entries()) {
    const before = moving[index] as Booking
    if (!each.ok) return refuse(ofBooking(each.refusal, before, found.bookings))
    members.push(each.value)
  }
  return await commitMoves(
    deps,
    caller,
    found,
    new GroupMoves(members, found.group.together === true),
  )
}

/** By how much the wall clock of a booking differs at its new start. */
const shiftTo = (
  { startEpochSeconds: from, timeZone }: Booking,
  to: { readonly startEpochSeconds: number },
): number => wallMinutesBetween(from, to.startEpochSeconds, timeZone)

/** Why a group has no booking to move: the first one says it. */
function nothingToMove(
  caller: Caller<GroupWithBookings>,
  bookings: readonly Booking[],
  now: number,
): Refusal {
  const [before] = bookings
  if (before === undefined) throw new Error('a group without bookings')
  const movable = checkMovable({ before, now }, caller)
  const { startEpochSeconds } = before
  const late = {
    code: 'too_late_to_change',
    startEpochSeconds,
    untilEpochSeconds: startEpochSeconds,
  } as const
  return ofBooking(movable.ok ? late : movable.refusal, before, bookings)
}

/** A booking to move, before its new start is known. */
type Asked = Omit<AskedMove, 'startEpochSeconds'>

/** Prepares the move of one booking; of a team, with the search for its people. */
async function prepareOne(
  deps: BookingDependencies,
  caller: Caller<GroupWithBookings>,
  asked: Asked,
  { shiftMinutes, exact }: { readonly shiftMinutes: number; readonly exact: number | undefined },
): Promise<Result<MovingBooking, Refusal>> {
  const { before } = asked
  const { startEpochSeconds: from, timeZone, stay } = before
  if (stay) return ONE_BY_ONE
  const movable = checkMovable(asked, caller)
  if (!movable.ok) return movable
  const shifted = shiftedStart(from, shiftMinutes, timeZone)
  const startEpochSeconds = exact ?? shifted.startEpochSeconds
  if (startEpochSeconds === undefined) {
    return refuse({ code: 'no_such_time', localStart: shifted.localStart, timeZone })
  }
  const move = await findMove(deps, caller, { ...asked, startEpochSeconds })
  if (!move.ok) return move
  const prepared = await prepareMove(deps, caller, move.value)
  if (!prepared.ok) {
    reportConflict(deps, prepared.refusal, move.value.offer, startEpochSeconds)
    return prepared
  }
  return ok(await memberOf(deps, prepared.value))
}

const ONE_BY_ONE = invalid(
  '',
  'is not possible for stays: move each by itself, to its own `arrival` and `departure`',
)

async function memberOf(deps: BookingDependencies, prepared: PreparedMove): Promise<MovingBooking> {
  const { move, claim, session } = prepared
  const { policy, startEpochSeconds, offer } = move
  return {
    prepared,
    placed: { policy, startEpochSeconds },
    providerIds: session ? providersOf(session) : [offer.provider.id],
    ...(claim && { search: await searchTeam(deps, claim) }),
  }
}

/** Commits prepared moves, with people who are free for all of them; `CONFLICT`: they are to be read and decided again. */
async function commitMoves(
  deps: BookingDependencies,
  caller: Caller<GroupWithBookings>,
  found: GroupWithBookings,
  moves: GroupMoves,
): Promise<Answer | typeof CONFLICT> {
  const committed = await commitBookings(deps, caller, async (failures) => {
    const last = failures.at(-1)
    const ended = (last && moves.learn(last)) ?? (await moves.assign())
    if (ended) return ended
    if (failures.length === ROUNDS_MAX)
      throw tooContended(`the bookings of group ${found.group.id}`)
    const changes = await moves.changes(deps, caller)
    return changes.kind === 'changes'
      ? propose(await changesOf(deps, found, changes.changes))
      : changes
  })
  if (committed.kind === 'done') return ok(committed.value)
  if (committed.kind === 'stale') return CONFLICT
  const { refusal, index } = committed
  const prepared = index === undefined ? undefined : moves.at(index)
  if (prepared === undefined) {
    return refuse(refusal.code === 'group_too_large' ? { ...refusal, isMove: true } : refusal)
  }
  const { before, offer, startEpochSeconds } = prepared.move
  if (refusal.code === 'slot_taken' && (await hasSessionBegunAt(deps, prepared))) return CONFLICT
  reportConflict(deps, refusal, offer, startEpochSeconds)
  return refuse(ofBooking(refusal, before, found.bookings))
}
