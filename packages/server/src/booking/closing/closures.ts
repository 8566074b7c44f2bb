import { areOverlapping, ok, type Result } from '@holdfast/engine'
import type { Caller } from '../../kernel/caller.ts'
import { decideOn } from '../../kernel/decide-on.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { queryItems } from '../../kernel/items/query-items.ts'
import { intervalOfFilter, type RangeFilter } from '../../kernel/list-range.ts'
import { type Listed, listFiltered, type Page } from '../../kernel/paging.ts'
import { notFound, type Refusal } from '../../kernel/refusals.ts'
import { changedNow } from '../../kernel/resource.ts'
import { commitOrConflict } from '../../kernel/transaction.ts'
import { type ClosedTime, intervalOfClosedTime } from '../closed-time/closed-time.ts'
import { type Closure, closureEntity } from '../closures/closure.ts'
import { closuresEndingIn } from '../keys.ts'
import { affectedEvent, recheckWrite } from './affected-event.ts'
import { checkScope, checkTime } from './check-closure.ts'
import { closedBookings } from './closed-bookings.ts'
import type { ClosureDraft, ClosureWithBookings } from './create-closure.ts'
import { reachClosures } from './reach-closures.ts'

/** Names the bookings that a closure would hit. Writes nothing. */
export async function previewClosure(
  deps: Dependencies,
  { accountId }: Pick<Caller, 'accountId'>,
  { time, scope }: Pick<ClosureDraft, 'time' | 'scope'>,
): Promise<Result<readonly string[], Refusal>> {
  const wrong = checkTime(time)
  if (wrong) return wrong
  const known = await checkScope(deps, accountId, scope)
  if (!known.ok) return known
  return ok(await closedBookings(deps, { accountId, time, scope }))
}

/** Reads a closure of the account, the latest first: its key begins with its end. */
export async function getClosure(
  deps: Pick<Dependencies, 'store'>,
  { accountId }: Pick<Caller, 'accountId'>,
  closureId: string,
): Promise<Result<Closure, Refusal>> {
  const range = closuresEndingIn(accountId, 0, Number.POSITIVE_INFINITY)
  for await (const item of queryItems(deps.store, { ...range, descending: true })) {
    const closure = closureEntity.decode(item)
    if (closure.id === closureId) return ok(closure)
  }
  return notFound('closure', closureId)
}

/** The live bookings that a closure hits now. */
export async function bookingsInClosure(
  deps: Dependencies,
  caller: Pick<Caller, 'accountId'>,
  closureId: string,
): Promise<Result<readonly string[], Refusal>> {
  const found = await getClosure(deps, caller, closureId)
  return found.ok ? ok(await closedBookings(deps, found.value)) : found
}

/** Lists the closures of an account, about by their end. Dates are compared as those of UTC. */
export async function listClosures(
  deps: Pick<Dependencies, 'store'>,
  { accountId }: Pick<Caller, 'accountId'>,
  page: Page,
  filter: RangeFilter = {},
): Promise<Result<Listed<Closure>, Refusal>> {
  const range = intervalOfFilter(filter, 'UTC')
  if (!range.ok) return range
  const isListed = ({ time }: Closure): boolean =>
    areOverlapping(intervalOfClosedTime(time, 'UTC'), range.value)
  const from = range.value.startEpochMinutes * 60
  const request = { ...closuresEndingIn(accountId, from, Number.POSITIVE_INFINITY), filter }
  return ok(await listFiltered(deps.store, request, page, closureEntity.decode, isListed))
}

/** A change of a closure. Whom it closes does not change. */
export interface ClosureChange {
  readonly name?: string | undefined
  readonly time?: ClosedTime | undefined
}

/** Changes a closure. What is no longer closed is offered again at once. */
export async function updateClosure(
  deps: Dependencies,
  caller: Caller<ClosureWithBookings>,
  closureId: string,
  change: ClosureChange,
): Promise<Result<ClosureWithBookings, Refusal>> {
  const read = () => getClosure(deps, caller, closureId)
  return decideOn(caller, `closure ${closureId}`, read, async (before) => {
    const wrong = change.time && checkTime(change.time)
    if (wrong) return wrong
    const closure: Closure = {
      ...before,
      name: change.name ?? before.name,
      time: change.time ?? before.time,
      ...changedNow(deps, caller, before),
    }
    const reached = await reachClosures(deps, caller.accountId, [closure])
    const earlier = new Set(await closedBookings(deps, before))
    const affected = await closedBookings(deps, closure)
    const more = affected.filter((id) => !earlier.has(id))
    const isSameKey = closureEntity.key(before).SK === closureEntity.key(closure).SK
    const changed = { closure, affectedBookings: affected }
    const writes = {
      ...reached,
      closure: isSameKey ? closureEntity.replace(before, closure) : closureEntity.create(closure),
      removed: isSameKey ? undefined : closureEntity.remove(before),
      event: affectedEvent(deps, caller.actor, closure, more),
      recheck: recheckWrite(deps, closure, affected),
    }
    return commitOrConflict(deps, caller, writes, changed)
  })
}

/** Deletes a closure. Its time is offered again at once. */
export async function deleteClosure(
  deps: Dependencies,
  caller: Caller<undefined>,
  closureId: string,
): Promise<Result<undefined, Refusal>> {
  const read = () => getClosure(deps, caller, closureId)
  return decideOn(caller, `closure ${closureId}`, read, async (before) => {
    const writes = { closure: closureEntity.remove(before) }
    return commitOrConflict(deps, caller, writes, undefined)
  })
}
