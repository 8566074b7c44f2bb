import {
  type BookingsState,
  type Capacities,
  hasRoom,
  type LiveBooking,
  meets,
  outsideMonthsOf,
  sameClaims,
  without,
} from './bookings-state.ts'
import { keptOf, withKept } from './kept-time.ts'
import type { Action, Claim, Operation, ShownBooking } from './operation.ts'
import { adopted, hasNoPlace, isMove, type Move, wantedOf } from './stay-places.ts'

/**
 * What must be true of bookings, as a machine that does one operation after another. Answers the state after an
 * operation with that outcome, or undefined if the outcome is wrong in that state.
 *
 * A hold ends by the clocks of the servers, which may differ from the run's clock by the operation's skew. Within
 * it, a hold may have lapsed or not; outside of it, an outcome that needs the other one is wrong. So "free at
 * that second" and "a live hold is kept" are part of what is checked.
 */
export function apply(
  state: BookingsState,
  operation: Operation,
  capacities: Capacities,
): BookingsState | undefined {
  const { action, outcome } = operation
  switch (outcome.kind) {
    case 'done':
      return applyDone(state, operation, outcome.bookings, capacities)
    case 'taken':
      return isTakenPossible(state, operation, capacities) || isHoldLost(state, operation)
        ? state
        : undefined
    case 'not_possible':
      return hasNoPlace(state, action) ? state : afterRefusal(state, operation, idsOf(action))
    case 'unknown':
      return applyUnknown(state, operation, capacities)
  }
}

/** Whether some server, which may not be the one that answers, can have ended the hold before the operation returned. */
const mayHaveLapsed = (booking: LiveBooking, operation: Operation) =>
  booking.isOver || mayHaveEnded(booking, operation)

/** The same, for what is left of its claims. */
const mayHaveEnded = (
  { lapsesAt, isVague }: LiveBooking,
  { returnedAt, skewMilliseconds }: Operation,
) => isVague || (lapsesAt !== undefined && lapsesAt - skewMilliseconds <= returnedAt)

/** Whether the hold had ended by the clocks of all servers when the operation began. */
const hasLapsed = (booking: LiveBooking, operation: Operation) =>
  booking.isOver || hasEnded(booking, operation)

/** The same, for what is left of its claims. */
const hasEnded = (
  { lapsesAt, kept }: LiveBooking,
  { invokedAt, ownSkewMilliseconds }: Operation,
) => {
  const end = kept?.endsBy ?? lapsesAt
  return end !== undefined && end + ownSkewMilliseconds < invokedAt
}

function idsOf(action: Action): readonly string[] {
  switch (action.kind) {
    case 'confirm':
    case 'release':
      return action.ids
    case 'move':
    case 'alter':
    case 'read':
      return [action.id]
    case 'adopt':
      return [action.stayId]
    default:
      return []
  }
}

function applyDone(
  state: BookingsState,
  operation: Operation,
  shown: readonly ShownBooking[],
  capacities: Capacities,
): BookingsState | undefined {
  const { action } = operation
  switch (action.kind) {
    case 'take':
      if (!areWanted(shown, action.wanted)) return undefined
      return shown.reduce<BookingsState | undefined>(
        (current, booking) =>
          current && !current.has(booking.id)
            ? withBooking(current, booking, operation, capacities)
            : undefined,
        state,
      )
    case 'confirm':
      return action.isGroup
        ? confirmedGroup(state, operation, shown)
        : confirmed(state, operation, action.ids)
    case 'release':
      return action.isGroup || action.ids.every((id) => state.has(id))
        ? released(state, operation, action.ids)
        : undefined
    case 'move':
    case 'alter': {
      const before = state.get(action.id)
      const [after] = shown
      if (before === undefined || after === undefined || hasLapsed(before, operation)) {
        return undefined
      }
      if (!areWanted([after], [wantedOf(action, before) ?? []])) return undefined
      const moved = { ...after, state: before.isConfirmed ? 'confirmed' : 'held' } as const
      return withMoved(state, before, moved, operation, capacities)
    }
    case 'adopt':
      return adopted(state, action, shown[0])
    case 'read':
      return afterReading(state, operation, action.id, shown[0])
    case 'list':
      return afterListing(state, operation, shown)
  }
}

function applyUnknown(
  state: BookingsState,
  operation: Operation,
  capacities: Capacities,
): BookingsState | undefined {
  const { action } = operation
  const ids = idsOf(action)
  const isGroup = 'isGroup' in action && action.isGroup
  if (!isGroup && !ids.every((id) => state.has(id))) return undefined
  switch (action.kind) {
    case 'confirm':
      return withConfirmed(state, ids)
    case 'release':
      return released(state, operation, ids)
    case 'move':
    case 'alter':
      return movedUnseen(state, operation, action, capacities)
    case 'adopt':
      return adopted(state, action)
    default:
      // New bookings are known from the list at the end; what is not there never happened.
      return undefined
  }
}

