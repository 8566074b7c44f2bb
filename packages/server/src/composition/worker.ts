import { onNextWakeUp } from './shared-timer.ts'

/** A background loop. */
export interface Worker {
  /** Starts the next tick at once. */
  wake(): void
  /** Ends the loop; resolves when the running tick is done. */
  stop(): Promise<void>
}

/** How a worker runs. */
export interface WorkerOptions {
  /** Does one bounded piece of work. Resolves with the milliseconds until there is more; 0 is now. */
  readonly tick: () => Promise<number>
  /**
   * The longest pause between two ticks, in milliseconds. It ends at a wake-up that all workers of the process share, so
   * that they wake it together.
   */
  readonly intervalMilliseconds: number
  /** Called with the error of a failed tick. The loop continues, with growing pauses while ticks fail. */
  readonly onError: (error: unknown) => void
}

const FIRST_PAUSE_MILLISECONDS = 1_000
const MAX_PAUSE_MILLISECONDS = 30_000
// With a frozen clock, work that is almost due stays almost due forever.
const MIN_PAUSE_MILLISECONDS = 20

/** Starts a loop that runs `tick` until it is stopped. */
export function startWorker({ tick, intervalMilliseconds, onError }: WorkerOptions): Worker {
  const stopping = new AbortController()
  let woken = false
  let endPause = () => {}
  const wake = () => {
    woken = true
    endPause()
  }
  const pause = (milliseconds: number, resolve: () => void): (() => void) => {
    if (milliseconds === intervalMilliseconds) return onNextWakeUp(intervalMilliseconds, resolve)
    const timer = setTimeout(resolve, milliseconds).unref()
    return () => clearTimeout(timer)
  }
  const rest = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      if (woken || stopping.signal.aborted) {
        resolve()
        return
      }
      const cancel = pause(milliseconds, resolve)
      // Called with each commit that makes work, so it is cheaper than an AbortSignal.
      endPause = () => {
        cancel()
        resolve()
      }
    })
  const loop = async () => {
    let failures = 0
    while (!stopping.signal.aborted) {
      woken = false
      try {
        const wait = await tick()
        failures = 0
        if (wait > 0) {
          const atLeast = Math.max(wait, MIN_PAUSE_MILLISECONDS)
          await rest(Math.min(atLeast, intervalMilliseconds))
        }
      } catch (error) {
        failures += 1
        onError(error)
        const first = Math.min(intervalMilliseconds, FIRST_PAUSE_MILLISECONDS)
        await rest(Math.min(first * 2 ** failures, MAX_PAUSE_MILLISECONDS))
      }
    }
  }
  const running = loop()
  return {
    wake,
    async stop() {
      stopping.abort()
      endPause()
      await running
    },
  }
}
