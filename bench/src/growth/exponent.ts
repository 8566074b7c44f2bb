/** A cost at a size. */
export interface Point {
  readonly size: number
  readonly cost: number
}

/**
 * The exponent of growth: the slope of the straight line through the points on logarithmic axes, by least squares. Cost
 * grows with the size to the power of it: 0 is constant, 1 linear.
 */
export function exponentOf(points: readonly Point[]): number {
  const logs = points.map(({ size, cost }) => [Math.log(size), Math.log(cost)] as const)
  const mean = (place: 0 | 1) => logs.reduce((sum, each) => sum + each[place], 0) / logs.length
  const [meanX, meanY] = [mean(0), mean(1)]
  const products = logs.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0)
  const squares = logs.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0)
  return products / squares
}

/** The exponent that the logarithm itself has between these sizes. It becomes smaller as the sizes grow. */
export const exponentOfLogarithm = (sizes: readonly number[]): number =>
  exponentOf(sizes.map((size) => ({ size, cost: Math.log(size) })))

/** The middle one of some values. */
export const medianOf = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2
}
