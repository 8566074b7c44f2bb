import type { PublicBooking, Slot } from '@holdfast/contracts'
import type { DecidingAnswers } from '../shared/slots/deciding-answers.ts'

/** A booking with the token that manages it. */
export interface ManagedBooking {
  readonly booking: PublicBooking
  readonly token: string
}

/** A held time, with the end of the hold in milliseconds of the browser's clock. */
export interface Hold extends ManagedBooking {
  readonly slot: Slot
  readonly deadlineMs: number
  /** The candidate whom the booker chose. Default: no preference. */
  readonly chosenId?: string | undefined
  /** The duration that the booker chose. Default: the first. */
  readonly durationMinutes?: number | undefined
  /** The answers that decided which times were offered. Default: none. */
  readonly answers?: DecidingAnswers | undefined
  /** True once the details are sent and only the payment is missing. */
  readonly isToPay?: true
}
