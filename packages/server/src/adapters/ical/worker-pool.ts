import { Worker } from 'node:worker_threads'
import { type Result, refuse } from '@holdfast/engine'
import type {
  CalendarFile,
  CalendarFileLimits,
  CalendarFileRefusal,
} from '../../kernel/ports/calendar-parser.ts'
import type { BusyQuery, BusyTimes } from './busy-times.ts'

/** What a thread is asked: to read a file, or what of it is busy. */
export interface Job {
  readonly file: Uint8Array
  readonly limits: CalendarFileLimits
  readonly query?: BusyQuery
}

type Done<Value> = Result<Value, CalendarFileRefusal>

/** How calendar files are read. */
export interface WorkerPoolOptions {
  /** How many files are read at a time; 2 unless given. */
  readonly threads?: number
  /** What one thread may use of memory, in MiB; 512 unless given. */
  readonly memoryMebibytes?: number
  /** Where the program of a thread lies, for a server that was bundled; `worker.ts` unless given. */
  readonly program?: URL
}

/** Threads that read calendar files, begun when they are first needed. */
export interface WorkerPool {
  read(job: Job & { readonly query?: never }): Promise<Done<CalendarFile>>
  /** With a signal, a job that still waits when it is aborted is not begun any more. */
  readBusy(job: Job & { readonly query: BusyQuery }, signal?: AbortSignal): Promise<Done<BusyTimes>>
  /** Ends all threads; what they were at is refused. */
  close(): Promise<void>
}

interface Waiting {
  readonly job: Job
  readonly done: (answer: Done<unknown>) => void
}

const refuseLarge = (detail: string) => refuse({ code: 'calendar_too_large', detail } as const)

/**
 * Starts a pool. A job that takes longer than its limit, or more memory than there is, ends with its
 * thread; the next job gets another one. Idle threads keep no process alive.
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
      // A thread has no business with the settings of the server.
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

  const run = (worker: Worker, { job, done }: Waiting) => {
    worker.ref()
    const finish = (answer: Done<unknown>, isReusable: boolean) => {
      clearTimeout(timer)
      worker.removeAllListeners('message')
      worker.removeListener('error', onError)
      worker.removeListener('exit', onExit)
      if (isReusable && !isClosed) {
        worker.unref()
        idle.push(worker)
      } else {
        // An error of a thread that ends is told once more, to whoever listens.
        worker.on('error', () => {})
        worker.terminate().catch(() => {})
        all.delete(worker)
      }
      done(answer)
      next()
    }
    const onError = (error: Error & { readonly code?: string }) => {
      const isMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      finish(refuseLarge(isMemory ? 'it takes too much memory' : 'it cannot be worked on'), false)
    }
    const onExit = () => finish(refuseLarge('its reading was ended'), false)
    const timer = setTimeout(() => {
      finish(refuseLarge(`it takes longer than ${job.limits.milliseconds} ms`), false)
    }, job.limits.milliseconds)
    worker.once('message', (answer: Done<unknown>) => finish(answer, true))
    worker.once('error', onError)
    worker.once('exit', onExit)
    worker.postMessage(job)
  }

  const next = () => {
    while (waiting.length > 0 && (idle.length > 0 || all.size < threads)) {
      const job = waiting.shift()
      if (job !== undefined) run(idle.pop() ?? start(), job)
    }
  }

  const submit = <Value>(job: Job, signal?: AbortSignal): Promise<Done<Value>> =>
    new Promise((resolve) => {
      if (isClosed || signal?.aborted) {
        resolve(refuseLarge(isClosed ? 'the server is stopping' : 'nobody waits for it any more'))
        return
      }
      const one: Waiting = {
        job,
        done(answer) {
          signal?.removeEventListener('abort', leave)
          resolve(answer as Done<Value>)
        },
      }
      const leave = () => {
        const index = waiting.indexOf(one)
        if (index === -1) return
        waiting.splice(index, 1)
        one.done(refuseLarge('nobody waits for it any more'))
      }
      signal?.addEventListener('abort', leave)
      waiting.push(one)
      next()
    })

  return {
    read: (job) => submit(job),
    readBusy: (job, signal) => submit(job, signal),
    async close() {
      isClosed = true
      for (const { done } of waiting.splice(0)) done(refuseLarge('the server is stopping'))
      await Promise.all([...all].map((worker) => worker.terminate()))
    },
  }
}
