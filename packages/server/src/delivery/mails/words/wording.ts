import type { AccountLocale } from '../../../identity/accounts/account.ts'

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
  | OfferMessage

/** The emails about a booking that was offered to somebody on the wait list; `WAITLIST_WORDS` has their texts. */
export type OfferMessage = 'waitlistOffered' | 'waitlistLapsed'

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
    readonly [Name in Exclude<Message, OfferMessage>]: {
      readonly subject: (title: string) => string
      /** Absent if `nowWith` says it. */
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
