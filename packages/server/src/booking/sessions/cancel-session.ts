import {
  cancelSession as decideCancellation,
  mayChangeWhole,
  ok,
  type Result,
  refuse,
} from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import { CONFLICT, retryOnConflict } from '../../kernel/retry.ts'
import { commitSession } from './commit-session.ts'
import { findSession, wholeRefusal } from './find-session.ts'
import type { SessionAt } from './read-session.ts'
import type { ChangedSession } from './session-state.ts'
import { cancelledEvent, followWrite } from './session-tasks.ts'

/**
 * Cancels a whole session: nobody can join it from now on, and a task cancels each of its bookings. The last of them
 * frees the time of its providers. Again: answers the cancelled session.
 */
export const cancelSession = (
  deps: Dependencies,
  caller: Caller<ChangedSession>,
  at: SessionAt,
  reason: string | undefined,
): Promise<Result<ChangedSession, Refusal>> =>
  retryOnConflict(`session ${at.eventTypeId}@${at.startEpochSeconds}`, async () => {
    const found = await findSession(deps, caller, at)
    if (!found.ok) return found
    const before = found.value
    if (before.session.closed?.kind === 'cancelled') return ok({ session: before.session })
    const allowed = mayChangeWhole(before.session, epochSeconds(deps.clock))
    if (!allowed.ok) return wholeRefusal(allowed.refusal, at, before.session)
    const after = decideCancellation(before.session, reason)
    const changed: ChangedSession = { session: after }
    const further = () => ({
      'further:event': cancelledEvent(deps, caller, after, before.rev + 1),
      'further:follow': followWrite(deps, caller, at),
    })
    const whole = { changes: [{ before, after }] as const, further }
    const committed = await commitSession(deps, caller, whole, changed)
    if (committed.kind === 'done') return ok(changed)
    return committed.kind === 'refused' ? refuse(committed.refusal) : CONFLICT
  })
