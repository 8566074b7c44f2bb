import {
  type Booking,
  cancelBooking as decideCancellation,
  ok,
  type Result,
  refuse,
} from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import { epochSeconds } from '../../kernel/dependencies.ts'
import { mapAtMost } from '../../kernel/map-at-most.ts'
import { invalid, type Refusal } from '../../kernel/refusals.ts'
import { CONFLICT, retryOnConflict } from '../../kernel/retry.ts'
import { answerUnchanged } from '../../kernel/transaction.ts'
import { propose } from '../../ledger/alternatives.ts'
import type { BookingFailed } from '../booking-committed.ts'
import { checkBooker } from '../bookings/booking-input.ts'
import {
  type ConfirmationDetails,
  changerOf,
  decideConfirming,
  isAlreadyConfirmed,
} from '../bookings/change-booking.ts'
import { commitBookings } from '../bookings/commit-booking.ts'
import type { ChangeDependencies } from '../bookings/follow-payment.ts'
import { limitedEventType } from '../bookings/who-books.ts'
import type { Decision } from '../decision.ts'
import type { DetailsDependencies } from '../dependencies.ts'
import type { RefundIfCancelled } from '../ports/payments.ts'
import type { GroupWithBookings } from './group.ts'
import { changeInGroup, changesOf, type GroupBookingChange, ofBooking } from './group-changes.ts'
import { getBookingGroup } from './read-group.ts'
import { sharedFields } from './shared-fields.ts'
import { expiringTogether, withOneProof } from './visit-rules.ts'

type Answer = Result<GroupWithBookings, Refusal>

/** How many bookings are decided at once. */
const DECISIONS_AT_ONCE = 8

/**
 * Confirms all pending bookings of a group in one transaction: as their booker, or as the account, which approves
 * requests. None is confirmed if one cannot be, for example because its hold has expired. A group that has no pending
 * booking any more, but a confirmed one, is answered as it is.
 */
export async function confirmBookingGroup(
  deps: ChangeDependencies & DetailsDependencies,
  caller: Caller<GroupWithBookings>,
  groupId: string,
  details?: ConfirmationDetails,
): Promise<Answer> {
  const checked = checkBooker(details?.booker)
  if (!checked.ok) return checked
  return await retryOnConflict(`booking group ${groupId}`, async () => {
    const found = await getBookingGroup(deps, caller, groupId)
    if (!found.ok) return found
    const { bookings } = found.value
    const open = bookings.filter(({ status }) => status === 'pending' || status === 'expired')
    if (open.length === 0 && bookings.some((each) => isAlreadyConfirmed(each, details))) {
      return await answerUnchanged(deps, caller, found.value)
    }
    // Without an open booking, the first one says why it cannot be confirmed.
    const asked = open.length > 0 ? open : bookings.slice(0, 1)
    const now = epochSeconds(deps.clock)
    const detailsFor = await detailsOfEach(deps, asked, details)
    const decided = await decideAll(deps, caller, found.value, asked, (booking) =>
      decideConfirming(deps, caller, { booking, now, details: detailsFor(booking) }),
    )
    if (!decided.ok) return decided
    const isVisit = found.value.group.together === true
    const changes = isVisit ? withOneProof(decided.value) : decided.value
    return await commitChanges(deps, caller, found.value, changes)
  })
}

/** The details of a confirmation as each booking takes them: with the answers to its own questions. */
async function detailsOfEach(
  deps: Pick<ChangeDependencies, 'store' | 'clock'>,
  bookings: readonly Booking[],
  details: ConfirmationDetails | undefined,
): Promise<(booking: Booking) => ConfirmationDetails | undefined> {
  const { fields } = details ?? {}
  if (fields?.answers === undefined && fields?.location === undefined) return () => details
  const ids = new Set(bookings.flatMap(({ eventTypeId }) => eventTypeId ?? []))
  const read = await Promise.all([...ids].map((id) => limitedEventType(deps, id)))
  const eventTypes = read.flatMap((eventType) => eventType ?? [])
  const fieldsFor = sharedFields(eventTypes, fields)
  return ({ eventTypeId }) =>
    details && { ...details, fields: fieldsFor(eventTypes.find(({ id }) => id === eventTypeId)) }
}

/** The bookings of a group that are cancelled together: those that are pending or confirmed, and start after now and not before `from`. */
const bookingsToCancel = (
  { bookings }: GroupWithBookings,
  nowEpochSeconds: number,
  fromEpochSeconds: number,
): readonly Booking[] =>
  bookings.filter(
    ({ status, startEpochSeconds: start }) =>
      (status === 'pending' || status === 'confirmed') &&
      start > nowEpochSeconds &&
      start >= fromEpochSeconds,
  )

/** A group, and what its booker gets back if they now cancel it. */
export interface GroupWithRefund {
  readonly found: GroupWithBookings
  /** Undefined if nothing was paid, or one of the bookings cannot be cancelled. */
  readonly refund: RefundIfCancelled | undefined
}

/** Reads a group with what comes back if all its bookings are cancelled that can be, or those from a second on. */
export async function groupWithRefund(
  deps: ChangeDependencies,
  caller: Pick<Caller, 'accountId' | 'role'>,
  groupId: string,
  fromEpochSeconds = 0,
): Promise<Result<GroupWithRefund, Refusal>> {
  const found = await getBookingGroup(deps, caller, groupId)
  if (!found.ok) return found
  const asked = bookingsToCancel(found.value, epochSeconds(deps.clock), fromEpochSeconds)
  const refund = await deps.payments?.refundIfCancelled(deps, asked)
  return ok({ found: found.value, refund })
}

