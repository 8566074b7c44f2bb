import type { IdKind } from '@holdfast/engine'
import type { Caller } from './caller.ts'
import { type Dependencies, epochSeconds } from './dependencies.ts'

/** The members with which each new resource of an account begins. */
export function newResource(
  { ids, clock }: Pick<Dependencies, 'ids' | 'clock'>,
  accountId: string,
  kind: IdKind,
) {
  const now = epochSeconds(clock)
  return {
    id: ids.next(kind, clock.nowEpochMilliseconds()),
    accountId,
    version: 1,
    createdAtEpochSeconds: now,
    updatedAtEpochSeconds: now,
  }
}

/** The members that each change of a resource by a caller sets. */
export const changedNow = (
  { clock }: Pick<Dependencies, 'clock'>,
  { actor }: Pick<Caller, 'actor'>,
  before: { readonly version: number },
) => ({ version: before.version + 1, actor, updatedAtEpochSeconds: epochSeconds(clock) })
