import type { Booking } from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import type { BookingChange } from '../bookings/claims-of-bookings.ts'
import { type BookingChanges, decidedBy } from '../bookings/commit-booking.ts'
import {
  type ChangeDependencies,
  followPayment,
  followTogether,
  isPaidTogether,
} from '../bookings/follow-payment.ts'
import { followWaitlist } from '../bookings/follow-waitlist.ts'
import type { Decision } from '../decision.ts'
import type { GroupWithBookings } from './group.ts'
import { inGroup } from './group-draft.ts'
import { groupMail } from './group-mail-task.ts'

/** A change of a booking of a group, which exists. */
export type GroupBookingChange = BookingChange & { readonly before: Booking }

/** A decision about a booking of a group as a change of it, which its payment follows. */
export async function changeInGroup(
  deps: ChangeDependencies,
  caller: Pick<Caller, 'actor'>,
  before: Booking,
  decision: Decision,
): Promise<GroupBookingChange> {
  const by = decidedBy(caller, decision)
  // What they are paid by together follows all changes of the transaction.
  const followed = isPaidTogether(before) ? by : await followPayment(deps, before, by)
  return { before, decision: inGroup({ ...decision, ...followed }) }
}

/** A refusal of a booking of a group, which names the booking, unless it is about the input. */
export const ofBooking = (
  refusal: Refusal,
  booking: Booking,
  bookings: readonly Booking[],
): Refusal =>
  refusal.code === 'validation_failed'
    ? refusal
    : {
        code: 'group_item_refused',
        refusal,
        item: { index: bookings.indexOf(booking), localStart: booking.localStart },
      }

/** Why a booking of a group was refused, without its place in the group. */
export const reasonOf = (refusal: Refusal): Refusal =>
  refusal.code === 'group_item_refused' ? refusal.refusal : refusal

/** Changes of a group to commit, with what they mean for wait lists and emails. */
export async function changesOf(
  deps: ChangeDependencies,
  { group, bookings }: GroupWithBookings,
  decided: readonly GroupBookingChange[],
): Promise<BookingChanges<GroupWithBookings>> {
  const { changes, writes } = await followTogether(deps, withOneRequest(decided))
  const after = new Map(changes.map(({ decision: { booking } }) => [booking.id, booking]))
  const value = { group, bookings: bookings.map((each) => after.get(each.id) ?? each) }
  const lines = await Promise.all(
    changes.map(({ before, decision }) => followWaitlist(deps, before, decision.booking)),
  )
  const together = changes.filter(({ decision }) => decision.isGroupChange)
  const further = () => [
    ...writes(),
    ...lines.flatMap((line) => line()),
    ...groupMail(deps, group, together),
  ]
  return { changes, further, value }
}

/** Bookings that are paid together ask for the payment in one email: that of the last one. */
function withOneRequest(changes: readonly GroupBookingChange[]): readonly GroupBookingChange[] {
  const last = changes.findLastIndex(({ decision }) => decision.asksForPayment)
  return changes.map(({ before, decision }, index) => {
    if (index === last || !isPaidTogether(before)) return { before, decision }
    const { asksForPayment: _, ...rest } = decision
    return { before, decision: rest }
  })
}
