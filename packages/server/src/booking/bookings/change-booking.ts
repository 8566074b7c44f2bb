import {
  approveBooking,
  type Booker,
  type BookerDetails,
  type Booking,
  type BookingDecision,
  confirmUnpaid,
  cancelBooking as decideCancellation,
  closeBooking as decideClosing,
  confirmBooking as decideConfirmation,
  expireBooking as decideExpiry,
  recordVisit as decideVisit,
  isApprovedUnpaid,
  isUnpaid,
  ok,
  type Result,
  refuse,
  requestEmailProof,
  type TransitionRefusal,
  type VisitStep,
} from '@holdfast/engine'
import { type Caller, versionMismatch } from '../../kernel/caller.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { readOwn } from '../../kernel/read-own.ts'
import { invalid, notFound, type Refusal } from '../../kernel/refusals.ts'
import { CONFLICT, retryOnConflict } from '../../kernel/retry.ts'
import { answerOf, answerUnchanged } from '../../kernel/transaction.ts'
import type { Decision } from '../decision.ts'
import type { DetailsDependencies } from '../dependencies.ts'
import type { EventType } from '../event-types/event-type.ts'
import { bookingKey } from '../keys.ts'
import { mustBeKnown } from '../limits/claimed-limits.ts'
import type { NewPrice } from '../ports/payments.ts'
import { readCurrentSession } from '../seats/read-session.ts'
import { checkAlone } from '../visits/visit.ts'
import { checkBooker } from './booking-input.ts'
import { bookingEntity } from './booking-item.ts'
import { commitBookings, decidedBy } from './commit-booking.ts'
import { followBooker } from './follow-booker.ts'
import { followNoShow } from './follow-no-show.ts'
import { type ChangeDependencies, followPayment } from './follow-payment.ts'
import { withLocalPhone } from './local-phone.ts'
import { offeringFreedTime } from './offer-freed-time.ts'
import { type FieldsInput, fieldsOf, readFields } from './read-fields.ts'
import { checkProvable, limitedEventType } from './who-books.ts'

type Answer = Result<Booking, Refusal>
type Decide = (booking: Booking, now: number) => Promise<Result<BookingDecision, Refusal>>

/** Reads a booking of the account, with every acknowledged write. */
export const getBooking = (
  deps: Dependencies,
  caller: Pick<Caller, 'accountId'>,
  bookingId: string,
): Promise<Answer> =>
  readOwn(deps, caller, bookingEntity, bookingKey(bookingId), notFound('booking', bookingId))

const readBooking = (deps: Dependencies, bookingId: string): Promise<Booking | undefined> =>
  bookingEntity.read(deps.store, bookingKey(bookingId))

/** Loads, decides, commits; starts again if the booking changed in between. */
export const changeBooking = (
  deps: ChangeDependencies,
  caller: Caller<Booking>,
  bookingId: string,
  decide: Decide,
): Promise<Answer> =>
  attemptChange(deps, caller, bookingId, async (before, now) => {
    const decision = await decide(before, now)
    return decision.ok ? await commitChange(deps, caller, before, decision.value) : decision
  })

/** One attempt to change a booking as it was read; `CONFLICT`: it changed meanwhile. */
export type ChangeAttempt = (before: Booking, now: number) => Promise<Answer | typeof CONFLICT>

/** Refusals that depend on what others have claimed. The claims were read after the booking. */
const OF_CLAIMS: ReadonlySet<Refusal['code']> = new Set([
  'slot_taken',
  'night_taken',
  'slot_not_bookable',
  'no_candidate_free',
  'session_full',
  'session_cancelled',
  'session_closed',
  'limit_reached',
  'booker_not_allowed',
])

/** Whether a refusal depends on what others have claimed. */
export const isOfClaims = ({ code }: Pick<Refusal, 'code'>): boolean => OF_CLAIMS.has(code)

/**
 * Loads a booking and attempts to change it; starts again if it changed in between. Claims that a booking made
 * after it was read look like those of others. So a refusal because of claims stands only if the booking is unchanged.
 */
