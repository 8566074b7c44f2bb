import { createHash } from 'node:crypto'

/** The part of a mutant that identifies it: its file, and its number in the order of creation. */
export interface Candidate {
  /** Decimal; mutants of one file have ascending ids in the order of the source. */
  readonly id: string
  /** Relative to the repository, with `/`. */
  readonly path: string
}

/** How many mutants to draw, and the seed that decides which. */
export interface SampleSize {
  readonly size: number
  readonly seed: number
}

/**
 * Draws `size` mutants and returns their ids; all ids if there are fewer. The draw depends only on the
 * seed, the path of each file and the position of each mutant among the mutants of its file. Equal
 * code gives an equal sample, and a change of one file leaves the choice within the others alone.
 */
export function drawSample(
  candidates: readonly Candidate[],
  { size, seed }: SampleSize,
): ReadonlySet<string> {
  const counts = new Map<string, number>()
  const ranked = [...candidates]
    .sort((a, b) => Number(a.id) - Number(b.id))
    .map(({ id, path }) => {
      const ordinal = counts.get(path) ?? 0
      counts.set(path, ordinal + 1)
      return { id, rank: rankOf(`${seed} ${path} ${ordinal}`) }
    })
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
  return new Set(ranked.slice(0, size).map(({ id }) => id))
}

const rankOf = (text: string): string => createHash('sha256').update(text).digest('hex')
