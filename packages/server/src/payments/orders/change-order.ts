import {
  awaitsPayment,
  type Booking,
  confirmBooking as decideConfirmation,
  type EntryMethod,
  enteredAmount,
  fitCharges,
  isCovered,
  isSharedCovered,
  isUnpaid,
  type Order,
  ok,
  type Payment,
  type Result,
  refuse,
} from '@holdfast/engine'
import type { BookingChange } from '../../booking/bookings/claims-of-bookings.ts'
import { commitBookings, decidedBy } from '../../booking/bookings/commit-booking.ts'
import type { Decision } from '../../booking/decision.ts'
import type { Caller } from '../../kernel/caller.ts'
import { epochSeconds } from '../../kernel/dependencies.ts'
import { invalid, type Refusal } from '../../kernel/refusals.ts'
import { CONFLICT, retryOnConflict } from '../../kernel/retry.ts'
import { answerOf, commitList } from '../../kernel/transaction.ts'
import { only } from '../../ledger/alternatives.ts'
import { withDesired, withPayment } from '../payment/changed-payment.ts'
import { balanceOf, getOrder, isSharedView, type OrderView } from '../payment/order.ts'
import { nextView, orderWrites } from '../payment/order-writes.ts'
import type { RecordDependencies } from '../payment/payment-dependencies.ts'
import { paymentEntity } from '../payment/payment-entity.ts'
import { withCharge } from '../payment/shown-payment.ts'
import { confirmedTogether, inOrder, waitingBookings } from '../payment/waiting-bookings.ts'

type Answer = Result<OrderView, Refusal>
type Attempt = Answer | typeof CONFLICT

/** The most payments and the most lines that staff can enter into an order. */
const MOST_ENTERED = 100

/** Money that staff received, or gave back if the amount is negative. */
export interface NewEntry {
  readonly method: EntryMethod
  readonly amount: number
}

/** Something that is paid beside the bookings; a discount if the amount is negative. */
export interface NewLine {
  readonly reason: string
  readonly amount: number
}

/**
 * Enters money that was received without a vendor, or given back. Bookings that wait for their payment and have
 * enough now are confirmed, and are no longer to be paid online. More or less than is due is allowed.
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
      return refuse({ code: 'refund_too_large', refundableAmount, currency, isOfStaff: true })
    }
    if (entries.length >= MOST_ENTERED) return tooMany('payments')
    return ok({ entries: [...entries, { method, amount, ...entered }] })
  })

/** Adds a line by staff. A discount is at most what is to pay. */
export const enterLine = (
  deps: RecordDependencies,
  caller: Caller<OrderView>,
  orderId: string,
  { reason, amount }: NewLine,
): Promise<Answer> =>
  changeOrder(deps, caller, orderId, (view, entered) => {
    const { total } = balanceOf(view)
    const { lines } = view.order
    if (amount < 0 && total + amount < 0) {
      return invalid('/amount', `must be at least ${-total}: the order comes to ${total}`)
    }
    if (lines.length >= MOST_ENTERED) return tooMany('lines')
    return ok({ lines: [...lines, { reason, amount, ...entered }] })
  })

const tooMany = (what: string) =>
  invalid(
    '/amount',
    `must not be entered: the order has ${MOST_ENTERED} ${what}, the most possible`,
  )

type Decide = (
  view: OrderView,
  entered: Pick<Order['lines'][number], 'actor' | 'atEpochSeconds'>,
) => Result<Pick<Order, 'entries'> | Pick<Order, 'lines'>, Refusal>

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
    return await commitChange(deps, caller, before, enteredView(deps, before, decided.value))
  })

/** The order with what was entered. Charges of an order of several ask for what is still to pay. */
function enteredView(
  deps: RecordDependencies,
  before: OrderView,
  entered: Pick<Order, 'entries'> | Pick<Order, 'lines'>,
): OrderView {
  if (isSharedView(before)) {
    const order = { ...before.order, ...entered }
    return nextView(deps, before, fitCharges({ order, charges: before.charges }))
  }
  const now = epochSeconds(deps.clock)
  const { version, createdAtEpochSeconds } = before.order
  const order = {
    ...before.order,
    ...entered,
    version: version + 1,
    createdAtEpochSeconds: version === 0 ? now : createdAtEpochSeconds,
    updatedAtEpochSeconds: now,
  }
  return { ...before, order }
}

