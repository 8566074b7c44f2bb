/** The turns of one side, as they are compared. */
export interface Summary {
  /** The lowest tenth, which other work on the machine disturbs least. */
  readonly lowest: number
  readonly median: number
  /** The quotient by the first side: the median over the rounds, each of one moment, and half of the rounds around it. */
  readonly ratio: number
  readonly ratioFrom: number
  readonly ratioTo: number
}

/** The value below which a share of the values lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (sorted.length - 1) * share
  const below = sorted[Math.floor(at)] ?? Number.NaN
  const above = sorted[Math.ceil(at)] ?? Number.NaN
  return below + (above - below) * (at - Math.floor(at))
}

/** Summarizes the turns of a side, given those of the first side in the same rounds. */
export function summarize(values: readonly number[], first: readonly number[]): Summary {
  const ratios = values.map((value, round) => value / (first[round] ?? Number.NaN))
  return {
    lowest: quantile(values, 0.1),
    median: quantile(values, 0.5),
    ratio: quantile(ratios, 0.5),
    ratioFrom: quantile(ratios, 0.25),
    ratioTo: quantile(ratios, 0.75),
  }
}
