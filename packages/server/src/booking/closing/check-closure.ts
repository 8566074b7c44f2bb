import { ok, type Result } from '@holdfast/engine'
import type { Dependencies } from '../../kernel/dependencies.ts'
import { readItems } from '../../kernel/items/read-items.ts'
import { invalid, notFound, type Refusal } from '../../kernel/refusals.ts'
import { type ClosedTime, checkClosedTime } from '../closed-time/closed-time.ts'
import { CLOSURE_DAYS, type ClosureScope } from '../closures/closure.ts'
import { providerKey } from '../keys.ts'
import { isTeam, isUnit, type Provider, providerEntity } from '../providers/provider.ts'
import { getSchedule } from '../schedules/schedules.ts'

/** Refuses a time that is empty, too long or no whole minute. */
export const checkTime = (time: ClosedTime) =>
  checkClosedTime(time, 'UTC', {
    days: CLOSURE_DAYS,
    message: `a closure lasts at most ${CLOSURE_DAYS} days`,
  })

/** Refuses a schedule or providers that the account does not have, and providers without hours. */
export async function checkScope(
  deps: Pick<Dependencies, 'store'>,
  accountId: string,
  scope: ClosureScope,
): Promise<Result<undefined, Refusal>> {
  if (scope.kind === 'all') return ok(undefined)
  if (scope.kind === 'schedule') {
    const found = await getSchedule(deps, { accountId }, scope.scheduleId)
    return found.ok ? ok(undefined) : found
  }
  const found = await readClosable(deps, accountId, scope.providerIds)
  return found.ok ? ok(undefined) : found
}

/** Reads providers to close. Refuses one that the account does not have, and one without hours. */
export async function readClosable(
  deps: Pick<Dependencies, 'store'>,
  accountId: string,
  providerIds: readonly string[],
): Promise<Result<readonly Provider[], Refusal>> {
  const items = await readItems(deps.store, providerIds.map(providerKey))
  const providers: Provider[] = []
  for (const [index, id] of providerIds.entries()) {
    const item = items[index]
    const provider = item && providerEntity.decode(item)
    const isGone = provider === undefined || provider.deletedAtEpochSeconds !== undefined
    if (isGone || provider.accountId !== accountId) return notFound('provider', id)
    const pointer = `/providerIds/${index}`
    if (isTeam(provider)) return invalid(pointer, 'a team has no time of its own; name its people')
    if (isUnit(provider)) {
      return invalid(pointer, 'a unit is booked by the night; close nights of its calendar')
    }
    providers.push(provider)
  }
  return ok(providers)
}