/** Commits a change of an order, with what follows from it for its bookings and their payment. */
async function commitChange(
  deps: RecordDependencies,
  caller: Caller<OrderView>,
  before: OrderView,
  after: OrderView,
): Promise<Attempt> {
  const settled = settledBookings(deps, caller, before, after)
  if (settled !== undefined) {
    const { view } = settled
    const { changes, mails } = confirmedTogether(deps, settled.changes)
    const writes = await orderWrites(deps, caller, before, view)
    const further = () => [...writes(), ...mails()]
    const committed = await commitBookings(deps, caller, only({ changes, further, value: view }))
    if (committed.kind === 'done') return ok(view)
    if (committed.kind === 'stale') return CONFLICT
    if (committed.refusal.code === 'idempotency_key_seen') return refuse(committed.refusal)
    // The time is gone, but the money was received all the same.
  }
  const view = withoutFailed(deps, after)
  const writes = await orderWrites(deps, caller, before, view)
  // Of one booking, the payment says what the order comes to.
  const [was] = before.charges
  const basis = view.charges[0] === was ? [paymentEntity.check(was)] : []
  const committed = await commitList(deps, caller, [...writes(), ...basis], view)
  return answerOf(committed, view)
}

/** A payment of one booking that could not be captured is no longer asked for once staff have received enough. */
function withoutFailed(deps: RecordDependencies, view: OrderView): OrderView {
  if (isSharedView(view)) return view
  const { order, bookings } = view
  const [payment] = view.charges
  const isAsked = payment.status === 'failed' && isCovered(order, payment, bookings[0])
  return isAsked ? { ...view, charges: [withDesired(deps, payment, { kind: 'void' })] } : view
}

interface Settled {
  readonly view: OrderView
  readonly changes: readonly BookingChange[]
}

/**
 * The bookings that wait for their payment and do not need it any more: they are confirmed if nothing else is missing, and
 * their payment is no longer asked for. Undefined if there are none, or if one of them cannot be confirmed.
 */
function settledBookings(
  deps: RecordDependencies,
  caller: Caller<OrderView>,
  before: OrderView,
  view: OrderView,
): Settled | undefined {
  if (isSharedView(view) && isSharedView(before)) {
    const waiting = waitingBookings(view)
    if (waiting.length === 0 || !isSharedCovered(view)) return undefined
    const parts = view.order.parts.map(({ waits: _, ...part }) => part)
    const order = { ...view.order, parts }
    const next = nextView(deps, before, fitCharges({ order, charges: view.charges }))
    const changes = decideAll(deps, caller, waiting, (booking) =>
      withCharge(booking, next.charges[0], deps.publicUrl, 'released'),
    )
    if (changes === undefined) return undefined
    return { view: withBookings(next, changes), changes }
  }
  const { order, charges, bookings } = view
  const [payment] = charges
  if (!isUnpaid(bookings[0]) || !isCovered(order, payment, bookings[0])) return undefined
  const next: Payment = withDesired(deps, payment, { kind: 'void' })
  const changes = decideAll(deps, caller, bookings, (booking) =>
    withPayment(booking, next, deps.publicUrl),
  )
  return changes && { view: withBookings({ ...view, charges: [next] }, changes), changes }
}

function withBookings(view: OrderView, changes: readonly BookingChange[]): OrderView {
  const changed = new Map(changes.map(({ decision: { booking } }) => [booking.id, booking]))
  const [first, ...others] = view.bookings.map((each) => changed.get(each.id) ?? each)
  return { ...view, bookings: [first ?? view.bookings[0], ...others] }
}

function decideAll(
  deps: RecordDependencies,
  caller: Pick<Caller, 'actor'>,
  bookings: readonly Booking[],
  shown: (booking: Booking) => Booking,
): readonly BookingChange[] | undefined {
  const changes: BookingChange[] = []
  for (const before of bookings) {
    const decided = decideSettled(deps, caller, before)
    if (decided === undefined) return undefined
    const decision = inOrder({ ...decided, booking: shown(decided.booking) })
    changes.push({ before, decision })
  }
  return changes
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
