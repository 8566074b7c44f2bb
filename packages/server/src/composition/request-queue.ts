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

/** How long a turn of the event loop runs requests. The rest wait in the queue. */
const TURN_MILLISECONDS = 25
const MAX_BATCH = 256
/** How many requests the first turn runs, before one was measured. */
const FIRST_BATCH = 16
/**
 * How long a batch waits while one connection arrives after the other. A turn of the event loop that does nothing else takes some
 * 50 µs, so 200 connections fit.
 */
const ACCEPT_MILLISECONDS = 10

interface Waiting {
  readonly job: Job
  readonly since: number
}

/**
 * Creates the queue. All requests that arrive in a turn of the event loop begin together at its end, so that each step
 * of their work runs for all of them before the next step does: what one has brought into the caches of the
 * processor serves the others, and they share reads and commits. That took a quarter off a hold (ADR 82).
 *
 * Under load, requests would otherwise wait where nobody can count, refuse or prefer them: in their sockets, and in the
 * system's queue of connections, of which the event loop accepts one a turn. So once a turn has worked long enough, the
 * queue takes in what arrives, for at most half of the time, and runs batches. Without load, batches wait until all connections that
 * arrived together are accepted: of 64, the last one would wait for 63 batches (ADR 112).
 */
export function createRequestQueue(waitMilliseconds: number = WAIT_MILLISECONDS): RequestQueue {
  const first: Waiting[] = []
  const others: Waiting[] = []
  /** Set after a long turn, until a turn brings nothing new. Meanwhile, the queue takes in arrivals between batches. */
  let isLoaded = false
  let isScheduled = false
  let hasArrivals = false
  /** Whether a connection was accepted since the last turn, so that more may be waiting. */
  let hasConnections = false
  /** When the next batch runs although connections arrive. Undefined: none has waited for them yet. */
  let acceptUntil: number | undefined
  let batch = FIRST_BATCH
  let running: { readonly count: number; readonly since: number } | undefined
  let intakeUntil = 0

  const schedule = () => {
    if (isScheduled) return
    isScheduled = true
    // Runs after all sockets that are ready have been read.
    setImmediate(turn)
  }

  function turn(): void {
    isScheduled = false
    const now = performance.now()
    if (running !== undefined) endBatch(now, running)
    if (isAccepting(now)) {
      schedule()
      return
    }
    if (isLoaded && hasArrivals && now < intakeUntil) {
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

  /** Whether the next batch waits for one more connection. */
  function isAccepting(now: number): boolean {
    if (!hasConnections) return false
    hasConnections = false
    acceptUntil ??= now + ACCEPT_MILLISECONDS
    return now < acceptUntil
  }

  /** The requests of the last batch have worked until now. */
  function endBatch(now: number, { count, since }: { count: number; since: number }): void {
    running = undefined
    const took = Math.max(now - since, 0.1)
    batch = Math.min(Math.ceil((count * TURN_MILLISECONDS) / took), MAX_BATCH)
    if (!isLoaded && took < TURN_MILLISECONDS) return
    // Lets arrivals in for as long as the work took, and for one turn at least.
    isLoaded = true
    hasArrivals = true
    intakeUntil = now + took
  }

  /** Starts the next requests, and refuses those that have waited too long. Returns how many it started. */
  function runBatch(now: number): number {
    acceptUntil = undefined
    let started = 0
    while (started < batch) {
      const next = first.shift() ?? others.shift()
      if (next === undefined) break
      if (!next.job.isFirst && now - next.since > waitMilliseconds) next.job.refuse()
      else {
        next.job.run()
        started += 1
        if (performance.now() - now >= TURN_MILLISECONDS) break
      }
    }
    return started
  }

  return {
    submit(job) {
      const now = performance.now()
      hasArrivals = true
      const queue = job.isFirst ? first : others
      const oldest = queue[0]
      if (!job.isFirst && oldest && now - oldest.since > waitMilliseconds) return job.refuse()
      queue.push({ job, since: now })
      schedule()
    },
    onArrival() {
      hasArrivals = true
      hasConnections = true
    },
  }
}
