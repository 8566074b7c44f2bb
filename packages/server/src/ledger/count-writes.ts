import {
  type CountMark,
  type CountState,
  type CountStep,
  changeCount,
  invariant,
  ok,
  type Result,
  refuse,
} from '@holdfast/engine'
import type { StoredCount } from '../kernel/ports/store.ts'
import { counterKey } from './keys.ts'
import type { KeyedWrite } from './known.ts'

/** A change of a count, and whose it is. */
export interface OwnedCountStep {
  /** A booking, or a session with seats. */
  readonly ownerId: string
  readonly step: CountStep
  /** The largest count allowed, for a claim. */
  readonly max?: number | undefined
}

/** Why a count cannot be changed; `unread`: it must be read first. */
export type CountRefusal =
  | { readonly kind: 'full' }
  | { readonly kind: 'hold_lost' }
  | { readonly kind: 'unread' }

type Written = Result<KeyedWrite | undefined, CountRefusal>

/**
 * The write of all changes of one count. One change of a count that was not read is written under a condition on the
 * count itself. A count that was read is decided here; what that cannot express is written on condition that
 * its `rev` has not changed.
 */
export function countWrite(
  steps: readonly OwnedCountStep[],
  state: StoredCount | undefined,
  nowEpochSeconds: number,
): Written {
  const [first] = steps
  invariant(first !== undefined, 'a count without changes')
  const key = counterKey(first.step.counter)
  const isAlone = steps.length === 1
  if (state === undefined) return isAlone ? unreadWrite(first) : refuse({ kind: 'unread' })
  let next: CountState = state
  for (const each of steps.toSorted((a, b) => ORDER[a.step.kind] - ORDER[b.step.kind])) {
    const changed = changedCount(next, each, nowEpochSeconds)
    if (!changed.ok) return changed
    next = changed.value
  }
  if (next === state) return ok(undefined)
  if (isAlone && isPlain(first.step, state, next)) return unreadWrite(first)
  return ok({ kind: 'count-replace', key, ifRev: state.rev, next })
}

/** What is released leaves room for what is claimed. */
const ORDER: Readonly<Record<CountStep['kind'], number>> = { release: 0, keep: 1, claim: 2 }

/** Whether a change only adds or removes its own part, so that other changes of the count do not disturb it. */
const isPlain = ({ kind, amount }: CountStep, before: CountState, after: CountState): boolean =>
  kind === 'claim'
    ? after.used === before.used + amount && after.holds.length >= before.holds.length
    : kind === 'release'

const markOf = (
  { ownerId, step: { amount } }: OwnedCountStep,
  expiresAtEpochSeconds: number,
): CountMark => ({ ownerId, amount, expiresAtEpochSeconds })

/** The write of one change, under a condition on the count. */
function unreadWrite(owned: OwnedCountStep): Written {
  const { ownerId, step, max } = owned
  const { counter, amount } = step
  const key = counterKey(counter)
  switch (step.kind) {
    case 'claim': {
      const { untilEpochSeconds: until } = step
      const hold = until !== undefined && { hold: markOf(owned, until) }
      return ok({ kind: 'count-claim', key, amount, max: maxOf(counter, max), ...hold })
    }
    case 'keep': {
      if (!step.isMarked) return refuse({ kind: 'unread' })
      const { untilEpochSeconds: until } = step
      const hold = until !== undefined && { hold: markOf(owned, until) }
      return ok({ kind: 'count-confirm', key, ownerId, ...hold })
    }
    case 'release':
      return ok({
        kind: 'count-release',
        key,
        amount,
        ...(step.isMarked && { markOf: ownerId }),
      })
  }
}

function maxOf(counter: string, max: number | undefined): number {
  invariant(max !== undefined, `${counter} is claimed without a limit`)
  return max
}

/** A count after one change. */
function changedCount(
  state: CountState,
  owned: OwnedCountStep,
  nowEpochSeconds: number,
): Result<CountState, CountRefusal> {
  const { ownerId, step, max } = owned
  const { amount, counter } = step
  const own = state.holds.find((mark) => mark.ownerId === ownerId)
  if (step.kind === 'release') {
    if (step.isMarked && !own) return ok(state)
    const release = { amount, ...(step.isMarked && { markOf: ownerId }) }
    const released = changeCount(state, { release }, nowEpochSeconds)
    invariant(released.ok, `${counter} cannot be given back`)
    return released
  }
  const { untilEpochSeconds: until } = step
  if (step.kind === 'keep' && (own || !step.isMarked)) {
    const holds = state.holds.filter((mark) => mark !== own)
    // A session that began again for good may still have the lapsed mark of its earlier life.
    const used = state.used - (own && !step.isMarked ? own.amount : 0)
    return ok({ used, holds: until === undefined ? holds : [...holds, markOf(owned, until)] })
  }
  // Its mark lapsed and was taken over: the amount is claimed again, if it is known how much there may be.
  if (step.kind === 'keep' && max === undefined) return refuse({ kind: 'hold_lost' })
  const hold = until !== undefined && { hold: markOf(owned, until) }
  const claim = { amount, max: maxOf(counter, max), ...hold }
  const claimed = changeCount(state, { claim }, nowEpochSeconds)
  return claimed.ok ? claimed : refuse({ kind: 'full' })
}
