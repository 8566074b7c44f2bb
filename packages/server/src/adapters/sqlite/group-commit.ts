import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { InvariantViolated } from '@holdfast/engine'
import { StoreUnavailable } from '../../kernel/ports/store.ts'
import { asStoreError, isBusy, isSurelyRolledBack } from './failures.ts'
import { lockTimeout, pauseMilliseconds } from './lock-wait.ts'

/**
 * A unit of work in a shared transaction. It is synchronous and sees the writes of the units before it.
 * It applies all of its writes, or none if it throws `InvariantViolated`.
 */
type Unit = () => unknown

interface Waiting {
  readonly unit: Unit
  readonly writeCount: number
  readonly since: number
  readonly resolve: (value: never) => void
  readonly reject: (error: Error) => void
}

/** The maximum number of units in one commit. */
const GROUP_UNITS = 64
/** The maximum number of writes in one commit: about 10 ms of work, which bounds the wait of a read. */
const GROUP_WRITES = 400
/** How long a group may grow. */
const GATHER_MS = 2
/** The maximum number of waiting units. Beyond it, the store rejects new ones instead of queueing them. */
const MAX_WAITING = 10_000
/** How long this process pauses between commits after it noticed another process. */
const YIELD_MS = 1_000

interface GroupCommitOptions {
  readonly lockWaitMilliseconds: number
  /** How long a group may grow. Default: 2 ms. */
  readonly gatherMilliseconds?: number
  /** Called in the transaction before its first unit. Returns whether another process wrote recently. */
  readonly onLocked: () => boolean
  /** Called when the units of a transaction are durable or rolled back. */
  readonly onEnd: (committed: boolean) => void
  /** Called with the error of a transaction that failed, unless it only waits for a lock. */
  readonly onFailed?: (error: unknown) => void
}

/**
 * Runs units of work in immediate transactions on one connection. Units that wait at the same time share
 * one transaction, and so one disk sync. A unit resolves once its transaction is durable.
 */
export class GroupCommit {
  readonly #database: DatabaseSync
  readonly #options: GroupCommitOptions
  readonly #begin: StatementSync
  readonly #commit: StatementSync
  #waiting: Waiting[] = []
  #scheduled = false
  #closed = false
  #lockAttempts = 0
  #othersSeenAt = Number.NEGATIVE_INFINITY
  #whenIdle: (() => void)[] = []
  #held: Promise<void> | undefined

  constructor(database: DatabaseSync, options: GroupCommitOptions) {
    this.#database = database
    this.#options = options
    this.#begin = database.prepare('BEGIN IMMEDIATE')
    this.#commit = database.prepare('COMMIT')
  }

