import type { StayDays } from '../calendars/nights.ts'
import { type ClaimInterval, claimOf } from '../claims/claim.ts'
import {
  claimsOfNeed,
  endOf,
  hasDays,
  hasOwnTime,
  type NeededTime,
  type Stretch,
  unionOfSpans,
} from '../claims/spans.ts'
import type { CountedClaim } from '../counts/count-steps.ts'
import type { Actor } from '../kernel/actor.ts'
import type { BookingSecurityDeposit } from '../payments/security-deposit.ts'
import type { Price } from '../prices/price.ts'
import type { StayQuote } from '../rates/rate-plan.ts'
import type { BookerRules, BookingFields, BookingPayment } from './booking-fields.ts'

/** The ways to confirm a booking. */
export const CONFIRMATIONS = ['hold', 'instant', 'approval'] as const

/** How a booking becomes confirmed: by its booker, immediately, or by the provider. */
export type Confirmation = (typeof CONFIRMATIONS)[number]

/** All statuses of a booking. */
export const BOOKING_STATUSES = [
  'pending',
  'confirmed',
  'completed',
  'cancelled',
  'no_show',
  'expired',
] as const

/** The status of a booking. All but `pending` and `confirmed` are final. */
export type BookingStatus = (typeof BOOKING_STATUSES)[number]

/**
 * The person who books. `id` is the client's own identifier of that person, `email` is in lower case,
 * `locale` is the preferred language (BCP 47). Only the account books somebody without an email address.
 */
export interface Booker {
  readonly id?: string
  /** Empty for somebody who is not named. */
  readonly name: string
  readonly email?: string
  /** The contact of a person without an email address. Absent with one, and for somebody who is not named. */
  readonly contactId?: string
  readonly timeZone?: string
  readonly locale?: string
  /** E.164. */
  readonly phone?: string
}

/** A booker with an email address. */
export interface AddressedBooker extends Booker {
  readonly email: string
}

/**
 * Stands in for a booker whose personal data was erased. Nobody can have the address: `.invalid` is reserved
 * (RFC 2606).
 */
export const ERASED_BOOKER: AddressedBooker = { name: 'Erased', email: 'erased@erased.invalid' }

/** Reports whether the personal data of a booker was erased. */
export const isErasedBooker = ({ email }: { readonly email?: string | null }): boolean =>
  email === ERASED_BOOKER.email

/**
 * What identifies a booker within an account: the email address, or the id of the contact of a person without one. Undefined
 * for somebody who is not named.
 */
export const bookerAddress = ({ email, contactId }: Booker): string | undefined =>
  email ?? contactId

/** All cancellers of a booking. */
export const CANCELLERS = ['account', 'booker', 'system'] as const

/** Who cancelled a booking: an account, its booker, or the server because the provider is gone. */
export type Canceller = (typeof CANCELLERS)[number]

/** The policy of a booking as it was when the time was agreed; the event type may change later. */
export interface PolicySnapshot {
  readonly durationMinutes: number
  readonly bufferBeforeMinutes: number
  readonly bufferAfterMinutes: number
}

/** A provider that a booking of several people or things takes, the requirement that it serves, and when. */
export interface Assignment extends NeededTime {
  /** The name of the requirement. */
  readonly requirement: string
  readonly providerId: string
  /** The provider's name when it was assigned. */
  readonly providerName: string
}

/** How a visit went, by the clock of the desk. What was not recorded is absent. */
export interface Visit {
  readonly arrivedAtEpochSeconds?: number
  /** The last time that the person was called. */
  readonly calledAtEpochSeconds?: number
  readonly startedAtEpochSeconds?: number
  readonly endedAtEpochSeconds?: number
  /** The number that the person waits with. */
  readonly number?: number
}

/** How many people stay, with the ages of the children. */
export interface Occupants {
  readonly adults: number
  readonly childAges: readonly number[]
}

/** Nights that a stay has spent in another unit before it changed units, in the calendar of that unit. */
export interface EarlierNights extends StayDays {
  readonly calendarId: string
  readonly providerId: string
  readonly providerName: string
}

