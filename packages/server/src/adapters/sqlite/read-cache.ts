interface Answer {
  readonly value: unknown
  readonly weight: number
}

/** What the cache keeps of one partition: single items by sort key, and ranges by what was asked. */
interface Answers {
  readonly items: Map<string, Answer>
  readonly ranges: Map<string, Answer>
}

/** What was asked of a partition. */
type Kind = keyof Answers

/**
 * Answers of recent reads, by partition. It does not know when an answer is stale: its user forgets
 * an item when it writes it, and everything when another process has written.
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

  /** The answer kept for a question (of an item: its sort key), or undefined. */
  find(kind: Kind, partition: string, question: string): { readonly value: unknown } | undefined {
    const young = this.#young.get(partition)?.[kind].get(question)
    if (young !== undefined) return young
    const answers = this.#old.get(partition)?.[kind]
    const old = answers?.get(question)
    if (answers === undefined || old === undefined) return undefined
    answers.delete(question)
    this.keep(kind, partition, question, old)
    return old
  }

  /** Keeps an answer of `weight` items. */
  keep(kind: Kind, partition: string, question: string, answer: Answer): void {
    const { weight } = answer
    if (weight > this.#maxYoung) return
    if (this.#youngWeight + weight > this.#maxYoung) {
      this.#old = this.#young
      this.#young = new Map()
      this.#youngWeight = 0
    }
    let answers = this.#young.get(partition)
    if (answers === undefined) {
      answers = { items: new Map(), ranges: new Map() }
      this.#young.set(partition, answers)
    }
    answers[kind].set(question, answer)
    // What is forgotten stays counted until the generation ends: the bound is on the safe side.
    this.#youngWeight += weight
  }

  /** Forgets one item, and every range of its partition: it may lie in any of them. */
  forget(partition: string, sortKey: string): void {
    for (const generation of [this.#young, this.#old]) {
      const answers = generation.get(partition)
      answers?.items.delete(sortKey)
      answers?.ranges.clear()
    }
  }

  /** Forgets everything. */
  clear(): void {
    this.#young.clear()
    this.#old.clear()
    this.#youngWeight = 0
  }
}
