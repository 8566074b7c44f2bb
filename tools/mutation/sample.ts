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

/** The outcome of a draw, as ids. */
export interface Draw {
  readonly drawn: ReadonlySet<string>
  /** Those that were passed over, because they do not compile. */
  readonly passedOver: ReadonlySet<string>
}

/**
 * Draws `size` mutants that compile, and passes over those that do not; draws all that compile if there are fewer.
 * The draw depends only on the seed, the path of each file and the position of each mutant among the mutants of its
 * file. Equal code gives an equal sample, and a change of one file leaves the choice within the others alone.
 */
export function drawSample(
  candidates: readonly Candidate[],
  { size, seed }: SampleSize,
  compiles: (id: string) => boolean,
): Draw {
  const counts = new Map<string, number>()
  const ranked = [...candidates]
    .sort((a, b) => Number(a.id) - Number(b.id))
    .map(({ id, path }) => {
      const ordinal = counts.get(path) ?? 0
      counts.set(path, ordinal + 1)
      return { id, rank: rankOf(`${seed} ${path} ${ordinal}`) }
    })
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
  const drawn = new Set<string>()
  const passedOver = new Set<string>()
  for (const { id } of ranked) {
    if (drawn.size >= size) break
    ;(compiles(id) ? drawn : passedOver).add(id)
  }
  return { drawn, passedOver }
}

const rankOf = (text: string): string => createHash('sha256').update(text).digest('hex')