export const attemptChange = (
  deps: ChangeDependencies,
  caller: Caller<Booking>,
  bookingId: string,
  attempt: ChangeAttempt,
): Promise<Answer> =>
  retryOnConflict(`booking ${bookingId}`, async () => {
    const found = await getBooking(deps, caller, bookingId)
    if (!found.ok) return found
    const { version } = found.value
    const stale = versionMismatch(caller, version)
    if (stale) return stale
    const answer = await attempt(found.value, epochSeconds(deps.clock))
    if (answer === CONFLICT || answer.ok || !isOfClaims(answer.refusal)) return answer
    return (await readBooking(deps, bookingId))?.version === version ? answer : CONFLICT
  })

/** Commits a decision about a booking; `CONFLICT`: it changed meanwhile. */
export async function commitChange(
  deps: ChangeDependencies,
  caller: Caller<Booking>,
  before: Booking,
  decision: BookingDecision,
  price?: NewPrice,
): Promise<Answer | typeof CONFLICT> {
  const paid = await followPayment(deps, before, decidedBy(caller, decision), price)
  const decided = await followNoShow(deps, before, paid)
  const after = decided.booking
  const committed = await commitBookings(
    deps,
    caller,
    offeringFreedTime(deps, before, decided, after),
  )
  return answerOf(committed, after)
}

/** The booker of a hold, and the fields that they fill in. */
export interface ConfirmationDetails {
  readonly booker: Booker
  readonly fields?: FieldsInput
  /** Whether they must prove to own the email address first. Default: no. */
  readonly requiresEmailProof?: boolean
}

/**
 * Confirms a held booking, or approves one that waits for the provider. A hold without a booker gets
 * its booker here. If the booker's email address must be proved first, the booking stays pending. A booking that is
 * confirmed already is answered as it is, and so is a request that is approved and waits for its payment, unless the
 * account confirms it without.
 */
export async function confirmBooking(
  deps: ChangeDependencies & DetailsDependencies,
  caller: Caller<Booking>,
  bookingId: string,
  sent?: ConfirmationDetails,
  isWithoutPayment = false,
): Promise<Answer> {
  const checked = checkBooker(sent?.booker)
  if (!checked.ok) return checked
  const details = sent && { ...sent, booker: await withLocalPhone(deps, caller, sent.booker) }
  return await attemptChange(deps, caller, bookingId, async (booking, now) => {
    const isApproved = !isWithoutPayment && isApprovedBefore(caller, booking, now)
    if (isApproved || isAlreadyConfirmed(booking, details)) {
      return await answerUnchanged(deps, caller, booking)
    }
    const alone = await checkAlone(deps, booking, now, 'confirm')
    if (!alone.ok) return alone
    const decision = await decideConfirming(deps, caller, {
      booking,
      now,
      details,
      isWithoutPayment,
    })
    return decision.ok ? await commitChange(deps, caller, booking, decision.value) : decision
  })
}

/** Whether a confirmation would change nothing: the booking is confirmed, and for nobody else than `details` name. */
export const isAlreadyConfirmed = (
  { status, booker }: Booking,
  details: ConfirmationDetails | undefined,
): boolean =>
  status === 'confirmed' && (details === undefined || isSamePerson(details.booker, booker))

/** Whether two bookers have one email address, or without one a phone number. */
const isSamePerson = (one: Booker, other: Booker | undefined): boolean =>
  one.email === other?.email && (one.email !== undefined || one.phone === other?.phone)

/** Whether the account has approved a request that still can be paid: to approve it again changes nothing. */
const isApprovedBefore = ({ role }: Pick<Caller, 'role'>, booking: Booking, now: number): boolean =>
  role === 'account' && isApprovedUnpaid(booking) && now < (booking.holdExpiresAtEpochSeconds ?? 0)