/** Which bookings of a group are cancelled, and why. */
export interface GroupCancellation {
  /** Only bookings that start at this second or later. Absent: all. */
  readonly fromEpochSeconds?: number | undefined
  readonly reason?: string | undefined
}

/**
 * Cancels the pending and confirmed bookings of a group that have not started, all in one transaction. If they do not
 * fit into one, the first ones are cancelled, then the rest; a call that failed half-way can be repeated. Nothing to
 * cancel is no error.
 */
export async function cancelBookingGroup(
  deps: ChangeDependencies,
  caller: Caller<GroupWithBookings>,
  groupId: string,
  { fromEpochSeconds = 0, reason }: GroupCancellation,
): Promise<Answer> {
  return await retryOnConflict(`booking group ${groupId}`, async () => {
    const found = await getBookingGroup(deps, caller, groupId)
    if (!found.ok) return found
    if (found.value.group.together && fromEpochSeconds > 0) {
      return invalid(
        '/scope',
        'must be `all`: the bookings are a visit, which is cancelled as a whole',
      )
    }
    const now = epochSeconds(deps.clock)
    const asked = bookingsToCancel(found.value, now, fromEpochSeconds)
    const decided = await decideAll(deps, caller, found.value, asked, async (booking) =>
      decideCancellation(booking, now, changerOf(caller), reason),
    )
    if (!decided.ok) return decided
    if (decided.value.length === 0) return await answerUnchanged(deps, caller, found.value)
    return await commitChanges(deps, caller, found.value, decided.value, { mayTakeParts: true })
  })
}

/**
 * Decides about some bookings of a visit, and commits all decisions in one transaction, or none. None to decide about
 * changes nothing.
 */
export const changeVisit = (
  deps: ChangeDependencies,
  caller: Caller<GroupWithBookings>,
  groupId: string,
  isAsked: (booking: Booking) => boolean,
  decide: (booking: Booking, nowEpochSeconds: number) => Promise<Result<Decision, Refusal>>,
): Promise<Answer> =>
  retryOnConflict(`booking group ${groupId}`, async () => {
    const found = await getBookingGroup(deps, caller, groupId)
    if (!found.ok) return found
    const now = epochSeconds(deps.clock)
    const asked = found.value.bookings.filter(isAsked)
    if (asked.length === 0) return found
    const decided = await decideAll(deps, caller, found.value, asked, (booking) =>
      decide(booking, now),
    )
    if (!decided.ok) return decided
    const together = expiringTogether(decided.value.map(({ decision }) => decision))
    const changes = decided.value.map(({ before }, index) => ({
      before,
      decision: together[index] as Decision,
    }))
    return await commitChanges(deps, caller, found.value, changes)
  })

type Decide = (booking: Booking) => Promise<Result<Decision, Refusal>>

/** Decides about some bookings of a group; all or none. */
async function decideAll(
  deps: ChangeDependencies,
  caller: Pick<Caller, 'actor'>,
  { bookings }: GroupWithBookings,
  asked: readonly Booking[],
  decide: Decide,
): Promise<Result<readonly GroupBookingChange[], Refusal>> {
  const decided = await mapAtMost(asked, DECISIONS_AT_ONCE, async (before) => {
    const decision = await decide(before)
    return decision.ok ? ok(await changeInGroup(deps, caller, before, decision.value)) : decision
  })
  const changes: GroupBookingChange[] = []
  for (const [at, decision] of decided.entries()) {
    const before = asked[at]
    if (before === undefined) continue
    if (!decision.ok) return refuse(ofBooking(decision.refusal, before, bookings))
    changes.push(decision.value)
  }
  return ok(changes)
}

/** Commits changes of bookings of a group; `CONFLICT`: they, or the rest of them, are to be read and decided again. */
async function commitChanges(
  deps: ChangeDependencies,
  caller: Caller<GroupWithBookings>,
  found: GroupWithBookings,
  changes: readonly GroupBookingChange[],
  { mayTakeParts = false }: { readonly mayTakeParts?: boolean } = {},
): Promise<Answer | typeof CONFLICT> {
  let some = changes
  const committed = await commitBookings(deps, caller, async ([failure, ...more]) => {
    if (failure) {
      const max = more.length === 0 && mayTakeParts ? mostThatFit(failure) : undefined
      if (max === undefined) return more.at(-1) ?? failure
      some = changes.slice(0, Math.max(1, max))
    }
    return propose({ ...(await changesOf(deps, found, some)), isPart: some !== changes })
  })
  if (committed.kind === 'done') return some === changes ? ok(committed.value) : CONFLICT
  if (committed.kind === 'stale') return CONFLICT
  const { refusal, index } = committed
  const before = index === undefined ? undefined : some[index]?.before
  return refuse(before === undefined ? refusal : ofBooking(refusal, before, found.bookings))
}

/** How many of several changes fit into one transaction, if they failed because they do not. */
const mostThatFit = (failure: BookingFailed): number | undefined =>
  failure.kind === 'refused' && failure.refusal.code === 'group_too_large'
    ? failure.refusal.max
    : undefined
