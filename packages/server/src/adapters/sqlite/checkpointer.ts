import { Worker } from 'node:worker_threads'
import type { CheckpointJob, CheckpointRequest, CheckpointResult } from './checkpoint-worker.ts'

/**
 * The changed items after which the log is copied: 16,000 to 24,000 pages. More often, the same pages would be copied
 * more often: four times as often took 3 % more CPU time of a hold (ADR 82).
 */
const ITEMS_PER_COPY = 10_000
/** The changed items after which the thread starts: before commits have to copy the log themselves. */
const ITEMS_BEFORE_THREAD = 2_500
/**
 * The pages of the log (200 MB) from which writes stop for one copy, so that the log can begin anew. Under full load
 * that is the third copy, at 50,000 to 72,000 pages: once in 7,000 holds or more. A stop delays up to 64 of them, so it is
 * below the 99th percentile.
 */
const RESTART_PAGES = 50_000
/**
 * The pages of the log from which commits copy it, since the thread cannot keep it short. A log of 49,999 pages gets 24,000
 * until its next copy, and some 3,000 during each of the three that follow each other then.
 */
export const LONGEST_PAGES = 2 * RESTART_PAGES
/** The longest stop of writes. */
const STOP_MS = 250

/** When the log is copied. */
export interface CopyTimes {
  /** The number of changed items after which the log is copied. Default: 10,000, for the first time 2,500. */
  readonly itemsPerCopy?: number
  /** The pages of the log from which writes stop for a copy, so that it begins anew. Default: 50,000. */
  readonly restartPages?: number
  /** The pages of the log from which commits copy it, since the thread cannot keep it short. Default: 100,000. */
  readonly longestPages?: number
}

interface CheckpointerOptions extends CopyTimes {
  readonly file: string
  /** Called with true once the thread copies the log, and with false if it will not any more. */
  readonly onChange: (isCopying: boolean) => void
  /** Stops writes until the promise is resolved. Reads continue. */
  readonly holdWrites: (until: Promise<void>) => void
}

/**
 * Copies the log into the file in a thread, with a connection of its own: on the thread of the requests, a copy
 * stops everything for 30 to 60 ms. The thread starts when there is enough to copy for the first time, so an idle
 * server has none.
 *
 * The log begins anew only if a commit finds all of it copied. While transactions follow each other without a gap,
 * a copy never reaches the end. So above a length, another copy follows at once, and writes stop for the last one.
 */
export class Checkpointer {
  readonly #options: CheckpointerOptions &
    Required<Pick<CopyTimes, 'itemsPerCopy' | 'restartPages'>>
  #worker: Worker | undefined
  #changedItems = 0
  #isCopying = false
  /** Whether a long log was copied twice, so that little of it is left. */
  #hasCaughtUp = false
  #isGivenUp = false
  #endStop: (() => void) | undefined
  #exited: Promise<void> = Promise.resolve()

  constructor(options: CheckpointerOptions) {
    this.#options = { itemsPerCopy: ITEMS_PER_COPY, restartPages: RESTART_PAGES, ...options }
  }

  /** Counts items that a transaction has changed, after its commit. */
  committed(changedItems: number): void {
    this.#changedItems += changedItems
    const { itemsPerCopy } = this.#options
    const enough = this.#worker ? itemsPerCopy : Math.min(itemsPerCopy, ITEMS_BEFORE_THREAD)
    if (this.#changedItems < enough || this.#isCopying || this.#isGivenUp) return
    this.#changedItems = 0
    this.#worker ??= this.#start()
    this.#copy(this.#worker)
  }

  /** Ends the thread, after a copy that is under way. */
  async close(): Promise<void> {
    this.#isGivenUp = true
    // Without this, a process that only waits for the end of the thread would end first.
    this.#worker?.ref()
    this.#worker?.postMessage('close' satisfies CheckpointRequest)
    await this.#exited
  }

  #start(): Worker {
    const workerData: CheckpointJob = { file: this.#options.file }
    const worker = new Worker(new URL('./checkpoint-worker.ts', import.meta.url), {
      workerData,
      // It prints nothing. A thread that shares the streams of the process makes them non-blocking.
      stdout: true,
      stderr: true,
    })
    worker.on('message', (result: CheckpointResult) => this.#copied(worker, result))
    // An error ends the thread, and then it exits.
    worker.on('error', () => {})
    this.#exited = new Promise((resolve) => {
      worker.on('exit', () => {
        this.#giveUp()
        resolve()
      })
    })
    this.#options.onChange(true)
    return worker
  }

  #copy(worker: Worker): void {
    this.#isCopying = true
    // Writes may wait for the answer, so the process must not end before it.
    worker.ref()
    worker.postMessage('copy' satisfies CheckpointRequest)
  }

  #copied(worker: Worker, { logPages, copiedPages }: CheckpointResult): void {
    const wasStopped = this.#endStop !== undefined
    this.#endStop?.()
    // A reader of an old state keeps the log: then a stop of writes would not help.
    const canRestart = logPages >= this.#options.restartPages && copiedPages === logPages
    if (canRestart && !wasStopped) {
      // What was written during this copy is copied once more before writes stop: then they stop for less.
      if (this.#hasCaughtUp) this.#stopWrites()
      this.#hasCaughtUp = !this.#hasCaughtUp
      this.#copy(worker)
      return
    }
    this.#hasCaughtUp = false
    this.#isCopying = false
    if (!this.#isGivenUp) worker.unref()
  }

  #stopWrites(): void {
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(() => this.#endStop?.(), STOP_MS)
    this.#endStop = () => {
      clearTimeout(timer)
      this.#endStop = undefined
      resolve()
    }
    this.#options.holdWrites(promise)
  }

  #giveUp(): void {
    this.#isGivenUp = true
    this.#worker = undefined
    this.#endStop?.()
    this.#options.onChange(false)
  }
}
