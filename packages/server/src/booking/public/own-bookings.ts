import { ok, type Result } from '@holdfast/engine'
import type { SignedInBooker } from '../../kernel/caller.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { manageTokenEnd, manageTokenSubject } from '../../kernel/manage-tokens.ts'
import type { Listed, Page } from '../../kernel/paging.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import { type BookingSubject, loadBookingSubjects } from '../bookings/booking-subject.ts'
import { type BookingsFilter, listBookings } from '../bookings/list-bookings.ts'

/** A booking of the booker who is signed in. */
export interface OwnBooking extends BookingSubject {
  /** As the links of emails have it. Absent once it has ended. */
  readonly manageToken?: string
}

/**
 * Lists the bookings with the address that a booker proved, by start. Those with an earlier address of the contact are not
 * among them: nobody proved that it is still theirs.
 */
export async function listOwnBookings(
  deps: Dependencies,
  { accountId, email }: SignedInBooker,
  filter: Pick<BookingsFilter, 'fromEpochSeconds' | 'toEpochSeconds' | 'order'>,
  page: Page,
): Promise<Result<Listed<OwnBooking>, Refusal>> {
  const listed = await listBookings(deps, { accountId }, { ...filter, bookerEmail: email }, page)
  if (!listed.ok) return listed
  const { data, ...rest } = listed.value
  const subjects = await loadBookingSubjects(deps, data)
  const now = epochSeconds(deps.clock)
  const own = subjects.flatMap((subject) => {
    if (subject === undefined) return []
    const { booking } = subject
    const isOver = now >= manageTokenEnd(booking.endEpochSeconds)
    const manageToken = isOver ? undefined : deps.secrets.manageToken(manageTokenSubject(booking))
    return [{ ...subject, ...(manageToken !== undefined && { manageToken }) }]
  })
  return ok({ ...rest, data: own })
}
