import {
  type Booker,
  type BookerLimit,
  type Booking,
  bookerCounter,
  type CountedClaim,
  type CountedTime,
  type CounterName,
  countersOf,
  hasClaim,
  hasOwnTimes,
  isErasedBooker,
  type LimitedCounts,
  type LimitedSubject,
  minutesOf,
  NO_COUNTS,
  parseCounter,
  unionOfSpans,
} from '@holdfast/engine'
import type { AccountLimits } from '../../identity/accounts/account.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { BOOKER_LIMITS, type BookerLimits, type EventTypeLimits } from './limits.ts'

/** An event type, as far as its limits count. */
export interface LimitedEventType {
  readonly id: string
  readonly limits?: EventTypeLimits
  /** What counts for kinds of customers. */
  readonly access?: readonly { readonly limits?: BookerLimits }[]
  /** What the account allows one person over all of its event types. Never stored: see `withAccountLimits`. */
  readonly accountLimits?: AccountLimits
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

/** A booking, as far as it says whom the limits of a booker count. */
export interface BookedBy {
  readonly booker?: Booker | undefined
  readonly isUnproven?: boolean | undefined
}

/**
 * Whom the limits of a booker count: the email address; without one the contact, for which the account vouches. Of a stranger
 * without an email address the phone number: anybody can type another name. Undefined for somebody who is not named.
 */
export function countedPerson({ booker, isUnproven }: BookedBy): string | undefined {
  if (booker === undefined) return undefined
  const { email, phone, contactId } = booker
  return email ?? (isUnproven ? (phone ?? contactId) : (contactId ?? phone))
}

/**
 * Whether it matters for an event type who somebody is. Then whoever only typed an address has to prove it, and counts for nobody
 * before: otherwise anybody could use up what the owner of an address may book, and learn what is left of it.
 */
export const mustBeKnown = (eventType: LimitedEventType | undefined): boolean =>
  eventType?.access !== undefined ||
  eventType?.limits?.perBookerEver !== undefined ||
  eventType?.accountLimits?.perBookerEver !== undefined ||
  limitsNoShows(eventType)

/** Whether the account of an event type refuses or charges people with no-shows. */
export const limitsNoShows = (eventType: LimitedEventType | undefined): boolean =>
  eventType?.accountLimits?.maxNoShows !== undefined ||
  eventType?.accountLimits?.maxNoShowsUnpaid !== undefined

/** What bounds one limit of a booker; undefined if nobody has it. It counts for everybody if one kind of customers has it. */
function maxOf(
  limit: BookerLimit,
  { limits, access }: Pick<LimitedEventType, 'limits' | 'access'>,
): number | undefined {
  const isCounted = access?.some((rule) => rule.limits?.[limit] !== undefined)
  return limits?.[limit] ?? (isCounted ? UNLIMITED : undefined)
}

/** All that an event type counts, for some kind of customers at least. */
export const countedLimits = ({
  limits,
  access = [],
}: Pick<LimitedEventType, 'limits' | 'access'>): EventTypeLimits =>
  Object.assign({}, ...access.map((rule) => rule.limits), limits)

/** Whether an event type counts the bookings of each booker. */
export const countsBookers = (eventType: LimitedEventType | undefined): boolean =>
  (eventType?.accountLimits !== undefined &&
    BOOKER_LIMITS.some((limit) => eventType.accountLimits?.[limit] !== undefined)) ||
  // Most event types have neither.
  ((eventType?.limits !== undefined || eventType?.access !== undefined) &&
    BOOKER_LIMITS.some((limit) => maxOf(limit, eventType) !== undefined))

/** A limit of a booker, and whose it is: that of an event type, or of the account over all of its event types. */
export interface BookerSubject {
  readonly subjectId: string
  readonly limit: BookerLimit
  /** See `UNLIMITED`. */
  readonly max: number
}

/** The limits that count the bookings of each booker, of an event type and of its account. */
export const bookerSubjects = (
  accountId: string,
  eventType: LimitedEventType,
): readonly BookerSubject[] =>
  BOOKER_LIMITS.flatMap((limit) => {
    const own = maxOf(limit, eventType)
    const ofAccount = eventType.accountLimits?.[limit]
    return [
      ...(own === undefined ? [] : [{ subjectId: eventType.id, limit, max: own }]),
      ...(ofAccount === undefined ? [] : [{ subjectId: accountId, limit, max: ofAccount }]),
    ]
  })

/** Numbers by the limits that they are of. */
export type BookerNumbers = ReadonlyMap<string, number>

/** The name of a limit among `BookerNumbers`. */
export const nameOfLimit = ({
  subjectId,
  limit,
}: Pick<CounterName, 'subjectId' | 'limit'>): string => `${subjectId} ${limit}`

/** Somebody who has booked nothing with another address. */
export const NONE_ELSEWHERE: BookerNumbers = new Map()

/**
 * What a booking claims of the limits of its booker; nothing while it has no booker, for somebody who is not named, and for
 * somebody who has to prove the address first. `eventType`: under the rules for the booker. `elsewhere`: how many bookings the person
 * has with other addresses. Somebody who typed a phone number is counted as a contact too, so that the account's own bookings of that
 * contact see it.
 */
export function bookerCounts(
  { secrets }: Pick<Dependencies, 'secrets'>,
  { accountId, booker, isUnproven }: Pick<Booking, 'accountId'> & BookedBy,
  eventType: LimitedEventType | undefined,
  elsewhere: BookerNumbers = NONE_ELSEWHERE,
): LimitedCounts {
  if (eventType === undefined || !countsBookers(eventType)) return NO_COUNTS
  if (booker === undefined || isErasedBooker(booker)) return NO_COUNTS
  if (isUnproven === true && mustBeKnown(eventType)) return NO_COUNTS
  const address = countedPerson({ booker, isUnproven })
  if (address === undefined) return NO_COUNTS
  const { contactId = address } = booker
  const alsoContact = booker.email === undefined && contactId !== address
  const maxima = new Map<string, number>()
  const counts = bookerSubjects(accountId, eventType).flatMap((of): readonly CountedClaim[] => {
    const counterOf = (person: string) => counterOfPerson(secrets, accountId, of, person)
    maxima.set(counterOf(address), of.max - (elsewhere.get(nameOfLimit(of)) ?? 0))
    if (alsoContact) maxima.set(counterOf(contactId), UNLIMITED)
    const ends = of.limit === 'perBooker' && { endsWithBooking: true as const }
    const counters = alsoContact ? [counterOf(address), counterOf(contactId)] : [counterOf(address)]
    return counters.map((counter) => ({ counter, amount: 1, ...ends }))
  })
  return { counts, maxima }
}

/** The count of a person's bookings with one address, of an event type or of the account. */
export const counterOfPerson = (
  secrets: Pick<Dependencies['secrets'], 'personMarks'>,
  accountId: string,
  { subjectId, limit }: Pick<BookerSubject, 'subjectId' | 'limit'>,
  address: string,
): string => bookerCounter(subjectId, limit, secrets.personMarks(accountId, address)[0] as string)

function isOfBooker({ counter }: CountedClaim): boolean {
  const { limit } = parseCounter(counter)
  return limit === 'perBooker' || limit === 'perBookerEver'
}

/** The part of a booking's counts that belongs to its booker. */
export const ownBookerCounts = ({
  counts = [],
}: Pick<Booking, 'counts'>): readonly CountedClaim[] => counts.filter(isOfBooker)

/** The part of a booking's counts that ends with its booker: what one person may ever book is counted on, under an HMAC. */
export const countsToErase = (
  booking: Pick<Booking, 'counts' | 'status'>,
): readonly CountedClaim[] =>
  ownBookerCounts(booking).filter(
    ({ counter }) => parseCounter(counter).limit === 'perBooker' || !hasClaim(booking),
  )

/** How many bookings of its booker each count of a booking that moves allows by the limits of its event type today. A move adds none to its account. */
export const maximaOfBooker = (
  counts: readonly CountedClaim[],
  eventType: LimitedEventType | undefined,
): ReadonlyMap<string, number> =>
  new Map(
    counts.map(({ counter }) => {
      const { subjectId, limit } = parseCounter(counter)
      const limits = subjectId === eventType?.id ? eventType.limits : undefined
      return [counter, limits?.[limit] ?? UNLIMITED]
    }),
  )
