import { ok } from '@holdfast/engine'
import { answerJobs } from '../threads/answer-jobs.ts'
import { busyTimes } from './busy-times.ts'
import { parseCalendar } from './parse-calendar.ts'
import type { Job } from './worker-pool.ts'

/** The thread that parses calendar files. A hostile file can only stop this thread, not the server. */
answerJobs(({ file, limits, query }: Job) => {
  const parsed = parseCalendar(file, limits, query === undefined ? 'all' : 'times')
  return query === undefined || !parsed.ok ? parsed : ok(busyTimes(parsed.value, query))
})