/** A booking at the first place that was wanted. */
function movedUnseen(
  state: BookingsState,
  operation: Operation,
  action: Move,
  capacities: Capacities,
): BookingsState | undefined {
  const { id } = action
  const before = state.get(id)
  const [claims] = wantedOf(action, before) ?? []
  if (claims === undefined || before === undefined || before.isOver) return undefined
  const { isConfirmed, lapsesAt, isVague } = before
  const moved: ShownBooking = {
    id,
    claims,
    state: isConfirmed ? 'confirmed' : 'held',
    ...(lapsesAt !== undefined && { lapsesAt }),
    ...(isVague && { isVague }),
  }
  return withMoved(state, before, moved, operation, capacities)
}

/** The state after a booking has moved. What it gave back before gives way to it; what it gives back now is kept. */
function withMoved(
  state: BookingsState,
  before: LiveBooking,
  moved: ShownBooking,
  operation: Operation,
  capacities: Capacities,
): BookingsState | undefined {
  const { id } = before
  const own = keptOf(state, id).filter(({ claims }) =>
    claims.some((claim) => moved.claims.some((other) => meets(claim, other))),
  )
  const cleared = without(state, [id, ...own.map((each) => each.id)])
  const next = withBooking(cleared, moved, operation, capacities)
  return (
    next && (sameClaims(before.claims, moved.claims) ? next : withKept(next, before, operation))
  )
}

/** The state without bookings that ended; the time of those that were confirmed is kept, where it is so. */
function released(
  state: BookingsState,
  operation: Operation,
  ids: readonly string[],
): BookingsState {
  const ended = ids.flatMap((id) => state.get(id) ?? [])
  return ended.reduce<BookingsState>(
    (next, booking) => withKept(next, booking, operation),
    without(state, ids),
  )
}

function confirmed(
  state: BookingsState,
  operation: Operation,
  ids: readonly string[],
): BookingsState | undefined {
  const isPossible = ids.every((id) => {
    const booking = state.get(id)
    return booking !== undefined && (booking.isConfirmed || !hasLapsed(booking, operation))
  })
  return isPossible ? withConfirmed(state, ids) : undefined
}

/**
 * A group is confirmed as a whole: each of its bookings is confirmed then, or was cancelled before. An answer that was sent again
 * has the bookings as they are then: they may have been cancelled since.
 */
function confirmedGroup(
  state: BookingsState,
  operation: Operation,
  shown: readonly ShownBooking[],
): BookingsState | undefined {
  const isAgain = (operation.attempts?.length ?? 1) > 1
  if (shown.some((each) => each.state === 'held')) return undefined
  const there = shown.filter(
    ({ id, state: now }) => now === 'confirmed' || (isAgain && state.has(id)),
  )
  const ended = shown.filter((each) => !there.includes(each))
  if (there.length === 0 || ended.some(({ id }) => state.has(id))) return undefined
  return confirmed(
    state,
    operation,
    there.map(({ id }) => id),
  )
}

function withConfirmed(state: BookingsState, ids: readonly string[]): BookingsState {
  const next = new Map(state)
  for (const id of ids) {
    const booking = state.get(id)
    if (booking) next.set(id, { id, claims: booking.claims, isConfirmed: true })
  }
  return next
}

/**
 * A lapsed hold whose claims of one resource have a new owner. A server whose clock was ahead may have given them away:
 * its other claims stay until the hold ends by other clocks, too. So do its nights in other months.
 */
function withOver(
  state: BookingsState,
  { id, claims, lapsesAt, isVague, kept }: LiveBooking,
  taken: Claim,
): BookingsState {
  if (kept) return without(state, [id])
  return new Map(state).set(id, {
    id,
    claims: claims.flatMap((claim) => outsideMonthsOf(claim, taken)),
    isConfirmed: false,
    ...(lapsesAt !== undefined && { lapsesAt }),
    ...(isVague && { isVague }),
    isOver: true,
  })
}

/**
 * After a refusal because of a booking's own state: it is gone, or it is a hold that may have lapsed. A lapsed hold can
 * be cancelled until it is expired, so then it is over. Otherwise it reads as pending until then, and a server whose clock is behind may still confirm it.
 */
function afterRefusal(
  state: BookingsState,
  operation: Operation,
  ids: readonly string[],
): BookingsState | undefined {
  const { action } = operation
  const live = ids.flatMap((id) => state.get(id) ?? [])
  if (live.length < ids.length) return state
  const lapsed = live.filter((booking) => mayHaveLapsed(booking, operation))
  if (lapsed.length === 0) return undefined
  const lapsedIds = lapsed.map(({ id }) => id)
  return action.kind === 'release' ? without(state, lapsedIds) : state
}

