import { type Logger, pino } from 'pino'

const BUFFER_BYTES = 4096
const FLUSH_MILLISECONDS = 100
const WARN = 40

/**
 * Creates a logger that writes JSON lines to a file descriptor. Default: standard output. Lines below
 * `warn` are buffered up to 4 KB or 100 ms, since a system call per request is a sizeable part of its
 * cost. A line at `warn` or above flushes the buffer at once, and so does the end of the process. A
 * process that is killed loses at most the lines of its last 100 ms.
 */
export function createLogger(level: string, fileDescriptor = 1): Logger {
  const out = pino.destination({ dest: fileDescriptor, sync: true, minLength: BUFFER_BYTES })
  let timer: NodeJS.Timeout | undefined
  const flush = (): void => {
    clearTimeout(timer)
    timer = undefined
    out.flush()
  }
  // `flush` only writes. `flushSync` also syncs the disk, which is worth it only at the end.
  process.once('exit', () => {
    if (timer !== undefined) out.flushSync()
  })
  const hooks = {
    logMethod(this: Logger, args: Parameters<pino.LogFn>, method: pino.LogFn, severity: number) {
      method.apply(this, args)
      if (severity >= WARN) flush()
      else timer ??= setTimeout(flush, FLUSH_MILLISECONDS).unref()
    },
  }
  return pino({ level, base: { service: 'holdfast' }, hooks }, out)
}
