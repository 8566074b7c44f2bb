import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { History } from '../checker/check-history.ts'
import type { Verdict } from '../checker/linearize.ts'

/** The verdict about a history, and how long the search took. */
export interface Checked {
  readonly verdict: Verdict
  readonly milliseconds: number
}

interface Waiting {
  readonly resolve: (checked: Checked) => void
  readonly reject: (error: Error) => void
}

interface Thread {
  readonly worker: Worker
  readonly waiting: Map<number, Waiting>
}

/** The servers of a run need most of the machine. */
const THREADS = Math.max(1, Math.floor(availableParallelism() / 2))

/** Threads that check histories beside the clients of a run. */
export class CheckPool {
  readonly #threads: readonly Thread[]
  #id = 0

  constructor(threadCount = THREADS) {
    this.#threads = Array.from({ length: threadCount }, startThread)
  }

  /** How many histories have no verdict yet. */
  get waitingCount(): number {
    return this.#threads.reduce((sum, { waiting }) => sum + waiting.size, 0)
  }

  /** Checks a history in the thread with the shortest queue. Throws if the thread has failed. */
  check(history: History): Promise<Checked> {
    const [thread] = this.#threads.toSorted((a, b) => a.waiting.size - b.waiting.size)
    if (thread === undefined) throw new Error('There is no thread to check histories.')
    this.#id += 1
    const id = this.#id
    return new Promise((resolve, reject) => {
      thread.waiting.set(id, { resolve, reject })
      thread.worker.postMessage({ id, history })
    })
  }

  /** Ends the threads. */
  async close(): Promise<void> {
    await Promise.all(this.#threads.map(({ worker }) => worker.terminate()))
  }
}

function startThread(): Thread {
  const worker = new Worker(new URL('./check-thread.ts', import.meta.url))
  const waiting = new Map<number, Waiting>()
  worker.on('message', ({ id, checked }: { readonly id: number; readonly checked: Checked }) => {
    waiting.get(id)?.resolve(checked)
    waiting.delete(id)
  })
  worker.on('error', (error: Error) => {
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  })
  return { worker, waiting }
}
