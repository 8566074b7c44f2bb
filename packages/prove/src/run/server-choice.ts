/** How long a server that did not answer is mostly left out. */
const AVOIDED_MILLISECONDS = 2_000
/** One in so many requests goes to it all the same. */
const STILL_ASKED = 16

/**
 * Chooses the server of each attempt: one after another, but seldom one that has just let a client wait in vain. So a
 * server that stands still does not make all clients stand still, too.
 */
export class ServerChoice {
  readonly #serverCount: number
  readonly #avoidedUntil = new Map<number, number>()
  readonly #now: () => number
  #turn = 0

  /** `now`: milliseconds of a clock that never steps back. */
  constructor(serverCount: number, now: () => number = () => performance.now()) {
    this.#serverCount = serverCount
    this.#now = now
  }

  /** The index of the server to ask. */
  next(): number {
    const asksAll = this.#turn % STILL_ASKED === 0
    for (let tries = 0; tries < this.#serverCount; tries += 1) {
      const server = this.#turn++ % this.#serverCount
      if (asksAll || (this.#avoidedUntil.get(server) ?? 0) <= this.#now()) return server
    }
    return this.#turn++ % this.#serverCount
  }

  /** A client has waited for a server in vain. */
  avoid(server: number): void {
    this.#avoidedUntil.set(server, this.#now() + AVOIDED_MILLISECONDS)
  }

  /** A server has answered. */
  trust(server: number): void {
    this.#avoidedUntil.delete(server)
  }
}
