import {
  type Booker,
  type Booking,
  updateBooking as decideUpdate,
  ok,
  type Result,
} from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { manageTokenSubject } from '../../kernel/manage-tokens.ts'
import { invalid, type Refusal } from '../../kernel/refusals.ts'
import { changeBooking } from './change-booking.ts'
import { checkBooker } from './create-booking.ts'

/** New details of a booking: absent members stay, `null` removes an optional one. */
export interface BookingChange {
  readonly note?: string | null | undefined
  readonly booker?: BookerChange | undefined
}

/** New details of a booker. A hold without a booker needs `name` and `email`. */
export interface BookerChange {
  readonly name?: string | undefined
  readonly email?: string | undefined
  readonly id?: string | null | undefined
  readonly timeZone?: string | null | undefined
  readonly locale?: string | null | undefined
}

/**
 * Changes the note and the booker of a booking. A booker with another address gets a new manage token, and
 * the old one ends.
 */
export const updateBooking = (
  deps: Dependencies,
  caller: Caller<Booking>,
  bookingId: string,
  change: BookingChange,
): Promise<Result<Booking, Refusal>> =>
  changeBooking(deps, caller, bookingId, async (before, now) => {
    const booker = changedBooker(before.booker, change.booker)
    if (!booker.ok) return booker
    const checked = checkBooker(booker.value)
    if (!checked.ok) return checked
    const isNewAddress = before.booker !== undefined && booker.value?.email !== before.booker.email
    const note = change.note === undefined ? before.note : (change.note ?? undefined)
    const { id, manageTokenGeneration = 0 } = before
    const subject = manageTokenSubject({ id, manageTokenGeneration: manageTokenGeneration + 1 })
    return decideUpdate(
      before,
      {
        booker: booker.value,
        note,
        ...(isNewAddress && {
          newTokenHash: deps.secrets.hash(deps.secrets.manageToken(subject)),
        }),
      },
      now,
    )
  })

function changedBooker(
  before: Booker | undefined,
  change: BookerChange | undefined,
): Result<Booker | undefined, Refusal> {
  if (change === undefined) return ok(before)
  const { name = before?.name, email = before?.email } = change
  if (name === undefined || email === undefined) {
    return invalid('/booker', '`name` and `email` are required: this hold has no booker yet.')
  }
  const kept = <Value>(given: Value | null | undefined, old: Value | undefined) =>
    given === undefined ? old : (given ?? undefined)
  const id = kept(change.id, before?.id)
  const timeZone = kept(change.timeZone, before?.timeZone)
  const locale = kept(change.locale, before?.locale)
  return ok({
    name,
    email,
    ...(id !== undefined && { id }),
    ...(timeZone !== undefined && { timeZone }),
    ...(locale !== undefined && { locale }),
  })
}
