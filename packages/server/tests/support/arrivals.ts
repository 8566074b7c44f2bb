/** What has come in so far, and a way to wait for what has not. */
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

  /** Resolves as soon as what has come in satisfies a condition; rejects after `timeoutMilliseconds`. */
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
      reject(new Error(`waited in vain for ${what}; ${this.#all.length} have come in`))
    const timer = setTimeout(giveUp, timeoutMilliseconds)
    try {
      await promise
    } finally {
      clearTimeout(timer)
      this.#waiting.delete(look)
    }
  }
}