/** The nights `[arrivalDay, departureDay)` that a booking takes of a unit, by the days that they begin on. */
export interface BookedNights extends StayDays {
  /** The calendar of the unit: its ledger has the nights. */
  readonly calendarId: string
  /** Absent: not known. */
  readonly occupants?: Occupants
  /** How the unit of a pool was found. `any`: the house may change it. `pinned`: somebody chose it. Absent: there was only one. */
  readonly placing?: 'any' | 'pinned'
  /** The nights that are over in other units, in order, from the arrival on. The unit of the booking has the rest. */
  readonly earlier?: readonly EarlierNights[]
}

/** Nights of one unit's calendar. */
export type NightsOfUnit = StayDays & Pick<BookedNights, 'calendarId'>

/** The nights of a stay by the units that have them, in order: first those that it has left. */
export function nightsByUnit(
  stay: Pick<BookedNights, 'arrivalDay' | 'departureDay' | 'calendarId' | 'earlier'>,
): readonly [NightsOfUnit, ...NightsOfUnit[]] {
  const { earlier = [], calendarId, departureDay } = stay
  const [first, ...others] = earlier
  if (first === undefined) return [stay]
  const { departureDay: arrivalDay } = earlier.at(-1) ?? first
  return [first, ...others, { calendarId, arrivalDay, departureDay }]
}

/** A booking. Times are epoch seconds; start and end are whole minutes and half-open, `[start, end)`. */
export interface Booking extends BookingFields {
  readonly id: string
  readonly accountId: string
  /** The provider; the first one, if there are assignments. */
  readonly providerId: string
  /** Whom and what the booking takes, each provider once. Absent: `providerId` alone. */
  readonly assignments?: readonly Assignment[]
  /** The candidate whom its booker chose. Counts while it is among the assignments. */
  readonly chosenProviderId?: string
  /** Absent if a slot was booked that the provider opened without an event type. */
  readonly eventTypeId?: string
  /** The group that it was made with. Absent: it was made alone. */
  readonly groupId?: string
  /** The entry of a wait list that it was offered to. */
  readonly waitlistId?: string
  /** True if its event type had a wait list when it was made: then its time is offered to the line. */
  readonly hasWaitlist?: true
  /**
   * True if time of its event type goes to the line first: the ledger keeps the time of its hold for
   * `LINE_FIRST_SECONDS` longer.
   */
  readonly linesFirst?: true
  /** How long its time stays taken after it is cancelled or moved away. Absent: not at all. */
  readonly freedAfterSeconds?: number
  /** What it claims of limits; of a booking with seats, only what its session does not claim. */
  readonly counts?: readonly CountedClaim[]
  /** 1 for a new booking; every change adds 1. */
  readonly version: number
  /** Who changed it last. Absent in bookings of version 1. */
  readonly actor?: Actor
  readonly status: BookingStatus
  readonly confirmation: Confirmation
  readonly startEpochSeconds: number
  readonly endEpochSeconds: number
  readonly policy: PolicySnapshot
  /**
   * How many seats it takes of the session of its event type at its start. Absent: it takes its time alone,
   * because its event type had no seats.
   */
  readonly seats?: number
  /** What its booker may change. Absent: everything until the start. */
  readonly bookerRules?: BookerRules
  /**
   * The nights that it takes instead of time. Its start and end are then the instants of arrival and departure. Absent: it
   * takes time.
   */
  readonly stay?: BookedNights
  /** What a stay costs by a rate plan. Absent: it has none. */
  readonly quote?: StayQuote
  /** How often its booker rescheduled it, where that is limited. */
  readonly rescheduleCount?: number
  /**
   * True while it has no booker, and its event type asks the booker something on confirmation, or limits how many
   * bookings one booker has.
   */
  readonly asksBooker?: boolean
  /** While it has no booker: a mark of the address that whoever holds it has proved by a sign-in. */
  readonly signInMark?: string
  /** Where its booking page leads after booking, as its event type said. */
  readonly redirectUrl?: string
  /** Absent if nothing was ever to pay. */
  readonly payment?: BookingPayment
  /** What is asked for as security, and what became of it. Absent: nothing. */
  readonly securityDeposit?: BookingSecurityDeposit
  /** What it cost when it was made. Absent if its event type had no rules for prices beside `payment`. */
  readonly price?: Price
  /** The provider's time zone when the time was agreed. */
  readonly timeZone: string
  /** The agreed wall time in `timeZone`, `YYYY-MM-DDTHH:MM`. */
  readonly localStart: string
  /** The version of the tz database that converted the wall time, for example `2026c`. */
  readonly tzdbVersion: string
  /**
   * A later version of the tz database under which the wall time is another instant that is taken; the
   * booking keeps its instant. Absent if the two agree.
   */
  readonly unresolvedTzdbVersion?: string
  /** The version of the booking in which a newer tz database moved it. Absent if none did. */
  readonly clockChangeVersion?: number
  /** When the hold of a pending booking lapses; from this second (closed) others can book the time. */
  readonly holdExpiresAtEpochSeconds?: number
  /** Absent while a hold has no booker yet; every confirmed booking has one. */
  readonly booker?: Booker
  /**
   * True if somebody without an account's key gave the booker's details, and nobody has proved to own the
   * email address. Emails to it carry no text of theirs.
   */
  readonly isUnproven?: boolean
  /** True while a pending booking waits until its booker follows the link in an email. */
  readonly emailUnconfirmed?: boolean
  /** True if the account booked the current time outside the rules. */
  readonly isOverride?: boolean
  /** The SEQUENCE of the calendar invitation; a reschedule or a cancellation adds 1. */
  readonly sequence: number
  /** SHA-256 of the manage token, 32 bytes. */
  readonly manageTokenHash: Uint8Array
  /** How many manage tokens were replaced, because the booker's address changed. Absent: none. */
  readonly manageTokenGeneration?: number
  readonly rescheduledFromEpochSeconds?: number
  readonly cancellationReason?: string
  /** Absent if the booking was cancelled before this was recorded. */
  readonly cancelledBy?: Canceller
  readonly createdAtEpochSeconds: number
  readonly updatedAtEpochSeconds: number
  /** Stays set while a moved booking waits for approval again. */
  readonly confirmedAtEpochSeconds?: number
  readonly cancelledAtEpochSeconds?: number
  readonly completedAtEpochSeconds?: number
  /** True if the booking was completed automatically after its end; a person may still correct it. */
  readonly completedAutomatically?: boolean
  readonly noShowAtEpochSeconds?: number
  readonly expiredAtEpochSeconds?: number
  /** What the desk recorded of the visit. Absent: nothing, or the booking was moved since. */
  readonly visit?: Visit
}

