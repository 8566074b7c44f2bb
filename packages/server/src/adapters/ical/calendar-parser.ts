import type { CalendarParser } from '../../application/ports/calendar-parser.ts'
import type { WorkerPool } from './worker-pool.ts'

/** Makes the reader of calendar files on a pool of threads. */
export const createCalendarParser = (pool: WorkerPool): CalendarParser => ({
  parse: (file, limits) => pool.read({ file, limits }),
})

/**
 * Makes the reader of calendar files without threads, for a process that answers one request at a
 * time: a file can hold up none but its own. What reads is loaded with the first file.
 */
export const createLoneCalendarParser = (): CalendarParser => ({
  async parse(file, limits) {
    const { parseCalendar } = await import('./parse-calendar.ts')
    return parseCalendar(file, limits)
  },
})