/** A booking to confirm, and the fields of its booker. */
export interface Confirming {
  readonly booking: Booking
  readonly now: number
  readonly details?: ConfirmationDetails | undefined
  /** Whether the account confirms a request although its price is not paid. */
  readonly isWithoutPayment?: boolean
}

/** Decides the confirmation of a booking by its booker, or by the account. */
export async function decideConfirming(
  deps: ChangeDependencies & DetailsDependencies,
  { role }: Pick<Caller, 'role'>,
  { booking, now, details, isWithoutPayment }: Confirming,
): Promise<Result<Decision, Refusal>> {
  const by = role === 'account' ? 'provider' : 'booker'
  const isProved = details !== undefined && provedAtHold(deps, booking, details.booker)
  const fields = details && (await fieldsOnConfirmation(deps, booking, now, details))
  if (fields?.ok === false) return fields
  const asksWho = by === 'booker' && mustBeKnown(fields?.value.eventType)
  // A hold under the rules for one person is for nobody else.
  if (asksWho && !isProved && booking.signInMark !== undefined) {
    return refuse({ code: 'booker_not_allowed' })
  }
  const provable = asksWho ? checkProvable(details?.booker) : ok(undefined)
  if (!provable.ok) return provable
  const requiresEmailProof = (details?.requiresEmailProof === true || asksWho) && !isProved
  const given = fields && withProof(fields.value.details, booking, isProved ? 'provider' : by)
  const decision =
    by === 'provider'
      ? approveBooking(booking, now, { details: given, isWithoutPayment })
      : decideConfirmation(booking, now, by, given)
  if (!decision.ok) {
    return wrongDetails(decision.refusal) ?? (await whyCancelled(deps, booking)) ?? decision
  }
  const outcome =
    by === 'provider'
      ? decision
      : withoutProvider(booking, now, decision, { given, requiresEmailProof })
  return outcome.ok
    ? ok(await followBooker(deps, booking, outcome.value, fields?.value.eventType))
    : outcome
}

/** The refusal of a booking that was cancelled, if its whole session was. */
async function whyCancelled(
  deps: Pick<Dependencies, 'store'>,
  { status, seats, eventTypeId, startEpochSeconds }: Booking,
) {
  if (status !== 'cancelled' || seats === undefined || eventTypeId === undefined) return undefined
  const stored = await readCurrentSession(deps, { eventTypeId, startEpochSeconds })
  return stored?.session.closed?.kind === 'cancelled'
    ? refuse({ code: 'session_cancelled', by: 'cancelled' })
    : undefined
}

/** What becomes of a booking that its booker confirms: an address may have to be proved, or a payment made, first. */
function withoutProvider(
  booking: Booking,
  now: number,
  decision: Result<BookingDecision, TransitionRefusal>,
  {
    given,
    requiresEmailProof,
  }: { readonly given: BookerDetails | undefined; readonly requiresEmailProof: boolean },
): Result<BookingDecision, Refusal> {
  if (given && requiresEmailProof) return requestEmailProof(booking, now, given)
  if (booking.emailUnconfirmed) return refuse({ code: 'email_unconfirmed' })
  return isUnpaid(booking) ? confirmUnpaid(booking, now, given) : decision
}

/** Reads the fields that the booker of a hold fills in, with the event type only if it asks something, or is answered. */
async function fieldsOnConfirmation(
  deps: Dependencies & DetailsDependencies,
  booking: Booking,
  nowEpochSeconds: number,
  { booker, fields = {} }: ConfirmationDetails,
): Promise<Result<FieldsOnConfirmation, Refusal>> {
  const { id: bookingId, eventTypeId, timeZone } = booking
  const eventType =
    (booking.asksBooker || fields.answers || fields.location) && eventTypeId !== undefined
      ? await limitedEventType(deps, eventTypeId)
      : undefined
  const before = fieldsOf(booking)
  const timeZones = [timeZone]
  const about = { bookingId, eventType, booker, before, timeZones, nowEpochSeconds }
  const read = await readFields(deps, about, fields)
  if (!read.ok) return read
  return ok({
    details: {
      booker: read.value.booker ?? booker,
      ...read.value.fields,
    },
    ...(eventType && { eventType }),
  })
}

