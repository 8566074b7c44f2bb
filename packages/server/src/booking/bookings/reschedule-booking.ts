import {
  type Booking,
  type BookingDecision,
  type ClassSession,
  invariant,
  liveCount,
  mayReschedule,
  ok,
  providersOf,
  type Result,
  refuse,
  type StayDays,
} from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import { invalid, type Refusal } from '../../kernel/refusals.ts'
import { CONFLICT } from '../../kernel/retry.ts'
import { answerUnchanged } from '../../kernel/transaction.ts'
import { propose } from '../../ledger/alternatives.ts'
import type { Decision } from '../decision.ts'
import type { BookingDependencies } from '../dependencies.ts'
import type { Provider } from '../providers/provider.ts'
import {
  type ChosenCandidate,
  checkOwnProvider,
  keptChoice,
} from '../requirements/chosen-candidate.ts'
import type { Requirement } from '../requirements/requirement.ts'
import { chosenProviders } from '../requirements/team.ts'
import { seatingOf } from '../seats/party.ts'
import { combinationsOf } from '../teams/assign-team.ts'
import { prepareTeam } from '../teams/prepare-team.ts'
import { priceOfEventType } from '../teams/price-rows.ts'
import { attemptChange, changerOf, commitChange } from './change-booking.ts'
import { atAgreedStart, checkLength } from './changed-length.ts'
import { checkJoin, sessionTime } from './check-join.ts'
import { checkOverride } from './check-override.ts'
import { checkStart } from './check-start.ts'
import { changeOfOne, commitBookings, decidedBy } from './commit-booking.ts'
import { decideMove, type Move, newTime } from './decide-move.ts'
import { sessionToJoin } from './join-session.ts'
import { withMovedLimits } from './limit-decisions.ts'
import { moveStay } from './move-stay.ts'
import { eventTypeOffer, type Offer, openedSlotOffer } from './offer.ts'
import { reportConflict } from './report-conflict.ts'
import { whoBooked } from './who-books.ts'

/** The new start of a booking. */
export interface RescheduleInput {
  /** The new nights of a stay; then the start follows from the arrival. */
  readonly stay?: StayDays | undefined
  readonly startEpochSeconds: number
  /** The new duration of a booking that keeps its start. */
  readonly durationMinutes?: number | undefined
  /** Whether all nights of a stay are priced anew. Default: only those that it gains. */
  readonly isRepriced?: boolean | undefined
  /** Whether the account moves it outside the rules. Default: no. */
  readonly isOverride?: boolean | undefined
  /**
   * The candidate who is to take part. Null: whoever is free. Default: for a booker, whom they chose before; for an account,
   * whoever takes part now and is free.
   */
  readonly chosen?: ChosenCandidate | null | undefined
}

type Attempted = Result<Booking, Refusal> | typeof CONFLICT

/**
 * Moves a booking to another slot of the same event type, or of the same provider's opened slots. A booker
 * only before the start, and what was approved is approved again if the event type says so. A booking of
 * several providers keeps those who are free, and whom its booker chose: without that candidate, a booker has to ask for
 * somebody else. With `durationMinutes`, it keeps its start and its price. With `isOverride`, the account moves it outside the rules.
 */
