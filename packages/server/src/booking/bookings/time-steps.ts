import {
  type Booking,
  type ClaimInterval,
  type ClaimStep,
  claimSteps,
  claimsAt,
  isShared,
  LINE_FIRST_SECONDS,
  leftFree,
  ownerOfClaim,
  ownerOfFreed,
  providersOf,
  type SessionStep,
} from '@holdfast/engine'
import { FINAL, HELD, type Mark, NONE, rightUntil, type TimeStep } from '../../ledger/steps.ts'
import type { Decision } from '../decision.ts'
import type { SessionClaims } from '../seats/plan-sessions.ts'

/** The mark that a booking or session of several providers has on the ledger of each, where it has them for good. */
const sharedMark = (ownerId: string, wasShared: boolean, isSharedNow: boolean): Mark => ({
  ownerId,
  ...(wasShared && { was: 'booking' }),
  ...(isSharedNow && { is: 'booking' }),
})

/** Whether a booking may take time that was freed: the account booked it with `override`, or it is offered to the line. */
export const takesFreed = (
  before: Booking | undefined,
  { isOverride, waitlistId }: Booking,
): boolean => isOverride === true || (before === undefined && waitlistId !== undefined)

/** What a change of a booking without seats does to the time of providers. */
export function timesOfBooking(
  before: Booking | undefined,
  decision: Decision,
  index: number,
): readonly TimeStep[] {
  const { booking } = decision
  const mark: Mark = {
    ...sharedMark(booking.id, before !== undefined && isShared(before), isShared(booking)),
    ...(booking.linesFirst && { lineSeconds: LINE_FIRST_SECONDS }),
    ...(takesFreed(before, booking) && { takesFreed: true }),
  }
  return claimSteps(before, decision).flatMap(({ providerId, step, claimIndex }) => {
    const own = claimIndex ? { ...mark, ownerId: ownerOfClaim(booking.id, claimIndex) } : mark
    return timesOf(step, { providerId, mark: own, index })
  })
}

/**
 * The claims that keep the time which a cancellation or a move frees and which was the booking's for good: until
 * `freedAfterSeconds` have passed, as holds of their own. `times`: all steps of the transaction; what one of them claims is not
 * kept.
 */
export function keptTimes(
  before: Booking | undefined,
  { booking: { id, version }, claim }: Decision,
  times: readonly TimeStep[],
  index: number,
  nowEpochSeconds: number,
): readonly TimeStep[] {
  if (before?.freedAfterSeconds === undefined || claim.kind === 'reassign') return []
  const untilEpochSeconds = nowEpochSeconds + before.freedAfterSeconds
  const to = { kind: 'held', untilEpochSeconds } as const
  const freed = times.filter(
    (step) => step.index === index && step.from.kind === 'final' && step.to.kind === 'none',
  )
  return [...Map.groupBy(freed, (step) => step.providerId)].flatMap(([providerId, own]) => {
    const claimed = times.filter(
      (step) => step.providerId === providerId && step.to.kind !== 'none',
    )
    const left = leftFree(
      own.map(({ range }) => range),
      claimed.map(({ range }) => range),
    )
    return left.map((range, piece): TimeStep => {
      const mark = { ownerId: ownerOfFreed(id, version, piece) }
      return { providerId, range, from: NONE, to, ifGone: 'lost', mark, index }
    })
  })
}

/** What a change of one provider's ledger is in steps. */
export function timesOf(
  step: ClaimStep,
  base: Pick<TimeStep, 'providerId' | 'mark' | 'index'>,
): readonly TimeStep[] {
  switch (step.kind) {
    case 'none':
      return []
    case 'claim': {
      const to = rightUntil(step.holdUntilEpochSeconds)
      return [{ ...base, range: step.to, from: NONE, to, ifGone: 'lost' }]
    }
    case 'confirm':
      return [{ ...base, range: step.at, from: HELD, to: FINAL, ifGone: 'lost' }]
    case 'release': {
      const ifGone = step.isMove ? 'lost' : 'nothing'
      return [{ ...base, range: step.from, from: step.held ? HELD : FINAL, to: NONE, ifGone }]
    }
    case 'move': {
      const to = rightUntil(step.holdUntilEpochSeconds)
      const from = to.kind === 'held' && step.wasFinal !== true ? HELD : FINAL
      return [
        { ...base, range: step.from, from, to: NONE, ifGone: 'lost' },
        { ...base, range: step.to, from: NONE, to, ifGone: 'lost' },
      ]
    }
    case 'reassign':
      throw new Error('a change of providers is a claim or a release of each of them')
  }
}

/**
 * What a change of a session does to the time of its providers. `mayTakeFreed`: whether it may take time that is kept after it
 * was freed. Default: no.
 */
export function timesOfSession(
  { ownerId, session, step, index }: SessionClaims,
  mayTakeFreed = false,
): readonly TimeStep[] {
  const isSharedSession = isShared(session)
  const mark: Mark = {
    ...sharedMark(ownerId, isSharedSession, isSharedSession),
    ...(mayTakeFreed && { takesFreed: true }),
  }
  return providersOf(session).flatMap((providerId) =>
    claimsAt(session, providerId).map((range, claimIndex) => ({
      providerId,
      mark: claimIndex > 0 ? { ...mark, ownerId: ownerOfClaim(ownerId, claimIndex) } : mark,
      index,
      ...changeOf(step, range),
    })),
  )
}

function changeOf(
  step: SessionStep,
  range: ClaimInterval,
): Pick<TimeStep, 'range' | 'from' | 'to' | 'ifGone'> {
  switch (step.kind) {
    case 'claim':
      return { range, from: NONE, to: rightUntil(step.untilEpochSeconds), ifGone: 'lost' }
    case 'extend':
      return { range, from: HELD, to: rightUntil(step.untilEpochSeconds), ifGone: 'again' }
    case 'keep': {
      const held = rightUntil(step.untilEpochSeconds)
      return { range, from: held, to: held, ifGone: 'lost' }
    }
    case 'shorten': {
      const ifGone = step.mustExist ? 'lost' : 'nothing'
      return { range, from: HELD, to: rightUntil(step.untilEpochSeconds), ifGone }
    }
    case 'confirm':
      return { range, from: HELD, to: FINAL, ifGone: 'lost' }
    case 'hold':
      return { range, from: FINAL, to: rightUntil(step.untilEpochSeconds), ifGone: 'lost' }
    case 'release': {
      const ifGone = step.mustExist ? 'lost' : 'nothing'
      return { range, from: step.isHeld ? HELD : FINAL, to: NONE, ifGone }
    }
  }
}
