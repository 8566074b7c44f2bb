/** The sessions to list: those that start in `[from, to)`, at most 62 days. */
export interface SessionsQuery {
  readonly fromEpochSeconds: number
  readonly toEpochSeconds: number
  /** Whether starts that are offered and that nobody has booked are listed too. Default: no. */
  readonly includesOffered?: boolean
}
