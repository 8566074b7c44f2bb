/** Values that are handed over together. */
export interface Gathered<Value> {
  readonly add: (values: Iterable<Value>) => void
  /** Hands nothing over any more. */
  readonly stop: () => void
}

/** Hands over the first values at once, and what comes within `milliseconds` after that together, each once. */
export function atMostEvery<Value>(
  milliseconds: number,
  handOver: (values: ReadonlySet<Value>) => void,
): Gathered<Value> {
  let waiting = new Set<Value>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const next = () => {
    const values = waiting
    waiting = new Set()
    timer = values.size === 0 ? undefined : setTimeout(next, milliseconds)
    if (values.size > 0) handOver(values)
  }
  return {
    add(values) {
      for (const value of values) waiting.add(value)
      if (timer === undefined) next()
    },
    stop: () => clearTimeout(timer),
  }
}
