import {
  STORE_LIMITS,
  type StoreUnavailable,
  type TransactOutcome,
  type Write,
} from '../../kernel/ports/store.ts'
import type { Database } from './database.ts'
import { isLockTimeout, isRejection, notApplied, unavailable } from './failures.ts'
import { Gather, type Waiting } from './gather.ts'
import {
  type GroupOutcome,
  outcomeOf,
  type ServerTransaction,
  transactGroup,
  UnknownOutcome,
} from './transact.ts'

interface WaitingTransaction extends Waiting {
  readonly writes: readonly Write[]
  readonly token: string
  /** Whether it shares its request with no other transaction. */
  readonly isAlone: boolean
  readonly resolve: (outcome: TransactOutcome) => void
  readonly reject: (error: unknown) => void
}

/** How many transactions with an unknown outcome are remembered, so that a repetition finds out. */
const UNKNOWN_MAX = 10_000

/**
 * Commits transactions. Those that wait at the same time share one transaction of the server, and so its requests and its
 * sync to disk.
 */
export class Writer {
  readonly #database: Database
  readonly #gather: Gather<WaitingTransaction>
  readonly #unknown = new Map<string, ServerTransaction>()

  constructor(database: Database) {
    this.#database = database
    this.#gather = new Gather({
      tasks: 'transactions',
      run: (group) => this.#run(group),
      sizeOf: ({ writes, isAlone }) => (isAlone ? GROUP_WRITES : writes.length),
      sizeMax: GROUP_WRITES,
      // While one is synced to disk, the next one is decided.
      groupsFew: 2,
      // Transactions that wait for locks leave connections for reads.
      groupsMax: Math.max(1, Math.floor(database.connections * 0.75)),
      waitMilliseconds: database.waitMilliseconds,
      reject: ({ reject }, error) => reject(error),
    })
  }

  /** Commits a transaction. A token whose outcome was unknown is looked up first. */
  async transact(writes: readonly Write[], token: string): Promise<TransactOutcome> {
    const earlier = this.#unknown.get(token)
    if (earlier && (await this.#lookUp([token], earlier)) === 'committed') {
      return { committed: true }
    }
    return await new Promise((resolve, reject) => {
      const sinceMilliseconds = performance.now()
      this.#gather.add({ writes, token, isAlone: false, sinceMilliseconds, resolve, reject })
    })
  }

  /** Resolves when no transaction is left. */
  idle(): Promise<void> {
    return this.#gather.idle()
  }

  async #run(group: readonly WaitingTransaction[]): Promise<void> {
    try {
      answer(group, await this.#commit(group))
    } catch (error) {
      for (const each of group) {
        if (this.#isRetriedAlone(group, error)) this.#gather.add({ ...each, isAlone: true })
        else each.reject(notApplied(error))
      }
    }
  }

  /** Only one of a group may be what the server refuses; a lock may be free again until the time is over. */
  #isRetriedAlone(group: readonly WaitingTransaction[], error: unknown): boolean {
    return isRejection(error) && (group.length > 1 || isLockTimeout(error))
  }

  async #commit(
    group: readonly WaitingTransaction[],
  ): Promise<readonly (GroupOutcome | StoreUnavailable)[]> {
    try {
      return await transactGroup(
        this.#database,
        group.map(({ writes }) => writes),
      )
    } catch (error) {
      if (!(error instanceof UnknownOutcome)) throw error
      return await this.#outcomesOf(group, error)
    }
  }

  async #outcomesOf(
    group: readonly WaitingTransaction[],
    lost: UnknownOutcome,
  ): Promise<readonly (GroupOutcome | StoreUnavailable)[]> {
    const isWritten = (index: number) => isCommitted(lost.outcomes[index])
    const tokens = group.flatMap(({ token }, index) => (isWritten(index) ? [token] : []))
    try {
      const found = await this.#lookUp(tokens, lost.transaction)
      if (found === 'committed') return lost.outcomes
      return group.map(() => unavailable(lost, 'not-applied'))
    } catch (error) {
      return group.map((_, index) =>
        unavailable(error, isWritten(index) ? 'unknown' : 'not-applied'),
      )
    }
  }

  /** Finds out what became of a transaction of the server; remembers it by its tokens while nobody knows. */
  async #lookUp(
    tokens: readonly string[],
    transaction: ServerTransaction,
  ): Promise<'committed' | 'aborted'> {
    if (this.#unknown.size >= UNKNOWN_MAX) this.#unknown.clear()
    for (const token of tokens) this.#unknown.set(token, transaction)
    const outcome = await outcomeOf(this.#database, transaction)
    for (const token of tokens) this.#unknown.delete(token)
    return outcome
  }
}

/** The most writes of a group, and so the most locks that it holds. */
const GROUP_WRITES = STORE_LIMITS.writesPerTransaction

const isCommitted = (outcome: GroupOutcome | undefined): boolean =>
  outcome !== undefined && 'committed' in outcome && outcome.committed

function answer(
  group: readonly WaitingTransaction[],
  outcomes: readonly (GroupOutcome | StoreUnavailable)[],
): void {
  for (const [index, { resolve, reject }] of group.entries()) {
    const outcome = outcomes[index]
    if (outcome !== undefined && 'committed' in outcome) resolve(outcome)
    else reject(outcome)
  }
}