interface FieldsOnConfirmation {
  readonly details: BookerDetails
  /** If it was read. */
  readonly eventType?: EventType
}

/** Whether the address of a booker is the one that a sign-in had proved when the time was held. */
const provedAtHold = (
  { secrets }: Pick<Dependencies, 'secrets'>,
  { accountId, signInMark }: Booking,
  { email }: Booker,
): boolean =>
  signInMark !== undefined &&
  email !== undefined &&
  secrets.personMarks(accountId, email).includes(signInMark)

/** Whoever holds a manage token may be a stranger to the address that they give. An account is not. */
function withProof(
  details: BookerDetails,
  booking: Booking,
  by: 'provider' | 'booker',
): BookerDetails {
  if (by === 'booker') return { ...details, isUnproven: true }
  return booking.isUnproven ? { ...details, isUnproven: false } : details
}

/** Missing or superfluous details are invalid input, whatever the status of the booking. */
function wrongDetails(refusal: TransitionRefusal) {
  if (refusal.code !== 'invalid_transition') return undefined
  if (refusal.reason === 'needs_booker') {
    return invalid('/booker', '`booker` is required: this hold has none yet.')
  }
  return refusal.reason === 'has_booker'
    ? invalid('/booker', 'the booker of a request cannot change; approve it without `booker`')
    : undefined
}

/** Who changes a booking. */
export const changerOf = (caller: Pick<Caller, 'role'>): 'account' | 'booker' =>
  caller.role === 'account' ? 'account' : 'booker'

/** Why a booking is cancelled; `by`: the server itself. Default: the caller. */
export interface Cancellation {
  readonly reason?: string | undefined
  readonly by?: 'system'
  /** Whether the other bookings of its visit may stay: they are cancelled next, or nobody asked for it. Default: by the server only. */
  readonly splitsVisit?: boolean
}

/** Cancels a pending or confirmed booking and frees its time. A booker only before the start. */
export const cancelBooking = (
  deps: ChangeDependencies,
  caller: Caller<Booking>,
  bookingId: string,
  { reason, by, splitsVisit = by === 'system' }: Cancellation,
): Promise<Answer> =>
  changeBooking(deps, caller, bookingId, async (booking, now) => {
    const alone = splitsVisit ? ok(undefined) : await checkAlone(deps, booking, now, 'cancel')
    return alone.ok ? decideCancellation(booking, now, by ?? changerOf(caller), reason) : alone
  })

/** Marks a confirmed booking as completed or as a no-show, once its start has passed. A no-show that is completed was a mistake. */
export const closeBooking = (
  deps: ChangeDependencies,
  caller: Caller<Booking>,
  bookingId: string,
  action: 'complete' | 'no_show',
  by: 'person' | 'automatic' = 'person',
): Promise<Answer> =>
  changeBooking(deps, caller, bookingId, async (booking, now) =>
    decideClosing(booking, action, now, by),
  )

/**
 * Records a step of the visit of a booking, with the number that the person waits with. A step that was recorded before is
 * answered as it is. The check-in of a no-show makes it confirmed again.
 */
export const recordVisit = (
  deps: ChangeDependencies,
  caller: Caller<Booking>,
  bookingId: string,
  step: VisitStep,
  number?: number,
): Promise<Answer> =>
  attemptChange(deps, caller, bookingId, async (booking, now) => {
    const decision = decideVisit(booking, step, now, number)
    if (decision === undefined) return await answerUnchanged(deps, caller, booking)
    return decision.ok ? await commitChange(deps, caller, booking, decision.value) : decision
  })

/** Expires a lapsed hold; refuses any other booking. */
export const expireBooking = (
  deps: ChangeDependencies,
  caller: Caller<Booking>,
  bookingId: string,
): Promise<Answer> =>
  changeBooking(deps, caller, bookingId, async (booking, now) => decideExpiry(booking, now))
