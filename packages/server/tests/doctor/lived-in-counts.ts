import type { TestClock } from '../../src/adapters/system/clock.ts'
import type { AppDependencies } from '../../src/composition/http/app.ts'
import { ensureApiKey } from '../../src/identity/api-keys/api-keys.ts'
import type { Store } from '../../src/kernel/ports/store.ts'
import { testDependencies } from '../support/dependencies.ts'
import { keepClasses, type LivedInClasses } from './lived-in-classes.ts'
import { keepLines, type LivedInLines } from './lived-in-lines.ts'

/** The created resources. */
export interface LivedInCounts extends LivedInClasses, LivedInLines {
  readonly deps: AppDependencies
  readonly clock: TestClock
}

/** Fills a store with what can run out, through use cases only. The clock stays at 2026-04-27 10:00, a Monday. */
export async function liveInCounts(store: Store): Promise<LivedInCounts> {
  const { deps, clock } = testDependencies(store, '2026-04-27T10:00:00Z')
  const { accountId } = await ensureApiKey(deps, 'hf_of-the-first-account')
  const caller = {
    accountId,
    requestId: 'test',
    role: 'account',
    actor: { kind: 'system' },
  } as const
  const classes = await keepClasses(deps, caller)
  const lines = await keepLines(deps, caller)
  return { deps, clock, ...classes, ...lines }
}
