import {
  awaitsPayment,
  type Booking,
  confirmBooking as decideConfirmation,
  fitCharges,
  type Payment,
  type PaymentTruth,
  paidBy,
  type SharedOrder,
} from '@holdfast/engine'
import { expireBooking } from '../../booking/bookings/change-booking.ts'
import type { BookingChange } from '../../booking/bookings/claims-of-bookings.ts'
import { commitBookings, decidedBy } from '../../booking/bookings/commit-booking.ts'
import { systemCaller } from '../../kernel/caller.ts'
import { epochSeconds } from '../../kernel/dependencies.ts'
import { commitList } from '../../kernel/transaction.ts'
import { only } from '../../ledger/alternatives.ts'
import { type PaymentChange, toBeCaptured } from './changed-payment.ts'
import { type OrderView, readSharedOrder } from './order.ts'
import { isFirstCharge } from './order-representation.ts'
import { nextView, orderWrites } from './order-writes.ts'
import type { PaymentTaskDependencies } from './payment-dependencies.ts'
import { vendorCaller } from './payment-event.ts'
import { chargeEvents } from './record-charge.ts'
import { recordPayment } from './record-payment.ts'
import { withCharge } from './shown-payment.ts'
import { confirmedTogether, inOrder, waitingBookings } from './waiting-bookings.ts'

/**
 * Decides about a charge of an order of several, now that its money is there. The first one confirms all bookings that wait for it,
 * together; if one of them cannot be confirmed any more, none is, and the money is given back. A later charge is taken for what is due.
 */
export async function decideOnCharge(
  deps: PaymentTaskDependencies,
  payment: Payment,
  truth: PaymentTruth,
): Promise<void> {
  const VOIDED: PaymentChange = { truth, desired: { kind: 'void' } }
  const view = await readSharedOrder(deps, payment.orderId ?? '')
  const isCurrent = view?.charges.some(
    ({ id, version }) => id === payment.id && version === payment.version,
  )
  if (view === undefined || !isCurrent) return
  const isFirst = isFirstCharge(view.order, payment)
  const waiting = isFirst ? waitingBookings(view) : []
  if (isFirst && (waiting.length === 0 || !waiting.every(awaitsPayment))) {
    await recordPayment(deps, payment, VOIDED)
    return
  }
  const paid = paidView(deps, view, payment, truth)
  const decided = decideAll(deps, waiting, paid.charges[0])
  if (decided === undefined) {
    // Expiring a booking ends the charge, so its money is given back.
    if (!(await expireAll(deps, waiting))) await recordPayment(deps, payment, VOIDED)
    return
  }
  const committed = await commitPaid(deps, { before: view, after: paid }, payment, decided)
  // Another booking has taken the time: a clock that runs ahead of this one ended the hold.
  if (committed === 'refused') await recordPayment(deps, payment, VOIDED)
}

/** The order once the charge is to be taken. */
function paidView(
  deps: PaymentTaskDependencies,
  view: OrderView<SharedOrder>,
  payment: Payment,
  truth: PaymentTruth,
): OrderView<SharedOrder> {
  const authorized = toBeCaptured(deps, payment, truth)
  const charges = view.charges.map((charge) => (charge.id === payment.id ? authorized : charge))
  const paid = fitCharges(paidBy({ order: view.order, charges }, payment.id))
  const next = nextView(deps, view, paid)
  const [first, ...others] = next.charges.map((charge) =>
    charge.id === payment.id ? authorized : charge,
  )
  return { ...next, charges: [first ?? authorized, ...others] }
}

/** The confirmations of all bookings; undefined if one cannot be confirmed any more. */
function decideAll(
  { clock, publicUrl }: PaymentTaskDependencies,
  waiting: readonly Booking[],
  first: Payment,
): readonly BookingChange[] | undefined {
  const changes: BookingChange[] = []
  for (const before of waiting) {
    const decision = decideConfirmation(before, epochSeconds(clock), 'provider')
    if (!decision.ok) return undefined
    const { booking, ...rest } = decidedBy(vendorCaller(before.accountId), decision.value)
    const confirmed = withCharge(booking, first, publicUrl, 'authorized')
    changes.push({ before, decision: inOrder({ ...rest, booking: confirmed }) })
  }
  return changes
}

/** Expires the holds that have lapsed. Answers whether one was. */
async function expireAll(
  deps: PaymentTaskDependencies,
  waiting: readonly Booking[],
): Promise<boolean> {
  let isAny = false
  for (const { id, accountId } of waiting) {
    const expired = await expireBooking(deps, systemCaller(accountId, 'payments'), id)
    if (expired.ok) isAny = true
  }
  return isAny
}

async function commitPaid(
  deps: PaymentTaskDependencies,
  { before, after }: Readonly<Record<'before' | 'after', OrderView<SharedOrder>>>,
  payment: Payment,
  decided: readonly BookingChange[],
): Promise<'done' | 'refused' | 'stale'> {
  const caller = vendorCaller(before.order.accountId)
  const { changes, mails } = confirmedTogether(deps, decided)
  const confirmed = new Map(changes.map(({ decision: { booking } }) => [booking.id, booking]))
  const [first, ...others] = before.bookings.map((each) => confirmed.get(each.id) ?? each)
  const view = { ...after, bookings: [first ?? before.bookings[0], ...others] } as const
  const ofOrder = await orderWrites(deps, caller, before, view)
  const writes = () => [...ofOrder(), ...chargeEvents(deps, payment, view)]
  if (changes.length === 0) {
    const committed = await commitList(deps, caller, writes(), undefined)
    return committed.kind === 'done' ? 'done' : 'stale'
  }
  const further = () => [...writes(), ...mails()]
  const committed = await commitBookings(deps, caller, only({ changes, further, value: undefined }))
  return committed.kind
}
