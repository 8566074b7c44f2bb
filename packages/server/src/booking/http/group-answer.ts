import { awaitsPayment, type Booking, isUnpaid } from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { type Answer, created, type Json, resource } from '../../kernel/http/answer.ts'
import type { ProblemOf } from '../../kernel/http/refusal-problem.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import { instantOrNull, instantText } from '../../kernel/representations.ts'
import { isPaidTogether } from '../bookings/follow-payment.ts'
import type { CreatedGroup } from '../groups/create-group.ts'
import {
  firstExpiryOf,
  type GroupWithBookings,
  statusOfGroup,
  versionOfGroup,
} from '../groups/group.ts'
import type { SkippedBooking } from '../groups/group-draft.ts'
import { bookingFor } from './booking-answer.ts'

type Signing = Pick<Dependencies, 'secrets'>

/** A group as the caller may see it. */
export function groupRepresentation(
  deps: Signing,
  { group, bookings }: GroupWithBookings,
  role: Caller['role'],
) {
  return {
    id: group.id,
    version: versionOfGroup(bookings),
    status: statusOfGroup(bookings),
    together: group.together === true,
    holdExpiresAt: instantOrNull(firstExpiryOf(bookings)),
    ...paymentOfGroup(bookings),
    bookings: bookings.map((booking: Booking) => bookingFor(deps, booking, role)),
    createdAt: instantText(group.createdAtEpochSeconds),
    updatedAt: instantText(
      Math.max(group.createdAtEpochSeconds, ...bookings.map((each) => each.updatedAtEpochSeconds)),
    ),
  }
}

/** What the bookings of a group are paid by together, and where that is possible now. */
function paymentOfGroup(bookings: readonly Booking[]) {
  const paid = bookings.find(({ payment }) => payment?.orderId !== undefined)
  const waiting = bookings.filter((booking) => isPaidTogether(booking) && isUnpaid(booking))
  return {
    orderId: paid?.payment?.orderId ?? null,
    checkoutUrl: waiting.every(awaitsPayment) ? (waiting[0]?.payment?.checkoutUrl ?? null) : null,
  }
}

/** A response with a group. */
export const groupAnswer = (
  deps: Signing,
  group: GroupWithBookings,
  role: Caller['role'],
): Answer => resource(groupRepresentation(deps, group, role))

/** A start that a group goes without, with the problem that a booking of it alone would have. */
function skippedRepresentation(
  problemOf: ProblemOf,
  { wanted, refusal }: SkippedBooking,
  role: Caller['role'],
): { readonly [name: string]: Json } {
  const problem = problemOf(
    // No idempotency key is passed on to single bookings.
    refusal as Exclude<Refusal, { readonly code: 'idempotency_key_seen' }>,
    role === 'account' ? 'account' : 'booker',
  )
  const { code, detail, reasons, errors } = problem
  return {
    itemIndex: wanted.itemIndex,
    eventTypeId: wanted.item.eventTypeId,
    start: instantOrNull(wanted.startEpochSeconds),
    localStart: wanted.localStart,
    code,
    detail,
    ...(errors && { errors: errors.map((error) => ({ ...error })) }),
    // The reasons are JSON values; their union type does not say so.
    ...(reasons && { reasons: reasons as readonly Json[] }),
  }
}

/** What the answer to a new group says beside its bookings, which a repeated request reads anew. */
export interface StoredGroupAnswer {
  readonly groupId: string
  readonly accountId: string
  readonly skipped: Json
}

/** What is stored under the idempotency key of a new group. */
export const storedGroupAnswer = (
  problemOf: ProblemOf,
  { group, skipped }: CreatedGroup,
  role: Caller['role'],
): { readonly [Name in keyof StoredGroupAnswer]: Json } => ({
  groupId: group.id,
  accountId: group.accountId,
  skipped: skipped.map((each) => skippedRepresentation(problemOf, each, role)),
})

/** A response with a new group and its manage token: 201 if all of it is confirmed, otherwise 202. */
export function createdGroupAnswer(
  deps: Signing,
  group: GroupWithBookings,
  { skipped }: Pick<StoredGroupAnswer, 'skipped'>,
  role: Caller['role'],
): Answer {
  const manageToken = deps.secrets.manageToken(group.group.id)
  const view = { ...groupRepresentation(deps, group, role), skipped, manageToken }
  const isPending = group.bookings.some(({ status }) => status === 'pending')
  return created(view, `/v1/booking-groups/${group.group.id}`, isPending ? 202 : 201)
}
