interface Answer {
  readonly value: unknown
  readonly weight: number
}

/** The cached answers of one partition: items and rows by sort key, and ranges by their query. */
interface Answers {
  readonly items: Map<string, Answer>
  /** Rows of pages with their text, which is compared with what is read. */
  readonly rows: Map<string, Answer>
  readonly ranges: Map<string, Answer>
}

/** The kind of a read. */
type Kind = keyof Answers

/**
 * Caches answers of recent reads, by partition. It does not know when an answer is stale: its user
 * invalidates an item when it writes it, and everything when another process has written.
 *
 * Two generations bound it: when the young one has half of `maxItems`, it becomes the old one, and
 * answers that were not used since then are evicted.
 */
export class ReadCache {
  readonly #maxYoung: number
  #young = new Map<string, Answers>()
  #old = new Map<string, Answers>()
  #youngWeight = 0

  /** @param maxItems the maximum number of cached items; 0 disables the cache. */
  constructor(maxItems: number) {
    this.#maxYoung = maxItems / 2
  }

  /** The cached answer to a query (for an item: its sort key), or undefined. */
  find(kind: Kind, partition: string, query: string): { readonly value: unknown } | undefined {
    const young = this.#young.get(partition)?.[kind].get(query)
    if (young !== undefined) return young
    const answers = this.#old.get(partition)?.[kind]
    const old = answers?.get(query)
    if (answers === undefined || old === undefined) return undefined
    answers.delete(query)
    this.add(kind, partition, query, old)
    return old
  }

  /** Caches an answer that counts as `weight` items. */
  add(kind: Kind, partition: string, query: string, answer: Answer): void {
    const { weight } = answer
    if (weight > this.#maxYoung) return
    if (this.#youngWeight + weight > this.#maxYoung) {
      this.#old = this.#young
      this.#young = new Map()
      this.#youngWeight = 0
    }
    let answers = this.#young.get(partition)
    if (answers === undefined) {
      answers = { items: new Map(), rows: new Map(), ranges: new Map() }
      this.#young.set(partition, answers)
    }
    answers[kind].set(query, answer)
    // Invalidated answers stay counted until the generation ends, so the bound is never exceeded.
    this.#youngWeight += weight
  }

  /** Removes one item and every range of its partition, since it may be in any of them. */
  invalidate(partition: string, sortKey: string): void {
    forget(this.#young.get(partition), sortKey)
    forget(this.#old.get(partition), sortKey)
  }

  /** Removes everything. */
  clear(): void {
    this.#young.clear()
    this.#old.clear()
    this.#youngWeight = 0
  }
}

function forget(answers: Answers | undefined, sortKey: string): void {
  // Of nearly all new items, nothing is cached.
  if (answers === undefined) return
  answers.items.delete(sortKey)
  answers.rows.delete(sortKey)
  // To clear an empty map costs as much as to make one.
  if (answers.ranges.size > 0) answers.ranges.clear()
}
