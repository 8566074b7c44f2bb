import {
  cancelSession as decideCancellation,
  invariant,
  mayChangeWhole,
  ok,
  type Result,
} from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import { epochSeconds } from '../../kernel/dependencies.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import { retryOnConflict } from '../../kernel/retry.ts'
import { answerOf } from '../../kernel/transaction.ts'
import { only } from '../../ledger/alternatives.ts'
import type { BookingDependencies } from '../dependencies.ts'
import type { SessionAt } from '../seats/read-session.ts'
import { commitSession } from './commit-session.ts'
import { findSession, noSession, wholeRefusal } from './find-session.ts'
import { offeredSession } from './offered-session.ts'
import type { ChangedSession } from './session-state.ts'
import { cancelledEvent, followWrite } from './session-tasks.ts'

/**
 * Cancels a whole session: nobody can join it from now on, and a task cancels each of its bookings. The last of them
 * frees the time of its providers. One that is offered and that nobody has booked is stored as cancelled. Again: answers the
 * cancelled session.
 */
export const cancelSession = (
  deps: BookingDependencies,
  caller: Caller<ChangedSession>,
  at: SessionAt,
  reason: string | undefined,
): Promise<Result<ChangedSession, Refusal>> =>
  retryOnConflict(`session ${at.eventTypeId}@${at.startEpochSeconds}`, async () => {
    const found = await findSession(deps, caller, at)
    const before = found.ok ? found.value : undefined
    if (before?.session.closed?.kind === 'cancelled') return ok({ session: before.session })
    const allowed = mayChangeWhole(before?.session, epochSeconds(deps.clock))
    let session = before?.session
    if (!allowed.ok) {
      if (session?.closed) return await wholeRefusal(deps, caller, at, session)
      session = await offeredSession(deps, caller, at, session)
      if (session === undefined) return noSession(at)
    }
    invariant(session !== undefined, 'a session that may change is missing')
    const after = decideCancellation(session, reason)
    const changed: ChangedSession = { session: after }
    const further = () => [
      cancelledEvent(deps, caller, after, (before?.rev ?? 0) + 1),
      followWrite(deps, caller, at),
    ]
    const whole = { changes: [{ before, after }] as const, further, value: changed }
    const committed = await commitSession(deps, caller, only(whole))
    return answerOf(committed, changed)
  })
