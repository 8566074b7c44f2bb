import type { Booking } from '../bookings/booking.ts'
import type { Actor } from '../kernel/actor.ts'

import { refundOf } from './desired.ts'
import type { BalanceRule, Payment, RefundRule } from './payment.ts'

/** How money is paid that staff enter. */
export const ENTRY_METHODS = ['cash', 'card_reader', 'transfer'] as const

/** How money is paid that staff enter. */
export type EntryMethod = (typeof ENTRY_METHODS)[number]

/** Who entered something into an order, and when. */
interface Entered {
  /** In minor units. */
  readonly amount: number
  readonly actor: Actor
  readonly atEpochSeconds: number
}

/** Money that was received without a vendor. A negative amount was given back. */
export interface OrderEntry extends Entered {
  readonly method: EntryMethod
}

/** Something that is paid beside the booking. A negative amount is a discount. */
export interface OrderLine extends Entered {
  readonly reason: string
}

/** What a booking of an order costs, in minor units. */
export interface OrderPart {
  readonly bookingId: string
  /** What is paid for, as the payer reads it. */
  readonly title: string
  /** The price; in a group, the deposit if there is one. 0 if it costs nothing by itself. */
  readonly amount: number
  /**
   * What of `amount` the booking waited for when it was booked; the rest is the balance. The rules for refunds then apply to what was
   * paid. Absent: all of it.
   */
  readonly depositAmount?: number
  /** When the balance is due. Absent: it has no due date. */
  readonly balance?: BalanceRule
  /** The rules for refunds from the time of booking. */
  readonly refunds: readonly RefundRule[]
  /** True while the booking waits for the first charge. */
  readonly waits?: true
  /** How much less is to pay, because it was refunded. */
  readonly refundedAmount?: number
  /** What the rules for refunds keep of nights that the booker gave up by moves. It is paid beside `amount`. Absent: nothing. */
  readonly forfeitedAmount?: number
  /** What is to pay of a booking that has ended. */
  readonly keptAmount?: number
}

/**
 * What is paid for bookings, and what staff entered about it. Its money at the vendor is in charges, which are payments: that
 * of its booking, or those of `chargeIds`.
 */
export interface Order {
  readonly id: string
  readonly accountId: string
  /** The booking; of several, the first one. */
  readonly bookingId: string
  /** The bookings of an order with several of them, or with several charges. Absent: the payment of its booking says the rest. */
  readonly parts?: readonly OrderPart[]
  /** The charges, oldest first, at most 8. Present with `parts`. */
  readonly chargeIds?: readonly string[]
  /** 0 as long as staff entered nothing; every change adds 1. */
  readonly version: number
  /** ISO 4217. */
  readonly currency: string
  readonly lines: readonly OrderLine[]
  readonly entries: readonly OrderEntry[]
  /** How much of what the vendor refunds was more than was due, so the price of the booking stays. Absent: nothing. */
  readonly returnedAmount?: number
  readonly createdAtEpochSeconds: number
  readonly updatedAtEpochSeconds: number
}

/** What an order comes to, in minor units. `due` is negative if money is to be given back. */
export interface OrderBalance {
  /** What is to pay for the booking itself. */
  readonly bookingAmount: number
  readonly total: number
  readonly paid: number
  readonly due: number
}

type PaymentPart = Pick<Payment, 'amount' | 'currency' | 'terms' | 'desired' | 'truth'>
type BookingPart = Pick<Booking, 'status'> & Parameters<typeof refundOf>[0]

const sumOf = (all: readonly { readonly amount: number }[]): number =>
  all.reduce((sum, { amount }) => sum + amount, 0)

/** What was received without a vendor and not given back. */
export const enteredAmount = ({ entries }: Pick<Order, 'entries'>): number => sumOf(entries)

/** What the vendor has refunded of a payment, or is to. */
export const amountGivenBack = ({ desired, truth }: Pick<Payment, 'desired' | 'truth'>): number =>
  Math.max(desired.kind === 'refunded' ? desired.amount : 0, truth?.amountRefunded ?? 0)

/** What an order comes to now. `due` is `total` without `paid`, and `total` is the sum of all lines. */
export function orderBalance(
  order: Pick<Order, 'lines' | 'entries' | 'returnedAmount'>,
  payment: PaymentPart,
  booking: BookingPart,
): OrderBalance {
  const bookingAmount = amountOfBooking(order, payment, booking)
  const total = bookingAmount + sumOf(order.lines)
  const { amountCaptured = 0, amountRefunded = 0 } = payment.truth ?? {}
  const paid = enteredAmount(order) + amountCaptured - amountRefunded
  return { bookingAmount, total, paid, due: total - paid }
}

/**
 * What is to pay for the booking: its price, less what is refunded. Of a booking that has ended: what is kept of the
 * price, and of money that staff entered as much as the rules for refunds say. Discounts never make it less than nothing.
 */
function amountOfBooking(
  { lines, entries, returnedAmount = 0 }: Parameters<typeof orderBalance>[0],
  payment: PaymentPart,
  booking: BookingPart,
): number {
  const { amount, desired } = payment
  const hasCharge = desired.kind === 'refunded' || desired.kind === 'captured'
  const lessRefunds = amount - (hasCharge ? amountGivenBack(payment) - returnedAmount : 0)
  if (booking.status !== 'cancelled' && booking.status !== 'expired') return lessRefunds
  const forBooking = Math.max(0, sumOf(entries) - sumOf(lines))
  const kept = hasCharge ? lessRefunds : Math.min(amount - refundOf(booking, payment), forBooking)
  return Math.max(kept, -sumOf(lines.filter((line) => line.amount < 0)))
}

/** Whether staff received so much that the booking needs no payment at the vendor. */
export const isCovered = (
  order: Pick<Order, 'lines' | 'entries' | 'returnedAmount'>,
  payment: PaymentPart,
  booking: BookingPart,
): boolean =>
  enteredAmount(order) >= payment.amount || orderBalance(order, payment, booking).due <= 0

/** How much more was paid than is to pay, of an order whose payment was taken, or is about to be. 0 if no more was. */
export const overpaidAmount = (
  order: Pick<Order, 'lines' | 'entries' | 'returnedAmount'>,
  payment: PaymentPart,
  booking: BookingPart,
): number =>
  Math.max(
    0,
    enteredAmount(order) +
      payment.amount -
      amountGivenBack(payment) -
      orderBalance(order, payment, booking).total,
  )
