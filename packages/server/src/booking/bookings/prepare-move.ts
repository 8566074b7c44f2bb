import {
  type Assignment,
  type Booking,
  type ClassSession,
  invariant,
  lengthAt,
  liveCount,
  mayReschedule,
  ok,
  providersOf,
  type Result,
  refuse,
  sessionTime,
} from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import { invalid, type Refusal } from '../../kernel/refusals.ts'
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
import type { TeamClaim } from '../teams/assign-team.ts'
import { prepareTeam } from '../teams/prepare-team.ts'
import { priceOfBooked } from '../teams/price-rows.ts'
import { changerOf } from './change-booking.ts'
import { atAgreedStart, checkLength } from './changed-length.ts'
import { checkJoin } from './check-join.ts'
import { checkOverride } from './check-override.ts'
import { checkStart } from './check-start.ts'
import { decideMove, type Move, newTime } from './decide-move.ts'
import { sessionToJoin } from './join-session.ts'
import { withLimits, withMovedLimits } from './limit-decisions.ts'
import { eventTypeOffer, offerAt, openedSlotOffer } from './offer.ts'
import { checkServiceOf, otherService, whyNoService } from './other-service.ts'
import { whoBooked } from './who-books.ts'

/** How a booking changes when it moves, beside its start. */
export interface MoveWish {
  /** The new duration of a booking that keeps its start. */
  readonly durationMinutes?: number | undefined
  /** The event type that the booking gets instead of its own. Without a start, it keeps its start. */
  readonly eventTypeId?: string | undefined
  /** What a stay, or another service, is expected to cost then. */
  readonly expectedAmount?: number | undefined
  /**
   * The candidate who is to take part. Null: whoever is free. Default: for a booker, whom they chose before; for an account,
   * whoever takes part now and is free.
   */
  readonly chosen?: ChosenCandidate | null | undefined
}

/** A move of a booking as it is asked for. */
export interface AskedMove extends MoveWish {
  readonly before: Booking
  readonly now: number
  /** With `durationMinutes`, that of the booking. */
  readonly startEpochSeconds: number
  readonly isOverride: boolean
  /** As in `Move`. */
  readonly leaving?: readonly Booking[] | undefined
}

/** A move that the rules allow. Whether its time is free is decided when it is committed. */
export interface PreparedMove {
  readonly move: Move
  /** How its people are found. Absent: it has none to choose. */
  readonly claim?: TeamClaim
  /** The session that it joins, whose people it gets. */
  readonly session?: ClassSession
  /** Decides it; with a claim, with the people who were found. */
  readonly decide: (assignments?: readonly Assignment[]) => Result<Decision, Refusal>
}

/** Whether a booking can be moved at all, whatever its new time. */
export function checkMovable(
  {
    before,
    now,
    durationMinutes,
    eventTypeId,
  }: Pick<AskedMove, 'before' | 'now' | 'durationMinutes' | 'eventTypeId'>,
  caller: Pick<Caller, 'role'>,
): Result<undefined, Refusal> {
  const allowed = mayReschedule(before, now, changerOf(caller))
  if (!allowed.ok) return allowed
  if (eventTypeId !== undefined) return checkServiceOf(before)
  if (durationMinutes !== undefined) return checkLength(before)
  return before.stay
    ? invalid('/start', 'is not possible for a stay: send `arrival` and `departure`')
    : ok(undefined)
}

/** Finds what is offered at the new time of a booking that can be moved. */
export async function findMove(
  deps: BookingDependencies,
  caller: Pick<Caller, 'accountId' | 'role'>,
  asked: AskedMove,
): Promise<Result<Move, Refusal>> {
  const { before, now, startEpochSeconds, durationMinutes, isOverride, leaving } = asked
  const { accountId } = caller
  if (asked.eventTypeId !== undefined) {
    return await findService(deps, caller, { ...asked, eventTypeId: asked.eventTypeId })
  }
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
  const there = offerAt(offer.value, startEpochSeconds)
  const at = durationMinutes === undefined ? there : atAgreedStart(there)
  const isOwnLength = before.eventTypeId !== undefined && before.seats === undefined
  const agreed = durationMinutes ?? lengthOfMove(before, at.policy.timeZone, startEpochSeconds)
  const policy = isOwnLength
    ? { ...at.policy, ...before.policy, durationMinutes: agreed }
    : at.policy
  return ok({
    before,
    now,
    by: changerOf(caller),
    offer: at,
    policy,
    startEpochSeconds,
    isOverride,
    chosen: chosenFor(caller, asked),
    ...(leaving && { leaving }),
  })
}

