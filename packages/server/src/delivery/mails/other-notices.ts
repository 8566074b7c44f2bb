import { type Booking, isErasedBooker } from '@holdfast/engine'
import { isLive, type WaitlistEntry } from '../../booking/waitlist/entry.ts'
import type { SignInPurpose } from '../../identity/people/sign-in-link.ts'
import type { DomainEvent } from '../../kernel/events/event.ts'
import type { DepositMessage, PaymentMessage, SessionMessage } from '../texts.ts'
import type { Attending } from './attending.ts'
import type { WAITLIST_KINDS } from './message-kinds.ts'
import { type Condition, condition, decider, type Rules } from './notice-rules.ts'

/** Who hears of stays and of connected calendars: the guest, the owner of the calendar, or the provider. */
type CalendarReceiver = 'guest' | 'owner' | 'provider'

type CalendarNotice =
  | 'stayBooked'
  | 'stayMoved'
  | 'stayCancelled'
  | 'channelConflict'
  | 'calendarLost'

// The server itself writes the data of its events, so it needs no check here.
const guestOf = ({ data }: DomainEvent) =>
  (data.stay as unknown as { readonly guest: object | null } | undefined)?.guest
const statusOf = ({ data }: DomainEvent) =>
  (data.connection as unknown as { readonly status: string }).status

const BY_GUEST = condition<DomainEvent>(
  'a guest booked it on the public page',
  (event) => guestOf(event) != null,
)
const MOVED = condition<DomainEvent>(
  'its dates changed',
  ({ data }) => data.movedFrom !== undefined,
)
const UNREADABLE = condition<DomainEvent>(
  'nobody can book the provider any more',
  (event) => statusOf(event) !== 'failing',
)
const GUEST_AND_OWNER = ['guest', 'owner'] as const

/** Who hears of stays that a calendar keeps, and of a calendar that cannot be read. */
export const CALENDAR_NOTICES = {
  'stay.created': [{ to: GUEST_AND_OWNER, kind: 'stayBooked', when: [BY_GUEST] }],
  'stay.updated': [{ to: GUEST_AND_OWNER, kind: 'stayMoved', when: [BY_GUEST, MOVED] }],
  'stay.deleted': [{ to: GUEST_AND_OWNER, kind: 'stayCancelled', when: [BY_GUEST] }],
  'channel.conflict': [{ to: ['owner'], kind: 'channelConflict', when: [] }],
  'calendar.sync_failed': [{ to: ['provider'], kind: 'calendarLost', when: [UNREADABLE] }],
} as const satisfies Rules<CalendarReceiver, CalendarNotice, DomainEvent>

/** The notice of an event about a stay or a connected calendar for a receiver. */
export const calendarNoticeFor = decider<CalendarReceiver, CalendarNotice, DomainEvent>(
  CALENDAR_NOTICES,
)

/** What a notice about a payment depends on. */
export interface PaymentFacts {
  readonly booking: Pick<Booking, 'status' | 'payment'>
  /** Whether the charge of several bookings, or one of several, still needs it. Absent: there is none. */
  readonly isChargeRight?: boolean | undefined
}

/** A condition of a booking, or of the charge if there are several. */
const paying = (text: string, holds: (booking: PaymentFacts['booking']) => boolean) =>
  condition<PaymentFacts>(text, ({ booking, isChargeRight }) =>
    booking.payment?.orderId === undefined ? holds(booking) : isChargeRight === true,
  )

const isPaid = (booking: Booking['status'], payment: string) => (of: PaymentFacts['booking']) =>
  of.status === booking && of.payment?.status === payment

const UNPAID = paying('it is still to be paid', isPaid('pending', 'required'))
const FAILED = paying('the booking is confirmed, and not paid', isPaid('confirmed', 'failed'))
const KNOWN = paying('the charge is known', () => true)

/** Who hears of payments. */
export const PAYMENT_NOTICES = {
  'payment.requested': [{ to: ['booker'], kind: 'paymentNeeded', when: [UNPAID] }],
  'payment.failed': [{ to: ['booker'], kind: 'paymentFailed', when: [FAILED] }],
  'payment.refunded': [{ to: ['booker'], kind: 'refunded', when: [KNOWN] }],
} as const satisfies Rules<'booker', PaymentMessage, PaymentFacts>

/** The notice of an event about a payment. */
export const paymentNoticeFor = decider<'booker', PaymentMessage, PaymentFacts>(PAYMENT_NOTICES)

const DUE = condition<Booking>(
  'it is still to be authorized',
  ({ status, securityDeposit }) => status === 'confirmed' && securityDeposit?.state === 'due',
)
const TAKEN_OF_DEPOSIT = condition<Booking>(
  'money of it was taken',
  ({ securityDeposit }) => securityDeposit?.state === 'captured',
)

