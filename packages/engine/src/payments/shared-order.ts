import type { Booking } from '../bookings/booking.ts'
import { smallestOf, stepOf } from './currencies.ts'
import { refundOf } from './desired.ts'
import { roundedUp } from './money.ts'
import { amountGivenBack, enteredAmount, type Order, type OrderPart } from './order.ts'
import type { DesiredPayment, Payment } from './payment.ts'

/** The most charges of an order. */
export const MOST_CHARGES = 8

/** An order of several bookings, or of several charges. */
export type SharedOrder = Order & Required<Pick<Order, 'parts' | 'chargeIds'>>

/** Whether an order has several bookings or charges. */
export const isSharedOrder = (order: Order): order is SharedOrder => order.parts !== undefined

/**
 * The order of a booking that is paid by one payment, as one of several charges: with the same total, and room for more charges.
 * What the payment asks for is the deposit, so the rules for refunds apply to what was paid. For a booking that stands.
 */
export function asSharedOrder(
  { returnedAmount = 0, ...order }: Order,
  payment: Pick<Payment, 'id' | 'amount' | 'title' | 'terms' | 'desired' | 'truth'>,
): SharedOrder {
  const { id, amount, title, terms, desired } = payment
  const wasTaken = desired.kind === 'refunded' || desired.kind === 'captured'
  const refundedAmount = wasTaken ? amountGivenBack(payment) - returnedAmount : 0
  const part: OrderPart = {
    bookingId: order.bookingId,
    title,
    amount,
    depositAmount: amount,
    refunds: terms.refunds,
    ...(refundedAmount > 0 && { refundedAmount }),
  }
  return { ...order, parts: [part], chargeIds: [id] }
}

type ChargePart = Pick<Payment, 'id' | 'amount' | 'currency' | 'desired' | 'status' | 'truth'>

/** An order with its charges, oldest first. */
export interface OrderState<Charge extends ChargePart = Payment> {
  readonly order: SharedOrder
  readonly charges: readonly Charge[]
}

const sumOf = (all: readonly { readonly amount: number }[]): number =>
  all.reduce((sum, { amount }) => sum + amount, 0)

/** What is to pay for a booking of an order, in minor units. */
export const partAmount = ({
  amount,
  refundedAmount = 0,
  forfeitedAmount = 0,
  keptAmount,
}: OrderPart): number => keptAmount ?? amount + forfeitedAmount - refundedAmount

const totalOf = ({ parts, lines }: SharedOrder): number =>
  parts.reduce((sum, part) => sum + partAmount(part), 0) + sumOf(lines)

/** Whether somebody is asked to pay a charge of an order. */
export const isAsking = ({ desired, status }: Pick<Payment, 'desired' | 'status'>): boolean =>
  desired.kind === 'none' || (desired.kind === 'captured' && status === 'failed')

/** What of a charge was taken, or is about to be, and is not given back. */
function heldAmount(charge: ChargePart): number {
  const { desired, truth, amount } = charge
  const isTaken = desired.kind === 'captured' || desired.kind === 'refunded'
  const hasMoney = truth?.status === 'authorized' || truth?.status === 'captured'
  if (!isTaken || !hasMoney || isAsking(charge)) return 0
  return Math.max(0, amount - amountGivenBack(charge))
}

const heldBy = (charges: readonly ChargePart[]): number =>
  charges.reduce((sum, charge) => sum + heldAmount(charge), 0)

/** What an order of several bookings or charges comes to now. `due` is `total` without `paid`. */
export function sharedBalance({ order, charges }: OrderState<ChargePart>) {
  const total = totalOf(order)
  const taken = charges.reduce(
    (sum, { truth }) => sum + (truth?.amountCaptured ?? 0) - (truth?.amountRefunded ?? 0),
    0,
  )
  const paid = enteredAmount(order) + taken
  return { total, paid, due: total - paid }
}

