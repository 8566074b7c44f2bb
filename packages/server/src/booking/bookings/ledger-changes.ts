import {
  type Booking,
  type ClaimInterval,
  claimSteps,
  isShared,
  LINE_FIRST_SECONDS,
  providersOf,
  type SessionStep,
} from '@holdfast/engine'
import type { LedgerStep } from '../../ledger/day-steps.ts'
import type { OwnedLedgerStep } from '../../ledger/owner.ts'
import type { Decision } from '../decision.ts'
import { type SessionClaims, timeOfSession } from '../seats/plan-sessions.ts'

/** The changes of ledgers that belong to a change of a booking without seats. */
export function ledgersOfBooking(
  before: Booking | undefined,
  decision: Decision,
  index: number,
  nowEpochSeconds: number,
): readonly OwnedLedgerStep[] {
  const { booking } = decision
  const sharing = {
    isShared: isShared(booking),
    wasShared: before !== undefined && isShared(before),
  }
  return claimSteps(before, decision).map(({ providerId, step }) => ({
    claimant: {
      providerId,
      ownerId: booking.id,
      nowEpochSeconds,
      ...sharing,
      ...(booking.linesFirst && { lineSeconds: LINE_FIRST_SECONDS }),
    },
    step,
    index,
  }))
}

/** The changes of ledgers that belong to a change of a session. */
export function ledgersOfSession(
  { ownerId, session, step, index }: SessionClaims,
  nowEpochSeconds: number,
): readonly OwnedLedgerStep[] {
  const isSharedSession = isShared(session)
  const sharing = { isShared: isSharedSession, wasShared: isSharedSession }
  return providersOf(session).map((providerId) => ({
    claimant: { providerId, ownerId, nowEpochSeconds, ...sharing },
    step: ledgerStepOf(step, timeOfSession(session)),
    index,
  }))
}

function ledgerStepOf(step: SessionStep, at: ClaimInterval): LedgerStep {
  switch (step.kind) {
    case 'claim': {
      const { untilEpochSeconds: until } = step
      return { kind: 'claim', to: at, ...(until !== undefined && { holdUntilEpochSeconds: until }) }
    }
    case 'extend':
    case 'keep':
      return { kind: step.kind, at, holdUntilEpochSeconds: step.untilEpochSeconds }
    case 'shorten': {
      const { untilEpochSeconds: holdUntilEpochSeconds, mustExist } = step
      return { kind: 'shorten', at, holdUntilEpochSeconds, ...(mustExist && { mustExist }) }
    }
    case 'confirm':
      return { kind: 'confirm', at }
    case 'hold': {
      const { untilEpochSeconds: holdUntilEpochSeconds } = step
      return { kind: 'move', from: at, to: at, holdUntilEpochSeconds, wasFinal: true }
    }
    case 'release':
      return {
        kind: 'release',
        from: at,
        held: step.isHeld,
        ...(step.mustExist && { isMove: true }),
      }
  }
}
