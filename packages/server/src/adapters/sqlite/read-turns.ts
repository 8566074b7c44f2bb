/** How many items one turn of the event loop reads at least before further reads wait for the next one. */
export const ITEMS_PER_TURN = 500

/**
 * Spreads reads over turns of the event loop. Reads never leave the thread, so a loop of them would stop timers, sockets
 * and commits: once a turn has read `ITEMS_PER_TURN` items, further reads wait for the next one, in their order. What
 * is done with the items is spread with them, since it follows their read.
 */
export class ReadTurns {
  #left = ITEMS_PER_TURN
  #isEnding = false
  readonly #waiting: (() => void)[] = []

  /** Runs a read as soon as a turn has room for it, at once if this one has. The read calls `count`. */
  run<Value>(read: () => Promise<Value>): Promise<Value> {
    if (this.#left > 0 && this.#waiting.length === 0) return read()
    return new Promise((resolve) => {
      this.#waiting.push(() => resolve(read()))
    })
  }

  /** Counts items that were read in this turn. */
  count(items: number): void {
    this.#left -= items
    this.#endLater()
  }

  #endLater(): void {
    if (this.#isEnding) return
    this.#isEnding = true
    setImmediate(() => {
      this.#isEnding = false
      this.#left = ITEMS_PER_TURN
      while (this.#left > 0) {
        const next = this.#waiting.shift()
        if (next === undefined) return
        next()
      }
      this.#endLater()
    })
  }
}
