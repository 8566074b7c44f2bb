/** How long a server that did not answer is left out, until one client asks it again. */
const AVOIDED_MILLISECONDS = 1_500

/**
 * Chooses the server of each attempt: one after another, without those that have just let a client wait in vain. One
 * client at a time tries such a server again. So a server that stands still does not make all clients stand still, too.
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
    for (let tries = 0; tries < this.#serverCount; tries += 1) {
      const server = this.#turn++ % this.#serverCount
      const avoidedUntil = this.#avoidedUntil.get(server)
      if (avoidedUntil === undefined) return server
      if (avoidedUntil > this.#now()) continue
      // The others wait for what this client finds.
      this.avoid(server)
      return server
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
