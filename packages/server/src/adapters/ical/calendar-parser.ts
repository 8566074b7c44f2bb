import type { CalendarParser } from '../../kernel/ports/calendar-parser.ts'
import type { WorkerPool } from './worker-pool.ts'

/** Creates a parser of calendar files that runs in a pool of threads. */
export const createCalendarParser = (pool: WorkerPool): CalendarParser => ({
  parse: (file, limits) => pool.read({ file, limits }),
})