function afterReading(
  state: BookingsState,
  operation: Operation,
  id: string,
  shown: ShownBooking | undefined,
): BookingsState | undefined {
  const booking = state.get(id)
  if (shown === undefined || shown.state === 'ended') {
    if (booking === undefined) return state
    return mayHaveLapsed(booking, operation) ? without(state, [id]) : undefined
  }
  if (booking === undefined) return undefined
  if (booking.isOver) return shown.state === 'held' ? state : undefined
  const isSame = booking.isConfirmed === (shown.state === 'confirmed')
  return isSame && sameClaims(booking.claims, shown.claims) ? state : undefined
}

function afterListing(
  state: BookingsState,
  operation: Operation,
  shown: readonly ShownBooking[],
): BookingsState | undefined {
  const seen = new Map(shown.map((booking) => [booking.id, booking]))
  let next: BookingsState | undefined = state
  const live = [...state.values()].filter(({ kept }) => kept === undefined)
  for (const id of new Set([...live.map(({ id: liveId }) => liveId), ...seen.keys()])) {
    next = next && afterReading(next, operation, id, seen.get(id))
  }
  return next
}

/** Whether each wish has a booking, on one of its alternatives, and there is no other. */
const areWanted = (
  shown: readonly ShownBooking[],
  wanted: readonly (readonly (readonly Claim[])[])[],
): boolean =>
  shown.length === wanted.length &&
  wanted.every((wish) =>
    wish.some((alternative) => shown.some(({ claims }) => sameClaims(alternative, claims))),
  )

/**
 * The state with a new booking, if there is room. Holds in its way that may have lapsed make room, those that end
 * first before the others: a server takes over all marks that ended before its own time. Holds that are not in its
 * way stay: another server, whose clock is behind, may still confirm them.
 */
function withBooking(
  state: BookingsState,
  shown: ShownBooking,
  operation: Operation,
  capacities: Capacities,
): BookingsState | undefined {
  const { id, claims, lapsesAt, isVague } = shown
  let current = state
  for (const claim of claims) {
    const lapsing = [...current.values()]
      .filter((booking) => mayHaveEnded(booking, operation))
      .filter((booking) => booking.claims.some((other) => meets(claim, other)))
      .sort((a, b) => (a.lapsesAt ?? 0) - (b.lapsesAt ?? 0))
      .values()
    while (!hasRoom(current, [claim], capacities)) {
      const { value: next } = lapsing.next()
      if (next === undefined) return undefined
      current = withOver(current, next, claim)
    }
  }
  // It came and went, as the list at the end shows.
  if (shown.state === 'ended') return current
  const isConfirmed = shown.state === 'confirmed'
  const booking = {
    id,
    claims,
    isConfirmed,
    ...(lapsesAt !== undefined && { lapsesAt }),
    ...(isVague && { isVague }),
  }
  return new Map(current).set(id, booking)
}

/** Whether a refusal for want of room is right: with every hold that may be live, some wish has none. */
function isTakenPossible(
  state: BookingsState,
  operation: Operation,
  capacities: Capacities,
): boolean {
  const { action } = operation
  const own = isMove(action) ? [action.id, ...keptOf(state, action.id).map(({ id }) => id)] : []
  const live = without(state, [
    ...own,
    ...[...state.values()].filter((each) => hasEnded(each, operation)).map(({ id }) => id),
  ])
  if (isMove(action)) {
    const wanted = wantedOf(action, state.get(action.id))
    return wanted?.every((claims) => !hasRoom(live, claims, capacities)) ?? false
  }
  return action.kind === 'take' && !canTakeAll(live, action.wanted, capacities)
}

/** Whether a hold may have lapsed and lost its time, so that it can be neither confirmed nor moved. */
function isHoldLost(state: BookingsState, operation: Operation): boolean {
  const { action } = operation
  if (action.kind !== 'confirm' && !isMove(action)) return false
  return idsOf(action).some((id) => {
    const booking = state.get(id)
    // A booking of a group that is not there may have expired.
    if (booking === undefined) return action.kind === 'confirm' && action.isGroup === true
    return mayHaveLapsed(booking, operation)
  })
}

/** Whether all wishes fit at once, each on one of its alternatives. */
function canTakeAll(
  state: BookingsState,
  [wish, ...others]: readonly (readonly (readonly Claim[])[])[],
  capacities: Capacities,
): boolean {
  if (wish === undefined) return true
  return wish.some((claims) => {
    if (!hasRoom(state, claims, capacities)) return false
    const id = `wish ${others.length}`
    const next = new Map(state).set(id, { id, claims, isConfirmed: true })
    return canTakeAll(next, others, capacities)
  })
}
