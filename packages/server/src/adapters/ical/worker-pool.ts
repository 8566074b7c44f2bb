import { Worker } from 'node:worker_threads'
import { type Result, refuse } from '@holdfast/engine'
import type {
  CalendarFile,
  CalendarFileLimits,
  CalendarFileRefusal,
} from '../../kernel/ports/calendar-parser.ts'
import type { BusyQuery, FileTimes } from './busy-times.ts'

/** A job of a thread: parse a file, or, with `query`, compute its busy times. */
export interface Job {
  readonly file: Uint8Array
  readonly limits: CalendarFileLimits
  readonly query?: BusyQuery
}

type Parsed<Value> = Result<Value, CalendarFileRefusal>

/** The options of a pool. */
export interface WorkerPoolOptions {
  /** The maximum number of threads. Default: 2. */
  readonly threads?: number
  /** The memory limit of one thread in MiB. Default: 512. */
  readonly memoryMebibytes?: number
  /** The program of a thread, for a bundled server. Default: `worker.ts`. */
  readonly program?: URL
}

/** A pool of threads that parse calendar files. A thread starts when it is first needed. */
export interface WorkerPool {
  read(job: Job & { readonly query?: never }): Promise<Parsed<CalendarFile>>
  /** `signal` aborts a job that waits for a thread. A job that has started is not aborted. */
  readBusy(
    job: Job & { readonly query: BusyQuery },
    signal?: AbortSignal,
  ): Promise<Parsed<FileTimes>>
  /** Stops all threads. Waiting and running jobs are refused. */
  close(): Promise<void>
}

interface Waiting {
  readonly job: Job
  readonly done: (answer: Parsed<unknown>) => void
}

const refuseLarge = (detail: string) => refuse({ code: 'calendar_too_large', detail } as const)

/**
 * Creates a pool. A job that exceeds its time or memory limit is refused, its thread is terminated, and
 * the next job gets a new one. The time limit starts when the job gets a thread. Idle threads do not keep
 * the process alive. ADR 16 compares this pool with libraries.
 */
export function createIcalPool(options: WorkerPoolOptions = {}): WorkerPool {
  const { threads = 2, memoryMebibytes = 512 } = options
  const program = options.program ?? new URL('./worker.ts', import.meta.url)
  const waiting: Waiting[] = []
  const idle: Worker[] = []
  const all = new Set<Worker>()
  let isClosed = false

  const start = (): Worker => {
    const worker = new Worker(program, {
      resourceLimits: { maxOldGenerationSizeMb: memoryMebibytes },
      // A thread does not need the server's settings, which contain secrets.
      env: {},
    })
    all.add(worker)
    worker.once('exit', () => {
      all.delete(worker)
      const index = idle.indexOf(worker)
      if (index !== -1) idle.splice(index, 1)
    })
    return worker
  }

  const run = async (worker: Worker, { job, done }: Waiting): Promise<void> => {
    worker.ref()
    const { answer, isReusable } = await runJob(worker, job)
    if (isReusable && !isClosed) {
      worker.unref()
      idle.push(worker)
    } else {
      // A terminating thread may emit one more error. Without a listener it would crash the process.
      worker.on('error', () => {})
      worker.terminate().catch(() => {})
      all.delete(worker)
    }
    done(answer)
    next()
  }

  const next = () => {
    while (waiting.length > 0 && (idle.length > 0 || all.size < threads)) {
      const job = waiting.shift()
      if (job !== undefined) void run(idle.pop() ?? start(), job)
    }
  }

  const submit = (job: Job, signal?: AbortSignal): Promise<Parsed<unknown>> =>
    new Promise((resolve) => {
      if (isClosed || signal?.aborted) {
        resolve(refuseLarge(isClosed ? STOPPING : ABORTED))
        return
      }
      const one: Waiting = {
        job,
        done(answer) {
          signal?.removeEventListener('abort', abort)
          resolve(answer)
        },
      }
      const abort = () => {
        const index = waiting.indexOf(one)
        if (index === -1) return
        waiting.splice(index, 1)
        one.done(refuseLarge(ABORTED))
      }
      signal?.addEventListener('abort', abort)
      waiting.push(one)
      next()
    })

  return {
    // The casts: the program of a thread answers a job without `query` with a file, and one with `query`
    // with busy times.
    read: (job) => submit(job) as Promise<Parsed<CalendarFile>>,
    readBusy: (job, signal) => submit(job, signal) as Promise<Parsed<FileTimes>>,
    async close() {
      isClosed = true
      for (const { done } of waiting.splice(0)) done(refuseLarge(STOPPING))
      await Promise.all([...all].map((worker) => worker.terminate()))
    },
  }
}

const STOPPING = 'the server is stopping'
const ABORTED = 'the request was aborted'

interface Finished {
  readonly answer: Parsed<unknown>
  /** True if the thread is ready for another job. */
  readonly isReusable: boolean
}

/** Runs a job in a thread, up to the time limit of the job. */
function runJob(worker: Worker, job: Job): Promise<Finished> {
  const { promise, resolve } = Promise.withResolvers<Finished>()
  const finish = (answer: Parsed<unknown>, isReusable: boolean) => {
    clearTimeout(timer)
    worker.removeAllListeners('message')
    worker.removeListener('error', onError)
    worker.removeListener('exit', onExit)
    resolve({ answer, isReusable })
  }
  const refused = (detail: string) => finish(refuseLarge(detail), false)
  const onError = (error: Error & { readonly code?: string }) =>
    refused(
      error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'it needs too much memory' : 'the parser failed',
    )
  const onExit = () => refused('the parser was stopped')
  const timer = setTimeout(
    () => refused(`it takes longer than ${job.limits.milliseconds} ms`),
    job.limits.milliseconds,
  )
  worker.once('message', (answer: Parsed<unknown>) => finish(answer, true))
  worker.once('error', onError)
  worker.once('exit', onExit)
  worker.postMessage(job)
  return promise
}
