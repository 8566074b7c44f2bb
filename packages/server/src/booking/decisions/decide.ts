import {
  approveBooking,
  type Booking,
  type BookingDecision,
  cancelBooking,
  ok,
  providersOf,
  type Result,
  refuse,
  type TransitionRefusal,
} from '@holdfast/engine'
import { getAccount } from '../../identity/accounts/accounts.ts'
import { openAccount } from '../../identity/accounts/public-account.ts'
import type { Caller } from '../../kernel/caller.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { notFound, type Refusal } from '../../kernel/refusals.ts'
import { retryOnConflict } from '../../kernel/retry.ts'
import { answerOf } from '../../kernel/transaction.ts'
import { bookingEntity } from '../bookings/booking-item.ts'
import { commitBooking, decidedBy } from '../bookings/commit-booking.ts'
import { type ChangeDependencies, followPayment } from '../bookings/follow-payment.ts'
import type { DetailsDependencies } from '../dependencies.ts'
import { type EventType, eventTypeEntity } from '../event-types/event-type.ts'
import { cancelBookingGroup, confirmBookingGroup } from '../groups/change-group.ts'
import { reasonOf } from '../groups/group-changes.ts'
import { bookingKey, eventTypeKey, providerKey } from '../keys.ts'
import { isTeam, type Provider, providerEntity } from '../providers/provider.ts'
import { visitOf } from '../visits/visit.ts'
import { type DecisionLink, readDecisionToken } from './decision-link.ts'

/**
 * What a link finds: `open`, a request that waits for a decision, or what has happened instead. `moved`: it has
 * another start than in the email; `reassigned`: the provider who got the email no longer takes part.
 */
export type DecisionState =
  | 'open'
  | 'approved'
  | 'declined'
  | 'cancelled'
  | 'expired'
  | 'moved'
  | 'reassigned'

/** A request as the provider finds it who follows the link in an email. */
export interface DecisionRequest {
  readonly link: DecisionLink
  readonly booking: Booking
  readonly state: DecisionState
  /** The provider who got the email. */
  readonly recipient: Provider
  /** Absent for a slot that the provider opened. */
  readonly eventType: EventType | undefined
}

/** What a provider decides; `reason`: why they decline. */
export interface DecisionInput {
  readonly token: string
  readonly decision: 'approve' | 'decline'
  readonly reason?: string | undefined
}

/**
 * What a link finds at a second. A team that offers the event type decides about its requests, although no booking takes
 * its time.
 */
export function decisionState(
  { booking, link, recipient, eventType }: Omit<DecisionRequest, 'state'>,
  nowEpochSeconds: number,
): DecisionState {
  if (booking.status === 'expired') return 'expired'
  if (booking.status === 'cancelled') {
    const isDeclined =
      booking.cancelledBy === 'account' && booking.confirmedAtEpochSeconds === undefined
    return isDeclined ? 'declined' : 'cancelled'
  }
  const isOfTeam = isTeam(recipient) && eventType?.providerId === recipient.id
  if (!isOfTeam && !providersOf(booking).includes(link.providerId)) return 'reassigned'
  if (booking.startEpochSeconds !== link.startEpochSeconds) return 'moved'
  if (booking.status !== 'pending' || booking.payment?.approvedAtEpochSeconds !== undefined) {
    return 'approved'
  }
  return nowEpochSeconds < (booking.holdExpiresAtEpochSeconds ?? 0) ? 'open' : 'expired'
}

/** Reads the request behind the link of an email. Finds nothing with any other token. */
export async function getDecision(
  deps: Dependencies,
  bookingId: string,
  token: string,
): Promise<Result<DecisionRequest, Refusal>> {
  const link = readDecisionToken(deps, bookingId, token)
  const booking = link && (await bookingEntity.read(deps.store, bookingKey(bookingId)))
  // Nobody was asked yet to decide about a booking whose booker has not confirmed the address.
  if (link === undefined || booking === undefined || booking.emailUnconfirmed) {
    return notFound('booking', bookingId)
  }
  const account = await openAccount(deps, booking.accountId)
  if (!account.ok) return account
  const keys = [providerKey(link.providerId)]
  if (booking.eventTypeId !== undefined) keys.push(eventTypeKey(booking.eventTypeId))
  const [providerItem, eventTypeItem] = await deps.store.getMany(keys, { consistent: true })
  if (providerItem === undefined) return notFound('booking', bookingId)
  const request = {
    link,
    booking,
    recipient: providerEntity.decode(providerItem),
    eventType: eventTypeItem && eventTypeEntity.decode(eventTypeItem),
  }
  return ok({ ...request, state: decisionState(request, epochSeconds(deps.clock)) })
}

