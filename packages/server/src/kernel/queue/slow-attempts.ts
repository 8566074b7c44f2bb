/** Attempts that take long and continue in the background of the run that started them. */
export interface SlowAttempts {
  /**
   * How many milliseconds a run waits for an attempt before it continues in the background: very few
   * for a subject with an open attempt. Undefined if there is no room for one more.
   */
  softTimeoutMilliseconds(subject: string): number | undefined
  /** Whether a subject has so many open attempts that no further one may start now. */
  isBusy(subject: string): boolean
  /** Lets an attempt continue in the background. */
  add(subject: string, attempt: Promise<unknown>): void
  /** Resolves when all of them have ended. */
  ended(): Promise<void>
}

/** How many attempts may continue in the background, and after how long they do. */
export interface SlowAttemptsOptions {
  readonly softTimeoutMilliseconds: number
  /** The most at once. */
  readonly most: number
  /** The most at once for one subject. */
  readonly mostPerSubject: number
  /** Called with the error of an attempt whose outcome could not be recorded. */
  readonly onError: (error: unknown) => void
}

/** Long enough for a recovered receiver in the same region. */
const KNOWN_SLOW_MILLISECONDS = 50

/** Tracks the open attempts of this process. */
export function createSlowAttempts(options: SlowAttemptsOptions): SlowAttempts {
  const { most, mostPerSubject, onError } = options
  const open = new Set<Promise<unknown>>()
  const counts = new Map<string, number>()
  const count = (subject: string): number => counts.get(subject) ?? 0
  const end = (subject: string): void => {
    const left = count(subject) - 1
    if (left === 0) counts.delete(subject)
    else counts.set(subject, left)
  }
  return {
    softTimeoutMilliseconds(subject) {
      if (open.size >= most) return undefined
      return count(subject) === 0
        ? options.softTimeoutMilliseconds
        : Math.min(options.softTimeoutMilliseconds, KNOWN_SLOW_MILLISECONDS)
    },
    isBusy: (subject) => count(subject) >= mostPerSubject,
    add(subject, attempt) {
      counts.set(subject, count(subject) + 1)
      const ended = attempt.catch(onError).finally(() => {
        open.delete(ended)
        end(subject)
      })
      open.add(ended)
    },
    async ended() {
      await Promise.all(open)
    },
  }
}
