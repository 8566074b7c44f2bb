import { type Logger, pino } from 'pino'

const BUFFER_BYTES = 4096
const LONGEST_WAIT_MILLISECONDS = 100
const WARN = 40

/**
 * A logger that writes JSON lines to a file descriptor, standard output unless set. Lines below
 * `warn` are written together, after 4 KB or 100 ms: a system call for every request is a sizeable
 * part of what a request costs. A warning, or worse, is written at once, with all lines before it.
 * So are the rest when the process ends; only one that is killed loses lines, of its last 100 ms.
 */
export function createLogger(level: string, fileDescriptor = 1): Logger {
  const out = pino.destination({ dest: fileDescriptor, sync: true, minLength: BUFFER_BYTES })
  let timer: NodeJS.Timeout | undefined
  const flush = (): void => {
    clearTimeout(timer)
    timer = undefined
    out.flush()
  }
  // `flush` writes; `flushSync` also has the disk sync, which is for the end alone.
  process.once('exit', () => {
    if (timer !== undefined) out.flushSync()
  })
  const hooks = {
    logMethod(this: Logger, args: Parameters<pino.LogFn>, method: pino.LogFn, severity: number) {
      method.apply(this, args)
      if (severity >= WARN) flush()
      else timer ??= setTimeout(flush, LONGEST_WAIT_MILLISECONDS).unref()
    },
  }
  return pino({ level, base: { service: 'holdfast' }, hooks }, out)
}