/** Finds what another event type offers at the start of a booking, or at another one. */
async function findService(
  deps: BookingDependencies,
  caller: Pick<Caller, 'accountId' | 'role'>,
  asked: AskedMove & { readonly eventTypeId: string },
): Promise<Result<Move, Refusal>> {
  const { before, now, startEpochSeconds, isOverride, chosen, eventTypeId } = asked
  const who = isOverride ? undefined : () => whoBooked(deps, before)
  const wanted = { isOverride, chosen, who }
  const found = await eventTypeOffer(deps, caller.accountId, eventTypeId, wanted)
  if (!found.ok) return whyNoService(found.refusal)
  const keepsStart = startEpochSeconds === before.startEpochSeconds
  const offer = keepsStart ? atAgreedStart(found.value) : found.value
  const service = await otherService(deps, before, found.value, asked)
  if (!service.ok) return service
  return ok({
    before,
    now,
    by: changerOf(caller),
    offer,
    policy: offer.policy,
    startEpochSeconds,
    isOverride,
    chosen: chosenFor(caller, asked),
    service: service.value,
  })
}

/** How long a booking lasts at another start: clocks that change between its days make it longer or shorter. */
const lengthOfMove = (
  { assignments = [], policy }: Booking,
  timeZone: string,
  startEpochSeconds: number,
): number =>
  lengthAt(assignments, policy.durationMinutes, {
    timeZone,
    startEpochMinutes: Math.floor(startEpochSeconds / 60),
  })

/**
 * Prepares a move: checks the rules and the calendars at its new time. A booking with seats joins the session that
 * others are in.
 */
export async function prepareMove(
  deps: BookingDependencies,
  caller: Pick<Caller, 'providerIds'>,
  move: Move,
): Promise<Result<PreparedMove, Refusal>> {
  const { before, offer } = move
  const repriced = move.by === 'booker' && repricedHold(move)
  if (repriced) return repriced
  const session = await sessionOfMove(deps, move)
  if (session) return await prepareJoining(deps, move, session)
  const requirements = move.service ? offer.eventType?.requirements : requirementsOf(offer, before)
  return requirements === undefined
    ? await prepareAlone(deps, move)
    : await prepareWithTeam(deps, caller, move, requirements)
}

/** The refusal of a hold that would cost something else at its new time: until it is confirmed, no price is agreed. */
function repricedHold({ before, offer, startEpochSeconds }: Move) {
  const { price, status } = before
  const { eventType } = offer
  if (price === undefined || status !== 'pending' || eventType === undefined) return undefined
  const { timeZone } = offer.policy
  const now = priceOfBooked(eventType, { ...before, timeZone }, startEpochSeconds)
  if (now === undefined || now.amount === price.amount) return undefined
  const { amount, currency } = now
  return refuse({ code: 'price_changed', price: { amount, currency } })
}

/** Who has to take part in a moved booking. */
function chosenFor(
  caller: Pick<Caller, 'role'>,
  { before, chosen }: AskedMove,
): ChosenCandidate | undefined {
  if (chosen !== undefined) return chosen ?? undefined
  // The choice was allowed when it was made.
  const kept = changerOf(caller) === 'booker' ? keptChoice(before) : undefined
  return kept === undefined ? undefined : { providerId: kept, isBooker: false }
}

