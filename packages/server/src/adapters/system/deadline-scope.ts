import { AsyncLocalStorage } from 'node:async_hooks'
import type { DeadlineScope } from '../../kernel/retry-pacing.ts'

/** Creates a scope that follows a request through its promises and timers. */
export function createDeadlineScope(): DeadlineScope {
  const storage = new AsyncLocalStorage<number>()
  return {
    run: (deadlineMilliseconds, work) => storage.run(deadlineMilliseconds, work),
    current: () => storage.getStore(),
  }
}
