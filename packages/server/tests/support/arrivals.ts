/** A list of arrivals that tests can wait on. */
export class Arrivals<Thing> {
  readonly #all: Thing[] = []
  readonly #waiting = new Set<() => void>()

  /** In the order of arrival. */
  get all(): readonly Thing[] {
    return this.#all
  }

  add(thing: Thing): void {
    this.#all.push(thing)
    for (const look of this.#waiting) look()
  }

  /** Resolves when the arrivals satisfy a condition; rejects after `timeoutMilliseconds`. */
  async until(
    what: string,
    condition: (all: readonly Thing[]) => boolean,
    timeoutMilliseconds = 30_000,
  ): Promise<void> {
    if (condition(this.#all)) return
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const look = () => {
      if (condition(this.#all)) resolve()
    }
    this.#waiting.add(look)
    const giveUp = () =>
      reject(new Error(`Timed out waiting for ${what}; ${this.#all.length} arrived.`))
    const timer = setTimeout(giveUp, timeoutMilliseconds)
    try {
      await promise
    } finally {
      clearTimeout(timer)
      this.#waiting.delete(look)
    }
  }
}