/** Reports whether a booking has a claim in the ledger: all but cancelled and expired bookings do. */
export const hasClaim = (booking: Pick<Booking, 'status'>): boolean =>
  booking.status !== 'cancelled' && booking.status !== 'expired'

/** The providers whose time a booking claims, each once; the first is its `providerId`. */
export const providersOf = (
  booking: Pick<Booking, 'providerId' | 'assignments'>,
): readonly string[] =>
  booking.assignments?.map(({ providerId }) => providerId) ?? [booking.providerId]

/**
 * Reports whether a booking takes several providers, or one in spans. Its final claim then leaves a mark at each of them.
 */
export const isShared = ({ assignments }: Pick<Booking, 'assignments'>): boolean =>
  assignments !== undefined &&
  (assignments.length > 1 || assignments.some(({ spans }) => spans !== undefined))

/** The provider's time that a booking claims, buffers included. */
export const claimOfBooking = (
  booking: Pick<Booking, 'startEpochSeconds' | 'endEpochSeconds' | 'policy'>,
): ClaimInterval =>
  claimOf(booking.startEpochSeconds / 60, booking.endEpochSeconds / 60, booking.policy)

/** A booking, or a session with seats, as far as it says whose time it claims, and when. */
export type Claiming = Pick<
  Booking,
  'startEpochSeconds' | 'endEpochSeconds' | 'policy' | 'providerId' | 'assignments'
>

/** Reports whether a booking needs some provider at another time than its own. */
export const hasOwnTimes = ({ assignments }: Pick<Booking, 'assignments'>): boolean =>
  assignments?.some(hasOwnTime) ?? false