/** What is left to pay, money on its way counted as paid; negative if too much was. */
export const leftToPay = ({ order, charges }: OrderState<ChargePart>): number =>
  totalOf(order) - enteredAmount(order) - heldBy(charges)

/** Whether nothing is left to pay before the bookings are confirmed, also not by a charge that asks for it. */
export const isSharedCovered = (state: OrderState<ChargePart>): boolean =>
  leftToPay(state) <= 0 || isDepositEntered(state.order)

/** Whether staff received the deposits that the bookings wait for. */
const isDepositEntered = (order: SharedOrder): boolean =>
  order.parts.some(({ depositAmount }) => depositAmount !== undefined) &&
  enteredAmount(order) >=
    order.parts.reduce((sum, part) => sum + (part.depositAmount ?? partAmount(part)), 0)

/**
 * Has the charges ask for no more than is left to pay, the newest for less first. A charge of which nothing is left is no longer asked
 * for, and neither is the first one once no booking waits for it.
 */
export function fitCharges<Charge extends ChargePart>(
  state: OrderState<Charge>,
): OrderState<Charge> {
  const { order } = state
  const doesAnyWait = order.parts.some(({ waits }) => waits)
  let left = leftToPay(state)
  const charges = state.charges.map((charge, index): Charge => {
    if (!isAsking(charge)) return charge
    const isOver = index === 0 && charge.desired.kind === 'none' && !doesAnyWait
    const amount = isOver || left <= 0 ? 0 : Math.min(charge.amount, payable(left, charge))
    left -= amount
    if (amount === charge.amount) return charge
    return amount === 0 ? { ...charge, desired: VOID } : { ...charge, amount }
  })
  return { order, charges }
}

const VOID: DesiredPayment = { kind: 'void' }

/** The least that cards can be charged and that is not less than an amount. */
const payable = (amount: number, { currency }: Pick<Payment, 'currency'>): number =>
  Math.max(smallestOf(currency), roundedUp({ amount, currency }))

/** A change of a booking of an order. */
export interface ChangedBooking {
  readonly before: Pick<Booking, 'status'>
  readonly after: Pick<Booking, 'id' | 'status'> & Parameters<typeof refundOf>[0]
}

/**
 * An order after changes of some of its bookings. One that ends gives back what the rules for refunds say, as far as more is paid than
 * is to pay then: from the newest charge with money backwards. A hold that expires ends the first charge, so nobody can pay for the
 * rest any more.
 */
export function bookingsChanged<Charge extends ChargePart>(
  state: OrderState<Charge>,
  changes: readonly ChangedBooking[],
): OrderState<Charge> {
  let changed = state
  for (const { before, after } of changes) {
    if (before.status === after.status) continue
    if (after.status === 'confirmed') changed = withPart(changed, after.id, withoutWaiting)
    if (after.status === 'cancelled' || after.status === 'expired') changed = ended(changed, after)
    if (after.status === 'expired') changed = withoutFirst(changed)
  }
  return fitCharges(changed)
}

/** An order that a charge has paid: it is taken, and no booking waits any more if it is the first one. */
export function paidBy<Charge extends ChargePart>(
  { order, charges }: OrderState<Charge>,
  chargeId: string,
): OrderState<Charge> {
  const isFirst = order.chargeIds[0] === chargeId
  return {
    order: isFirst ? { ...order, parts: order.parts.map(withoutWaiting) } : order,
    charges: charges.map((charge) =>
      charge.id === chargeId ? { ...charge, desired: { kind: 'captured' } } : charge,
    ),
  }
}

const withoutWaiting = ({ waits: _, ...part }: OrderPart): OrderPart => part

const withPart = <Charge extends ChargePart>(
  { order, charges }: OrderState<Charge>,
  bookingId: string,
  change: (part: OrderPart) => OrderPart,
): OrderState<Charge> => ({
  order: {
    ...order,
    parts: order.parts.map((part) => (part.bookingId === bookingId ? change(part) : part)),
  },
  charges,
})

