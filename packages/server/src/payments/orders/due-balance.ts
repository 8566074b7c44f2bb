import {
  type Booking,
  cancelBooking as decideCancellation,
  isAsking,
  leftToPay,
  type Payment,
  type Result,
  refuse,
  type SharedOrder,
} from '@holdfast/engine'
import { attemptChange } from '../../booking/bookings/change-booking.ts'
import { commitBookings, decidedBy } from '../../booking/bookings/commit-booking.ts'
import type { PaymentsOfBookings } from '../../booking/ports/payments.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import { CONFLICT, retryOnConflict } from '../../kernel/retry.ts'
import { answerUnchanged } from '../../kernel/transaction.ts'
import { only } from '../../ledger/alternatives.ts'
import { followedOrder } from '../payment/follow-order.ts'
import { canAsk, notAskedFor } from '../payment/new-charge.ts'
import { getOrder, isSharedView, type OrderView, readSharedOrder } from '../payment/order.ts'
import type { RecordDependencies } from '../payment/payment-dependencies.ts'
import { askByNewCharge } from './send-link.ts'

/** A balance with a due date. */
export interface DueBalance {
  readonly dueEpochSeconds: number
  /** How long after that the booking is cancelled if it is not paid. Absent: never. */
  readonly cancelSeconds?: number
}

/** Why the server cancels a booking whose balance was not paid. */
export const BALANCE_REASON = 'The rest of the price was not paid in time.'

const DAY_SECONDS = 24 * 60 * 60

/** When the balance of a booking is due. Undefined if it has none, if it has no due date, or if nothing is left to pay. */
export async function dueBalance(
  deps: Pick<RecordDependencies, 'store'>,
  { payment, startEpochSeconds }: Pick<Booking, 'payment' | 'startEpochSeconds'>,
): Promise<DueBalance | undefined> {
  if (payment?.orderId === undefined) return undefined
  const view = await readSharedOrder(deps, payment.orderId)
  const [part] = view?.order.parts ?? []
  if (view === undefined || part?.balance === undefined || leftToPay(view) <= 0) return undefined
  const { dueDays, cancelDays } = part.balance
  return {
    dueEpochSeconds: startEpochSeconds - dueDays * DAY_SECONDS,
    ...(cancelDays !== undefined && { cancelSeconds: cancelDays * DAY_SECONDS }),
  }
}

/**
 * Has a charge ask for the balance of an order, without an email, unless charges ask for it already. Answers the newest charge that asks
 * for money; undefined if nothing is left to pay, or nothing can be paid online. Again: changes nothing.
 */
export async function askForBalance(
  deps: RecordDependencies,
  caller: Caller<OrderView>,
  orderId: string,
): Promise<Payment | undefined> {
  const asked = await retryOnConflict(
    `order ${orderId}`,
    async (): Promise<Result<OrderView, Refusal> | typeof CONFLICT> => {
      const found = await getOrder(deps, caller, orderId)
      if (!found.ok) return found
      const view = found.value
      const amount = isSharedView(view) ? notAskedFor(view) : 0
      return isSharedView(view) && canAsk(view.order, amount)
        ? await askByNewCharge(deps, caller, view, amount, 'page')
        : found
    },
  )
  return asked.ok ? asked.value.charges.findLast(isAsking) : undefined
}

/**
 * Cancels a confirmed booking whose balance was asked for and not paid, and gives back what the rules for refunds say. The order is written
 * as it was read, so a booking whose balance is paid at that moment stays.
 */
export const cancelUnpaid = (
  deps: RecordDependencies & PaymentsOfBookings,
  caller: Caller<Booking>,
  bookingId: string,
): Promise<Result<Booking, Refusal>> =>
  attemptChange(deps, caller, bookingId, async (before, now) => {
    const view = await readSharedOrder(deps, before.payment?.orderId ?? '')
    if (view === undefined || !isOverdue(before, view, now)) {
      return await answerUnchanged(deps, caller, before)
    }
    const overdue = { ...before, ...overduePayment(before) }
    const decided = decideCancellation(overdue, now, 'system', BALANCE_REASON)
    if (!decided.ok) return decided
    const decision = decidedBy(caller, decided.value)
    const followed = await followedOrder(deps, view, [{ before, after: decision.booking }])
    const [booking = decision.booking] = followed.bookings
    const changed = { ...decision, booking, payment: followed.writes }
    const wanted = { changes: [{ before, decision: changed }], value: booking }
    const committed = await commitBookings(deps, caller, only(wanted))
    if (committed.kind === 'stale') return CONFLICT
    return committed.kind === 'done'
      ? { ok: true, value: committed.value }
      : refuse(committed.refusal)
  })

const overduePayment = ({ payment }: Booking): Pick<Booking, 'payment'> =>
  payment ? { payment: { ...payment, isOverdue: true } } : {}

const isOverdue = (
  { status, startEpochSeconds }: Booking,
  view: OrderView<SharedOrder>,
  nowEpochSeconds: number,
): boolean =>
  status === 'confirmed' &&
  nowEpochSeconds < startEpochSeconds &&
  leftToPay(view) > 0 &&
  view.charges.some(isAsking)
