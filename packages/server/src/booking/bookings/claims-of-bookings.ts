import { type Booking, claimOfStatus, invariant, NO_CLAIM, sessionOwnerId } from '@holdfast/engine'
import type { Refusal } from '../../kernel/refusals.ts'
import type { ClaimsFailed } from '../../ledger/alternatives.ts'
import { providerOfCounter } from '../../ledger/keys.ts'
import type { Known } from '../../ledger/known.ts'
import type { Entity, Steps } from '../../ledger/owner.ts'
import type { Impossible } from '../../ledger/plan-claims.ts'
import type { AmountStep, NightStep, TimeStep } from '../../ledger/steps.ts'
import type { BookingFailed } from '../booking-committed.ts'
import type { Decision } from '../decision.ts'
import { sessionKey } from '../keys.ts'
import { amountSteps } from '../limits/amount-steps.ts'
import { limitReached } from '../limits/limit-reached.ts'
import { sessionFull } from '../seats/party.ts'
import { knownSessions, planSessions, type SessionsRefusal } from '../seats/plan-sessions.ts'
import { nightsOfBooking } from './night-steps.ts'
import { keptTimes, takesFreed, timesOfBooking, timesOfSession } from './time-steps.ts'

/** A change of a booking that is to be committed. `before`: undefined for a new one. */
export interface BookingChange {
  readonly before: Booking | undefined
  readonly decision: Decision
  /** The item that says what a new booking takes over. If it changes meanwhile, the outcome is `stale`. */
  readonly takesOver?: Entity
}

/** What some changes of bookings claim and give back: time of providers, seats of sessions, parts of limits. */
export function stepsOfBookings(
  changes: readonly BookingChange[],
  known: Known,
  nowEpochSeconds: number,
): Steps {
  const times: TimeStep[] = []
  const amounts: AmountStep[] = []
  let nights: readonly NightStep[] | undefined
  const sessions = changes.some(isSeated)
    ? planSessions(
        changes.map((change) => (isSeated(change) ? change : undefined)),
        knownSessions(known),
        nowEpochSeconds,
      )
    : NO_SESSIONS
  if (!sessions.ok) return refusedSession(changes, sessions.refusal)
  for (const claims of sessions.value.claims) {
    const { before, decision } = changes[claims.index] as BookingChange
    times.push(...timesOfSession(claims, takesFreed(before, decision.booking)))
  }
  amounts.push(...sessions.value.counts)
  for (const [index, { before, decision }] of changes.entries()) {
    const { stay } = decision.booking
    if (stay) nights = [...(nights ?? []), ...nightsOfBooking(before, decision, stay, index)]
    else if (!isSeated({ before, decision })) {
      times.push(...timesOfBooking(before, decision, index))
    }
    amounts.push(...amountsOfBooking(before, decision))
  }
  if (changes.some(({ before }) => before?.freedAfterSeconds !== undefined)) {
    const kept = changes.flatMap(({ before, decision }, index) =>
      keptTimes(before, decision, times, index, nowEpochSeconds),
    )
    times.push(...kept)
  }
  const steps = { kind: 'steps', times, amounts, sources: sessions.value.writes } as const
  return nights ? { ...steps, nights } : steps
}

/** Why a commit of changes of bookings failed, in their words. */
export function bookingFailed(
  changes: readonly BookingChange[],
  failure: ClaimsFailed,
): BookingFailed {
  if (failure.kind === 'too-many') {
    return { kind: 'refused', refusal: { code: 'group_too_large', max: failure.max } }
  }
  return failure.kind === 'impossible' ? refusedClaim(changes, failure) : failure
}

const NO_SESSIONS = { ok: true, value: { writes: [], claims: [], counts: [] } } as const

/** Whether a booking claims its time through a session. */
const isSeated = ({ before, decision }: BookingChange): boolean =>
  (before ?? decision.booking).seats !== undefined

function refusedSession(changes: readonly BookingChange[], refusal: SessionsRefusal): Steps {
  if (refusal.kind === 'stale') return refusal
  if (refusal.kind === 'unread') {
    const items = refusal.sessions.map(({ eventTypeId, startEpochSeconds }) => ({
      key: sessionKey(eventTypeId, startEpochSeconds),
      isSource: true,
    }))
    return { kind: 'unread', items }
  }
  const { index, refusal: seat } = refusal
  if (seat.code === 'hold_lost') {
    return { kind: 'refused', index, refusal: slotTaken(changes, index, true) }
  }
  // A session that was moved was followed to its new start.
  if (seat.code === 'session_closed') {
    return { kind: 'refused', index, refusal: { code: 'session_cancelled', by: 'cancelled' } }
  }
  const { hidesSeats } = changes[index]?.decision.seating ?? {}
  return { kind: 'refused', index, refusal: sessionFull(seat.seatsLeft, hidesSeats) }
}

