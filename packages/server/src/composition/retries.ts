import { setTimeout as sleep } from 'node:timers/promises'
import type { RetryPolicy } from '../adapters/aws/retry.ts'
import { createDeadlineScope } from '../adapters/system/deadline-scope.ts'
import { paceRetries } from '../kernel/retry.ts'
import { createRetryBudget } from '../kernel/retry-budget.ts'
import { createRetryPacing } from '../kernel/retry-pacing.ts'

/** The retries of one process: some seconds of failing requests, then a fraction of what a server answers. */
const BUDGET = { burst: 1_000, perSecond: 200 }

/** What the adapters of AWS take from the pacing of the process. */
export type SharedRetryPolicy = Pick<RetryPolicy, 'outerDeadline' | 'take'>

let shared: SharedRetryPolicy | undefined
let notify = () => {}

/**
 * Paces the retries of this process from now on: those of decisions that lose to other writers, and those of
 * requests to DynamoDB. Returns what its stores need for that. `onRetry` is called before each repetition of a
 * decision. Repeating it only replaces `onRetry`.
 */
export function paceProcessRetries(onRetry: () => void = () => {}): SharedRetryPolicy {
  notify = onRetry
  shared ??= startPacing()
  return shared
}

function startPacing(): SharedRetryPolicy {
  const now = () => performance.now()
  const scope = createDeadlineScope()
  const budget = createRetryBudget({ ...BUDGET, now })
  const pause = (milliseconds: number) => {
    notify()
    return sleep(milliseconds)
  }
  paceRetries(createRetryPacing({ scope, budget, now, random: Math.random, sleep: pause }))
  return { outerDeadline: scope.current, take: budget.take }
}
