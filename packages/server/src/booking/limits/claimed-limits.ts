import {
  type Booker,
  type Booking,
  bookerCounter,
  type CountedClaim,
  type CountedTime,
  countersOf,
  hasOwnTimes,
  isErasedBooker,
  type LimitedCounts,
  type LimitedSubject,
  minutesOf,
  NO_COUNTS,
  parseCounter,
  unionOfSpans,
} from '@holdfast/engine'
import type { Dependencies } from '../../kernel/dependencies.ts'
import type { EventTypeLimits } from './limits.ts'

/** An event type, as far as its limits count. */
export interface LimitedEventType {
  readonly id: string
  readonly limits?: EventTypeLimits
}

/** Whose limits count for a booking. */
export interface Limited {
  /** Absent for a slot that its provider opened. */
  readonly eventType?: LimitedEventType | undefined
  /** The provider of the event type; the dates of its limits are in this one's zone. */
  readonly owner: Pick<LimitedSubject, 'timeZone'>
  /** The providers whose time the booking takes. */
  readonly providers: readonly LimitedSubject[]
}

/** The largest count of whatever is counted, but not limited: an override, or a limit that was added later. */
export const UNLIMITED = Number.MAX_SAFE_INTEGER

/** Counts that nothing limits. */
export const unlimited = (counts: readonly CountedClaim[]): ReadonlyMap<string, number> =>
  new Map(counts.map(({ counter }) => [counter, UNLIMITED]))

/** The event type and the providers of a booking, as far as they have limits. */
export const subjectsOf = ({ eventType, owner, providers }: Limited): readonly LimitedSubject[] => [
  ...(eventType?.limits
    ? [{ id: eventType.id, timeZone: owner.timeZone, limits: eventType.limits }]
    : []),
  ...providers.filter(({ limits }) => limits !== undefined),
]

/** The limits of an event type that takes its own provider alone. */
export const ownSubjects = ({
  eventType,
  provider,
}: {
  readonly eventType: LimitedEventType
  readonly provider: LimitedSubject
}): readonly LimitedSubject[] => subjectsOf({ eventType, owner: provider, providers: [provider] })

/** A booking, or a session, as far as period limits count it. */
export type CountedBooking = Pick<Booking, 'startEpochSeconds' | 'policy' | 'assignments'>

/**
 * What a booking, or its session, claims of period limits: of those of its event type the minutes in which it needs
 * anybody, of those of a provider the spans in which it needs that one.
 */
export function periodCounts(limited: Limited, booking: CountedBooking): LimitedCounts {
  const subjects = subjectsOf(limited)
  if (subjects.length === 0) return NO_COUNTS
  const whole = wholeTime(booking)
  if (!hasOwnTimes(booking)) return countersOf(subjects, () => whole)
  return countersOf(subjects, ({ id }) =>
    id === limited.eventType?.id
      ? { ...whole, durationMinutes: neededMinutes(booking) }
      : timeOfProvider(booking, id),
  )
}

/** What a booking claims of the limits of providers who join it. */
export function countsOfProviders(
  providers: readonly LimitedSubject[],
  booking: CountedBooking,
): LimitedCounts {
  return periodCounts({ owner: { timeZone: 'UTC' }, providers }, booking)
}

const wholeTime = ({ startEpochSeconds, policy }: CountedBooking): CountedTime => ({
  startEpochMinutes: startEpochSeconds / 60,
  durationMinutes: policy.durationMinutes,
})

/** The minutes in which a booking needs anybody. */
const neededMinutes = ({ assignments = [], policy }: CountedBooking): number =>
  minutesOf(unionOfSpans(assignments, policy))

function timeOfProvider(booking: CountedBooking, providerId: string): CountedTime {
  const { spans: parts } = booking.assignments?.find((each) => each.providerId === providerId) ?? {}
  return { ...wholeTime(booking), ...(parts && { parts }) }
}

/** A booking, as far as it says whom the limit per booker counts. */
export interface BookedBy {
  readonly booker?: Booker | undefined
  readonly isUnproven?: boolean | undefined
}

/**
 * Whom the limit per booker counts: the email address; without one the contact, for which the account vouches. Of a stranger
 * without an email address the phone number: anybody can type another name. Undefined for somebody who is not named.
 */
export function countedPerson({ booker, isUnproven }: BookedBy): string | undefined {
  if (booker === undefined) return undefined
  const { email, phone, contactId } = booker
  return email ?? (isUnproven ? (phone ?? contactId) : (contactId ?? phone))
}

/**
 * What a booking claims of the limit per booker; nothing while it has no booker, or for somebody who is not named.
 * `elsewhere`: how many bookings the person has with other addresses. Somebody who typed a phone number is counted as a contact too,
 * so that the account's own bookings of that contact see it.
 */
export function bookerCounts(
  { secrets }: Pick<Dependencies, 'secrets'>,
  { accountId, booker, isUnproven }: Pick<Booking, 'accountId'> & BookedBy,
  eventType: LimitedEventType | undefined,
  elsewhere = 0,
): LimitedCounts {
  const max = eventType?.limits?.perBooker
  if (eventType === undefined || max === undefined) return NO_COUNTS
  if (booker === undefined || isErasedBooker(booker)) return NO_COUNTS
  const address = countedPerson({ booker, isUnproven })
  if (address === undefined) return NO_COUNTS
  const counter = counterOfPerson(secrets, accountId, eventType, address)
  const maxima = new Map([[counter, max - elsewhere]])
  const { contactId = address } = booker
  if (booker.email === undefined && contactId !== address) {
    maxima.set(counterOfPerson(secrets, accountId, eventType, contactId), UNLIMITED)
  }
  const counts = [...maxima.keys()].map(
    (each): CountedClaim => ({ counter: each, amount: 1, endsWithBooking: true }),
  )
  return { counts, maxima }
}

/** The count of a person's live bookings of an event type with one address. */
export const counterOfPerson = (
  secrets: Pick<Dependencies['secrets'], 'personMarks'>,
  accountId: string,
  { id }: Pick<LimitedEventType, 'id'>,
  address: string,
): string => bookerCounter(id, secrets.personMarks(accountId, address)[0] as string)

/** The part of a booking's counts that belongs to its booker. */
export const ownBookerCounts = ({
  counts = [],
}: Pick<Booking, 'counts'>): readonly CountedClaim[] =>
  counts.filter(({ counter }) => parseCounter(counter).limit === 'perBooker')
