import {
  type CountMark,
  type CountState,
  changeCount,
  invariant,
  ok,
  type Result,
  refuse,
} from '@holdfast/engine'
import type { StoredCount } from '../kernel/ports/store.ts'
import { counterKey } from './keys.ts'
import type { KeyedWrite } from './known.ts'
import type { AmountStep } from './steps.ts'

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
  steps: readonly AmountStep[],
  state: StoredCount | undefined,
  nowEpochSeconds: number,
): Written {
  const [first] = steps
  invariant(first !== undefined, 'a count without changes')
  const key = counterKey(first.counter)
  const isAlone = steps.length === 1
  if (state === undefined) return isAlone ? unreadWrite(first) : refuse({ kind: 'unread' })
  let next: CountState = state
  for (const each of steps.toSorted((a, b) => orderOf(a) - orderOf(b))) {
    const changed = changedCount(next, each, nowEpochSeconds)
    if (!changed.ok) return changed
    next = changed.value
  }
  if (next === state) return ok(undefined)
  if (isAlone && isPlain(first, state, next)) return unreadWrite(first)
  return ok({ kind: 'count-replace', key, ifRev: state.rev, next })
}

/** What is released leaves room for what is claimed. */
const orderOf = ({ from, to }: AmountStep): number =>
  to.kind === 'none' ? 0 : from.kind === 'none' ? 2 : 1

/** Whether a change only adds or removes its own part, so that other changes of the count do not disturb it. */
const isPlain = (
  { from, to, amount }: AmountStep,
  before: CountState,
  after: CountState,
): boolean =>
  to.kind === 'none' ||
  (from.kind === 'none' &&
    after.used === before.used + amount &&
    after.holds.length >= before.holds.length)

/** The mark that a step leaves, if it leaves one. */
const holdOf = ({ ownerId, amount, to }: AmountStep): { readonly hold?: CountMark } =>
  to.kind === 'held'
    ? { hold: { ownerId, amount, expiresAtEpochSeconds: to.untilEpochSeconds } }
    : {}

/** The write of one change, under a condition on the count. */
function unreadWrite(step: AmountStep): Written {
  const { ownerId, counter, amount, max, from, to } = step
  const key = counterKey(counter)
  const isMarked = from.kind === 'held'
  if (from.kind === 'none') {
    return ok({ kind: 'count-claim', key, amount, max: maxOf(counter, max), ...holdOf(step) })
  }
  if (to.kind === 'none') {
    return ok({ kind: 'count-release', key, amount, ...(isMarked && { markOf: ownerId }) })
  }
  return isMarked
    ? ok({ kind: 'count-confirm', key, ownerId, ...holdOf(step) })
    : refuse({ kind: 'unread' })
}

function maxOf(counter: string, max: number | undefined): number {
  invariant(max !== undefined, `${counter} is claimed without a limit`)
  return max
}

/** A count after one change. */
function changedCount(
  state: CountState,
  step: AmountStep,
  nowEpochSeconds: number,
): Result<CountState, CountRefusal> {
  const { ownerId, amount, counter, max, from, to, ifGone } = step
  const isMarked = from.kind === 'held'
  const own = state.holds.find((mark) => mark.ownerId === ownerId)
  if (to.kind === 'none') {
    if (isMarked && !own) return ok(state)
    const release = { amount, ...(isMarked && { markOf: ownerId }) }
    const released = changeCount(state, { release }, nowEpochSeconds)
    invariant(released.ok, `${counter} cannot be given back`)
    return released
  }
  const { hold } = holdOf(step)
  if (from.kind !== 'none' && (own || !isMarked)) {
    const holds = state.holds.filter((mark) => mark !== own)
    // A session that began again for good may still have the lapsed mark of its earlier life.
    const used = state.used - (own && !isMarked ? own.amount : 0)
    return ok({ used, holds: hold ? [...holds, hold] : holds })
  }
  // Its mark lapsed and was taken over.
  if (from.kind !== 'none' && ifGone === 'lost') return refuse({ kind: 'hold_lost' })
  const claim = { amount, max: maxOf(counter, max), ...(hold && { hold }) }
  const claimed = changeCount(state, { claim }, nowEpochSeconds)
  return claimed.ok ? claimed : refuse({ kind: 'full' })
}
