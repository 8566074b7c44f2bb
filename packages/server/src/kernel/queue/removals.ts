import { STORE_LIMITS, type Write } from '../ports/store.ts'
import { CONFLICT, retryOnConflict } from '../retry.ts'
import { type TransactionDependencies, transact } from '../transaction.ts'
import { nextTurn } from '../turn.ts'
import { type Task, taskEntity } from './task.ts'

/** Removes tasks that are done from their queue. */
export interface Removals {
  /** Removes a task, with others that are done at the same time. Resolves when it is gone. */
  remove(task: Task): Promise<void>
}

interface Waiting {
  readonly task: Task
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/**
 * Removes all tasks that end in one turn of the event loop in one transaction. That suits stores in which a commit
 * costs more than a write. A task that another process has removed does not keep the others from being removed.
 */
export function createRemovals(deps: TransactionDependencies): Removals {
  let waiting: Waiting[] = []
  const removeWaiting = async (): Promise<void> => {
    await nextTurn()
    const all = waiting
    waiting = []
    for (let at = 0; at < all.length; at += STORE_LIMITS.writesPerTransaction) {
      const part = all.slice(at, at + STORE_LIMITS.writesPerTransaction)
      const tasks = part.map(({ task }) => task)
      removeTogether(deps, tasks).then(
        () => {
          for (const { resolve } of part) resolve()
        },
        (error: unknown) => {
          for (const { reject } of part) reject(error)
        },
      )
    }
  }
  return {
    remove: (task) =>
      new Promise((resolve, reject) => {
        waiting.push({ task, resolve, reject })
        if (waiting.length === 1) void removeWaiting()
      }),
  }
}

/** Removes tasks in one transaction, without those that are not in their place any more. */
async function removeTogether(
  deps: TransactionDependencies,
  tasks: readonly Task[],
): Promise<void> {
  let left = tasks
  await retryOnConflict('a queue', async () => {
    if (left.length === 0) return undefined
    const writes: Record<string, Write> = {}
    for (const task of left) writes[`task ${task.id}`] = taskEntity.remove(task)
    const outcome = await transact(deps, writes)
    if (outcome.kind === 'done') return undefined
    left = left.filter(({ id }) => !outcome.conflicts.has(`task ${id}`))
    return CONFLICT
  })
}
