import type { Booking, BookingDecision, Money, PaymentRules, Result } from '@holdfast/engine'
import type { Dependencies } from '../../kernel/dependencies.ts'
import type { Write } from '../../kernel/ports/store.ts'
import type { Refusal } from '../../kernel/refusals.ts'

/** Makes the writes of a payment, on condition that it has not changed. Called once for each attempt to commit. */
export type PaymentWrites = () => readonly Write[]

/** A decision about a booking, with the writes of its payment in the booking's transaction if it has one. */
export interface DecisionWithPayment extends BookingDecision {
  readonly payment?: PaymentWrites
}

/** A booking that shows its payment, and the writes of the payment. */
export interface WithPayment {
  readonly booking: Booking
  readonly payment: PaymentWrites
}

/** The part of an event type that a payment is made of. */
export interface PricedEventType {
  readonly title: string
  readonly payment?: PaymentRules
}

/** What bookings have in common that are made and paid together. */
export interface PaidTogether {
  /** The id of the charge that they wait for. */
  readonly paymentId: string
  /** ISO 4217. */
  readonly currency: string
  /** How long all of them are held for the payment. */
  readonly payWithinMinutes: number
}

/** A booking that is paid with others, and its event type. */
export interface BookedPart {
  readonly booking: Booking
  readonly eventType: PricedEventType
}

/** Bookings whose orders have followed them, and the writes of the orders. */
export interface FollowedOrders {
  /** In the order of the changes. */
  readonly bookings: readonly Booking[]
  readonly writes: PaymentWrites
}

/** What another price of a moved booking means for its payment. */
export type NewPrice =
  /** The agreed price changes: the difference is asked for, or given back. */
  | {
      readonly kind: 'agreed'
      readonly by: 'account' | 'booker'
      /** What is to pay for it now, by what was to pay until now without refunds, in minor units. */
      amountOf(amountBefore: number): number
    }
  /** No price is agreed yet: the payment of the hold asks for another one, by these rules. `rules.amount` is the whole price. */
  | { readonly kind: 'hold'; readonly by: 'account' | 'booker'; readonly rules: PaymentRules }

/** A move of a booking with a payment, after which something else is to pay. */
export interface RepricedMove {
  readonly before: Booking
  readonly after: Booking
  readonly price: NewPrice
}

/**
 * The payments of bookings, as booking needs them; `payments` provides this port. Each change is written in the
 * transaction of the booking, so a booking and its money never disagree about what is to be done.
 */
export interface BookingPayments {
  /** Whether the account has a vendor whose key works, so that somebody can pay. */
  canTakePayments(deps: Dependencies, accountId: string): Promise<boolean>
  /**
   * Begins the payment of a new pending booking at that price; undefined if nothing is to pay for it. `format`: the write that raises
   * the format of the store, for a booking that owes more than it pays now. Absent: the store has it.
   */
  begin(
    deps: Dependencies,
    booking: Booking,
    eventType: PricedEventType,
    price: number,
    format: Write | undefined,
  ): WithPayment | undefined
  /** A new pending booking that is paid with others, one of which has a price. `beginTogether` has the writes. */
  beginPart(
    booking: Booking,
    eventType: PricedEventType,
    together: PaidTogether,
    price: number,
  ): WithPayment
  /** The writes of what new bookings are paid by together. `isPayable`: whether they lack nothing but the payment. */
  beginTogether(
    deps: Dependencies,
    together: PaidTogether,
    booked: readonly [BookedPart, ...BookedPart[]],
    isPayable: boolean,
  ): Promise<Result<PaymentWrites, Refusal>>
  /** Sets what becomes of the money after a change of a booking with a payment. */
  follow(deps: Dependencies, before: Booking, after: Booking): Promise<WithPayment>
  /** The agreed price of a booking with a payment, in minor units, without refunds and lines. */
  priceOf(deps: Dependencies, booking: Booking): Promise<number>
  /**
   * Sets what is to pay for a booking that has moved, and what becomes of the money: the rest is asked for, or what was paid too much is
   * given back. Money that is paid on a page with an earlier, lower price of a hold is given back, and confirms nothing.
   */
  reprice(deps: Dependencies, move: RepricedMove): Promise<WithPayment>
  /** `follow` of several bookings that are paid together and that change in one transaction. */
  followTogether(
    deps: Dependencies,
    changes: readonly { readonly before: Booking; readonly after: Booking }[],
  ): Promise<FollowedOrders>
  /**
   * What the booker gets back if they now cancel a booking, or several of one order together; undefined if they have paid nothing or
   * cannot cancel.
   */
  refundIfCancelled(
    deps: Dependencies,
    bookings: readonly Booking[],
  ): Promise<RefundIfCancelled | undefined>
}

/** What a booker gets back if they cancel now. */
export interface RefundIfCancelled extends Money {
  /** The last second at which it is that much. Absent: no deadline of the rules for refunds is to come. */
  readonly untilEpochSeconds?: number
}

/** Dependencies with the payments of bookings. Absent: no event type can have a price. */
export interface PaymentsOfBookings {
  readonly payments?: BookingPayments
}