function refusedClaim(changes: readonly BookingChange[], impossible: Impossible): BookingFailed {
  if ('providerId' in impossible) {
    const { index, why, providerId } = impossible
    return {
      kind: 'refused',
      index,
      refusal: slotTaken(changes, index, why === 'lost'),
      ...(why === 'taken' && { takenProviderId: providerId }),
    }
  }
  if ('calendarId' in impossible) {
    const { index, days, why } = impossible
    // Another unit of the pool may be free.
    const takenProviderId =
      why === 'taken' ? changes[index]?.decision.booking.providerId : undefined
    const refusal = nightTaken(changes, index, days)
    return { kind: 'refused', index, refusal, ...(takenProviderId && { takenProviderId }) }
  }
  const { counter, max, why } = impossible
  const index = indexOfOwner(changes, impossible.ownerId)
  const { counts } = changes[index]?.decision.elsewhere ?? {}
  const refusal =
    why === 'full' ? limitReached(counter, max, counts) : slotTaken(changes, index, true)
  // A provider whose limit is reached cannot be taken; another one may.
  const takenProviderId = providerOfCounter(counter)
  return { kind: 'refused', refusal, index, ...(takenProviderId && { takenProviderId }) }
}

/** `days`: the taken nights. Absent: all that the booking had, because its hold is gone. */
function nightTaken(
  changes: readonly BookingChange[],
  index: number,
  days: readonly number[] | undefined,
): Refusal {
  if (days) return { code: 'night_taken', days }
  const change = changes[index]
  const stay = change?.before?.stay ?? change?.decision.booking.stay
  invariant(stay !== undefined, `change ${index} has no nights`)
  const { arrivalDay, departureDay } = stay
  const nights = Array.from({ length: departureDay - arrivalDay }, (_, night) => arrivalDay + night)
  return { code: 'night_taken', days: nights }
}

/** `isLost`: the time that the booking had is gone. */
function slotTaken(changes: readonly BookingChange[], index: number, isLost: boolean): Refusal {
  const change = changes[index]
  const booking = (isLost ? change?.before : undefined) ?? change?.decision.booking
  invariant(booking !== undefined, `there is no change ${index}`)
  return { code: 'slot_taken', startEpochSeconds: booking.startEpochSeconds }
}

/** The first change of a booking, or of a session by one of its bookings. */
function indexOfOwner(changes: readonly BookingChange[], ownerId: string | undefined): number {
  const index = changes.findIndex(({ decision: { booking } }) => {
    if (booking.id === ownerId) return true
    const { eventTypeId, startEpochSeconds } = booking
    return eventTypeId !== undefined && sessionOwnerId(eventTypeId, startEpochSeconds) === ownerId
  })
  return Math.max(0, index)
}

const NO_AMOUNTS: readonly AmountStep[] = []

function amountsOfBooking(
  before: Booking | undefined,
  { booking, claim, limits }: Decision,
): readonly AmountStep[] {
  if (before?.counts === undefined && booking.counts === undefined) return NO_AMOUNTS
  const ownerOf = (one: Booking) => ({
    claim: claimOfStatus(one),
    counts: one.counts ?? [],
    endEpochSeconds: one.endEpochSeconds,
  })
  const had = before ? ownerOf(before) : { ...ownerOf(booking), claim: NO_CLAIM }
  const steps = amountSteps(booking.id, had, ownerOf(booking), limits)
  if (claim.kind !== 'move' || had.claim.kind !== 'held') return steps
  const held = had.claim
  // What a held booking keeps is still its own, or its hold is lost: then it does not move, as with lost time.
  const kept = (booking.counts ?? []).filter(
    ({ counter, amount }) =>
      !steps.some((step) => step.counter === counter) &&
      had.counts.some((one) => one.counter === counter && one.amount === amount),
  )
  return [
    ...steps,
    ...kept.map(
      ({ counter, amount }): AmountStep => ({
        ownerId: booking.id,
        counter,
        amount,
        from: held,
        to: held,
        ifGone: 'lost',
      }),
    ),
  ]
}
