import type { Cell } from '../cells/cell.ts'
import type { CellHistory } from '../cells/play-cell.ts'
import type { Operation } from '../checker/operation.ts'
import { CheckPool } from './check-pool.ts'
import type { FaultRecord } from './faults.ts'
import { recordedVerdict } from './history.ts'
import { Recorder } from './recorder.ts'
import type { RecordedCell, RunCounts, Violation } from './run-report.ts'

/** What the checks of cells need of their run. */
export interface ChecksRun {
  readonly counts: Pick<RunCounts, 'cells' | 'undecided'>
  /** All faults so far, in the order in which they ended. */
  readonly faults: readonly FaultRecord[]
  readonly onViolation: (violation: Violation) => void
}

/** With more histories than this without a verdict, clients wait, so that memory stays small. */
const MAX_WAITING = 16

/** The checks of the cells of a run, beside its clients. */
export class CellChecks {
  readonly #run: ChecksRun
  readonly #pool = new CheckPool()
  readonly #recorder = new Recorder()
  readonly #pending = new Set<Promise<void>>()
  #slowestMilliseconds = 0

  constructor(run: ChecksRun) {
    this.#run = run
  }

  get recordedCells(): readonly RecordedCell[] {
    return this.#recorder.cells
  }

  /** How long the slowest search for an order took. */
  get slowestMilliseconds(): number {
    return this.#slowestMilliseconds
  }

  /**
   * Checks the history of a cell, and reports what was strange in it. Resolves when there is room for another one. Throws if a
   * thread has failed.
   */
  async add(cell: Cell, history: Pick<CellHistory, 'operations' | 'strange'>): Promise<void> {
    const pending = this.#check(cell, history)
    this.#pending.add(pending)
    // Whoever waits for all learns why one failed.
    pending.then(() => this.#pending.delete(pending)).catch(() => {})
    while (this.#pending.size > MAX_WAITING) await Promise.race(this.#pending)
  }

  /** Resolves when every history has its verdict. Throws if a thread has failed. */
  async finish(): Promise<void> {
    await Promise.all(this.#pending)
  }

  close(): Promise<void> {
    return this.#pool.close()
  }

  async #check(
    { world: { shape }, dayEpochMinutes, capacities }: Cell,
    { operations, strange }: Pick<CellHistory, 'operations' | 'strange'>,
  ): Promise<void> {
    const { counts, onViolation } = this.#run
    const faultNames = this.#faultNamesSince(operations)
    const history = { operations, capacities: [...capacities] }
    const { verdict, milliseconds } = await this.#pool.check(history)
    this.#slowestMilliseconds = Math.max(this.#slowestMilliseconds, milliseconds)
    counts.cells += 1
    const number = counts.cells
    for (const text of strange) onViolation({ kind: 'answer', text, shape, cell: number })
    if (verdict.kind === 'undecided') counts.undecided += 1
    if (verdict.kind === 'violation') {
      const { explained, stuck } = verdict
      const text = `no order of ${operations.length} operations explains their outcomes`
      onViolation({
        kind: 'order',
        text,
        shape,
        cell: number,
        explained,
        stuck,
        history: operations,
      })
    }
    const recorded = { number, shape, dayEpochMinutes, ...history, ...recordedVerdict(verdict) }
    this.#recorder.add(recorded, faultNames, strange.length > 0)
  }

  /** The names of the faults while the operations ran. */
  #faultNamesSince(operations: readonly Operation[]): readonly string[] {
    const { faults } = this.#run
    const from = Math.min(...operations.map(({ invokedAt }) => invokedAt))
    const firstAfter = faults.findLastIndex(({ to }) => to < from) + 1
    return faults.slice(firstAfter).map(({ name }) => name)
  }
}
