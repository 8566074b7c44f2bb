import {
  type Booking,
  type ClaimInterval,
  type ClaimStep,
  claimSteps,
  isShared,
  LINE_FIRST_SECONDS,
  type OwnerClaim,
  ownerOfClaim,
  providersOf,
  type SessionStep,
} from '@holdfast/engine'
import type { Mark, TimeStep } from '../../ledger/steps.ts'
import type { Decision } from '../decision.ts'
import { type SessionClaims, timeOfSession } from '../seats/plan-sessions.ts'

const NONE = { kind: 'none' } as const
const FINAL = { kind: 'final' } as const
const HELD = { kind: 'held' } as const

const rightUntil = (untilEpochSeconds: number | undefined): OwnerClaim =>
  untilEpochSeconds === undefined ? FINAL : { kind: 'held', untilEpochSeconds }

/** The mark that a booking or session of several providers has on the ledger of each, where it has them for good. */
const sharedMark = (ownerId: string, wasShared: boolean, isSharedNow: boolean): Mark => ({
  ownerId,
  ...(wasShared && { was: 'booking' }),
  ...(isSharedNow && { is: 'booking' }),
})

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
  }
  return claimSteps(before, decision).flatMap(({ providerId, step, claimIndex }) => {
    const own = claimIndex ? { ...mark, ownerId: ownerOfClaim(booking.id, claimIndex) } : mark
    return timesOf(step, { providerId, mark: own, index })
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

/** What a change of a session does to the time of its providers. */
export function timesOfSession({
  ownerId,
  session,
  step,
  index,
}: SessionClaims): readonly TimeStep[] {
  const isSharedSession = isShared(session)
  const mark = sharedMark(ownerId, isSharedSession, isSharedSession)
  const change = changeOf(step, timeOfSession(session))
  return providersOf(session).map((providerId) => ({ providerId, mark, index, ...change }))
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
