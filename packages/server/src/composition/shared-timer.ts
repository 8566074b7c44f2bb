/** A wait for a shared wake-up. */
interface Waiting {
  readonly atMilliseconds: number
  readonly resume: () => void
}

// A wake-up that is closer than this is skipped: the timer of the one before may have come a little early.
const CLOSEST_MILLISECONDS = 2
// Timers count whole milliseconds.
const EARLY_MILLISECONDS = 1

const waiting = new Set<Waiting>()
let timer: NodeJS.Timeout | undefined
let timerAtMilliseconds = Number.POSITIVE_INFINITY

/**
 * The next wake-up of an interval, on the clock of `performance.now()`: the wake-ups of all intervals of a process begin at
 * 0, so those of 500, 1,000 and 5,000 ms coincide. It is at least 2 ms away, and at most 2 ms more than the interval.
 * An interval below 4 ms shares no wake-ups; it just passes.
 */
export function nextWakeUp(intervalMilliseconds: number, nowMilliseconds: number): number {
  if (intervalMilliseconds < 2 * CLOSEST_MILLISECONDS) return nowMilliseconds + intervalMilliseconds
  const earliest = nowMilliseconds + CLOSEST_MILLISECONDS
  return Math.ceil(earliest / intervalMilliseconds) * intervalMilliseconds
}

/**
 * Calls `resume` at the next wake-up of an interval, together with all others that wait for it: one timer wakes the
 * process for all of them. The timer keeps no process alive. Returns a function that ends the wait without a call.
 */
export function onNextWakeUp(intervalMilliseconds: number, resume: () => void): () => void {
  const each = { atMilliseconds: nextWakeUp(intervalMilliseconds, performance.now()), resume }
  waiting.add(each)
  if (each.atMilliseconds < timerAtMilliseconds) schedule(each.atMilliseconds)
  return () => {
    waiting.delete(each)
  }
}

function schedule(atMilliseconds: number): void {
  clearTimeout(timer)
  timerAtMilliseconds = atMilliseconds
  timer = setTimeout(wakeUp, Math.max(0, atMilliseconds - performance.now())).unref()
}

function wakeUp(): void {
  timerAtMilliseconds = Number.POSITIVE_INFINITY
  const now = performance.now() + EARLY_MILLISECONDS
  let next = Number.POSITIVE_INFINITY
  for (const each of waiting) {
    if (each.atMilliseconds <= now) {
      waiting.delete(each)
      each.resume()
    } else if (each.atMilliseconds < next) next = each.atMilliseconds
  }
  // `resume` may have scheduled an earlier one.
  if (next < timerAtMilliseconds) schedule(next)
}
