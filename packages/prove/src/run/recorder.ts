import type { RecordedCell } from './run-report.ts'

/** Cells with a violation and undecided cells are recorded up to so many of each. */
const MAX_OF_A_KIND = 20

/** Chooses the cells of a run that are recorded. The others are dropped, so that memory stays small. */
export class Recorder {
  readonly #violations: RecordedCell[] = []
  readonly #undecided: RecordedCell[] = []
  #liveliest: { readonly cell: RecordedCell; readonly score: number } | undefined

  /**
   * Adds a checked cell. `faultNames`: the faults while it was played, each as often as it happened. `isStrange`: whether it
   * has a violation beside those of its order.
   */
  add(cell: RecordedCell, faultNames: readonly string[], isStrange: boolean): void {
    if (isStrange || cell.verdict !== 'linearizable') {
      const alike = isStrange || cell.verdict === 'violation' ? this.#violations : this.#undecided
      if (alike.length < MAX_OF_A_KIND) alike.push(cell)
      return
    }
    // Different faults make a better picture than many of one kind.
    const score = 100 * new Set(faultNames).size + faultNames.length
    if (this.#liveliest === undefined || score > this.#liveliest.score) {
      this.#liveliest = { cell, score }
    }
  }

  /** Violations first, then undecided cells, then the one in which most happened. */
  get cells(): readonly RecordedCell[] {
    return [
      ...this.#violations,
      ...this.#undecided,
      ...(this.#liveliest ? [this.#liveliest.cell] : []),
    ]
  }
}
