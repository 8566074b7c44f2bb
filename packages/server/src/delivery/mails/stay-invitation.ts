import { type Invitation, ok, type Result, writeInvitation } from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import type { Calendar } from '../../stays/calendars/calendar.ts'
import type { StayGuest } from '../../stays/calendars/calendar-event.ts'
import { feedUid } from '../../stays/calendars/feed-uid.ts'
import {
  checkInAndOut,
  type GuestStay,
  getGuestStay,
  type StayIds,
} from '../../stays/public/guest-stays.ts'
import { STAY_WORDS } from './stay-words.ts'
import { mailLanguageOf } from './words.ts'

/** What an invitation to a stay tells: the stay as some change left it. */
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
 * The invitation to a stay: from check-in to check-out, under the UID that it has in the feed of its
 * calendar. A calendar has no address of its own, so it invites from the one that mails come from.
 */
export function stayInvitation(
  stay: InvitedStay,
  fromAddress: string,
): { readonly method: Invitation['method']; readonly content: string } {
  const { calendar, guest } = stay
  const isOff = stay.status === 'cancelled'
  const method = isOff ? 'CANCEL' : 'REQUEST'
  const hours = checkInAndOut(calendar, stay.days)
  const content = writeInvitation({
    method,
    uid: feedUid(stay.id),
    sequence: stay.version - 1,
    stampEpochSeconds: stay.updatedAtEpochSeconds,
    startEpochSeconds: hours.checkInEpochSeconds,
    endEpochSeconds: hours.checkOutEpochSeconds,
    status: isOff ? 'CANCELLED' : 'CONFIRMED',
    summary: STAY_WORDS[mailLanguageOf(guest.locale)].title(calendar.name),
    organizer: { name: calendar.name, email: fromAddress },
    attendee: { name: guest.name, email: guest.email },
  })
  return { method, content }
}

/**
 * The invitation to a stay of the account, as it stands: the one that the mail of its latest change
 * of dates carries, with the version that the stay has now.
 */
export async function getStayInvitation(
  deps: Dependencies,
  caller: Pick<Caller, 'accountId'>,
  ids: StayIds,
  fromAddress: string,
): Promise<Result<ReturnType<typeof stayInvitation>, Refusal>> {
  const found = await getGuestStay(deps, caller, ids)
  return found.ok ? ok(stayInvitation(found.value, fromAddress)) : found
}
