/** A source of chance that a seed repeats. */
export interface Random {
  /** In `[0, 1)`. */
  next(): number
  /** A whole number in `[0, count)`. */
  below(count: number): number
  /** One of the list, which must not be empty. */
  pick<Value>(list: readonly Value[]): Value
  /** Another source with a seed of its own. */
  fork(): Random
}

/** Creates a source of chance (mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (count: number) => Math.floor(next() * count)
  return {
    next,
    below,
    pick<Value>(list: readonly Value[]): Value {
      const value = list[below(list.length)]
      if (value === undefined) throw new Error('There is nothing to pick from.')
      return value
    },
    fork: () => createRandom(Math.floor(next() * 2 ** 32)),
  }
}
