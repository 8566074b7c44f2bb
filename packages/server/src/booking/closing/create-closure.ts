import type { Result } from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import { type Dependencies, epochSeconds } from '../../kernel/dependencies.ts'
import { formatWrite } from '../../kernel/format.ts'
import { invalid, type Refusal } from '../../kernel/refusals.ts'
import { newResource } from '../../kernel/resource.ts'
import { retryOnConflict } from '../../kernel/retry.ts'
import { commitOrConflict } from '../../kernel/transaction.ts'
import type { ClosedTime } from '../closed-time/closed-time.ts'
import {
  type Closure,
  type ClosureHoliday,
  type ClosureScope,
  closureEntity,
} from '../closures/closure.ts'
import { closuresEndingIn } from '../keys.ts'
import type { Holidays } from '../ports/holidays.ts'
import { affectedEvent, recheckWrite } from './affected-event.ts'
import { checkScope, checkTime } from './check-closure.ts'
import { closedBookings } from './closed-bookings.ts'
import { checkHolidayPlace } from './holidays.ts'
import { reachClosures } from './reach-closures.ts'

/** The input for a closure. */
export interface ClosureDraft {
  readonly name: string
  readonly time: ClosedTime
  readonly scope: ClosureScope
  readonly holiday?: ClosureHoliday
}

/** A closure, and the live bookings in it. */
export interface ClosureWithBookings {
  readonly closure: Closure
  /** At most 1,000 ids, by start. */
  readonly affectedBookings: readonly string[]
}

/** The most closures of an account that have not ended. Every list of slots before them may read all of them. */
const CLOSURES_MAX = 500

/**
 * Closes for a time, at once. Bookings in it stay and are named, in the answer and in an event; a task names those that were
 * being made at this moment.
 */
export async function createClosure(
  deps: Dependencies & { readonly holidays: Pick<Holidays, 'unknownOf'> },
  caller: Caller<ClosureWithBookings>,
  draft: ClosureDraft,
): Promise<Result<ClosureWithBookings, Refusal>> {
  const wrong = checkTime(draft.time)
  if (wrong) return wrong
  const place = draft.holiday && (await checkHolidayPlace(deps.holidays, draft.holiday))
  if (place?.ok === false) return place
  const { accountId } = caller
  return retryOnConflict(`closures of ${accountId}`, async () => {
    const known = await checkScope(deps, accountId, draft.scope)
    if (!known.ok) return known
    // Before the existing ones are counted: whoever adds others after that makes the transaction fail.
    const reached = await reachClosures(deps, accountId, [draft])
    if ((await countOpen(deps, accountId)) >= CLOSURES_MAX) {
      return invalid(
        '/start',
        `an account has at most ${CLOSURES_MAX} closures that have not ended; delete some first`,
      )
    }
    const closure = newClosure(deps, caller, draft)
    const affectedBookings = await closedBookings(deps, closure)
    const created = { closure, affectedBookings }
    const writes = {
      ...reached,
      closure: closureEntity.create(closure),
      // A server that does not know closures would book the time.
      format: await formatWrite(deps.store),
      event: affectedEvent(deps, caller.actor, closure, affectedBookings),
      recheck: recheckWrite(deps, closure, affectedBookings),
    }
    return commitOrConflict(deps, caller, writes, created)
  })
}

/** How many closures of an account have not ended. */
async function countOpen(deps: Dependencies, accountId: string): Promise<number> {
  const range = closuresEndingIn(accountId, epochSeconds(deps.clock), Number.POSITIVE_INFINITY)
  const { items } = await deps.store.query({ ...range, consistent: true })
  return items.length
}

function newClosure(
  deps: Dependencies,
  { accountId, actor }: Pick<Caller, 'accountId' | 'actor'>,
  { name, time, scope, holiday }: ClosureDraft,
): Closure {
  return {
    ...newResource(deps, accountId, 'closure'),
    name,
    time,
    scope,
    ...(holiday && { holiday }),
    actor,
  }
}