/** Nobody can pay the first charge any more if a hold of the order has expired. */
const withoutFirst = <Charge extends ChargePart>({
  order,
  charges,
}: OrderState<Charge>): OrderState<Charge> => ({
  order,
  charges: charges.map((charge, index) =>
    index === 0 && charge.desired.kind === 'none' ? { ...charge, desired: VOID } : charge,
  ),
})

/** An order of which a booking has ended. */
function ended<Charge extends ChargePart>(
  state: OrderState<Charge>,
  booking: ChangedBooking['after'],
): OrderState<Charge> {
  const part = state.order.parts.find(({ bookingId }) => bookingId === booking.id)
  if (part === undefined) return state
  const { order, charges } = state
  const before = partAmount(part)
  const othersAmount = totalOf(order) - before
  const received = enteredAmount(order) + heldBy(charges)
  const keptByRules = amountKeptByRules(part, booking, { order, received, othersAmount })
  // What was not received is not asked for any more. Discounts never make the total less than nothing.
  const kept = Math.min(before, Math.max(0, keptByRules), Math.max(0, received - othersAmount))
  const keptAmount = Math.max(kept, -othersAmount)
  const next = withPart(state, part.bookingId, (one) => ({ ...withoutWaiting(one), keptAmount }))
  const overpaid = received - othersAmount - keptAmount
  return giveBack(next, Math.min(Math.max(0, before - keptAmount), overpaid))
}

interface Received {
  readonly order: SharedOrder
  /** All that was received for the order and not given back. */
  readonly received: number
  /** What the rest of the order comes to. */
  readonly othersAmount: number
}

/**
 * What the rules for refunds keep of a booking that has ended: a part of its price; with a deposit, a part of what was paid for it, so
 * that a balance nobody has paid yet costs nothing.
 */
function amountKeptByRules(
  { amount, depositAmount, refunds, refundedAmount = 0, forfeitedAmount = 0 }: OrderPart,
  booking: ChangedBooking['after'],
  { order: { currency }, received, othersAmount }: Received,
): number {
  const terms = { onCaptureFailure: 'keep', captureFailureMinutes: 0, refunds } as const
  if (depositAmount === undefined) return amount - refundOf(booking, { amount, currency, terms })
  const paid = Math.max(0, received - Math.max(0, othersAmount)) + refundedAmount
  // What was kept of nights that were given up before is not given back again.
  const forfeited = Math.min(forfeitedAmount, paid)
  const amountPaid = paid - forfeited
  const kept = forfeited + amountPaid - refundOf(booking, { amount: amountPaid, currency, terms })
  // A discount is a line of its own, and stays.
  return kept + Math.max(0, -othersAmount)
}

/** A move of a booking of an order to a time or to nights with another price. */
export interface RepricedBooking {
  /** As it was before the move. */
  readonly booking: Pick<Booking, 'id'> & Parameters<typeof refundOf>[0]
  /** What is to pay for it now, in minor units. */
  readonly amount: number
  /** Who moves it, and when. */
  readonly by: 'booker' | 'account'
  readonly atEpochSeconds: number
}

/**
 * An order of which a booking costs something else after a move. What it costs more is due. What it costs less is given back: all of it
 * if the account moves it, else what the rules for refunds say of what was paid for it. Nobody is asked for more than is left to pay, and
 * what is paid too much is given back from the newest charge with money backwards.
 */
