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

/**
 * Paces the retries of this process from now on: those of decisions that lose to other writers, and those of
 * requests to DynamoDB. Returns what its stores need for that. Repeating it has no further effect.
 */
export function paceProcessRetries(): SharedRetryPolicy {
  shared ??= startPacing()
  return shared
}

function startPacing(): SharedRetryPolicy {
  const now = () => performance.now()
  const scope = createDeadlineScope()
  const budget = createRetryBudget({ ...BUDGET, now })
  paceRetries(createRetryPacing({ scope, budget, now, random: Math.random, sleep }))
  return { outerDeadline: scope.current, take: budget.take }
}
