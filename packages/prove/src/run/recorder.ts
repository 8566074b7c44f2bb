import type { RecordedCell } from './run-report.ts'

/** Violations and undecided cells are recorded up to so many of each. */
const MAX_OF_A_KIND = 20

/** Chooses the cells of a run that are recorded. The others are dropped, so that memory stays small. */
export class Recorder {
  readonly #remarkable: RecordedCell[] = []
  #liveliest: { readonly cell: RecordedCell; readonly score: number } | undefined

  /** Adds a checked cell. `faultNames`: the faults while it was played, each as often as it happened. */
  add(cell: RecordedCell, faultNames: readonly string[]): void {
    if (cell.verdict !== 'linearizable') {
      const alike = this.#remarkable.filter(({ verdict }) => verdict === cell.verdict)
      if (alike.length < MAX_OF_A_KIND) this.#remarkable.push(cell)
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
    const of = (kind: RecordedCell['verdict']) =>
      this.#remarkable.filter(({ verdict }) => verdict === kind)
    return [
      ...of('violation'),
      ...of('undecided'),
      ...(this.#liveliest ? [this.#liveliest.cell] : []),
    ]
  }
}
