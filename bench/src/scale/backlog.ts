/** Work that waits in the order of its arrival. */
export class Backlog {
  readonly #batches: { readonly since: number; count: number }[] = []
  #first = 0
  /** How much waits. */
  count = 0
  /** The most that ever waited. */
  deepest = 0
  /** The longest time in seconds that anything waited until it was done. */
  oldestSeconds = 0

  /** Adds work that has been due since a second. */
  push(since: number, count: number): void {
    if (count === 0) return
    this.#batches.push({ since, count })
    this.count += count
    this.deepest = Math.max(this.deepest, this.count)
  }

  /** Does up to `most` of it in a second, the oldest first. Returns how much was done. */
  serve(second: number, most: number): number {
    let left = Math.min(most, this.count)
    const done = left
    while (left > 0) {
      const batch = this.#batches[this.#first]
      if (batch === undefined) break
      const taken = Math.min(left, batch.count)
      this.oldestSeconds = Math.max(this.oldestSeconds, second - batch.since)
      batch.count -= taken
      left -= taken
      if (batch.count === 0) this.#first += 1
    }
    if (this.#first > 1_000) {
      this.#batches.splice(0, this.#first)
      this.#first = 0
    }
    this.count -= done
    return done
  }
}
