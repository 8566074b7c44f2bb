import type { BookingLocation } from './location.ts'

/** An answer to a question: a text, a number, a yes or no, or the chosen options. */
export type AnswerValue = string | number | boolean | readonly string[]

/** Answers by the ids of their questions. */
export type Answers = { readonly [questionId: string]: AnswerValue }

/** A person whom the booker invites. `email` is in lower case. */
export interface Guest {
  readonly name?: string
  readonly email: string
}

/** What a booking carries beside its time and its booker. What is not used is absent. */
export interface Carried {
  /** A message from the booker to the provider. */
  readonly note?: string
  readonly location?: BookingLocation
  /** Without those to private questions. */
  readonly answers?: Answers
  /** The answers to private questions, encrypted: JSON of `Answers`. */
  readonly sealedPrivateAnswers?: string
  readonly guests?: readonly Guest[]
  /** The account's own data. */
  readonly metadata?: { readonly [key: string]: string }
}

/** Who tells what a booking carries: its booker, or the account alone. */
export const CARRIED_FROM = {
  note: 'booker',
  location: 'booker',
  answers: 'booker',
  sealedPrivateAnswers: 'booker',
  guests: 'booker',
  metadata: 'account',
} as const satisfies { readonly [Name in keyof Required<Carried>]: 'booker' | 'account' }

type From = typeof CARRIED_FROM

/** What a booker tells on confirmation. */
export type ToldByBooker = Pick<
  Carried,
  { [Name in keyof From]: From[Name] extends 'booker' ? Name : never }[keyof From]
>

/** A booking without all that it carries, or without what its booker told. */
export function withoutCarried<Value extends Carried>(
  booking: Value,
  from: 'booker' | 'anybody',
): Omit<Value, keyof Carried> {
  const kept: Partial<Value> = {}
  for (const name in booking) {
    const told = name in CARRIED_FROM && CARRIED_FROM[name as keyof Carried]
    if (from === 'anybody' ? told === false : told !== 'booker') kept[name] = booking[name]
  }
  // Everything but what it carries is there.
  return kept as Value
}

/**
 * What a booker may change, as it was when the booking was made. Absent members do not limit: bookers may
 * cancel and reschedule until the start, and as often as they like.
 */
export interface BookerRules {
  readonly cancelUntilMinutes?: number
  readonly rescheduleUntilMinutes?: number
  readonly maxReschedules?: number
}

/** All statuses of a payment. */
export const PAYMENT_STATUSES = [
  'required',
  'authorized',
  'paid',
  'refunded',
  'partly_refunded',
  'released',
  'failed',
] as const

/** The status of a payment. */
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number]

/** The payment of a booking, as its booking shows it. */
export interface BookingPayment {
  readonly id: string
  /**
   * The order that it belongs to with other bookings or other charges. `id` is the first charge of the order then. In a group, `amount`
   * is the part of this booking, and `status` is `required` until the booking no longer waits for the money. Absent: one payment is all.
   */
  readonly orderId?: string
  readonly status: PaymentStatus
  /** What is to pay, in minor units of the currency. */
  readonly amount: number
  /** ISO 4217. */
  readonly currency: string
  /** How long the time is held for the payment, from when the booker can pay. */
  readonly payWithinMinutes?: number
  /** The longest time before the start of the rules for refunds. Absent: nothing is refunded, or it was not recorded. */
  readonly refundDeadlineMinutes?: number
  /** The start from which refunds count, if its booker moved away from it after that deadline. Absent: the current one. */
  readonly refundStartEpochSeconds?: number
  /** When the provider approved a request, which then waits for its payment. */
  readonly approvedAtEpochSeconds?: number
  /** The page to pay on. Absent if nothing can be paid. */
  readonly checkoutUrl?: string
}
