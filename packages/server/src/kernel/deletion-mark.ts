import { type Dependencies, epochSeconds } from './dependencies.ts'
import type { Entity } from './entity.ts'
import { CONFLICT, retryOnConflict } from './retry.ts'
import { transact } from './transaction.ts'

interface Markable {
  readonly id: string
  readonly version: number
  /** Set while a deletion is being decided. */
  readonly deletionBeganAtEpochSeconds?: number
  readonly deletedAtEpochSeconds?: number
}

/** Sets and removes the mark of a deletion that is being decided. See ADR 15. */
export function deletionMarkOf<Value extends Markable>(
  entity: Pick<Entity<Value>, 'name' | 'key' | 'read' | 'replace'>,
) {
  const wasReplaced = async (deps: Dependencies, before: Value, after: Value): Promise<boolean> =>
    (await transact(deps, { resource: entity.replace(before, after) })).kind === 'done'
  const clear = (deps: Dependencies, pending: Value): Promise<boolean> => {
    const after = { ...pending, version: pending.version + 1 }
    delete (after as { deletionBeganAtEpochSeconds?: number }).deletionBeganAtEpochSeconds
    return wasReplaced(deps, pending, after)
  }
  return {
    /** The value with the mark; undefined if it changed meanwhile. */
    async set(deps: Dependencies, before: Value): Promise<Value | undefined> {
      if (before.deletionBeganAtEpochSeconds !== undefined) return before
      const deletionBeganAtEpochSeconds = epochSeconds(deps.clock)
      const pending = { ...before, version: before.version + 1, deletionBeganAtEpochSeconds }
      return (await wasReplaced(deps, before, pending)) ? pending : undefined
    },
    /** Answers whether this call removed the mark; false if the value changed meanwhile. */
    clear,
    /** Removes the mark, because the value is needed. Answers whether it exists: false if it was deleted for good. */
    async abort(deps: Dependencies, value: Value): Promise<boolean> {
      if (value.deletedAtEpochSeconds !== undefined) return false
      if (value.deletionBeganAtEpochSeconds === undefined) return true
      return retryOnConflict(`${entity.name} ${value.id}`, async () => {
        // As it is stored: what was loaded may have the rules of one booking.
        const current = await entity.read(deps.store, entity.key(value))
        if (current === undefined || current.deletedAtEpochSeconds !== undefined) return false
        if (current.deletionBeganAtEpochSeconds === undefined) return true
        return (await clear(deps, current)) || CONFLICT
      })
    },
  }
}
