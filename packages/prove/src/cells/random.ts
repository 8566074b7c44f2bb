import { seededRandom } from '../../../server/tests/support/fault-proxy.ts'

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

/** Creates a source of chance. */
export function createRandom(seed: number): Random {
  const next = seededRandom(seed)
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
