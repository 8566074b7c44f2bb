import { type Result, refuse } from '@holdfast/engine'
import type {
  CalendarFile,
  CalendarFileLimits,
  CalendarFileRefusal,
} from '../../kernel/ports/calendar-parser.ts'
import { createThreadPool, type ThreadFailure } from '../threads/thread-pool.ts'
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

const DETAILS: Readonly<Record<ThreadFailure, (milliseconds: number) => string>> = {
  closed: () => 'the server is stopping',
  aborted: () => 'the request was aborted',
  full: () => 'the server reads many calendars',
  late: (milliseconds) => `it takes longer than ${milliseconds} ms`,
  memory: () => 'it needs too much memory',
  failed: () => 'the parser failed',
  stopped: () => 'the parser was stopped',
}

/** Creates a pool. A job that exceeds its time or memory limit is refused; see `createThreadPool`. */
export function createIcalPool(options: WorkerPoolOptions = {}): WorkerPool {
  const pool = createThreadPool<Job, Parsed<unknown>>({
    program: options.program ?? new URL('./worker.ts', import.meta.url),
    threads: options.threads ?? 2,
    memoryMebibytes: options.memoryMebibytes ?? 512,
    failed: (failure, milliseconds) =>
      refuse({ code: 'calendar_too_large', detail: DETAILS[failure](milliseconds) }),
  })
  const submit = (job: Job, signal?: AbortSignal) => pool.run(job, job.limits.milliseconds, signal)
  return {
    // The casts: the program of a thread answers a job without `query` with a file, and one with `query`
    // with busy times.
    read: (job) => submit(job) as Promise<Parsed<CalendarFile>>,
    readBusy: (job, signal) => submit(job, signal) as Promise<Parsed<FileTimes>>,
    close: () => pool.close(),
  }
}
