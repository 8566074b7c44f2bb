import type { DomainEvent, DomainEventName } from '../../kernel/events/event.ts'
import { BOOKING_NOTICES } from './booking-notices.ts'
import {
  CALENDAR_NOTICES,
  calendarNoticeFor,
  DEPOSIT_NOTICES,
  ENTRY_NOTICES,
  PAYMENT_NOTICES,
  PERSON_NOTICES,
  SESSION_NOTICES,
} from './other-notices.ts'
import { isSilent } from './silent-events.ts'

/** Why nobody is told of an event. */
interface Nobody {
  readonly nobody: string
}

/** An event whose people are told by another one. */
interface Elsewhere {
  readonly elsewhere: string
}

/** Who is told of each event. An event that is missing here does not compile. */
export const NOTICES = {
  ...BOOKING_NOTICES,
  ...CALENDAR_NOTICES,
  ...PAYMENT_NOTICES,
  ...DEPOSIT_NOTICES,
  ...ENTRY_NOTICES,
  ...SESSION_NOTICES,
  ...PERSON_NOTICES,
  'booking.completed': {
    elsewhere: 'Schedules `booking.follow_up`, if the account wants it.',
  },
  'booking.no_show': { elsewhere: 'Schedules `booking.follow_up`, if the account wants it.' },
  'group.changed': {
    elsewhere:
      'The notices of the bookings of a group that changed together: those with one receiver and one kind are one. Providers of a class hear of each booking alone.',
  },
  'booking.erased': { nobody: 'For calendar sync alone.' },
  'event_type.created': { nobody: 'The account did it, and sees it in the dashboard.' },
  'event_type.updated': { nobody: 'The account did it. What is booked stays as it was agreed.' },
  'event_type.deactivated': { nobody: 'The account did it. What is booked stays.' },
  'event_type.deleted': {
    nobody: 'It has no bookings to come, or they end with events of theirs.',
  },
  'slot.conflict_detected': { nobody: 'Whoever asked has the refusal as the response.' },
  'calendar_event.created': { nobody: 'The owner of the calendar did it.' },
  'calendar_event.updated': { nobody: 'The owner of the calendar did it.' },
  'calendar_event.deleted': { nobody: 'The owner of the calendar did it.' },
  'calendar.connected': { nobody: 'The provider did it, and sees it in the dashboard.' },
  'calendar.disconnected': { nobody: 'The provider did it, and sees it in the dashboard.' },
  'calendar.write_back_begun': { nobody: 'For calendar sync alone.' },
  'time_off.affected': { nobody: 'Whoever entered the time off decides on the bookings it hits.' },
  'closure.affected': { nobody: 'Whoever entered the closure decides on the bookings it hits.' },
  'waitlist.offered': { nobody: '`booking.created` of the offered booking tells it.' },
  'waitlist.lapsed': { nobody: '`booking.expired` of the offered booking tells it.' },
  'payment.authorized': { nobody: '`booking.confirmed` tells it.' },
  'payment.captured': { nobody: 'The payment vendor sends the receipt.' },
  'payment.released': { nobody: 'Nothing was taken; the end of the booking has its own event.' },
  'order.updated': { nobody: 'Staff did it.' },
  'security_deposit.updated': {
    nobody: 'The email that asks for it, and the one about what was taken, tell it.',
  },
  'contact.merged': { nobody: 'Staff did it. Their person keeps all bookings.' },
  'contact.merge_undone': { nobody: 'Staff did it. Their persons keep all bookings.' },
  'webhook.disabled': { nobody: 'The dashboard shows it beside the endpoint.' },
  'webhook.test': { nobody: 'Sent to one endpoint on request.' },
  'account.deleted': { nobody: 'Nobody of the account is left.' },
  'time_off.recheck': { nobody: 'A task of the server itself.' },
  'absence.finish': { nobody: 'A task of the server itself.' },
  'closure.recheck': { nobody: 'A task of the server itself.' },
  'limits.recount': { nobody: 'A task of the server itself.' },
  'photo.unused': { nobody: 'A task of the server itself.' },
  'session.follow': { nobody: 'A task of the server itself: each booking has events of its own.' },
} as const satisfies Readonly<Record<DomainEventName, readonly unknown[] | Nobody | Elsewhere>>

/** The families of events, by the table that has them. */
const FAMILIES = {
  booking: BOOKING_NOTICES,
  calendar: CALENDAR_NOTICES,
  payment: PAYMENT_NOTICES,
  deposit: DEPOSIT_NOTICES,
  entry: ENTRY_NOTICES,
  session: SESSION_NOTICES,
  person: PERSON_NOTICES,
  followUp: { 'booking.completed': [], 'booking.no_show': [] },
  group: { 'group.changed': [] },
} as const

/** The kind of thing that the people of an event are told about. */
export type NoticeFamily = keyof typeof FAMILIES

const FAMILY_OF = new Map<string, NoticeFamily>(
  // `Object.entries` does not keep the type of the names.
  (Object.entries(FAMILIES) as [NoticeFamily, object][]).flatMap(([family, rules]) =>
    Object.keys(rules).map((name) => [name, family] as const),
  ),
)

/** The family of an event that may have notices; undefined: nobody is told of it, whatever else is so. */
export function familyOf(event: DomainEvent): NoticeFamily | undefined {
  const family = FAMILY_OF.get(event.type)
  if (family === 'booking' && isSilent(event)) return undefined
  if (family !== 'calendar') return family
  const receivers = ['guest', 'owner', 'provider'] as const
  const hasNotice = receivers.some((to) => calendarNoticeFor(event.type, to, event) !== undefined)
  return hasNotice ? family : undefined
}
