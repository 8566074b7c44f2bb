import {
  awaitsPayment,
  type Booking,
  createBooking as decideCreation,
  type Price,
} from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import type { Write } from '../../kernel/ports/store.ts'
import type { Decision } from '../decision.ts'
import type { BookingDependencies } from '../dependencies.ts'
import type { EventType } from '../event-types/event-type.ts'
import type { PaidTogether } from '../ports/payments.ts'
import { seatingOf } from '../seats/party.ts'
import type { BookingInput } from './booking-input.ts'

/** Whether bookers can pay for an event type with a price. An account books what has a price also without a vendor. */
export const canBePaid = async (
  deps: BookingDependencies,
  { role, accountId }: Pick<Caller, 'role' | 'accountId'>,
): Promise<boolean> =>
  role === 'account' ||
  deps.payments === undefined ||
  (await deps.payments.canTakePayments(deps, accountId))

/** What a new booking costs, and what it is paid by with others. */
export interface HowPaid {
  readonly price: Price | undefined
  readonly together: PaidTogether | undefined
  /** The write that raises the format of the store, if it may owe more than it pays now. */
  readonly format: Write | undefined
}

/** Whether a booking of an event type may owe more than it pays at first. In a group, its deposit is all that it pays. */
export const mayOwe = (eventType: EventType | undefined, { paidTogether }: BookingInput): boolean =>
  eventType?.payment?.kind === 'deposit' && paidTogether === undefined

/** The decision about a new booking, with its payment if its event type has a price, and with its seats. */
export function withItsPayment(
  deps: BookingDependencies,
  booking: Booking,
  eventType: EventType | undefined,
  { price, together, format }: HowPaid,
): Decision {
  const { seats } = eventType ?? {}
  const seating = seats && { seating: seatingOf(seats) }
  if (eventType && together && deps.payments) {
    const part = deps.payments.beginPart(booking, eventType, together, price?.amount ?? 0)
    return { ...decideCreation(part.booking), payment: part.payment, ...seating }
  }
  const begun =
    eventType && price && deps.payments?.begin(deps, booking, eventType, price.amount, format)
  if (!begun) return { ...decideCreation(booking), ...seating }
  const asksForPayment = awaitsPayment(begun.booking)
  return {
    ...decideCreation(begun.booking),
    asksForPayment,
    payment: begun.payment,
    ...seating,
  }
}