export async function rescheduleBooking(
  deps: BookingDependencies,
  caller: Caller<Booking>,
  bookingId: string,
  input: RescheduleInput,
): Promise<Result<Booking, Refusal>> {
  if (input.stay) return await moveStay(deps, caller, bookingId, { ...input, stay: input.stay })
  const { durationMinutes, isOverride = false } = input
  const by = changerOf(caller)
  let { startEpochSeconds } = input
  let wanted: Offer | undefined
  const answer = await attemptChange(deps, caller, bookingId, async (before, now) => {
    const allowed = mayReschedule(before, now, by)
    if (!allowed.ok) return allowed
    if (before.stay && durationMinutes === undefined)
      return invalid('/start', 'is not possible for a stay: send `arrival` and `departure`')
    if (durationMinutes !== undefined) {
      const changeable = checkLength(before)
      if (!changeable.ok) return changeable
      if (durationMinutes === before.policy.durationMinutes) {
        return await answerUnchanged(deps, caller, before)
      }
      startEpochSeconds = before.startEpochSeconds
    }
    const { accountId } = caller
    const offer =
      before.eventTypeId === undefined
        ? await openedSlotOffer(deps, accountId, before.providerId, startEpochSeconds)
        : await eventTypeOffer(deps, accountId, before.eventTypeId, {
            isOverride,
            durationMinutes,
            answers: { given: before.answers ?? {}, from: 'agreed' },
            who: isOverride ? undefined : () => whoBooked(deps, before),
          })
    if (!offer.ok) return offer
    const at = durationMinutes === undefined ? offer.value : atAgreedStart(offer.value)
    wanted = at
    const isOwnLength = before.eventTypeId !== undefined && before.seats === undefined
    const length = durationMinutes === undefined ? {} : { durationMinutes }
    const policy = isOwnLength ? { ...at.policy, ...before.policy, ...length } : at.policy
    const move = {
      before,
      now,
      by,
      offer: at,
      policy,
      startEpochSeconds,
      isOverride,
      chosen: chosenFor(caller, before, input),
    } as const
    const repriced = by === 'booker' && repricedHold(move)
    if (repriced) return repriced
    const session = await sessionToJoin(deps, before, startEpochSeconds)
    if (session) return await moveToSession(deps, caller, move, session)
    const requirements = requirementsOf(at, before)
    return requirements === undefined
      ? await moveAlone(deps, caller, move)
      : await moveTeam(deps, caller, move, requirements)
  })
  if (!answer.ok && wanted) reportConflict(deps, answer.refusal, wanted, startEpochSeconds)
  return answer
}

/** The refusal of a hold that would cost something else at its new time: until it is confirmed, no price is agreed. */
function repricedHold({ before, offer, startEpochSeconds }: Move) {
  const { price, status, seats, policy } = before
  const { eventType } = offer
  if (price === undefined || status !== 'pending' || eventType === undefined) return undefined
  const people = providersOf(before)
  const now = priceOfEventType(eventType, {
    startEpochMinutes: Math.floor(startEpochSeconds / 60),
    durationMinutes: policy.durationMinutes,
    timeZone: offer.policy.timeZone,
    candidate: eventType.candidateRules?.find(({ providerId }) => people.includes(providerId)),
    seats,
  })
  if (now === undefined || now.amount === price.amount) return undefined
  const { amount, currency } = now
  return refuse({ code: 'price_changed', price: { amount, currency } })
}

/** Who has to take part in a moved booking. */
function chosenFor(
  caller: Caller<Booking>,
  before: Booking,
  { chosen }: RescheduleInput,
): ChosenCandidate | undefined {
  if (chosen !== undefined) return chosen ?? undefined
  // The choice was allowed when it was made.
  const kept = changerOf(caller) === 'booker' ? keptChoice(before) : undefined
  return kept === undefined ? undefined : { providerId: kept, isBooker: false }
}

/** Whom a moved booking needs: as the event type says today; without requirements, whom it has already. */
function requirementsOf(
  { eventType }: Offer,
  { assignments }: Booking,
): readonly Requirement[] | undefined {
  return (
    eventType?.requirements ??
    assignments?.map(({ requirement, providerId }) => ({
      name: requirement,
      providerIds: [providerId],
      count: 1,
    }))
  )
}

/** Moves a booking with seats to a session that others are in, with its time and its providers. */
async function moveToSession(
  deps: BookingDependencies,
  caller: Caller<Booking>,
  move: Move,
  session: ClassSession,
): Promise<Attempted> {
  const { before, offer, isOverride, chosen, startEpochSeconds } = move
  if (chosen && session.assignments && !providersOf(session).includes(chosen.providerId)) {
    return refuse({ code: 'slot_taken', startEpochSeconds })
  }
  const allowed = await checkJoin(deps, { offer, session, isOverride })
  if (!allowed.ok) return allowed
  const decision = decideMove(move, { ...sessionTime(session), ...(isOverride && { isOverride }) })
  if (!decision.ok) return decision
  const limited = limitsOfMove(move, [], decision.value)
  const seating = limited.seating && { ...limited.seating, mustBeLive: true as const }
  const joining = { ...limited, ...(seating && { seating }) }
  return await commitChange(deps, caller, before, joining)
}

