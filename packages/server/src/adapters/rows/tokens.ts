const WINDOW_MS = 10 * 60 * 1_000

/**
 * The tokens of recent commits, in memory. A commit is synchronous, so its caller always learns the
 * outcome, unless the process dies, and the caller with it. The tokens are for callers in this process
 * that repeat a call. A token is remembered for 10 minutes (as in DynamoDB), or until there are
 * `perGeneration` later ones.
 */
export class CommittedTokens {
  readonly #perGeneration: number
  #young = new Set<string>()
  #old = new Set<string>()
  #youngSince = performance.now()

  constructor(perGeneration = 100_000) {
    this.#perGeneration = perGeneration
  }

  /** Remembers the token of a committed transaction. */
  add(token: string): void {
    const now = performance.now()
    if (this.#young.size >= this.#perGeneration || now - this.#youngSince >= WINDOW_MS) {
      this.#old = this.#young
      this.#young = new Set()
      this.#youngSince = now
    }
    this.#young.add(token)
  }

  /** Whether a transaction with that token was committed recently. */
  has(token: string): boolean {
    return this.#young.has(token) || this.#old.has(token)
  }
}