/** Who hears of security deposits. */
export const DEPOSIT_NOTICES = {
  'security_deposit.requested': [{ to: ['booker'], kind: 'securityDepositNeeded', when: [DUE] }],
  'security_deposit.taken': [
    { to: ['booker'], kind: 'securityDepositTaken', when: [TAKEN_OF_DEPOSIT] },
  ],
} as const satisfies Rules<'booker', DepositMessage, Booking>

/** The notice of an event about a security deposit. */
export const depositNoticeFor = decider<'booker', DepositMessage, Booking>(DEPOSIT_NOTICES)

/** A notice about an entry that has no booking: to confirm it, that it is on the wait list, that it ended. */
export type EntryMessage = keyof typeof WAITLIST_KINDS

// Nobody writes to a person whose data was erased.
const KEPT = condition<WaitlistEntry>(
  'its person was not erased',
  ({ booker }) => !isErasedBooker(booker),
)
const entry = (text: string, holds: Condition<WaitlistEntry>['holds']) => [
  KEPT,
  condition(text, holds),
]
const UNCONFIRMED = entry('its address waits to be confirmed', (of) => of.status === 'unconfirmed')
const LISTED = entry('it is on the list', isLive)
const ENDED = entry('it has ended', ({ status }) => status === 'ended')

/** Who hears of entries of wait lists. */
export const ENTRY_NOTICES = {
  'waitlist.unconfirmed': [{ to: ['booker'], kind: 'waitlistUnconfirmed', when: UNCONFIRMED }],
  'waitlist.joined': [{ to: ['booker'], kind: 'waitlistJoined', when: LISTED }],
  'waitlist.ended': [{ to: ['booker'], kind: 'waitlistEnded', when: ENDED }],
} as const satisfies Rules<'booker', EntryMessage, WaitlistEntry>

/** The notice of an event about an entry of a wait list. */
export const entryNoticeFor = decider<'booker', EntryMessage, WaitlistEntry>(ENTRY_NOTICES)

/** What the notices about a whole session depend on. */
export interface SessionFacts {
  /** What the event changes for the provider. */
  readonly part: Attending['part']
  readonly isMove: boolean
  /** Whether somebody had booked it. */
  readonly isTaken: boolean
  /** Whether it is closed now. */
  readonly isClosed: boolean
}

// Otherwise nobody had it in a calendar.
const TAKEN = condition<SessionFacts>('somebody had booked it', ({ isTaken }) => isTaken)
const OPEN = condition<SessionFacts>('it was not closed since', ({ isClosed }) => !isClosed)
const LEAVES = condition<SessionFacts>(
  'the receiver no longer takes part',
  ({ part }) => part === 'leaves',
)
const JOINS = condition<SessionFacts>('the receiver is new to it', ({ part }) => part === 'joins')
const IS_MOVE = condition<SessionFacts>('it was moved', ({ isMove }) => isMove)

/** Who hears of changes of a whole session. */
export const SESSION_NOTICES = {
  'session.cancelled': [{ to: ['provider'], kind: 'cancelled', when: [TAKEN] }],
  'session.changed': [
    { to: ['provider'], kind: 'left', when: [OPEN, LEAVES] },
    { to: ['provider'], kind: 'joined', when: [OPEN, JOINS] },
    { to: ['provider'], kind: 'moved', when: [OPEN, IS_MOVE] },
    { to: ['provider'], kind: 'changed', when: [OPEN] },
  ],
} as const satisfies Rules<'provider', SessionMessage, SessionFacts>

/** The notice of a change of a whole session for one of its providers. */
export const sessionNoticeFor = decider<'provider', SessionMessage, SessionFacts>(SESSION_NOTICES)

type PersonNotice = 'signIn' | 'bookerSignIn' | 'invitation'

/** What a link that lets a person in is for. Undefined: it has ended, was used or replaced. */
export type LinkPurpose = SignInPurpose['kind'] | undefined

const isFor = (text: string, purpose: LinkPurpose) =>
  condition<LinkPurpose>(text, (given) => given === purpose)
const MEMBER = isFor('the link of a member has not ended', 'sign-in')
const BOOKER = isFor('the link of a booker has not ended', 'booker')
const INVITED = isFor('the invitation is still open', 'invitation')

/** Who hears of links that let a person in. */
export const PERSON_NOTICES = {
  'sign_in.requested': [
    { to: ['member'], kind: 'signIn', when: [MEMBER] },
    { to: ['booker'], kind: 'bookerSignIn', when: [BOOKER] },
  ],
  'member.invited': [{ to: ['member'], kind: 'invitation', when: [INVITED] }],
} as const satisfies Rules<'member' | 'booker', PersonNotice, LinkPurpose>

/** The notice of an event about a link that lets a person in. */
export const personNoticeFor = decider<'member' | 'booker', PersonNotice, LinkPurpose>(
  PERSON_NOTICES,
)
