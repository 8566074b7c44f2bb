import {
  awaitsPayment,
  type Booking,
  confirmBooking as decideConfirmation,
  type EntryMethod,
  enteredAmount,
  isCovered,
  isUnpaid,
  type Order,
  ok,
  orderBalance,
  type Payment,
  type Result,
  refuse,
} from '@holdfast/engine'
import { bookingRepresentation } from '../../booking/bookings/booking-representation.ts'
import { commitBooking, decidedBy } from '../../booking/bookings/commit-booking.ts'
import type { Decision } from '../../booking/decision.ts'
import type { Caller } from '../../kernel/caller.ts'
import { epochSeconds } from '../../kernel/dependencies.ts'
import { outboxWrite } from '../../kernel/events/outbox.ts'
import type { Write } from '../../kernel/ports/store.ts'
import { invalid, type Refusal } from '../../kernel/refusals.ts'
import { CONFLICT, retryOnConflict } from '../../kernel/retry.ts'
import { commitList } from '../../kernel/transaction.ts'
import { withDesired, withPayment } from '../payment/booking-payments.ts'
import { paymentEntity, paymentWrites } from '../payment/payment-entity.ts'
import type { RecordDependencies } from '../payment/record-payment.ts'
import { getOrder, type OrderView, orderWrites } from './order.ts'
import { orderRepresentation } from './order-representation.ts'

type Answer = Result<OrderView, Refusal>
type Attempt = Answer | typeof CONFLICT

/** The most payments and the most lines that staff can enter into an order. */
const MOST_ENTERED = 100

/** Money that staff received, or gave back if the amount is negative. */
export interface NewEntry {
  readonly method: EntryMethod
  readonly amount: number
}

/** Something that is paid beside the booking; a discount if the amount is negative. */
export interface NewLine {
  readonly reason: string
  readonly amount: number
}

/**
 * Enters money that was received without a vendor, or given back. A booking that waits for its payment and has
 * enough now is confirmed, and is no longer to be paid online. More or less than is due is allowed.
 */
export const enterPayment = (
  deps: RecordDependencies,
  caller: Caller<OrderView>,
  orderId: string,
  { method, amount }: NewEntry,
): Promise<Answer> =>
  changeOrder(deps, caller, orderId, ({ order }, entered) => {
    const { currency, entries } = order
    const refundableAmount = enteredAmount(order)
    if (refundableAmount + amount < 0) {
      return refuse({ code: 'refund_too_large', refundableAmount, currency })
    }
    if (entries.length >= MOST_ENTERED) return tooMany('payments')
    return ok({ ...order, entries: [...entries, { method, amount, ...entered }] })
  })

/** Adds a line by staff. A discount is at most what is to pay. */
export const enterLine = (
  deps: RecordDependencies,
  caller: Caller<OrderView>,
  orderId: string,
  { reason, amount }: NewLine,
): Promise<Answer> =>
  changeOrder(deps, caller, orderId, ({ order, payment, booking }, entered) => {
    const { total } = orderBalance(order, payment, booking)
    if (amount < 0 && total + amount < 0) {
      return invalid('/amount', `must be at least ${-total}: the order comes to ${total}`)
    }
    if (order.lines.length >= MOST_ENTERED) return tooMany('lines')
    return ok({ ...order, lines: [...order.lines, { reason, amount, ...entered }] })
  })

const tooMany = (what: string) =>
  invalid(
    '/amount',
    `must not be entered: the order has ${MOST_ENTERED} ${what}, the most possible`,
  )

type Decide = (
  view: OrderView,
  entered: Pick<Order['lines'][number], 'actor' | 'atEpochSeconds'>,
) => Result<Order, Refusal>

