import { parentPort } from 'node:worker_threads'
import { ok } from '@holdfast/engine'
import { busyTimes } from './busy-times.ts'
import { parseCalendar } from './parse-calendar.ts'
import type { Job } from './worker-pool.ts'

/** The thread that reads calendar files: hostile ones end with it, not with the server. */
parentPort?.on('message', (job: Job) => {
  const parsed = parseCalendar(job.file, job.limits)
  const done =
    job.query === undefined || !parsed.ok ? parsed : ok(busyTimes(parsed.value, job.query))
  parentPort?.postMessage(done)
})
