import { parentPort } from 'node:worker_threads'

/** The first message of a thread of a pool: it has loaded its program, and begins with its job. */
export const READY = 'ready'

/** Answers each job that a pool gives to this thread. If `answer` throws, the thread ends, and the job has failed. */
export function answerJobs<Job, Answer extends object>(
  answer: (job: Job) => Answer | Promise<Answer>,
): void {
  parentPort?.on('message', async (job: Job) => {
    parentPort?.postMessage(await answer(job))
  })
  parentPort?.postMessage(READY)
}
