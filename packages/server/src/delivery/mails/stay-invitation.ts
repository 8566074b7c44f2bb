import { type Invitation, ok, type Result, writeInvitation } from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { ownUid } from '../../kernel/own-uid.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import type { Calendar } from '../../stays/calendars/calendar.ts'
import type { StayGuest } from '../../stays/calendars/calendar-event.ts'
import {
  checkInAndOut,
  findGuestStay,
  type GuestStay,
  type StayIds,
} from '../../stays/public/guest-stays.ts'
import { mailLanguageOf, TEXTS } from '../languages/languages.ts'

/** A stay as a change left it, with the data of its invitation. */
export interface InvitedStay {
  readonly id: string
  readonly version: number
  readonly status: GuestStay['status']
  readonly guest: StayGuest
  readonly days: GuestStay['days']
  readonly updatedAtEpochSeconds: number
  readonly calendar: Calendar
}

/**
 * The invitation of a stay: from check-in to check-out, with the same UID as in the calendar's feed. A
 * calendar has no address of its own, so the organizer has the sender's address of all emails.
 */
export function stayInvitation(
  stay: InvitedStay,
  fromAddress: string,
): { readonly method: Invitation['method']; readonly content: string } {
  const { calendar, guest } = stay
  const isCancelled = stay.status === 'cancelled'
  const method = isCancelled ? 'CANCEL' : 'REQUEST'
  const hours = checkInAndOut(calendar, stay.days)
  const content = writeInvitation({
    method,
    uid: ownUid(stay.id),
    sequence: stay.version - 1,
    stampEpochSeconds: stay.updatedAtEpochSeconds,
    startEpochSeconds: hours.checkInEpochSeconds,
    endEpochSeconds: hours.checkOutEpochSeconds,
    status: isCancelled ? 'CANCELLED' : 'CONFIRMED',
    summary: TEXTS[mailLanguageOf(guest.locale)].stays.title(calendar.name),
    organizer: { name: calendar.name, email: fromAddress },
    // Without the name: nobody has proved to own the guest's address.
    attendee: { email: guest.email },
  })
  return { method, content }
}

/** The current invitation of a stay of the account. */
export async function getStayInvitation(
  deps: Dependencies,
  caller: Pick<Caller, 'accountId'>,
  ids: StayIds,
  fromAddress: string,
): Promise<Result<ReturnType<typeof stayInvitation>, Refusal>> {
  const found = await findGuestStay(deps, caller, ids)
  return found.ok ? ok(stayInvitation(found.value.stay, fromAddress)) : found
}
