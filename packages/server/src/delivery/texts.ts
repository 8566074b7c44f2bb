import type { AccountLocale } from '../identity/accounts/account.ts'

/** A language of emails to bookers and guests, and to providers by the language of their account. */
export type MailLanguage = AccountLocale

/** A language of emails to people who sign in. */
export type StaffMailLanguage = 'en' | 'de'

/** The kinds of emails about bookings. */
export type Message =
  | 'emailProofNeeded'
  | 'requested'
  | 'approvalNeeded'
  | 'confirmed'
  | 'newBooking'
  | 'rescheduled'
  | 'otherService'
  | 'reassigned'
  | 'teamChanged'
  | 'withdrawn'
  | 'relocated'
  | 'linkReady'
  | 'invited'
  | 'uninvited'
  | 'clocksChanged'
  | 'timeConflict'
  | 'cancelled'
  | 'requestExpired'
  | 'reminder'
  | 'thankYou'
  | 'noShow'
  | 'waitlistOffered'
  | 'waitlistLapsed'

/** Who reads an email: who booked, whom they invited, or who works for the account. */
export type Receiver = 'booker' | 'guest' | 'staff'

/** The texts of emails about bookings in one language. */
export interface Words {
  readonly language: MailLanguage
  /** The locale of dates and times (BCP 47). */
  readonly locale: string
  /** The title of a booking, from the event type's title if there is one. */
  readonly title: (title: string | undefined, providerName: string) => string
  /** Two names. */
  readonly and: (first: string, second: string) => string
  /** A name, and how many people more. */
  readonly andMore: (first: string, count: number) => string
  /** Says to a booker whom and what the booking takes now. */
  readonly nowWith: (names: string) => string
  /** The title of a booking, and that of the service that it was of before. */
  readonly insteadOf: (now: string, before: string) => string
  /** Says of which service a booking is now, and of which it was before. */
  readonly nowFor: (now: string, before: string) => string
  /** A time of day within a sentence. */
  readonly clock: (time: string) => string
  /** The labels of the table. */
  readonly rows: {
    readonly what: string
    readonly when: string
    readonly where: string
    readonly previousTime: string
    readonly agreedTime: string
    readonly with: string
    readonly bookedBy: string
    readonly note: string
    readonly reason: string
    readonly answerBy: string
    /** A booking that was made together with this one. */
    readonly alsoBooked: string
  }
  /** Says of a booking that was moved or cancelled alone that those made together with it were not. */
  readonly othersStay: string
  /** Why the server cancelled a booking whose provider was deleted. */
  readonly providerGone: string
  /** The same, if its event type was deleted. */
  readonly serviceGone: string
  /** Why somebody gets an email of the account with this name. The last line of each email. */
  readonly receivedBecause: Readonly<Record<Receiver, (accountName: string) => string>>
  /** Stands in for the link of a meeting that does not exist yet. */
  readonly linkFollows: string
  readonly links: {
    /** Joins an online meeting. */
    readonly join: string
    readonly confirm: string
    readonly manage: string
    readonly view: string
    readonly approve: string
    readonly decline: string
    readonly open: string
    /** Stands before links that enter a booking into calendars. */
    readonly addToCalendar: string
  }
  readonly messages: {
    readonly [Name in Message]: {
      readonly subject: (title: string) => string
      /** Absent if `nowWith` or `nowFor` says it. */
      readonly lead?: string
    }
  }
}

/** The texts of emails about stays in one language. */
export interface StayWords {
  /** The locale of dates (BCP 47). */
  readonly locale: string
  /** The title of a stay. */
  readonly title: (calendarName: string) => string
  readonly arrival: string
  readonly departure: string
  /** The earliest check-in, an hour such as `15:00`. */
  readonly from: (hour: string) => string
  /** The latest check-out, an hour such as `11:00`. */
  readonly until: (hour: string) => string
  readonly what: string
  readonly previousDates: string
  readonly days: (arrival: string, departure: string) => string
  /** The label of the number of nights. */
  readonly length: string
  /** A number of nights, with the word. */
  readonly nights: (count: number) => string
  /** What emails about bookings say otherwise if the booking is of nights. */
  readonly bookingMessages: {
    readonly [Name in Message]?: {
      readonly subject?: (title: string) => string
      readonly lead: string
    }
  }
  readonly link: string
  readonly messages: Readonly<
    Record<
      'stay.created' | 'stay.updated' | 'stay.deleted',
      { readonly subject: string; readonly lead: string }
    >
  >
}

