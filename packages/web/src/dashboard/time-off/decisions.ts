import { HoldfastError } from '@holdfast/client'
import { api, type Booking, unwrap } from '../api.ts'
import { joinedNames, sendReassignment } from '../bookings/reassigning.ts'
import { readBooking } from '../queries.ts'

/** What to do with a booking. `toId` undefined: the best free candidate takes over. */
export type Decision =
  | { readonly kind: 'leave' }
  | { readonly kind: 'cancel' }
  | { readonly kind: 'reassign'; readonly toId?: string | undefined }

export const LEAVE: Decision = { kind: 'leave' }

/** How a decision ended for a booking. */
export type Outcome =
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'reassigned'; readonly to: string }
  | { readonly kind: 'failed'; readonly error: unknown; readonly toId?: string | undefined }

/** Decisions about bookings that one provider gives away. */
export interface Plan {
  readonly providerId: string
  readonly bookings: readonly Booking[]
  readonly decisionOf: (booking: Booking) => Decision
  /** Why bookings are cancelled; may be empty. */
  readonly reason: string
}

/** The most bookings of one bulk call. */
const BULK = 100

type Action = { action: 'cancel'; reason?: string } | { action: 'reassign'; from: string }

type OnOutcome = (id: string, outcome: Outcome) => void

/** Performs an action on bookings in as few calls as possible. */
async function inBulk(
  bookings: readonly Booking[],
  action: Action,
  succeeded: (booking: Booking) => Promise<Outcome> | Outcome,
  onOutcome: OnOutcome,
): Promise<void> {
  for (let index = 0; index < bookings.length; index += BULK) {
    const part = bookings.slice(index, index + BULK)
    const body = { ...action, bookingIds: part.map(({ id }) => id) }
    try {
      const { data } = await unwrap(api.POST('/v1/bookings/bulk', { body }))
      const problemOf = new Map(data.map(({ bookingId, problem }) => [bookingId, problem]))
      for (const booking of part) {
        const problem = problemOf.get(booking.id)
        const failed = problem && ({ kind: 'failed', error: new HoldfastError(problem) } as const)
        onOutcome(booking.id, failed ?? (await succeeded(booking)))
      }
    } catch (error) {
      for (const { id } of part) onOutcome(id, { kind: 'failed', error })
    }
  }
}

/** Says who takes a booking over, which the answer of a bulk call does not. */
async function reassigned(before: Booking): Promise<Outcome> {
  const after = await readBooking(before.id).catch(() => undefined)
  return { kind: 'reassigned', to: after ? joinedNames(before, after).join(', ') : '' }
}

/**
 * Sends decisions: cancellations first, since they free time; then those that name a provider, one by one;
 * then those for the best candidate. Reports each booking; never rejects.
 */
export async function carryOut(
  { providerId, bookings, decisionOf, reason }: Plan,
  onOutcome: OnOutcome,
): Promise<void> {
  const decided = bookings.map((booking) => [booking, decisionOf(booking)] as const)
  const those = (fits: (decision: Decision) => boolean) =>
    decided.flatMap(([booking, decision]) => (fits(decision) ? [booking] : []))
  const words = reason.trim()
  const cancel: Action = { action: 'cancel', ...(words !== '' && { reason: words }) }
  const cancelled = those(({ kind }) => kind === 'cancel')
  await inBulk(cancelled, cancel, () => ({ kind: 'cancelled' }), onOutcome)
  for (const [booking, decision] of decided) {
    if (decision.kind !== 'reassign' || decision.toId === undefined) continue
    const { toId } = decision
    try {
      const after = await sendReassignment(booking, { fromId: providerId, toId })
      onOutcome(booking.id, { kind: 'reassigned', to: joinedNames(booking, after).join(', ') })
    } catch (error) {
      onOutcome(booking.id, { kind: 'failed', error, toId })
    }
  }
  const toBest = those((decision) => decision.kind === 'reassign' && decision.toId === undefined)
  await inBulk(toBest, { action: 'reassign', from: providerId }, reassigned, onOutcome)
}
