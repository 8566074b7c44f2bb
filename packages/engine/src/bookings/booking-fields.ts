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

/** A text that a booker agreed to, as it was then. */
export interface Consent {
  readonly questionId: string
  readonly text: string
  readonly givenAtEpochSeconds: number
}

/** Fields of a booking beside its time and its booker. What is not used is absent. */
export interface BookingFields {
  /** A message from the booker to the provider. */
  readonly note?: string
  readonly location?: BookingLocation
  /** Without those to private questions. */
  readonly answers?: Answers
  /** The answers to private questions, encrypted: JSON of `Answers`. */
  readonly sealedPrivateAnswers?: string
  /** The texts of the answers that are consents. */
  readonly consents?: readonly Consent[]
  readonly guests?: readonly Guest[]
  /** The account's own data. */
  readonly metadata?: { readonly [key: string]: string }
}

/** Who fills in each field: the booker, or the account alone. */
export const FIELD_SOURCES = {
  note: 'booker',
  location: 'booker',
  answers: 'booker',
  sealedPrivateAnswers: 'booker',
  consents: 'booker',
  guests: 'booker',
  metadata: 'account',
} as const satisfies { readonly [Name in keyof Required<BookingFields>]: 'booker' | 'account' }

type From = typeof FIELD_SOURCES

/** The fields that a booker fills in on confirmation. */
export type FieldsOfBooker = Pick<
  BookingFields,
  { [Name in keyof From]: From[Name] extends 'booker' ? Name : never }[keyof From]
>

/** A booking without its fields, or without those that its booker filled in. */
export function withoutFields<Value extends BookingFields>(
  booking: Value,
  from: 'booker' | 'anybody',
): Omit<Value, keyof BookingFields> {
  const kept: Partial<Value> = {}
  for (const name in booking) {
    const source = name in FIELD_SOURCES && FIELD_SOURCES[name as keyof BookingFields]
    if (from === 'anybody' ? source === false : source !== 'booker') kept[name] = booking[name]
  }
  // Everything but the fields is there.
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
  /** True if the booking was cancelled because its balance was not paid: the rules for refunds count then. */
  readonly isOverdue?: true
  /** When the provider approved a request, which then waits for its payment. */
  readonly approvedAtEpochSeconds?: number
  /** The page to pay on. Absent if nothing can be paid. */
  readonly checkoutUrl?: string
}
