import {
  type Booking,
  type BookingDecision,
  firstShiftSeconds,
  moveToWallTime,
  providersOf,
  timeByWallTime,
} from '@holdfast/engine'
import { systemCaller } from '../../kernel/caller.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { eventWrite } from '../../kernel/events/outbox.ts'
import { prefixEnd } from '../../kernel/keys.ts'
import { CONFLICT, retryOnConflict } from '../../kernel/retry.ts'
import { transact } from '../../kernel/transaction.ts'
import type { Decision } from '../decision.ts'
import { bookingIndexKeys, bookingKey, providerKey } from '../keys.ts'
import { providerEntity } from '../providers/provider.ts'
import { bookingEntity } from './booking-item.ts'
import { bookingRepresentation } from './booking-representation.ts'
import { commitBooking, decidedBy } from './commit-booking.ts'
import { joinBookings, markedBookingsIn } from './shared-bookings.ts'

/** How many bookings were moved, and how many were reported because their time is taken. */
export interface Resolved {
  readonly moved: number
  readonly conflicts: number
}

/** No booking starts later (the year 2286). */
const END_EPOCH_MINUTES = Math.floor(9_999_999_999 / 60)

const NOTHING: Resolved = { moved: 0, conflicts: 0 }

/**
 * Resolves a future booking again after the tz table changed: if its agreed wall time is another instant
 * now, it moves there, and so do all bookings of its providers. A booking whose new time is taken or past
 * keeps its instant, and `booking.time_conflict` reports it once for each release of the tz database. No
 * booking is cancelled. Repeating it changes nothing.
 */
export async function resolveWallTime(deps: Dependencies, bookingId: string): Promise<Resolved> {
  const booking = await readBooking(deps, bookingId)
  if (booking === undefined || timeByWallTime(booking) === undefined) return NOTHING
  return resolveProviders(deps, booking)
}

const readBooking = (deps: Dependencies, bookingId: string): Promise<Booking | undefined> =>
  bookingEntity.read(deps.store, bookingKey(bookingId))

/**
 * Moves the bookings of a booking's providers, and of all whom they share bookings with, in an order in which
 * each finds the time that the one before it has left: those that move earlier from the first on, those that
 * move later from the last on.
 */
async function resolveProviders(deps: Dependencies, first: Booking): Promise<Resolved> {
  const shiftOf = (booking: Booking): number => firstShiftSeconds(booking, timeByWallTime(booking))
  const movers = new Map<string, Booking>([[first.id, first]])
  const providerIds = new Set(providersOf(first))
  // Those that are added meanwhile are visited too.
  for (const providerId of providerIds) {
    for (const booking of await futureBookings(deps, providerId)) {
      if (shiftOf(booking) === 0) continue
      movers.set(booking.id, booking)
      for (const id of providersOf(booking)) providerIds.add(id)
    }
  }
  const byStart = [...movers.values()].sort((a, b) => a.startEpochSeconds - b.startEpochSeconds)
  let left = [
    ...byStart.filter((booking) => shiftOf(booking) < 0),
    ...byStart.filter((booking) => shiftOf(booking) > 0).reverse(),
  ].map(({ id }) => id)
  let moved = 0
  for (;;) {
    const taken: string[] = []
    for (const bookingId of left) {
      const outcome = await move(deps, bookingId)
      if (outcome === 'moved') moved += 1
      if (outcome === 'taken') taken.push(bookingId)
    }
    // What moved may have left time for the others.
    const hasProgress = taken.length < left.length
    left = taken
    if (taken.length === 0 || !hasProgress) break
  }
  let conflicts = 0
  for (const bookingId of left) if (await reportTaken(deps, bookingId)) conflicts += 1
  return { moved, conflicts }
}

/** The open bookings of a provider from now on, by an index that may lag, and by the marks of its ledger. */
async function futureBookings(deps: Dependencies, providerId: string): Promise<readonly Booking[]> {
  const now = epochSeconds(deps.clock)
  const [marked, ...pages] = await Promise.all([
    futureMarked(deps, providerId, now),
    ...OPEN.map((status) =>
      deps.store.query({
        index: 'GSI1',
        partition: bookingIndexKeys.bookingsOfProvider(providerId),
        from: bookingIndexKeys.statusAndStart(status, bookingIndexKeys.start(now)),
        to: prefixEnd(bookingIndexKeys.statusAndStart(status, '9')),
      }),
    ),
  ])
  const indexed = pages.flatMap(({ items }) => items.map(bookingEntity.decode))
  return joinBookings(indexed, marked)
}

const OPEN = ['pending', 'confirmed'] as const

async function futureMarked(
  deps: Dependencies,
  providerId: string,
  nowEpochSeconds: number,
): Promise<readonly Booking[]> {
  const provider = await providerEntity.read(deps.store, providerKey(providerId))
  if (provider === undefined) return []
  const fromNowOn = { startEpochMinutes: nowEpochSeconds / 60, endEpochMinutes: END_EPOCH_MINUTES }
  return await markedBookingsIn(
    deps,
    provider,
    fromNowOn,
    ({ status, startEpochSeconds }) =>
      OPEN.some((each) => each === status) && startEpochSeconds >= nowEpochSeconds,
  )
}

/** Moves one booking; `kept`: there is nothing to move any more. */
async function move(deps: Dependencies, bookingId: string): Promise<'moved' | 'taken' | 'kept'> {
  const { tzdbVersion } = deps
  return retryOnConflict(`booking ${bookingId}`, async () => {
    const booking = await readBooking(deps, bookingId)
    const time = booking && timeByWallTime(booking)
    const now = epochSeconds(deps.clock)
    if (booking === undefined || time === undefined) return 'kept'
    if (booking.startEpochSeconds <= now) return 'kept'
    if (time.startEpochSeconds <= now) return 'taken'
    const decision = moveToWallTime(booking, { ...time, tzdbVersion }, now)
    const caller = systemCaller(booking.accountId, 'tzdata')
    const moved = decidedBy(caller, decision)
    const committed = await commitBooking(deps, caller, booking, seated(moved), moved.booking)
    if (committed.kind === 'done') return 'moved'
    return committed.kind === 'refused' ? 'taken' : CONFLICT
  })
}

/** Whoever had seats keeps them: the parties of a session move to the same start one after another. */
const seated = (decision: BookingDecision): Decision =>
  decision.booking.seats === undefined
    ? decision
    : { ...decision, seating: { capacity: Number.MAX_SAFE_INTEGER } }

/** Marks a booking whose new time is taken, with an event for its account, unless it is marked already. */
async function reportTaken(deps: Dependencies, bookingId: string): Promise<boolean> {
  const { tzdbVersion } = deps
  return retryOnConflict(`booking ${bookingId}`, async () => {
    const before = await readBooking(deps, bookingId)
    if (before === undefined || timeByWallTime(before) === undefined) return false
    if (before.unresolvedTzdbVersion === tzdbVersion) return false
    const after: Booking = {
      ...before,
      version: before.version + 1,
      unresolvedTzdbVersion: tzdbVersion,
      actor: { kind: 'system' },
      updatedAtEpochSeconds: epochSeconds(deps.clock),
    }
    const event = eventWrite(deps, 'booking.time_conflict', { kind: 'system' }, after, {
      booking: bookingRepresentation(after),
    })
    const booking = bookingEntity.replace(before, after)
    const outcome = await transact(deps, { booking, event })
    return outcome.kind === 'done' ? true : CONFLICT
  })
}
