import { Worker } from 'node:worker_threads'
import { READY } from './answer-jobs.ts'

/** Why a job has no answer. */
export type ThreadFailure =
  /** The pool is closed. */
  | 'closed'
  /** The caller no longer waits for it. */
  | 'aborted'
  /** As many jobs wait as can wait. */
  | 'full'
  /** It took longer than its time limit. */
  | 'late'
  /** It needed more memory than a thread has. */
  | 'memory'
  /** The program threw an error. */
  | 'failed'
  /** The thread ended. */
  | 'stopped'

/** The options of a pool of threads. */
export interface ThreadPoolOptions<Answer extends object> {
  /** The program of a thread, which calls `answerJobs`. */
  readonly program: URL
  /** The maximum number of threads. */
  readonly threads: number
  /** The memory limit of one thread in MiB, without what lies in array buffers. */
  readonly memoryMebibytes: number
  /** The most jobs that wait for a thread. Default: any number. */
  readonly maxWaiting?: number
  /** Whether each job gets a thread of its own, which gives back all of its memory. Default: threads are reused. */
  readonly isForOneJob?: boolean
  /** The answer to a job that failed. */
  readonly failed: (failure: ThreadFailure, milliseconds: number) => Answer
}

/** A pool of threads. A thread starts when it is first needed. */
export interface ThreadPool<Job, Answer extends object> {
  /** Runs a job. `signal` aborts a job that waits for a thread; one that has started is not aborted. Never rejects. */
  run(job: Job, milliseconds: number, signal?: AbortSignal): Promise<Answer>
  /** Stops all threads. Waiting and running jobs fail. */
  close(): Promise<void>
}

interface Waiting<Job, Answer> {
  readonly job: Job
  readonly milliseconds: number
  readonly done: (answer: Answer) => void
}

/**
 * Creates a pool. A job that exceeds its time or memory limit fails, its thread is terminated, and the next job gets a new
 * one. The time limit starts when the job has a thread that has loaded its program: on a busy machine, loading takes longer
 * than most jobs, and says nothing about them. Idle threads do not keep the process alive. ADR 16 compares this pool with
 * libraries.
 */
export function createThreadPool<Job, Answer extends object>(
  options: ThreadPoolOptions<Answer>,
): ThreadPool<Job, Answer> {
  const { program, threads, memoryMebibytes, maxWaiting = Number.POSITIVE_INFINITY } = options
  const waiting: Waiting<Job, Answer>[] = []
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

  const run = async ({ job, milliseconds, done }: Waiting<Job, Answer>) => {
    const loaded = idle.pop()
    const worker = loaded ?? start()
    worker.ref()
    const running = { job, milliseconds, isLoaded: loaded !== undefined }
    const { answer, failure } = await runJob<Job, Answer>(worker, running)
    if (failure === undefined && !options.isForOneJob && !isClosed) {
      worker.unref()
      idle.push(worker)
    } else {
      // A terminating thread may emit one more error. Without a listener it would crash the process.
      worker.on('error', () => {})
      worker.terminate().catch(() => {})
      all.delete(worker)
    }
    done(failure === undefined ? (answer as Answer) : options.failed(failure, milliseconds))
    next()
  }

  const next = () => {
    while (waiting.length > 0 && (idle.length > 0 || all.size < threads)) {
      const job = waiting.shift()
      if (job !== undefined) void run(job)
    }
  }

  return {
    run: (job, milliseconds, signal) =>
      new Promise((resolve) => {
        const fail = (failure: ThreadFailure) => resolve(options.failed(failure, milliseconds))
        if (isClosed || signal?.aborted) return fail(isClosed ? 'closed' : 'aborted')
        if (waiting.length >= maxWaiting) return fail('full')
        const one: Waiting<Job, Answer> = {
          job,
          milliseconds,
          done(answer) {
            signal?.removeEventListener('abort', abort)
            resolve(answer)
          },
        }
        const abort = () => {
          const index = waiting.indexOf(one)
          if (index === -1) return
          waiting.splice(index, 1)
          one.done(options.failed('aborted', milliseconds))
        }
        signal?.addEventListener('abort', abort)
        waiting.push(one)
        next()
      }),
    async close() {
      isClosed = true
      for (const { done, milliseconds } of waiting.splice(0)) {
        done(options.failed('closed', milliseconds))
      }
      await Promise.all([...all].map((worker) => worker.terminate()))
    },
  }
}

interface Finished<Answer> {
  readonly answer?: Answer
  /** Absent: the thread is ready for another job. */
  readonly failure?: ThreadFailure
}

/** A job and its time limit, and whether its thread has loaded its program. */
interface Running<Job> {
  readonly job: Job
  readonly milliseconds: number
  readonly isLoaded: boolean
}

/** Runs a job in a thread, up to its time limit. */
function runJob<Job, Answer extends object>(
  worker: Worker,
  { job, milliseconds, isLoaded }: Running<Job>,
): Promise<Finished<Answer>> {
  const { promise, resolve } = Promise.withResolvers<Finished<Answer>>()
  let timer: NodeJS.Timeout | undefined
  const limitTime = () => {
    timer = setTimeout(() => finish({ failure: 'late' }), milliseconds)
  }
  const finish = (finished: Finished<Answer>) => {
    clearTimeout(timer)
    worker.removeAllListeners('message')
    worker.removeListener('error', onError)
    worker.removeListener('exit', onExit)
    resolve(finished)
  }
  const onError = (error: Error & { readonly code?: string }) =>
    finish({ failure: error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'failed' })
  const onExit = () => finish({ failure: 'stopped' })
  worker.on('message', (message: Answer | typeof READY) => {
    if (message === READY) limitTime()
    else finish({ answer: message })
  })
  worker.once('error', onError)
  worker.once('exit', onExit)
  if (isLoaded) limitTime()
  worker.postMessage(job)
  return promise
}
