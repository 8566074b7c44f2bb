const WINDOW_MS = 10 * 60 * 1_000

/**
 * The tokens of recent commits, in memory: a commit here is synchronous, so its caller always learns
 * the outcome unless the process dies, and then the caller dies with it. What is left is a caller
 * that repeats on purpose, in the same process. Keeps each token for 10 minutes (as DynamoDB does),
 * or until `perGeneration` later ones have come.
 */
export class CommittedTokens {
  readonly #perGeneration: number
  #young = new Set<string>()
  #old = new Set<string>()
  #youngSince = performance.now()

  constructor(perGeneration = 100_000) {
    this.#perGeneration = perGeneration
  }

  /** Remembers a token whose transaction is committed. */
  add(token: string): void {
    const now = performance.now()
    if (this.#young.size >= this.#perGeneration || now - this.#youngSince >= WINDOW_MS) {
      this.#old = this.#young
      this.#young = new Set()
      this.#youngSince = now
    }
    this.#young.add(token)
  }

  /** Says whether a transaction with that token was committed lately. */
  has(token: string): boolean {
    return this.#young.has(token) || this.#old.has(token)
  }
}
