import type { Dependencies } from '../../kernel/dependencies.ts'
import type { Write } from '../../kernel/ports/store.ts'
import { CONFLICT, retryOnConflict } from '../../kernel/retry.ts'
import { transact } from '../../kernel/transaction.ts'
import { endsByEpochSeconds } from '../closed-time/closed-time.ts'
import {
  type Closure,
  type ClosureState,
  closureStateEntity,
  readClosureState,
} from '../closures/closure.ts'
import { markNamed, markProviders } from './mark-providers.ts'

/** The first second of the year after one: further closures of that year then need no mark of their own. */
function endOfYear(epochSeconds: number): number {
  const year = new Date(epochSeconds * 1000).getUTCFullYear()
  return Date.UTC(year + 1, 0, 1) / 1000
}

/**
 * Makes all readers of hours look for closures as far as new ones reach: first for providers that are created from now
 * on, then for those that exist. This alone closes nothing. Returns a write to include in the transaction that stores the
 * closures: it fails if other closures were stored in the meantime, so closures are decided one at a time.
 */
export async function reachClosures(
  deps: Dependencies,
  accountId: string,
  closures: readonly Pick<Closure, 'time' | 'scope'>[],
): Promise<{ readonly state: Write }> {
  const ends = closures.map(({ time }) => endOfYear(endsByEpochSeconds(time)))
  const state = await raise(deps, accountId, Math.max(...ends))
  const { untilEpochSeconds, markedUntilEpochSeconds } = state
  if (markedUntilEpochSeconds < untilEpochSeconds) {
    await markProviders(deps, accountId, untilEpochSeconds)
  }
  const named = closures.flatMap(({ scope }) =>
    scope.kind === 'providers' ? scope.providerIds : [],
  )
  await markNamed(deps, [...new Set(named)], untilEpochSeconds)
  const marked: ClosureState = {
    ...state,
    version: state.version + 1,
    markedUntilEpochSeconds: untilEpochSeconds,
  }
  return { state: closureStateEntity.replace(state, marked) }
}

/** Reads the state, which reaches at least until a second afterwards. */
const raise = (deps: Dependencies, accountId: string, until: number): Promise<ClosureState> =>
  retryOnConflict(`closures of ${accountId}`, async () => {
    const before = await readClosureState(deps, accountId)
    if (before !== undefined && before.untilEpochSeconds >= until) return before
    const after: ClosureState = {
      accountId,
      version: (before?.version ?? 0) + 1,
      untilEpochSeconds: until,
      markedUntilEpochSeconds: before?.markedUntilEpochSeconds ?? 0,
    }
    const outcome = await transact(deps, { state: closureStateEntity.put(before, after) })
    return outcome.kind === 'done' ? after : CONFLICT
  })
