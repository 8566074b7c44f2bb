import type { Operation } from './operation.ts'

/** A machine that does one operation after another. */
export interface Machine<State> {
  readonly initial: State
  /** The state after an operation; undefined if its outcome is wrong in that state. */
  readonly apply: (state: State, operation: Operation) => State | undefined
  /** Equal for equal states. */
  readonly keyOf: (state: State) => string
}

/** Whether a history has an order that explains every outcome. */
export type Verdict =
  | { readonly kind: 'linearizable'; readonly stepCount: number }
  /** No order does. `explained`: the longest order found; `stuck`: those of which none can follow it. */
  | {
      readonly kind: 'violation'
      readonly explained: readonly Operation[]
      readonly stuck: readonly Operation[]
    }
  /** Too many orders were tried. */
  | { readonly kind: 'undecided'; readonly stepCount: number }

const MAX_STEPS = 400_000

/**
 * Looks for an order of the operations in which every outcome is right, and in which an operation that returned
 * before another was invoked comes first (linearizability; Wing and Gong, 1993, with the memory of Lowe, 2017).
 * An operation with an unknown outcome may be left out. Time: exponential in the number of operations that
 * overlap, so give it the operations of resources that depend on one another, and no others.
 */
export function linearize<State>(
  history: readonly Operation[],
  machine: Machine<State>,
  maxSteps = MAX_STEPS,
): Verdict {
  const operations = [...history].sort((a, b) => a.returnedAt - b.returnedAt)
  const isOptional = operations.map(({ outcome }) => outcome.kind === 'unknown')
  const needed = isOptional.filter((optional) => !optional).length
  const seen = new Set<string>()
  const done: number[] = []
  const isDone = operations.map(() => false)
  let best: readonly number[] = []
  let bestLeft = operations.map((_, index) => index)
  let steps = 0

  /** The operations that may come next: invoked before every operation that is left has returned. */
  const candidates = (): readonly number[] => {
    let firstReturn = Number.POSITIVE_INFINITY
    for (const [index, { returnedAt }] of operations.entries()) {
      if (!isDone[index] && !isOptional[index]) firstReturn = Math.min(firstReturn, returnedAt)
    }
    return operations.flatMap(({ invokedAt }, index) =>
      !isDone[index] && invokedAt <= firstReturn ? [index] : [],
    )
  }

  const search = (state: State, left: number): boolean | undefined => {
    if (left === 0) return true
    const key = `${isDone.map(Number).join('')} ${machine.keyOf(state)}`
    if (seen.has(key)) return false
    seen.add(key)
    const possible = candidates()
    if (done.length > best.length || best.length === 0) {
      best = [...done]
      bestLeft = [...possible]
    }
    for (const index of possible) {
      steps += 1
      if (steps > maxSteps) return undefined
      const operation = operations[index]
      const next = operation && machine.apply(state, operation)
      if (next === undefined) continue
      isDone[index] = true
      done.push(index)
      const found = search(next, isOptional[index] ? left : left - 1)
      if (found !== false) return found
      done.pop()
      isDone[index] = false
    }
    return false
  }

  const found = search(machine.initial, needed)
  if (found === undefined) return { kind: 'undecided', stepCount: steps }
  if (found) return { kind: 'linearizable', stepCount: steps }
  const named = (indexes: readonly number[]) => indexes.flatMap((index) => operations[index] ?? [])
  return { kind: 'violation', explained: named(best), stuck: named(bestLeft) }
}