/** Whom a moved booking needs: as the event type says today; without requirements, whom it has already. */
function requirementsOf(
  { eventType }: Move['offer'],
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

/** Prepares the move of a booking with seats to a session that others are in, with its time and its providers. */
async function prepareJoining(
  deps: BookingDependencies,
  move: Move,
  session: ClassSession,
): Promise<Result<PreparedMove, Refusal>> {
  const { offer, isOverride, chosen, startEpochSeconds } = move
  if (chosen && session.assignments && !providersOf(session).includes(chosen.providerId)) {
    return refuse({ code: 'slot_taken', startEpochSeconds })
  }
  const allowed = await checkJoin(deps, { offer, session, isOverride })
  if (!allowed.ok) return allowed
  const to = { ...sessionTime(session), ...(isOverride && { isOverride }) }
  const decide = () => {
    const decision = decideMove(move, to)
    if (!decision.ok) return decision
    const limited = limitsOfMove(deps, move, [], decision.value)
    const seating = limited.seating && { ...limited.seating, mustBeLive: true as const }
    return ok({ ...limited, ...(seating && { seating }) })
  }
  return ok({ move, session, decide })
}

/** Prepares the move of a booking of the event type's own provider. */
async function prepareAlone(
  deps: BookingDependencies,
  move: Move,
): Promise<Result<PreparedMove, Refusal>> {
  const { offer, policy, startEpochSeconds, isOverride, chosen } = move
  const own = checkOwnProvider(chosen, offer.provider.id)
  if (!own.ok) return own
  const open = isOverride
    ? checkOverride(deps, offer, startEpochSeconds)
    : await checkStart(deps, { ...offer, policy, startEpochSeconds })
  if (!open.ok) return open
  const decide = () => {
    const decision = decideMove(move, newTime(deps, move))
    return decision.ok ? ok(limitsOfMove(deps, move, [offer.provider], decision.value)) : decision
  }
  return ok({ move, decide })
}

/** Prepares the move of a booking with requirements, with the same people where they are free. */
async function prepareWithTeam(
  deps: BookingDependencies,
  caller: Pick<Caller, 'providerIds'>,
  move: Move,
  requirements: readonly Requirement[],
): Promise<Result<PreparedMove, Refusal>> {
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
  // Another service, and a new session, are as their event type says today.
  const isNew = move.service !== undefined || before.seats !== undefined
  const booked = isNew ? undefined : before.assignments
  const start = { startEpochSeconds, agreed, booked, isOverride, caller, chosen, like }
  const prepared = await prepareTeam(deps, team, start)
  if (!prepared.ok) return prepared
  const named = move.by === 'account' ? namedBy(move) : undefined
  const leaving = move.leaving ?? (await leavingTime(deps, [before], move.now))
  const claim = {
    ...prepared.value,
    eventType,
    policy,
    startEpochSeconds,
    bookingId: before.id,
    isOverride,
    named,
    before: leaving.find(({ id }) => id === before.id),
    beside: leaving.filter(({ id }) => id !== before.id),
  }
  const decide = (assignments: readonly Assignment[] = []) => {
    const decision = decideMove(move, newTime(deps, move, assignments))
    if (!decision.ok) return decision
    const taken = chosenProviders(prepared.value.team, assignments)
    return ok(limitsOfMove(deps, move, taken, decision.value))
  }
  return ok({ move, claim, decide })
}

/** Who can take part although they are kept back: whom the account names, and who takes part already. */
const namedBy = ({ before, chosen }: Move): readonly string[] => [
  ...(chosen ? [chosen.providerId] : []),
  ...providersOf(before),
]

/**
 * Which of some bookings free their time when all of them move: those with seats only if nobody else stays in their
 * session. Lapsed holds of others do not count.
 */
export async function leavingTime(
  deps: BookingDependencies,
  bookings: readonly Booking[],
  now: number,
): Promise<readonly Booking[]> {
  const free = await Promise.all(
    bookings.map(async (before) => {
      if (before.seats === undefined) return true
      const session = await sessionToJoin(deps, before, before.startEpochSeconds)
      const theirs = bookings
        .filter((other) => isSessionOf(other, before, before.startEpochSeconds))
        .reduce((sum, { seats = 0 }) => sum + seats, 0)
      return session !== undefined && liveCount(session, now) === theirs
    }),
  )
  return bookings.filter((_, index) => free[index])
}

/** The session that a move joins. One that all of its parties leave in the same transaction begins anew. */
const sessionOfMove = async (
  deps: BookingDependencies,
  { before, startEpochSeconds, leaving = [] }: Move,
): Promise<ClassSession | undefined> =>
  leaving.some((other) => isSessionOf(other, before, startEpochSeconds))
    ? undefined
    : await sessionToJoin(deps, before, startEpochSeconds)

/** Whether a session has begun meanwhile at the new start of a booking that did not find one. Then it is prepared again. */
export const hasSessionBegunAt = async (
  deps: BookingDependencies,
  { move, session }: PreparedMove,
): Promise<boolean> => session === undefined && (await sessionOfMove(deps, move)) !== undefined

/** Whether a booking is in the session of another's event type at a start. */
const isSessionOf = (
  { seats, eventTypeId, startEpochSeconds }: Booking,
  like: Booking,
  start: number,
): boolean => seats !== undefined && eventTypeId === like.eventTypeId && startEpochSeconds === start

/** A move with what it claims of limits at its new time. */
const limitsOfMove = (
  deps: Pick<BookingDependencies, 'secrets'>,
  { before, offer, isOverride, service }: Move,
  providers: readonly Provider[],
  decision: Decision,
): Decision => {
  const limited = { eventType: offer.eventType, owner: offer.provider, providers }
  // Another event type counts its bookers anew.
  if (service) return withLimits(deps, decision, limited, { isOverride })
  const seated = { ...decision, ...seatingAt(before, offer) }
  return withMovedLimits(before, seated, limited, { isOverride })
}

/** The seats of the session that a booking moves to. */
function seatingAt({ seats }: Booking, { eventType }: Move['offer']): Pick<Decision, 'seating'> {
  if (seats === undefined) return {}
  // An event type that has no seats any more keeps the sessions that it has: nobody else can join the new one.
  return { seating: eventType?.seats ? seatingOf(eventType.seats) : { capacity: seats } }
}
