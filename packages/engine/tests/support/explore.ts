/** A step that is possible in a state, and where it leads. */
export interface Step<State> {
  readonly name: string
  readonly state: State
}

/** A system whose states are explored. States are compared by their JSON. */
export interface ExploredSystem<State> {
  readonly initial: State
  /** Every step that is possible in a state. */
  readonly steps: (state: State) => readonly Step<State>[]
  /** What is wrong with a state; undefined if nothing is. */
  readonly violation: (state: State) => string | undefined
}

/** What an exploration found. */
export interface Exploration {
  /** The number of different states, all of them if there was no violation. */
  readonly stateCount: number
  /** The first violation, with the shortest way to it. Absent: there is none. */
  readonly violation?: { readonly text: string; readonly path: readonly string[] }
}

/** Visits every state that steps can reach, the nearest first, until one is wrong. */
export function explore<State>(system: ExploredSystem<State>): Exploration {
  const { initial, steps, violation } = system
  const reachedBy: { readonly from: number; readonly name: string }[] = [{ from: -1, name: '' }]
  const seen = new Set([JSON.stringify(initial)])
  // States that wait, by their number; a visited one is dropped, so that memory stays small.
  const waiting = new Map([[0, initial]])
  for (const [number, state] of waiting) {
    waiting.delete(number)
    const text = violation(state)
    if (text !== undefined) {
      const path: string[] = []
      for (let at = number; at > 0; at = reachedBy[at]?.from ?? 0) {
        path.unshift(reachedBy[at]?.name ?? '')
      }
      return { stateCount: seen.size, violation: { text, path } }
    }
    for (const step of steps(state)) {
      const key = JSON.stringify(step.state)
      if (seen.has(key)) continue
      seen.add(key)
      waiting.set(reachedBy.length, step.state)
      reachedBy.push({ from: number, name: step.name })
    }
  }
  return { stateCount: seen.size }
}

/**
 * Remembers what a check said about the part of a state that it looks at, which many states share. Undefined answers are
 * remembered too.
 */
export function remembered<State, Answer>(
  partOf: (state: State) => unknown,
  check: (state: State) => Answer,
): (state: State) => Answer {
  const known = new Map<string, Answer>()
  return (state) => {
    const key = JSON.stringify(partOf(state))
    const found = known.get(key)
    if (found !== undefined || known.has(key)) return found as Answer
    const answer = check(state)
    known.set(key, answer)
    return answer
  }
}
