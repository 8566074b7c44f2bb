import type { Money } from '@holdfast/engine'
import type { BookingSubject } from '../../booking/bookings/booking-subject.ts'
import type { DomainEventName } from '../../kernel/events/event.ts'
import type { MailLanguage } from '../texts.ts'
import type { ChangingContext } from './attending.ts'
import type { PlaceChange } from './place-change.ts'

/** The recipient of an email about a booking. */
export type Recipient = 'booker' | 'provider' | 'guest'

/** The data of an email about a booking. */
export interface MailContext extends ChangingContext {
  /** The event that the email reports. */
  readonly eventId: string
  readonly eventName: DomainEventName
  /** The language of the emails to the account's own people. */
  readonly accountLanguage: MailLanguage
  /** Whether the event gave the booker another address. */
  readonly isNewAddress?: boolean
  /** What is left to pay after a deposit. Absent: nothing, or the email does not say it. */
  readonly balanceDue?: Money
  /** How the event changed where the booking takes place. Absent: it did not, or nobody needs to know. */
  readonly placeChange?: PlaceChange
  /** What the booking was of before the event gave it another service. Absent: it did not. */
  readonly previousService?: Pick<BookingSubject, 'eventType'>
  /** What the booker made together with the booking, as it is now. Absent: nothing, or nobody is to read it. */
  readonly together?: readonly BookingSubject[]
  /** The visit that the booking is part of. Absent: none. */
  readonly visitId?: string
  /** The page where the booker manages the booking. Absent if the link cannot be created. */
  readonly manageUrl?: string
  /** The page where the booker confirms their email address. Absent if nothing is to be confirmed. */
  readonly emailProofUrl?: string
  /** The page of the entry of a wait list that got the booking as an offer. */
  readonly waitlistUrl?: string
  /** The page where a provider approves or declines the request, without signing in. */
  readonly decisionUrl: (providerId: string, decision: 'approve' | 'decline') => string
  /** The page of the dashboard that shows the booking. */
  readonly dashboardUrl: string
}