export function bookingRepriced<Charge extends ChargePart>(
  state: OrderState<Charge>,
  { booking, by, atEpochSeconds, ...to }: RepricedBooking,
): OrderState<Charge> {
  const { order, charges } = state
  const part = order.parts.find(({ bookingId }) => bookingId === booking.id)
  if (part === undefined || part.keptAmount !== undefined) return state
  // Discounts are lines of their own, stay, and never make the total less than nothing.
  const discount = Math.max(0, partAmount(part) - totalOf(order))
  const amount = Math.max(to.amount, discount)
  const less = Math.max(0, part.amount - amount)
  const { refunds } = part
  const cancelled = { ...booking, cancelledBy: by, cancelledAtEpochSeconds: atEpochSeconds }
  const paidOfLess = less === 0 ? 0 : Math.floor((paidFor(state, part) * less) / part.amount)
  const { currency } = order
  const back = (paid: number, rules: OrderPart['refunds']) => {
    const terms = { onCaptureFailure: 'keep', captureFailureMinutes: 0, refunds: rules } as const
    return refundOf(cancelled, { amount: paid, currency, terms })
  }
  // An amount that is kept of a whole stay is not kept of what is given up as long as the rest covers it.
  const byPercent = refunds.map(({ keptAmount: _, ...rule }) => rule)
  const mostBack = back(paidFor(state, part), refunds)
  const kept = paidOfLess - Math.min(back(paidOfLess, byPercent), mostBack)
  const { forfeitedAmount: had = 0, refundedAmount = 0 } = part
  const forfeitedAmount = had + Math.max(0, kept)
  // A refund by hand makes a booking cheaper, at most to nothing.
  const refunded = Math.min(refundedAmount, amount + forfeitedAmount - discount)
  const next = withPart({ order, charges }, booking.id, (one) => ({
    ...one,
    amount,
    ...(forfeitedAmount > 0 && { forfeitedAmount }),
    ...(one.refundedAmount !== undefined && { refundedAmount: refunded }),
  }))
  const cheaper = Math.max(0, partAmount(part) - (amount + forfeitedAmount - refunded))
  const overpaid = Math.max(0, -leftToPay(next))
  return fitCharges(giveBack(next, Math.min(cheaper, overpaid)))
}

/** What was paid for a booking that is alone in its order, at most its price. */
function paidFor({ order, charges }: OrderState<ChargePart>, part: OrderPart): number {
  const received = enteredAmount(order) + heldBy(charges)
  const othersAmount = totalOf(order) - part.amount
  return Math.min(part.amount, Math.max(0, received - othersAmount))
}

/** Has charges give back an amount, the newest with money first, as far as they have any. */
function giveBack<Charge extends ChargePart>(
  { order, charges }: OrderState<Charge>,
  amount: number,
): OrderState<Charge> {
  const step = stepOf(order.currency)
  let left = Math.max(0, amount - (amount % step))
  const after = charges.toReversed().map((charge): Charge => {
    const part = Math.min(left, heldAmount(charge))
    left -= part
    if (part === 0) return charge
    return { ...charge, desired: { kind: 'refunded', amount: amountGivenBack(charge) + part } }
  })
  return { order, charges: after.toReversed() }
}

/** What can be refunded for a booking of an order, and what comes of refunding it. */
export interface PartRefund<Charge extends ChargePart> {
  readonly refundableAmount: number
  /** Refunds at most `refundableAmount`. What was paid too much is returned first, and the rest makes the booking cheaper. */
  refund(amount: number): OrderState<Charge>
}

/** Refunds a booking of an order, from the newest charge with money backwards. */
export function refundPart<Charge extends ChargePart>(
  state: OrderState<Charge>,
  bookingId: string,
): PartRefund<Charge> {
  const { order, charges } = state
  const part = order.parts.find((each) => each.bookingId === bookingId)
  const overpaid = Math.max(0, -leftToPay(state))
  const ofPart = part === undefined ? 0 : partAmount(part)
  const step = stepOf(order.currency)
  const most = Math.min(ofPart + overpaid, heldBy(charges))
  return {
    refundableAmount: most - (most % step),
    refund(amount) {
      const less = amount - Math.min(amount, overpaid)
      const cheaper = withPart(state, bookingId, (one) =>
        one.keptAmount === undefined
          ? { ...one, refundedAmount: (one.refundedAmount ?? 0) + less }
          : { ...one, keptAmount: one.keptAmount - less },
      )
      return fitCharges(giveBack(cheaper, amount))
    },
  }
}
