import type { Booking } from '@holdfast/engine'
import type { Message } from '../texts.ts'
import type { Attending } from './attending.ts'
import type { MailContext, Recipient } from './mail-context.ts'
import { type Condition, condition, decider, type Rule, type Rules } from './notice-rules.ts'

/** What the notices of an event about a booking depend on. */
export interface BookingFacts {
  readonly booking: Booking
  readonly isNewAddress?: MailContext['isNewAddress']
  readonly placeChange?: MailContext['placeChange']
  readonly previousService?: MailContext['previousService']
  /** What the event changes for the receiver. */
  readonly part: Attending['part']
}

type BookingRule = Rule<Recipient, Message, BookingFacts>
type When = Condition<BookingFacts>

const when = condition<BookingFacts>

const isAgreed = ({ booking }: BookingFacts) => booking.confirmedAtEpochSeconds !== undefined
const needsApproval = ({ booking }: BookingFacts) => booking.confirmation === 'approval'

// Nobody else hears of a booking before its booker has proved to own the address.
const PROVED = when('no address waits to be confirmed', ({ booking }) => !booking.emailUnconfirmed)
const UNPROVED = when('the address waits to be confirmed', ({ booking }) =>
  Boolean(booking.emailUnconfirmed),
)
const OFFERED = when('a wait list offered it', ({ booking }) => booking.waitlistId !== undefined)
const NOT_OFFERED = when('no wait list offered it', (facts) => !OFFERED.holds(facts))
const APPROVAL = when('it needs approval', needsApproval)
const AGREED = when('it was confirmed', isAgreed)
// Nobody has heard of a hold yet.
const AGREED_OR_REQUESTED = when('it was confirmed, or needs approval', (facts) =>
  [isAgreed, needsApproval].some((holds) => holds(facts)),
)
const inStatus = (status: Booking['status']): When =>
  when(`it is ${status}`, ({ booking }) => booking.status === status)
const PENDING = inStatus('pending')
const CONFIRMED = inStatus('confirmed')
const NOT_PENDING = when('it is not pending', (facts) => !PENDING.holds(facts))
const CLOCKS = when(
  'the law of a time zone changed',
  ({ booking }) => booking.clockChangeVersion === booking.version,
)
// Which unit a stay of a pool has is not said before somebody chooses it.
const NAMED = when('guests know whom it takes', ({ booking }) => booking.stay?.placing !== 'any')
const JOINS = when('the receiver is new to it', ({ part }) => part === 'joins')
const LEAVES = when('the receiver no longer takes part', ({ part }) => part === 'leaves')
const OTHER_SERVICE = when('its service changed', (facts) => facts.previousService !== undefined)
const NEW_ADDRESS = when('the booker has a new address', (facts) => facts.isNewAddress === true)
const SAME_ADDRESS = when('the booker has no new address', (facts) => facts.isNewAddress !== true)
const ELSEWHERE = when('its place changed', (facts) => facts.placeChange === 'elsewhere')
const LINK = when(
  'a calendar created its link',
  ({ placeChange: change }) => change === 'first-link' || change === 'other-link',
)

const BOTH: readonly Recipient[] = ['booker', 'provider']

/** A rule of a notice that waits until the booker has proved to own the address. */
const notify = (
  to: Recipient | readonly Recipient[],
  kind: Message,
  ...conditions: readonly When[]
): BookingRule => ({
  to: typeof to === 'string' ? [to] : to,
  kind,
  when: [PROVED, ...conditions],
})

const guest = (kind: Message, ...conditions: readonly When[]): BookingRule => ({
  to: ['guest'],
  kind,
  // Nobody invites to what is not confirmed.
  when: [AGREED, ...conditions],
})

const offer = (kind: Message, ...conditions: readonly When[]): BookingRule => ({
  to: ['booker'],
  kind,
  when: [UNPROVED, ...conditions],
})

const NEW_PEOPLE: readonly BookingRule[] = [
  notify('provider', 'withdrawn', AGREED_OR_REQUESTED, LEAVES),
  notify('provider', 'approvalNeeded', AGREED_OR_REQUESTED, JOINS, PENDING),
  notify('provider', 'newBooking', AGREED_OR_REQUESTED, JOINS, NOT_PENDING),
]

/** Who hears of an event about a booking. */
export const BOOKING_NOTICES = {
  'booking.created': [
    // Whoever declines an offer knows that, so only its begin and its end are told.
    offer('waitlistOffered', OFFERED),
    offer('emailProofNeeded', NOT_OFFERED),
    notify('booker', 'requested', PENDING, APPROVAL),
    notify('provider', 'approvalNeeded', PENDING, APPROVAL),
  ],
  'booking.confirmed': [
    notify('booker', 'confirmed'),
    notify('provider', 'newBooking'),
    guest('invited'),
  ],
  'booking.rescheduled': [
    ...NEW_PEOPLE,
    notify(BOTH, 'clocksChanged', CLOCKS, AGREED_OR_REQUESTED),
    notify('booker', 'requested', AGREED, PENDING),
    notify('provider', 'approvalNeeded', AGREED, PENDING),
    notify(BOTH, 'otherService', AGREED_OR_REQUESTED, OTHER_SERVICE),
    notify(BOTH, 'rescheduled', AGREED_OR_REQUESTED),
    guest('clocksChanged', CLOCKS),
    guest('otherService', OTHER_SERVICE),
    guest('rescheduled'),
  ],
  'booking.reassigned': [
    ...NEW_PEOPLE,
    notify('booker', 'reassigned', AGREED_OR_REQUESTED, NAMED),
    notify('provider', 'teamChanged', AGREED_OR_REQUESTED),
    guest('teamChanged', NAMED),
  ],
  'booking.updated': [
    notify('booker', 'confirmed', NEW_ADDRESS, CONFIRMED),
    notify('booker', 'requested', NEW_ADDRESS, PENDING, APPROVAL),
    notify('booker', 'relocated', SAME_ADDRESS, CONFIRMED, ELSEWHERE),
    notify('booker', 'linkReady', SAME_ADDRESS, CONFIRMED, LINK),
    notify('provider', 'relocated', CONFIRMED, ELSEWHERE),
    notify('provider', 'linkReady', CONFIRMED, LINK),
    guest('uninvited', LEAVES),
    guest('invited', JOINS),
    guest('relocated', CONFIRMED, ELSEWHERE),
    guest('linkReady', CONFIRMED, LINK),
  ],
  // The cancellation of a hold needs no notice: nobody has heard of it.
  'booking.cancelled': [notify(BOTH, 'cancelled', AGREED_OR_REQUESTED), guest('cancelled')],
  'booking.expired': [
    offer('waitlistLapsed', OFFERED),
    notify(BOTH, 'requestExpired', APPROVAL),
    guest('cancelled'),
  ],
  'booking.time_conflict': [notify('provider', 'timeConflict')],
  'booking.reminder': [notify('booker', 'reminder')],
  'booking.follow_up': [
    notify('booker', 'thankYou', inStatus('completed')),
    notify('booker', 'noShow', inStatus('no_show')),
  ],
} as const satisfies Rules<Recipient, Message, BookingFacts>

const bookingNoticeFor = decider<Recipient, Message, BookingFacts>(BOOKING_NOTICES)

/** The message of an event about a booking for one recipient; undefined if they are not told. */
export function messageFor(
  context: Pick<MailContext, 'eventName' | keyof Omit<BookingFacts, 'part'>>,
  recipient: Recipient,
  part: Attending['part'] = 'stays',
): Message | undefined {
  return bookingNoticeFor(context.eventName, recipient, { ...context, part })
}
