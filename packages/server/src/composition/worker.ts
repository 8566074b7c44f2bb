import { setTimeout as sleep } from 'node:timers/promises'

/** A loop of work in the background. */
export interface Worker {
  /** Makes the loop look again at once instead of at its next tick. */
  wake(): void
  /** Ends the loop; resolves when the tick that was running is done. */
  stop(): Promise<void>
}

/** How a worker works. */
export interface WorkerOptions {
  /** One bounded piece of work; answers in how many milliseconds there is more of it, 0: at once. */
  readonly tick: () => Promise<number>
  /** The longest pause between two ticks, in milliseconds. */
  readonly intervalMilliseconds: number
  /** Told of a tick that failed; the loop goes on, more slowly while it keeps failing. */
  readonly onError: (error: unknown) => void
}

const FIRST_PAUSE_MILLISECONDS = 1_000
const LONGEST_PAUSE_MILLISECONDS = 30_000
// A clock that stands still makes what is due in a moment due in a moment for ever.
const SHORTEST_PAUSE_MILLISECONDS = 20

/** Starts a loop that ticks until it is stopped. */
export function startWorker({ tick, intervalMilliseconds, onError }: WorkerOptions): Worker {
  const stopping = new AbortController()
  let pause = new AbortController()
  let woken = false
  const wake = () => {
    woken = true
    pause.abort()
  }
  const rest = async (milliseconds: number) => {
    if (woken || stopping.signal.aborted) return
    pause = new AbortController()
    await sleep(milliseconds, undefined, { signal: pause.signal, ref: false }).catch(() => {})
  }
  const loop = async () => {
    let failures = 0
    while (!stopping.signal.aborted) {
      woken = false
      try {
        const wait = await tick()
        failures = 0
        if (wait > 0) {
          const atLeast = Math.max(wait, SHORTEST_PAUSE_MILLISECONDS)
          await rest(Math.min(atLeast, intervalMilliseconds))
        }
      } catch (error) {
        failures += 1
        onError(error)
        const first = Math.min(intervalMilliseconds, FIRST_PAUSE_MILLISECONDS)
        await rest(Math.min(first * 2 ** failures, LONGEST_PAUSE_MILLISECONDS))
      }
    }
  }
  const running = loop()
  return {
    wake,
    async stop() {
      stopping.abort()
      pause.abort()
      await running
    },
  }
}