/** When a booking needs one of its providers, ascending, buffers included: one claim, or one for each of its spans. */
export function claimsAt(booking: Claiming, providerId: string): readonly ClaimInterval[] {
  const own = booking.assignments?.find((each) => each.providerId === providerId)
  if (own === undefined || !hasOwnTime(own)) return [claimOfBooking(booking)]
  const durationMinutes = (booking.endEpochSeconds - booking.startEpochSeconds) / 60
  const length = { ...booking.policy, durationMinutes }
  return claimsOfNeed(own, length, booking.startEpochSeconds / 60)
}

/** A part of a booking without buffers: epoch seconds, half-open. */
export interface BookedTime {
  readonly startEpochSeconds: number
  readonly endEpochSeconds: number
  readonly label?: string
}

/** When a booking needs one of its providers, without buffers: all the time, or in spans. */
export function timesOfProvider(
  booking: Pick<Claiming, 'startEpochSeconds' | 'endEpochSeconds' | 'assignments'>,
  providerId: string | undefined,
): readonly BookedTime[] {
  const { startEpochSeconds, endEpochSeconds } = booking
  const spans = spansOf(booking, providerId)
  if (spans === undefined) return [{ startEpochSeconds, endEpochSeconds }]
  return spans.map((span) => ({
    ...timeOf(startEpochSeconds, span),
    ...(span.label !== undefined && { label: span.label }),
  }))
}

const spansOf = (
  { assignments }: Pick<Claiming, 'assignments'>,
  providerId: string | undefined,
): NeededTime['spans'] => assignments?.find((each) => each.providerId === providerId)?.spans

/** Reports whether a booking needs one of its providers in spans, and not all the time. */
export const isNeededInSpans = (
  booking: Pick<Claiming, 'assignments'>,
  providerId: string,
): boolean => spansOf(booking, providerId) !== undefined

/**
 * The days of a booking with spans on several, each from its first begin to its last end; undefined if it is on one day.
 * Whoever is needed all the time has no part in them: nobody has to be there at night.
 */
export function daysOfBooking({
  startEpochSeconds,
  assignments = [],
}: Pick<Claiming, 'startEpochSeconds' | 'assignments'>): readonly BookedTime[] | undefined {
  if (!assignments.some(hasDays)) return undefined
  const byDay = Map.groupBy(
    assignments.flatMap(({ spans = [] }) => spans),
    ({ day = 0 }) => day,
  )
  return [...byDay]
    .toSorted(([a], [b]) => a - b)
    .map(([, spans]) => {
      const offsetMinutes = Math.min(...spans.map((span) => span.offsetMinutes))
      const durationMinutes = Math.max(...spans.map(endOf)) - offsetMinutes
      return timeOf(startEpochSeconds, { offsetMinutes, durationMinutes })
    })
}

/** When a booking needs anybody, without buffers, ascending. */
export function timesOfBooking({
  startEpochSeconds,
  endEpochSeconds,
  assignments = [],
}: Pick<Claiming, 'startEpochSeconds' | 'endEpochSeconds' | 'assignments'>): readonly BookedTime[] {
  if (assignments.length === 0) return [{ startEpochSeconds, endEpochSeconds }]
  const durationMinutes = (endEpochSeconds - startEpochSeconds) / 60
  return unionOfSpans(assignments, { durationMinutes }).map((each) =>
    timeOf(startEpochSeconds, each),
  )
}

const timeOf = (bookingStart: number, { offsetMinutes, durationMinutes }: Stretch): BookedTime => {
  const startEpochSeconds = bookingStart + offsetMinutes * 60
  return { startEpochSeconds, endEpochSeconds: startEpochSeconds + durationMinutes * 60 }
}

/** The owner of the mark of one claim of a booking at a provider: the first claim has the booking's own id. */
export const ownerOfClaim = (bookingId: string, index: number): string =>
  index === 0 ? bookingId : `${bookingId}.${index}`

/** The booking or session that owns a mark of the ledger. */
export const withoutClaimIndex = (ownerId: string): string => ownerId.split('.', 1)[0] ?? ownerId
