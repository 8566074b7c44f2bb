import { type Dependencies, epochSeconds } from './dependencies.ts'
import type { Entity } from './entity.ts'
import { transact } from './transaction.ts'

interface Markable {
  readonly version: number
  /** Set while a deletion is being decided. */
  readonly deletionBeganAtEpochSeconds?: number
}

/** Sets and removes the mark of a deletion that is being decided. See ADR 15. */
export function deletionMarkOf<Value extends Markable>(entity: Pick<Entity<Value>, 'replace'>) {
  const wasReplaced = async (deps: Dependencies, before: Value, after: Value): Promise<boolean> =>
    (await transact(deps, { resource: entity.replace(before, after) })).kind === 'done'
  return {
    /** The value with the mark; undefined if it changed meanwhile. */
    async set(deps: Dependencies, before: Value): Promise<Value | undefined> {
      if (before.deletionBeganAtEpochSeconds !== undefined) return before
      const deletionBeganAtEpochSeconds = epochSeconds(deps.clock)
      const pending = { ...before, version: before.version + 1, deletionBeganAtEpochSeconds }
      return (await wasReplaced(deps, before, pending)) ? pending : undefined
    },
    /** Answers whether this call removed the mark; false if the value changed meanwhile. */
    clear(deps: Dependencies, pending: Value): Promise<boolean> {
      const after = { ...pending, version: pending.version + 1 }
      delete (after as { deletionBeganAtEpochSeconds?: number }).deletionBeganAtEpochSeconds
      return wasReplaced(deps, pending, after)
    },
  }
}
