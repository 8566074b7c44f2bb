import type { Booking, BookingDecision, SharedOrder } from '@holdfast/engine'
import type { BookingChange } from '../../booking/bookings/claims-of-bookings.ts'
import type { Decision } from '../../booking/decision.ts'
import { inGroup } from '../../booking/groups/group-draft.ts'
import { groupMail } from '../../booking/groups/group-mail-task.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import type { Write } from '../../kernel/ports/store.ts'
import type { OrderView } from './order.ts'

/** The bookings of an order that wait for its first charge. */
export function waitingBookings({ order, bookings }: OrderView<SharedOrder>): readonly Booking[] {
  const waiting = new Set(order.parts.filter(({ waits }) => waits).map((part) => part.bookingId))
  return bookings.filter(({ id }) => waiting.has(id))
}

/** A booking of an order that no longer waits for the money. */
export function withoutWaiting(booking: Booking, status: 'authorized' | 'released'): Booking {
  if (booking.payment?.status !== 'required') return booking
  const { checkoutUrl: _, ...payment } = booking.payment
  return { ...booking, payment: { ...payment, status } }
}

/** A decision about a booking whose order is written in the same transaction. */
export const inOrder = (decision: BookingDecision): Decision => ({
  ...decision,
  payment: NO_WRITES_OF_ITS_OWN,
})

const NO_WRITES_OF_ITS_OWN = () => []

/** Several bookings that are confirmed together; those of a group with one email for all of them. */
export function confirmedTogether(
  deps: Pick<Dependencies, 'clock' | 'ids'>,
  changes: readonly BookingChange[],
): { readonly changes: readonly BookingChange[]; readonly mails: () => readonly Write[] } {
  const [first] = changes
  const { groupId: id, accountId } = first?.decision.booking ?? {}
  if (id === undefined || accountId === undefined) return { changes, mails: () => [] }
  const isConfirmed = ({ decision: { booking } }: BookingChange) => booking.status === 'confirmed'
  const together = changes.map((change) =>
    isConfirmed(change) ? { ...change, decision: inGroup(change.decision) } : change,
  )
  const confirmed = together.filter(isConfirmed)
  return { changes: together, mails: () => groupMail(deps, { id, accountId }, confirmed) }
}