/** The emails about payments. `paymentNeeded`: the booking is confirmed by its payment. */
export type PaymentMessage = 'paymentNeeded' | 'paymentFailed' | 'refunded'

/** The emails about security deposits. */
export type DepositMessage = 'securityDepositNeeded' | 'securityDepositTaken'

/** The texts of emails about security deposits in one language. */
export interface DepositWords {
  /** The label of the amount. */
  readonly label: string
  /** What is authorized, as the payer reads it at the vendor, for the title of a service. */
  readonly title: (service: string) => string
  /** The link to the page where it is authorized. */
  readonly link: string
  readonly messages: {
    readonly [Name in DepositMessage]: {
      readonly subject: (title: string) => string
      readonly lead: string
    }
  }
}

/** The texts of emails about payments in one language. */
export interface PaymentWords {
  readonly amount: string
  /** What is left to pay after the deposit. */
  readonly due: string
  readonly payBy: string
  readonly pay: string
  /** Why a booking was cancelled whose payment failed. */
  readonly unpaid: string
  /** Why a booking was cancelled whose balance was not paid. */
  readonly balanceUnpaid: string
  readonly securityDeposit: DepositWords
  readonly messages: {
    readonly [Name in PaymentMessage]: {
      readonly subject: (title: string) => string
      readonly lead: string
    }
  }
}

/** The emails about several bookings of a group at once. */
export const GROUP_MESSAGES = [
  'requested',
  'approvalNeeded',
  'confirmed',
  'newBooking',
  'invited',
  'rescheduled',
  'cancelled',
] as const satisfies readonly Message[]

/** An email about several bookings of a group at once. */
export type GroupMessage = (typeof GROUP_MESSAGES)[number]

/**
 * The emails to the providers of a class about all of it. `joined`: it was given to the reader; `left`: to somebody else;
 * `changed`: other people of it changed; `emptied`: its last party has left.
 */
export type SessionMessage = 'cancelled' | 'moved' | 'joined' | 'left' | 'changed' | 'emptied'

/** The texts of emails about classes in one language. */
export interface SessionWords {
  /** The label of how many seats are taken, or how many a booking has. */
  readonly seats: string
  /** How many seats of a class are taken. */
  readonly taken: (count: number, capacity: number) => string
  readonly messages: {
    readonly [Name in SessionMessage]: {
      readonly subject: (title: string) => string
      readonly lead: string
    }
  }
}

/** The emails about entries of wait lists. */
export type WaitlistMessage = 'waitlistUnconfirmed' | 'waitlistJoined' | 'waitlistEnded'

/** The texts of emails about wait lists in one language. */
export interface WaitlistWords {
  readonly links: {
    /** Confirms the address. */
    readonly joinList: string
    readonly viewList: string
  }
  readonly messages: {
    readonly [Name in WaitlistMessage]: {
      readonly subject: (title: string) => string
      readonly lead: string
    }
  }
}

/** The texts of the email with a link by which a booker signs in. */
export interface BookerSignInWords {
  readonly subject: (account: string) => string
  readonly lead: (account: string) => string
  readonly link: string
}

/** The kinds of SMS, as they are stored and shown. */
export const SMS_KINDS = [
  'requested',
  'confirmed',
  'rescheduled',
  'otherService',
  'cancelled',
  'requestExpired',
  'reminder',
] as const

/** A kind of SMS. */
export type SmsKind = (typeof SMS_KINDS)[number]

/**
 * The texts of SMS in one language. Where the language allows it, they need no character beyond GSM-7: one of them
 * doubles the price of the whole text.
 */
export interface SmsWords {
  /** What happened, as a heading without a full stop. */
  readonly kinds: Readonly<Record<SmsKind, string>>
  /** Before the link by which a booking is changed or cancelled. */
  readonly manage: string
}

/** What emails and SMS say in one language. */
export interface Texts {
  readonly bookings: Words
  readonly stays: StayWords
  readonly payments: PaymentWords
  /** The first sentences of emails about several bookings. */
  readonly groups: Readonly<Record<GroupMessage, string>>
  readonly sessions: SessionWords
  readonly waitlist: WaitlistWords
  readonly signIn: BookerSignInWords
  readonly sms: SmsWords
}
