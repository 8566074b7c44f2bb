import { type Booker, isTimeZone, ok, type Result, refuse } from '@holdfast/engine'
import { type Caller, provedStanding, type Standing } from '../../kernel/caller.ts'
import { invalid, type Refusal } from '../../kernel/refusals.ts'
import type { PaidTogether } from '../ports/payments.ts'
import type { ChosenCandidate } from '../requirements/chosen-candidate.ts'
import type { BookingTarget } from './offer.ts'
import type { FieldsInput } from './read-fields.ts'
import type { StayInput } from './stay-offer.ts'

/** The start to book, and the booker. */
export interface BookingInput {
  readonly target: BookingTarget
  /** Of a stay, whatever it is: its start follows from the arrival. */
  readonly startEpochSeconds: number
  /** The nights to book, of an event type of nights. */
  readonly stay?: StayInput | undefined
  /** Absent: a hold that gets its booker when it is confirmed. Only holds allow this. */
  readonly booker?: Booker
  /** Whether the booker is a person without an email address whose contact is written with the booking. */
  readonly isNewContact?: boolean
  /** What is known of a contact that the account names as the booker. */
  readonly standing?: Standing | undefined
  /** The group that it is made with. */
  readonly groupId?: string
  /** What it is paid by together with the others of its group. Absent: by itself, if it has a price. */
  readonly paidTogether?: PaidTogether | undefined
  /** One of the candidates of the event type, who must be part of the booking. */
  readonly chosen?: ChosenCandidate | undefined
  /** One of the durations of the event type. Default: the first. */
  readonly durationMinutes?: number | undefined
  /** What the booking costs as far as the caller knows. Another price is refused. Default: any. */
  readonly expectedAmount?: number | undefined
  /** How many seats to take, of an event type with seats. Default: 1. */
  readonly seats?: number | undefined
  /** The fields of the booking, beside who the booker is. Default: nothing. */
  readonly fields?: FieldsInput
  /** Whether the account books outside the rules. Default: false. */
  readonly isOverride?: boolean
  /** Whether the booking stands only once its booker has proved to own the email address. Default: false. */
  readonly requiresEmailProof?: boolean
  /** The entry of a wait list that gets the booking as an offer, and how long the offer holds its time. */
  readonly offerTo?: { readonly waitlistId: string; readonly offerMinutes: number }
}

/** Refuses a booker with an unknown time zone. */
export function checkBooker(booker: Booker | undefined): Result<undefined, Refusal> {
  const timeZone = booker?.timeZone
  return timeZone === undefined || isTimeZone(timeZone)
    ? ok(undefined)
    : invalid(
        '/booker/timeZone',
        `"${timeZone}" is not an IANA time zone; use a name such as "Europe/Berlin"`,
      )
}

/** Refuses a person who is barred, if they are known: they signed in, or the account named them. The account books them with `override`. */
export function checkBarred(
  caller: Pick<Caller, 'booker'>,
  { booker, standing, isOverride = false }: BookingInput,
): Result<undefined, Refusal> {
  const known = standing ?? provedStanding(caller, booker)
  return known?.isBarred && !isOverride ? refuse({ code: 'booker_not_allowed' }) : ok(undefined)
}
