/** The retries of one decision: how long it may be repeated, and how long it waits before each repetition. */
export interface Retries {
  /**
   * Waits before the next attempt: a random time up to a bound that doubles. Answers `late` if the deadline is
   * reached, `exhausted` if the process has no retry left.
   */
  next(): Promise<'ready' | 'late' | 'exhausted'>
  /** Milliseconds until the deadline, 0 if it is reached. */
  millisecondsLeft(): number
}

/** How the retries of a process are limited. */
export interface RetryPacing {
  /** Begins the retries of a decision, within the deadline of the request that runs now, if one does. */
  begin(): Retries
  /** Runs work as a request that has some milliseconds. Inside of another request, it has its own. */
  within<Value>(milliseconds: number, work: () => Promise<Value>): Promise<Value>
}