/** Whether a booking frees its time when it moves: others may stay in its session. Lapsed holds of others do not. */
async function ownsItsTime(
  deps: BookingDependencies,
  { before, now }: Pick<Move, 'before' | 'now'>,
): Promise<boolean> {
  if (before.seats === undefined) return true
  const session = await sessionToJoin(deps, before, before.startEpochSeconds)
  return session !== undefined && liveCount(session, now) === before.seats
}

/** Moves a booking of the event type's own provider. */
async function moveAlone(
  deps: BookingDependencies,
  caller: Caller<Booking>,
  move: Move,
): Promise<Attempted> {
  const { offer, policy, startEpochSeconds, isOverride, chosen } = move
  const own = checkOwnProvider(chosen, offer.provider.id)
  if (!own.ok) return own
  const open = isOverride
    ? checkOverride(deps, offer, startEpochSeconds)
    : await checkStart(deps, { ...offer, policy, startEpochSeconds })
  if (!open.ok) return open
  const decision = decideMove(move, newTime(deps, move))
  if (!decision.ok) return decision
  const limited = limitsOfMove(move, [offer.provider], decision.value)
  return await commitChange(deps, caller, move.before, limited)
}

/** Moves a booking with requirements, with the same people where they are free. */
async function moveTeam(
  deps: BookingDependencies,
  caller: Caller<Booking>,
  move: Move,
  requirements: readonly Requirement[],
): Promise<Attempted> {
  const { before, offer, policy, startEpochSeconds, isOverride, chosen } = move
  const { eventType, schedules } = offer
  invariant(eventType !== undefined && schedules !== undefined, 'a team without an event type')
  const open = isOverride ? checkOverride(deps, offer, startEpochSeconds) : ok(undefined)
  if (!open.ok) return open
  const team = { eventType, provider: offer.provider, requirements, schedules }
  const { durationMinutes, bufferBeforeMinutes, bufferAfterMinutes } = policy
  const agreed = { durationMinutes, bufferBeforeMinutes, bufferAfterMinutes }
  // An account that names somebody decides about the price by itself.
  const isDecided = move.by === 'account' && chosen !== undefined
  const like = isDecided ? undefined : providersOf(before)
  const booked = before.assignments
  const start = { startEpochSeconds, agreed, booked, isOverride, caller, chosen, like }
  const prepared = await prepareTeam(deps, team, start)
  if (!prepared.ok) return prepared
  const bookingId = before.id
  const own = (await ownsItsTime(deps, move)) ? before : undefined
  const claim = {
    ...prepared.value,
    eventType,
    policy,
    startEpochSeconds,
    bookingId,
    isOverride,
    before: own,
  }
  const next = combinationsOf(deps, claim, async (assignments) => {
    const decision = decideMove(move, newTime(deps, move, assignments))
    if (!decision.ok) return { kind: 'refused', refusal: decision.refusal }
    const taken = chosenProviders(prepared.value.team, assignments)
    const limited = limitsOfMove(move, taken, decision.value)
    const decided = decidedBy(caller, limited)
    return propose(await changeOfOne(deps, before, decided, decided.booking))
  })
  const committed = await commitBookings(deps, caller, next)
  if (committed.kind === 'stale') return CONFLICT
  if (committed.kind === 'done') return ok(committed.value)
  const hasBegun =
    committed.refusal.code === 'slot_taken' &&
    (await sessionToJoin(deps, before, startEpochSeconds)) !== undefined
  return hasBegun ? CONFLICT : refuse(committed.refusal)
}

/** A move with what it claims of limits at its new time. */
const limitsOfMove = (
  { before, offer, isOverride }: Move,
  providers: readonly Provider[],
  decision: BookingDecision,
): Decision =>
  withMovedLimits(
    before,
    { ...decision, ...seatingAt(before, offer) },
    { eventType: offer.eventType, owner: offer.provider, providers },
    { isOverride },
  )

/** The seats of the session that a booking moves to. */
function seatingAt({ seats }: Booking, { eventType }: Offer): Pick<Decision, 'seating'> {
  if (seats === undefined) return {}
  // An event type that has no seats any more keeps the sessions that it has: nobody else can join the new one.
  return { seating: eventType?.seats ? seatingOf(eventType.seats) : { capacity: seats } }
}
