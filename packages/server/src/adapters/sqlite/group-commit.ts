import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { InvariantViolated } from '@holdfast/engine'
import { StoreUnavailable } from '../../kernel/ports/store.ts'
import { asStoreError, isBusy, isSurelyRolledBack } from './failures.ts'
import { lockTimeout, pauseMilliseconds } from './lock-wait.ts'

/**
 * A unit of work inside a shared transaction. It is synchronous, sees what the units before it did,
 * and either does all of its writes or, if it throws `InvariantViolated`, none.
 */
type Unit = () => unknown

interface Waiting {
  readonly unit: Unit
  readonly writeCount: number
  readonly since: number
  readonly resolve: (value: never) => void
  readonly reject: (error: Error) => void
}

/** The most units in one commit. */
const GROUP_UNITS = 64
/** The most writes in one commit: about 10 ms of work, which bounds how long a read can wait. */
const GROUP_WRITES = 400
/** For how long a group may go on growing, unless set. */
const GATHER_MS = 2
/** The most units that wait; beyond it the store refuses for load instead of growing. */
const MAX_WAITING = 10_000
/** For how long after another process was noticed this one leaves the lock free between commits. */
const POLITE_MS = 1_000

interface GroupCommitOptions {
  readonly lockWaitMilliseconds: number
  /** For how long a group may go on growing, 2 ms unless set. */
  readonly gatherMilliseconds?: number
  /** Called inside the transaction, before its first unit; says whether another process wrote lately. */
  readonly onLocked: () => boolean
  /** Called once the units of a transaction are durable, and once they are rolled back. */
  readonly onEnd: (committed: boolean) => void
}

/**
 * Runs units of work in immediate transactions on one connection. Units that wait at the same time
 * share one transaction and so one sync of the disk; each is settled once its transaction is durable.
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

  constructor(database: DatabaseSync, options: GroupCommitOptions) {
    this.#database = database
    this.#options = options
    this.#begin = database.prepare('BEGIN IMMEDIATE')
    this.#commit = database.prepare('COMMIT')
  }

  /** Runs `unit`, of about `writeCount` writes, soon; resolves with its value once that is durable. */
  run<Value>(unit: () => Value, writeCount: number): Promise<Value> {
    if (this.#closed) return Promise.reject(closedError())
    if (this.#waiting.length >= MAX_WAITING) {
      return Promise.reject(
        new StoreUnavailable(`SQLite: ${MAX_WAITING} transactions wait already`, 'not-applied'),
      )
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ unit, writeCount, since: performance.now(), resolve, reject })
      this.#schedule()
    })
  }

  /** Takes no more units and resolves when those that wait are settled. */
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
    // By the end of the loop's turn every request that arrived in it has joined the group.
    if (pause === undefined) setImmediate(flush)
    else setTimeout(flush, pause)
  }

  /**
   * Whether units came in the last turn of the loop and more are likely to come in the next one. A
   * commit costs as much as the work of several units, so the next turn is worth waiting for; without
   * other requests it is over in microseconds (measured: a seventh less CPU a hold at 16 connections).
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

  /** The lock is not fair: who commits without a pause would keep other processes from it. */
  #pauseBeforeNext(): number | undefined {
    if (this.#lockAttempts > 0) return pauseMilliseconds(this.#lockAttempts)
    const othersAreActive = performance.now() - this.#othersSeenAt < POLITE_MS
    return othersAreActive ? pauseMilliseconds(0) : undefined
  }

  #flush(): void {
    try {
      this.#begin.run()
    } catch (error) {
      this.#notBegun(error)
      return
    }
    this.#lockAttempts = 0
    const group = this.#waiting.splice(0, groupLength(this.#waiting))
    let settle: (() => void)[]
    try {
      if (this.#options.onLocked()) this.#othersSeenAt = performance.now()
      settle = group.map(runUnit)
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
    for (const each of settle) each()
  }

  #notBegun(error: unknown): void {
    if (!isBusy(error)) {
      const failure = asStoreError(error, 'not-applied')
      for (const each of this.#waiting.splice(0)) each.reject(failure)
      return
    }
    const now = performance.now()
    this.#lockAttempts += 1
    this.#othersSeenAt = now
    // The queue is in order of arrival, so the ones that waited too long are at its front.
    const oldest = now - this.#options.lockWaitMilliseconds
    while (this.#waiting[0] !== undefined && this.#waiting[0].since <= oldest) {
      const late = this.#waiting.shift()
      late?.reject(lockTimeout(now - late.since, error))
    }
  }

  #abandon(group: readonly Waiting[], error: unknown, outcome: 'not-applied' | 'unknown'): void {
    // SQLite rolls back by itself after a full disk or an I/O error.
    if (this.#database.isTransaction) this.#database.exec('ROLLBACK')
    this.#options.onEnd(false)
    const failure = asStoreError(error, outcome)
    for (const each of group) each.reject(failure)
  }
}

/** How many of those that wait go into one commit: at least one, however large it is. */
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

/** Why a call after `close` is refused. */
export const closedError = (): StoreUnavailable =>
  new StoreUnavailable('SQLite: the store is closed', 'not-applied')

/** Runs one unit and answers how to settle it; throws if the whole transaction has to be given up. */
function runUnit({ unit, resolve, reject }: Waiting): () => void {
  try {
    const value = unit() as never
    return () => resolve(value)
  } catch (error) {
    if (error instanceof InvariantViolated) return () => reject(error)
    throw error
  }
}