  /** Runs `unit`, which has about `writeCount` writes. Resolves with its value once it is durable. */
  run<Value>(unit: () => Value, writeCount: number): Promise<Value> {
    if (this.#closed) return Promise.reject(closedError())
    if (this.#waiting.length >= MAX_WAITING) {
      return Promise.reject(
        new StoreUnavailable(`SQLite: ${MAX_WAITING} transactions are waiting.`, 'not-applied'),
      )
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ unit, writeCount, since: performance.now(), resolve, reject })
      this.#schedule()
    })
  }

  /** Begins no transaction before `until` is resolved. Units wait meanwhile. */
  hold(until: Promise<void>): void {
    const held = until.then(() => {
      if (this.#held === held) this.#held = undefined
    })
    this.#held = held
  }

  /** Accepts no more units; resolves when all waiting ones have ended. */
  async close(): Promise<void> {
    this.#closed = true
    if (this.#waiting.length === 0) return
    await new Promise<void>((resolve) => this.#whenIdle.push(resolve))
  }

  #schedule(pause?: number): void {
    if (this.#scheduled) return
    this.#scheduled = true
    let gathered = 0
    const flush = () => {
      if (this.#held !== undefined) {
        void this.#held.then(flush)
        return
      }
      if (this.#isGrowing(gathered)) {
        gathered = this.#waiting.length
        setImmediate(flush)
        return
      }
      this.#scheduled = false
      this.#flush()
      if (this.#waiting.length > 0) this.#schedule(this.#pauseBeforeNext())
      else for (const resolve of this.#whenIdle.splice(0)) resolve()
    }
    // At the end of a turn of the event loop, every request that arrived in it is in the group.
    if (pause === undefined) setImmediate(flush)
    else setTimeout(flush, pause)
  }

  /**
   * Whether units arrived in the last turn of the event loop, so that more are likely in the next. A
   * commit costs as much as several units, so waiting one turn pays off. Without other requests, a turn
   * takes microseconds (measured: one seventh less CPU per hold at 16 connections).
   */
  #isGrowing(gathered: number): boolean {
    const [first] = this.#waiting
    return (
      first !== undefined &&
      this.#waiting.length > gathered &&
      this.#waiting.length === groupLength(this.#waiting) &&
      performance.now() - first.since < (this.#options.gatherMilliseconds ?? GATHER_MS)
    )
  }

  /** The lock is not fair: committing without a pause would starve other processes. */
  #pauseBeforeNext(): number | undefined {
    if (this.#lockAttempts > 0) return pauseMilliseconds(this.#lockAttempts)
    const othersAreActive = performance.now() - this.#othersSeenAt < YIELD_MS
    return othersAreActive ? pauseMilliseconds(0) : undefined
  }

  #flush(): void {
    try {
      this.#begin.run()
    } catch (error) {
      this.#beginFailed(error)
      return
    }
    this.#lockAttempts = 0
    const group = this.#waiting.splice(0, groupLength(this.#waiting))
    let resolvers: (() => void)[]
    try {
      if (this.#options.onLocked()) this.#othersSeenAt = performance.now()
      resolvers = group.map(runUnit)
    } catch (error) {
      this.#abandon(group, error, 'not-applied')
      return
    }
    try {
      this.#commit.run()
    } catch (error) {
      this.#abandon(group, error, isSurelyRolledBack(error) ? 'not-applied' : 'unknown')
      return
    }
    this.#options.onEnd(true)
    for (const resolve of resolvers) resolve()
  }

  #beginFailed(error: unknown): void {
    if (!isBusy(error)) {
      this.#options.onFailed?.(error)
      const failure = asStoreError(error, 'not-applied')
      for (const each of this.#waiting.splice(0)) each.reject(failure)
      return
    }
    const now = performance.now()
    this.#lockAttempts += 1
    this.#othersSeenAt = now
    // The queue is in order of arrival, so units that waited too long are at its front.
    const oldest = now - this.#options.lockWaitMilliseconds
    while (this.#waiting[0] !== undefined && this.#waiting[0].since <= oldest) {
      const late = this.#waiting.shift()
      late?.reject(lockTimeout(now - late.since, error))
    }
  }

  #abandon(group: readonly Waiting[], error: unknown, outcome: 'not-applied' | 'unknown'): void {
    // After a full disk or an I/O error, SQLite has already rolled back.
    if (this.#database.isTransaction) this.#database.exec('ROLLBACK')
    this.#options.onEnd(false)
    this.#options.onFailed?.(error)
    const failure = asStoreError(error, outcome)
    for (const each of group) each.reject(failure)
  }
}

/** How many waiting units go into one commit: at least one, however large. */
function groupLength(waiting: readonly Waiting[]): number {
  let units = 0
  let writes = 0
  for (const { writeCount } of waiting) {
    writes += writeCount
    if (units === GROUP_UNITS || (units > 0 && writes > GROUP_WRITES)) break
    units += 1
  }
  return units
}

/** The error for a call after `close`. */
export const closedError = (): StoreUnavailable =>
  new StoreUnavailable('SQLite: the store is closed.', 'not-applied')

/** Runs one unit and returns its resolver. Throws if the whole transaction must be rolled back. */
function runUnit({ unit, resolve, reject }: Waiting): () => void {
  try {
    const value = unit() as never
    return () => resolve(value)
  } catch (error) {
    if (error instanceof InvariantViolated) return () => reject(error)
    throw error
  }
}
