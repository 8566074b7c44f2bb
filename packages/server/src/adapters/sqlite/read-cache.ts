/** What the cache keeps under one partition: answers by what was asked. */
type Answers = Map<string, { readonly value: unknown; readonly weight: number }>

/**
 * Answers of recent reads, by partition. It does not know when an answer is stale: its user forgets
 * a partition when it writes there, and everything when another process has written.
 *
 * Two generations bound it: when the young one holds half of `maxItems`, it becomes the old one and
 * what was not asked for since is dropped.
 */
export class ReadCache {
  readonly #maxYoung: number
  #young = new Map<string, Answers>()
  #old = new Map<string, Answers>()
  #youngWeight = 0

  /** @param maxItems the most items kept, 0 for none. */
  constructor(maxItems: number) {
    this.#maxYoung = maxItems / 2
  }

  /** The answer kept for `question`, or undefined. */
  find(partition: string, question: string): { readonly value: unknown } | undefined {
    const young = this.#young.get(partition)?.get(question)
    if (young !== undefined) return young
    const answers = this.#old.get(partition)
    const old = answers?.get(question)
    if (answers === undefined || old === undefined) return undefined
    answers.delete(question)
    this.keep(partition, question, old.value, old.weight)
    return old
  }

  /** Keeps an answer of `weight` items. */
  keep(partition: string, question: string, value: unknown, weight: number): void {
    if (weight > this.#maxYoung) return
    if (this.#youngWeight + weight > this.#maxYoung) {
      this.#old = this.#young
      this.#young = new Map()
      this.#youngWeight = 0
    }
    let answers = this.#young.get(partition)
    if (answers === undefined) {
      answers = new Map()
      this.#young.set(partition, answers)
    }
    answers.set(question, { value, weight })
    // What is forgotten stays counted until the generation ends: the bound is on the safe side.
    this.#youngWeight += weight
  }

  /** Forgets every answer about one partition. */
  forget(partition: string): void {
    this.#young.delete(partition)
    this.#old.delete(partition)
  }

  /** Forgets everything. */
  clear(): void {
    this.#young.clear()
    this.#old.clear()
    this.#youngWeight = 0
  }
}
