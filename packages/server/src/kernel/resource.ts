import type { Actor, IdKind } from '@holdfast/engine'
import { z } from 'zod'
import { ACTOR_SCHEMA, actorRepresentation } from './actor.ts'
import type { Caller } from './caller.ts'
import { type Dependencies, epochSeconds } from './dependencies.ts'
import { timestamps } from './representations.ts'

/** The stored members that each resource has which an account creates and changes. */
export const RESOURCE_ATTRIBUTES = {
  accountId: z.string(),
  version: z.int(),
  /** Who changed it last. Absent if that was not recorded. */
  actor: z.exactOptional(ACTOR_SCHEMA),
  createdAtEpochSeconds: z.int(),
  updatedAtEpochSeconds: z.int(),
} as const

/** Who changed a resource last, when it was created, and when it was changed: the end of its representation. */
export const changeRepresentation = (
  resource: Parameters<typeof timestamps>[0] & { readonly actor?: Actor },
) => ({
  actor: actorRepresentation(resource.actor),
  ...timestamps(resource),
})

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
