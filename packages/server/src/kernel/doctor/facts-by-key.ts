import type { InShare } from './rule.ts'

/** The facts of each join key in the share of a scan. */
export class FactsByKey<Facts> implements Iterable<readonly [joinKey: string, facts: Facts]> {
  readonly #inShare: InShare
  readonly #empty: () => Facts
  readonly #facts = new Map<string, Facts>()
  #count = 0

  /** @param empty creates the facts of a join key of which no item was visited. */
  constructor(inShare: InShare, empty: () => Facts) {
    this.#inShare = inShare
    this.#empty = empty
  }

  /** The facts of a join key, to add one fact to them. Those outside the share are forgotten. */
  at(joinKey: string): Facts {
    if (!this.#inShare(joinKey)) return this.#empty()
    this.#count += 1
    const known = this.#facts.get(joinKey)
    if (known) return known
    const facts = this.#empty()
    this.#facts.set(joinKey, facts)
    return facts
  }

  /** The number of facts that were added. */
  get count(): number {
    return this.#count
  }

  [Symbol.iterator](): Iterator<readonly [string, Facts]> {
    return this.#facts[Symbol.iterator]()
  }
}
