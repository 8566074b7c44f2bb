import { shownEmail } from '../shared/shown-email.ts'
import type { ManagedBooking } from './hold.ts'
import type { stepMessages } from './step-messages.ts'

/** The title and the text of a booking that was sent. */
export function outcomeOf(
  { status, emailUnconfirmed, booker }: ManagedBooking['booking'],
  t: (typeof stepMessages)['en'],
): readonly [string, string] {
  const email = booker?.email && shownEmail(booker.email)
  if (emailUnconfirmed) return [t.checkEmailTitle, t.checkEmail(email ?? '')]
  return status === 'confirmed'
    ? [t.doneTitle, email ? t.done(email) : t.doneByPhone]
    : [t.requestedTitle, email ? t.requested(email) : t.requestedByPhone]
}
