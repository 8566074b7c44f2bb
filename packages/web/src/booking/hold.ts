import type { Slot } from '@holdfast/contracts'
import type { ManagedBooking } from './booking-calls.ts'

/** A held time, with the end of the hold in milliseconds of the browser's clock. */
export interface Hold extends ManagedBooking {
  readonly slot: Slot
  readonly deadlineMs: number
}
