/** A request that has arrived. */
export interface Job {
  /** Is answered before all others, and never refused. */
  readonly isFirst: boolean
  run(): void
  /** Answers that the server is overloaded. */
  refuse(): void
}

/** Decides when requests run. */
export interface RequestQueue {
  submit(job: Job): void
  /** Call it when a connection has arrived. */
  onArrival(): void
}

/** How long a request may wait if nothing is configured. Longer ones are refused. */
export const WAIT_MILLISECONDS = 3_000

/** How long a turn of the event loop runs requests at once. The rest wait in the queue. */
const TURN_MILLISECONDS = 25
const MAX_BATCH = 256

interface Waiting {
  readonly job: Job
  readonly since: number
}

/**
 * Creates the queue. Without load, a request runs when it arrives. Under load, requests would otherwise wait
 * where nobody can count, refuse or prefer them: in their sockets, and in the system's queue of connections,
 * of which the event loop accepts one a turn. So once a turn has worked long enough, the queue takes in what
 * arrives, for at most half of the time, and runs batches. Those that share a turn also share a commit.
 */
export function createRequestQueue(waitMilliseconds: number = WAIT_MILLISECONDS): RequestQueue {
  const first: Waiting[] = []
  const others: Waiting[] = []
  let turnStartedAt: number | undefined
  /** Set after a long turn, until a turn brings nothing new. Meanwhile, requests wait in the queue. */
  let isLoaded = false
  let isScheduled = false
  let hasArrivals = false
  let batch = 1
  let running: { readonly count: number; readonly since: number } | undefined
  let intakeUntil = 0

  const schedule = () => {
    if (isScheduled) return
    isScheduled = true
    setImmediate(turn)
  }
  /** Lets arrivals in for as long as the work before took, and for one turn at least. */
  const startIntake = (now: number, workMilliseconds: number) => {
    isLoaded = true
    hasArrivals = true
    intakeUntil = now + workMilliseconds
  }
  const endOfTurn = () => {
    const now = performance.now()
    const took = now - (turnStartedAt ?? now)
    turnStartedAt = undefined
    if (took < TURN_MILLISECONDS) return
    startIntake(now, took)
    schedule()
  }
  const ageOfTurn = (now: number): number => {
    if (turnStartedAt === undefined) {
      turnStartedAt = now
      // Runs after all sockets that are ready have been read.
      setImmediate(endOfTurn)
    }
    return now - turnStartedAt
  }

  function turn(): void {
    isScheduled = false
    const now = performance.now()
    if (running !== undefined) {
      // The requests of the last batch have worked until now.
      const took = Math.max(now - running.since, 0.1)
      batch = Math.min(Math.ceil((running.count * TURN_MILLISECONDS) / took), MAX_BATCH)
      startIntake(now, took)
      running = undefined
    }
    if (hasArrivals && now < intakeUntil) {
      hasArrivals = false
      schedule()
      return
    }
    const count = runBatch(now)
    if (count === 0 && first.length === 0 && others.length === 0) {
      isLoaded = false
      return
    }
    running = { count: Math.max(count, 1), since: now }
    schedule()
  }

  /** Starts the next requests, and refuses those that have waited too long. Returns how many it started. */
  function runBatch(now: number): number {
    let started = 0
    while (started < batch) {
      const next = first.shift() ?? others.shift()
      if (next === undefined) break
      if (!next.job.isFirst && now - next.since > waitMilliseconds) next.job.refuse()
      else {
        next.job.run()
        started += 1
      }
    }
    return started
  }

  return {
    submit(job) {
      const now = performance.now()
      hasArrivals = true
      if (!isLoaded && !isScheduled && ageOfTurn(now) < TURN_MILLISECONDS) return job.run()
      const queue = job.isFirst ? first : others
      const oldest = queue[0]
      if (!job.isFirst && oldest && now - oldest.since > waitMilliseconds) return job.refuse()
      queue.push({ job, since: now })
      schedule()
    },
    onArrival() {
      hasArrivals = true
    },
  }
}
