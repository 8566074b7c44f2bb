import { type Answers, type Booking, ok, type Result } from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { SecretUnreadable } from '../../kernel/ports/secret-box.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import { openPrivateAnswers } from '../answers/private-answers.ts'
import type { DetailsDependencies } from '../dependencies.ts'
import { getBooking } from './change-booking.ts'

/** A booking as it is read alone. */
export interface ReadBooking {
  readonly booking: Booking
  /** Absent: the caller may not see them. Null: there are none, or no key opens them. */
  readonly privateAnswers?: Answers | null
}

/**
 * Reads a booking of the account, with its private answers if the caller has the scope `bookings`. A booking
 * whose private answers no key opens is still readable; the doctor reports it. Sees every acknowledged write, so
 * that whoever created or changed a booking finds it like that.
 */
export async function readBookingAlone(
  deps: Dependencies & DetailsDependencies,
  caller: Caller,
  bookingId: string,
): Promise<Result<ReadBooking, Refusal>> {
  const found = await getBooking(deps, caller, bookingId)
  if (!found.ok) return found
  const booking = found.value
  if (!caller.scopes?.includes('bookings')) return ok({ booking })
  return ok({ booking, privateAnswers: (await opened(deps, booking)) ?? null })
}

async function opened(deps: DetailsDependencies, booking: Booking): Promise<Answers | undefined> {
  try {
    return await openPrivateAnswers(deps, booking)
  } catch (error) {
    if (error instanceof SecretUnreadable) return undefined
    throw error
  }
}
