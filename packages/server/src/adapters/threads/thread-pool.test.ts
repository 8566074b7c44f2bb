import { once } from 'node:events'
import { afterEach, expect, test, vi } from 'vitest'
import { createThreadPool, type ThreadFailure } from './thread-pool.ts'

const ANSWER_JOBS = JSON.stringify(new URL('./answer-jobs.ts', import.meta.url).href)

/** A pool of one thread whose program has some source, and answers with its last expression. */
const poolOf = (source: string) =>
  createThreadPool<
    { readonly text: string },
    { readonly text?: string; readonly failure?: ThreadFailure }
  >({
    program: new URL(`data:text/javascript,${encodeURIComponent(source)}`),
    threads: 1,
    memoryMebibytes: 64,
    failed: (failure) => ({ failure }),
  })

afterEach(() => {
  vi.useRealTimers()
})

test('the time limit of a job starts when its thread has loaded its program', async () => {
  const gate = new BroadcastChannel('thread-pool.test')
  const pool = poolOf(`
    import { answerJobs } from ${ANSWER_JOBS}
    const gate = new BroadcastChannel('thread-pool.test')
    const opened = new Promise((resolve) => { gate.onmessage = resolve })
    gate.postMessage('loading')
    await opened
    gate.close()
    answerJobs((job) => job)
  `)
  const loading = once(gate, 'message')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const answer = pool.run({ text: 'a job' }, 5000)
  await loading
  vi.advanceTimersByTime(60_000)
  gate.postMessage('open')
  expect(await answer).toEqual({ text: 'a job' })
  gate.close()
  await pool.close()
})

test('a job that takes longer than its time limit fails, and the next one gets a thread that has loaded', async () => {
  const pool = poolOf(`
    import { answerJobs } from ${ANSWER_JOBS}
    answerJobs((job) => {
      while (job.text === 'endless');
      return job
    })
  `)
  expect(await pool.run({ text: 'endless' }, 50)).toEqual({ failure: 'late' })
  expect(await pool.run({ text: 'first' }, 60_000)).toEqual({ text: 'first' })
  // The same thread, whose program says only once that it has loaded.
  expect(await pool.run({ text: 'second' }, 60_000)).toEqual({ text: 'second' })
  expect(await pool.run({ text: 'endless' }, 50)).toEqual({ failure: 'late' })
  await pool.close()
})
