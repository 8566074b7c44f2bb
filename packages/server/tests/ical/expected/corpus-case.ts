/**
 * What the files of the corpus make busy: computed by hand from RFC 5545, in UTC, as
 * `from–to` of one day or `from–day to`.
 */
export interface CorpusCase {
  readonly file: string
  /** The range that is asked for: dates, in UTC, the last excluded. */
  readonly range: readonly [from: string, to: string]
  /** The zone of the provider; unset: the answer is the same in all of `ZONES`. */
  readonly zone?: string
  readonly busy: readonly string[]
  readonly warnings?: readonly string[]
}

/** Most of what has no zone in it lies here. */
export const JUNE: CorpusCase['range'] = ['2026-06-01', '2026-07-01']
