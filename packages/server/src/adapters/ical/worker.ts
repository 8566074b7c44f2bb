import { parentPort } from 'node:worker_threads'
import { ok } from '@holdfast/engine'
import { busyTimes } from './busy-times.ts'
import { parseCalendar } from './parse-calendar.ts'
import type { Job } from './worker-pool.ts'

/** The thread that parses calendar files. A hostile file can only stop this thread, not the server. */
parentPort?.on('message', (job: Job) => {
  const { file, limits, query } = job
  const parsed = parseCalendar(file, limits, query === undefined ? 'all' : 'times')
  const done = query === undefined || !parsed.ok ? parsed : ok(busyTimes(parsed.value, query))
  parentPort?.postMessage(done)
})
