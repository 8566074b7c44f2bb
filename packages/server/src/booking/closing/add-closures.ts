import { ok, type Result, refuse } from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import type { Write } from '../../kernel/ports/store.ts'
import { invalid, type Refusal } from '../../kernel/refusals.ts'
import { CONFLICT, retryOnConflict } from '../../kernel/retry.ts'
import { commit } from '../../kernel/transaction.ts'
import {
  type Closure,
  type ClosureHoliday,
  type ClosureScope,
  closureEntity,
} from '../closures/closure.ts'
import { closuresEndingIn } from '../keys.ts'
import type { TimeOffTime } from '../time-off/time-off.ts'
import { affectedEvent, recheckWrite } from './affected-event.ts'
import { checkScope, checkTime } from './check-closure.ts'
import { closedBookings } from './closed-bookings.ts'
import { reachClosures } from './reach-closures.ts'

/** The input for a closure. */
export interface ClosureDraft {
  readonly name: string
  readonly time: TimeOffTime
  readonly scope: ClosureScope
  readonly holiday?: ClosureHoliday | undefined
}

/** The most closures of an account that have not ended. Every list of slots before them may read all of them. */
export const CLOSURES_MAX = 500

const scopeText = (scope: ClosureScope): string =>
  scope.kind === 'providers'
    ? scope.providerIds.toSorted().join(' ')
    : scope.kind === 'schedule'
      ? scope.scheduleId
      : 'all'

const isSameHoliday = (closure: Closure, draft: ClosureDraft): boolean =>
  closure.holiday !== undefined &&
  draft.holiday !== undefined &&
  JSON.stringify(closure.time) === JSON.stringify(draft.time) &&
  scopeText(closure.scope) === scopeText(draft.scope)

/**
 * Adds closures of one scope, all or none. A holiday that is closed already for the same providers is not closed a second
 * time. Bookings in them stay and are named, in the answer and in an event each; tasks name those that were being made
 * at this moment. `answerOf` makes the answer: of the closures in the order of the drafts, and of the live bookings in them, at
 * most 1,000 ids by start.
 */
export async function addClosures<Answer>(
  deps: Dependencies,
  caller: Caller<Answer>,
  drafts: readonly ClosureDraft[],
  answerOf: (closures: readonly Closure[], affectedBookings: readonly string[]) => Answer,
): Promise<Result<Answer, Refusal>> {
  for (const { time } of drafts) {
    const wrong = checkTime(time)
    if (wrong) return wrong
  }
  const { accountId } = caller
  return retryOnConflict(`closures of ${accountId}`, async () => {
    for (const { scope } of drafts.slice(0, 1)) {
      const known = await checkScope(deps, accountId, scope)
      if (!known.ok) return known
    }
    // Before the existing ones are read: whoever adds others after that makes the transaction fail.
    const reached = await reachClosures(deps, accountId, drafts)
    const now = epochSeconds(deps.clock)
    const current = await currentClosures(deps, accountId, now)
    const made: Closure[] = []
    const closures = drafts.map((draft) => {
      const known = [...current, ...made].find((each) => isSameHoliday(each, draft))
      if (known !== undefined) return known
      const closure = newClosure(deps, caller, draft)
      made.push(closure)
      return closure
    })
    if (made.length > 0 && current.length + made.length > CLOSURES_MAX) {
      return invalid(
        '/start',
        `an account has at most ${CLOSURES_MAX} closures that have not ended; delete some first`,
      )
    }
    const writes: Record<string, Write | undefined> = { ...reached }
    for (const closure of made) {
      const bookingIds = await closedBookings(deps, [closure])
      writes[closure.id] = closureEntity.create(closure)
      writes[`event ${closure.id}`] = affectedEvent(deps, caller.actor, closure, bookingIds)
      writes[`recheck ${closure.id}`] = recheckWrite(deps, closure, bookingIds)
    }
    const created = answerOf(closures, await closedBookings(deps, closures))
    const committed = await commit(deps, caller, writes, created)
    if (committed.kind === 'done') return ok(created)
    return committed.kind === 'refused' ? refuse(committed.refusal) : CONFLICT
  })
}

/** The closures of an account that have not ended. */
async function currentClosures(
  deps: Dependencies,
  accountId: string,
  nowEpochSeconds: number,
): Promise<readonly Closure[]> {
  const range = closuresEndingIn(accountId, nowEpochSeconds, Number.POSITIVE_INFINITY)
  const { items } = await deps.store.query({ ...range, consistent: true })
  return items.map(closureEntity.decode)
}

function newClosure(
  deps: Dependencies,
  caller: Pick<Caller, 'accountId' | 'actor'>,
  { name, time, scope, holiday }: ClosureDraft,
): Closure {
  const now = epochSeconds(deps.clock)
  return {
    id: deps.ids.next('closure', deps.clock.nowEpochMilliseconds()),
    accountId: caller.accountId,
    version: 1,
    name,
    time,
    scope,
    ...(holiday && { holiday }),
    actor: caller.actor,
    createdAtEpochSeconds: now,
    updatedAtEpochSeconds: now,
  }
}
