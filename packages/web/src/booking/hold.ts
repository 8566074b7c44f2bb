import type { PublicBooking, Slot } from '@holdfast/contracts'
import type { DecidingAnswers } from '../shared/slots/deciding-answers.ts'
import type { AddedService } from './visit/added-service.ts'

/** A booking with the token that manages it. */
export interface ManagedBooking {
  /** Of a visit, or of several rooms: from the first start to the last end. */
  readonly booking: PublicBooking
  readonly token: string
  /** Set if it is a visit of several services, or several rooms: its group, with its bookings by start. */
  readonly visit?: { readonly id: string; readonly bookings: readonly PublicBooking[] }
}

/** Names the page and the calls of a booking, or of a group. */
export const managedId = ({ booking, visit }: ManagedBooking): string => visit?.id ?? booking.id

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
  /** The services that the booker added. Default: none. */
  readonly added?: readonly AddedService[] | undefined
  /** True once the details are sent and only the payment is missing. */
  readonly isToPay?: true
}
