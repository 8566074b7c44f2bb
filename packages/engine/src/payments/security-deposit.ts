import { amountKept } from './amounts.ts'
import type { Payment, PaymentTruth } from './payment.ts'

/** All states of a security deposit. */
export const SECURITY_DEPOSIT_STATES = [
  'due',
  'authorized',
  'captured',
  'released',
  'lapsed',
] as const

/**
 * The state of a security deposit. `due`: nobody has authorized it yet. `authorized`: it is reserved on the card. `captured`: a part or all
 * of it was taken. `released`: it is no longer reserved or asked for. `lapsed`: the vendor ended the authorization, and nothing was taken.
 */
export type SecurityDepositState = (typeof SECURITY_DEPOSIT_STATES)[number]

/** What an event type of nights asks for as security. */
export interface SecurityDepositRule {
  /** In minor units of the currency. */
  readonly amount: number
  /** ISO 4217. */
  readonly currency: string
  /** How many days before the arrival it is asked for. */
  readonly daysBefore: number
}

/** The security deposit of a booking, by the rule from the time of booking. */
export interface BookingSecurityDeposit extends SecurityDepositRule {
  readonly state: SecurityDepositState
  /** The payment that authorizes it. Absent: it was not asked for yet. */
  readonly paymentId?: string
  /** The page on which it is authorized. Absent if nobody can do that now. */
  readonly checkoutUrl?: string
  /** What was taken of it and not given back, in minor units. Absent: nothing. */
  readonly capturedAmount?: number
  /** Why it is, or was to be, taken. Absent: nobody wanted to. */
  readonly reason?: string
}

/** The state of a security deposit by what is desired and what the vendor says. */
export function securityDepositState(
  { desired }: Pick<Payment, 'desired'>,
  truth: PaymentTruth | undefined,
): SecurityDepositState {
  switch (truth?.status) {
    case 'captured':
      return 'captured'
    case 'authorized':
      return 'authorized'
    case 'released':
      return desired.kind === 'void' ? 'released' : 'lapsed'
    default:
      return desired.kind === 'void' ? 'released' : 'due'
  }
}

/** What was taken of a security deposit and not given back. */
export const securityDepositTaken = (truth: PaymentTruth | undefined): number =>
  truth === undefined ? 0 : amountKept(truth)
