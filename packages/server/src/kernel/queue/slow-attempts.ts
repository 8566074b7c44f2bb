/** Attempts that take long, which go on beside the run that began them. */
export interface SlowAttempts {
  /**
   * How many milliseconds a run waits for an attempt before it lets it go on by itself: hardly any for
   * whom one is waited for already. Nothing where there is no room for one more.
   */
  patienceFor(subject: string): number | undefined
  /** Whether so many attempts for one are under way that no more is to be begun now. */
  isBusy(subject: string): boolean
  /** Lets one go on to its end. */
  add(subject: string, attempt: Promise<unknown>): void
  /** Resolves when all of them have ended. */
  ended(): Promise<void>
}

/** How many attempts go on by themselves, and after how long. */
export interface SlowAttemptsOptions {
  readonly patienceMilliseconds: number
  /** The most at once. */
  readonly most: number
  /** The most at once for one subject. */
  readonly mostEach: number
  /** Told of one that could not be noted. */
  readonly onError: (error: unknown) => void
}

/** Long enough for a receiver in the same region that is well again. */
const KNOWN_SLOW_MILLISECONDS = 50

/** Keeps what is under way in this process. */
export function createSlowAttempts(options: SlowAttemptsOptions): SlowAttempts {
  const { patienceMilliseconds, most, mostEach, onError } = options
  const underWay = new Set<Promise<unknown>>()
  const counts = new Map<string, number>()
  const count = (subject: string): number => counts.get(subject) ?? 0
  const end = (subject: string): void => {
    const left = count(subject) - 1
    if (left === 0) counts.delete(subject)
    else counts.set(subject, left)
  }
  return {
    patienceFor(subject) {
      if (underWay.size >= most) return undefined
      return count(subject) === 0
        ? patienceMilliseconds
        : Math.min(patienceMilliseconds, KNOWN_SLOW_MILLISECONDS)
    },
    isBusy: (subject) => count(subject) >= mostEach,
    add(subject, attempt) {
      counts.set(subject, count(subject) + 1)
      const ended = attempt.catch(onError).finally(() => {
        underWay.delete(ended)
        end(subject)
      })
      underWay.add(ended)
    },
    async ended() {
      await Promise.all(underWay)
    },
  }
}