const changeOrder = (
  deps: RecordDependencies,
  caller: Caller<OrderView>,
  orderId: string,
  decide: Decide,
): Promise<Answer> =>
  retryOnConflict(`order ${orderId}`, async () => {
    const found = await getOrder(deps, caller, orderId)
    if (!found.ok) return found
    const before = found.value
    const now = epochSeconds(deps.clock)
    const decided = decide(before, { actor: caller.actor, atEpochSeconds: now })
    if (!decided.ok) return decided
    const order: Order = {
      ...decided.value,
      version: before.order.version + 1,
      createdAtEpochSeconds: before.order.version === 0 ? now : before.order.createdAtEpochSeconds,
      updatedAtEpochSeconds: now,
    }
    return await commitChange(deps, caller, before, { ...before, order })
  })

/** Commits a change of an order, with what follows from it for the booking and its payment. */
async function commitChange(
  deps: RecordDependencies,
  caller: Caller<OrderView>,
  before: OrderView,
  after: OrderView,
): Promise<Attempt> {
  const stored = await orderWrites(deps, before.order, after.order)
  const settled = settledBooking(deps, caller, after)
  if (settled !== undefined) {
    const { view, decision } = settled
    const writes = () => [
      ...stored,
      ...Object.values(paymentWrites(before.payment, view.payment)),
      updatedEvent(deps, caller, view),
    ]
    const withWrites: Decision = { ...decision, payment: writes }
    const committed = await commitBooking(deps, caller, before.booking, withWrites, view)
    if (committed.kind === 'done') return ok(view)
    if (committed.kind === 'stale') return CONFLICT
    if (committed.refusal.code === 'idempotency_key_seen') return refuse(committed.refusal)
    // The time is gone, but the money was received all the same.
  }
  const isAsked =
    after.payment.status === 'failed' && isCovered(after.order, after.payment, after.booking)
  const payment = isAsked ? withDesired(deps, after.payment, { kind: 'void' }) : after.payment
  const view = { ...after, payment }
  const committed = await commitList(
    deps,
    caller,
    [
      ...stored,
      ...(isAsked
        ? Object.values(paymentWrites(before.payment, payment))
        : [paymentEntity.check(before.payment)]),
      updatedEvent(deps, caller, view),
    ],
    view,
  )
  if (committed.kind === 'done') return ok(view)
  return committed.kind === 'refused' ? refuse(committed.refusal) : CONFLICT
}

/**
 * A booking that waits for its payment and does not need it any more: it is confirmed if nothing else is missing, and
 * its payment is no longer asked for. Undefined if that is not so.
 */
function settledBooking(
  deps: RecordDependencies,
  caller: Caller<OrderView>,
  { order, payment, booking }: OrderView,
): { readonly view: OrderView; readonly decision: Decision } | undefined {
  if (!isUnpaid(booking) || !isCovered(order, payment, booking)) return undefined
  const decided = decideSettled(deps, caller, booking)
  if (decided === undefined) return undefined
  const next: Payment = withDesired(deps, payment, { kind: 'void' })
  const shown = withPayment(decided.booking, next, deps.publicUrl)
  return {
    view: { order, payment: next, booking: shown },
    decision: { ...decided, booking: shown },
  }
}

function decideSettled(
  { clock }: RecordDependencies,
  { actor }: Pick<Caller, 'actor'>,
  booking: Booking,
): Decision | undefined {
  const now = epochSeconds(clock)
  if (awaitsPayment(booking)) {
    const decided = decideConfirmation(booking, now, 'provider')
    return decided.ok ? decidedBy({ actor }, decided.value) : undefined
  }
  const changed = { ...booking, version: booking.version + 1, actor, updatedAtEpochSeconds: now }
  return { booking: changed, claim: { kind: 'none' }, events: [] }
}

/** The write of the event of a changed order. */
const updatedEvent = (
  deps: RecordDependencies,
  { actor }: Pick<Caller, 'actor'>,
  view: OrderView,
): Write =>
  outboxWrite(
    deps,
    {
      type: 'order.updated',
      accountId: view.order.accountId,
      actor,
      resourceId: view.order.id,
      resourceVersion: view.order.version,
      data: {
        order: orderRepresentation(view),
        booking: bookingRepresentation(view.booking),
      },
    },
    deps.clock.nowEpochMilliseconds(),
  )
