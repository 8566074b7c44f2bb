import { type Booking, ok, type Result, refuse, type StayDays } from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import { CONFLICT } from '../../kernel/retry.ts'
import { answerUnchanged } from '../../kernel/transaction.ts'
import { propose } from '../../ledger/alternatives.ts'
import type { BookingDependencies } from '../dependencies.ts'
import { combinationsOf, type TeamClaim } from '../teams/assign-team.ts'
import { checkAlone } from '../visits/visit.ts'
import { attemptChange, commitChange } from './change-booking.ts'
import { changeOfOne, commitBookings, decidedBy } from './commit-booking.ts'
import type { Move } from './decide-move.ts'
import { followPrice } from './follow-payment.ts'
import { moveStay } from './move-stay.ts'
import {
  checkMovable,
  findMove,
  hasSessionBegunAt,
  type MoveWish,
  type PreparedMove,
  prepareMove,
} from './prepare-move.ts'
import { reportConflict } from './report-conflict.ts'

/** The new start of a booking. */
export interface RescheduleInput extends MoveWish {
  /** The new nights of a stay; then the start follows from the arrival. */
  readonly stay?: StayDays | undefined
  /** Absent with `durationMinutes`, and with `eventTypeId` if the booking keeps its start. */
  readonly startEpochSeconds?: number | undefined
  /** Whether all nights of a stay are priced anew. Default: only those that it gains. */
  readonly isRepriced?: boolean | undefined
  /** Whether the account moves it outside the rules. Default: no. */
  readonly isOverride?: boolean | undefined
}

type Attempted = Result<Booking, Refusal> | typeof CONFLICT

/**
 * Moves a booking to another slot of the same event type, or of the same provider's opened slots. A booker
 * only before the start, and what was approved is approved again if the event type says so. A booking of
 * several providers keeps those who are free, and whom its booker chose: without that candidate, a booker has to ask for
 * somebody else. With `durationMinutes`, it keeps its start and its price; with `eventTypeId`, it becomes a booking of that, and the difference of the price is asked for or given back. With `isOverride`, the account moves it outside the rules.
 */
export async function rescheduleBooking(
  deps: BookingDependencies,
  caller: Caller<Booking>,
  bookingId: string,
  input: RescheduleInput,
): Promise<Result<Booking, Refusal>> {
  if (input.stay) return await moveStay(deps, caller, bookingId, { ...input, stay: input.stay })
  const { durationMinutes, isOverride = false, chosen, expectedAmount } = input
  let wanted: Move | undefined
  const answer = await attemptChange(deps, caller, bookingId, async (before, now) => {
    const eventTypeId = input.eventTypeId === before.eventTypeId ? undefined : input.eventTypeId
    const movable = checkMovable({ before, now, durationMinutes, eventTypeId }, caller)
    if (!movable.ok) return movable
    const keepsService = input.eventTypeId !== undefined && eventTypeId === undefined
    const isSame = keepsService && input.startEpochSeconds === undefined
    if (isSame || durationMinutes === before.policy.durationMinutes) {
      return await answerUnchanged(deps, caller, before)
    }
    const alone =
      durationMinutes === undefined
        ? await checkAlone(deps, before, now, 'reschedule')
        : ok(undefined)
    if (!alone.ok) return alone
    const wantedStart = durationMinutes === undefined ? input.startEpochSeconds : undefined
    const startEpochSeconds = wantedStart ?? before.startEpochSeconds
    if (isNoMove(before, { ...input, eventTypeId, startEpochSeconds })) {
      return await answerUnchanged(deps, caller, before)
    }
    const to = { startEpochSeconds, durationMinutes, eventTypeId, expectedAmount }
    const asked = { before, now, ...to, isOverride, chosen }
    const move = await findMove(deps, caller, asked)
    if (!move.ok) return move
    wanted = move.value
    const prepared = await prepareMove(deps, caller, move.value)
    return prepared.ok ? await commitMove(deps, caller, prepared.value) : prepared
  })
  if (!answer.ok && wanted) {
    reportConflict(deps, answer.refusal, wanted.offer, wanted.startEpochSeconds)
  }
  return answer
}

/**
 * Whether a move leaves a booking as it is: then nobody is told of a new time, and it counts as no change of the booker. A hold
 * is moved to its own start all the same, since others may have taken its time.
 */
const isNoMove = (
  before: Booking,
  { startEpochSeconds, eventTypeId, durationMinutes, chosen }: RescheduleInput,
): boolean =>
  before.status === 'confirmed' &&
  startEpochSeconds === before.startEpochSeconds &&
  eventTypeId === undefined &&
  durationMinutes === undefined &&
  chosen === undefined

/** Commits a move; with requirements, with the best combination of people that is free. */
async function commitMove(
  deps: BookingDependencies,
  caller: Caller<Booking>,
  prepared: PreparedMove,
): Promise<Attempted> {
  const { claim, decide, move } = prepared
  if (claim) return await commitWithTeam(deps, caller, prepared, claim)
  const decision = decide()
  const { before, service } = move
  return decision.ok
    ? await commitChange(deps, caller, before, decision.value, service?.newPrice)
    : decision
}

async function commitWithTeam(
  deps: BookingDependencies,
  caller: Caller<Booking>,
  prepared: PreparedMove,
  claim: TeamClaim,
): Promise<Attempted> {
  const { before } = prepared.move
  const next = combinationsOf(deps, claim, async (assignments) => {
    const decision = prepared.decide(assignments)
    if (!decision.ok) return { kind: 'refused', refusal: decision.refusal }
    const moved = decidedBy(caller, decision.value)
    const price = prepared.move.service?.newPrice
    const decided = price ? await followPrice(deps, before, moved, price) : moved
    return propose(await changeOfOne(deps, before, decided, decided.booking))
  })
  const committed = await commitBookings(deps, caller, next)
  if (committed.kind === 'stale') return CONFLICT
  if (committed.kind === 'done') return ok(committed.value)
  const hasBegun =
    committed.refusal.code === 'slot_taken' && (await hasSessionBegunAt(deps, prepared))
  return hasBegun ? CONFLICT : refuse(committed.refusal)
}