/**
 * Approves or declines a request with the token of the email to its provider. A decision that was made
 * already the same way changes nothing. It is refused if the request was decided otherwise, expired, or
 * has another time or other providers since the email. The answer about a part of a visit is one about all of it.
 *
 * The actor is the server, with the id of the provider: the link shows to whom it was mailed, and not which
 * member or key used it.
 */
export const decide = (
  deps: ChangeDependencies & DetailsDependencies,
  caller: Caller<DecisionRequest>,
  bookingId: string,
  { token, decision, reason }: DecisionInput,
): Promise<Result<DecisionRequest, Refusal>> =>
  retryOnConflict(`booking ${bookingId}`, async () => {
    const found = await getDecision(deps, bookingId, token)
    if (!found.ok) return found
    const { state, booking, link } = found.value
    if (state === (decision === 'approve' ? 'approved' : 'declined')) return found
    if (state !== 'open') return refuse(refusalOf(state, booking, decision))
    const visit = await visitOf(deps, booking)
    if (visit) {
      return await decideVisit(deps, caller, found.value, visit.id, { token, decision, reason })
    }
    const now = epochSeconds(deps.clock)
    const decided =
      decision === 'approve'
        ? approveBooking(booking, now)
        : cancelBooking(booking, now, 'account', reason)
    if (!decided.ok) return decided
    const asProvider = await callerFor(deps, caller, booking, link)
    const change = await followPayment(deps, booking, decidedBy(asProvider, decided.value))
    const value = after(found.value, change, now)
    const committed = await commitBooking(deps, asProvider, booking, change, value)
    return answerOf(committed, value)
  })

/** Approves or declines all bookings of a visit: whoever answers first answers for all. */
async function decideVisit(
  deps: ChangeDependencies & DetailsDependencies,
  { idempotency: _, ...caller }: Caller<DecisionRequest>,
  { booking, link }: DecisionRequest,
  groupId: string,
  { token, decision, reason }: DecisionInput,
): Promise<Result<DecisionRequest, Refusal>> {
  const asProvider = await callerFor(deps, caller, booking, link)
  const decided =
    decision === 'approve'
      ? await confirmBookingGroup(deps, asProvider, groupId)
      : await cancelBookingGroup(deps, asProvider, groupId, { reason })
  return decided.ok ? await getDecision(deps, booking.id, token) : refuse(reasonOf(decided.refusal))
}

/**
 * The caller as the provider who got the email. It has the rights of the account for this decision, which the
 * audit log of the account records.
 */
async function callerFor<Value>(
  deps: Dependencies,
  caller: Caller<Value>,
  { id, accountId }: Booking,
  { providerId }: DecisionLink,
): Promise<Caller<Value>> {
  const actor = { kind: 'system', id: providerId } as const
  const { auditDays } = await getAccount(deps, accountId)
  return {
    ...caller,
    accountId,
    role: 'account',
    actor,
    ...(auditDays > 0 && {
      audit: {
        accountId,
        actor,
        operation: 'makeDecision',
        resourceId: id,
        requestId: caller.requestId,
        keptDays: auditDays,
      },
    }),
  }
}

const after = (
  request: DecisionRequest,
  { booking }: BookingDecision,
  nowEpochSeconds: number,
): DecisionRequest => {
  const decided = { ...request, booking }
  return { ...decided, state: decisionState(decided, nowEpochSeconds) }
}

function refusalOf(
  state: DecisionState,
  { status, holdExpiresAtEpochSeconds, expiredAtEpochSeconds = 0 }: Booking,
  decision: DecisionInput['decision'],
): TransitionRefusal {
  if (state === 'expired') {
    return {
      code: 'hold_expired',
      holdExpiresAtEpochSeconds: holdExpiresAtEpochSeconds ?? expiredAtEpochSeconds,
    }
  }
  const action = decision === 'approve' ? 'confirm' : 'cancel'
  const reason = state === 'moved' || state === 'reassigned' ? state : 'status'
  return { code: 'invalid_transition', action, status, reason }
}
