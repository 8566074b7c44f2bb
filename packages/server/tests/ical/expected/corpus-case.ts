/**
 * The expected busy times of the corpus, computed by hand from RFC 5545, in UTC: `from–to` on one day, or
 * `from–day to`.
 */
export interface CorpusCase {
  readonly file: string
  /** The range of the query as UTC dates, the end exclusive. */
  readonly range: readonly [from: string, to: string]
  /** The zone of the provider. Absent: the result is the same in all of `ZONES`. */
  readonly zone?: string
  readonly busy: readonly string[]
  readonly warnings?: readonly string[]
}

/** The range of most cases without a zone. */
export const JUNE: CorpusCase['range'] = ['2026-06-01', '2026-07-01']
