import { parentPort } from 'node:worker_threads'
import { type Job, makeSizes } from './make-sizes.ts'

/** The thread that reads a photo. A hostile file can only stop this thread, not the server. */
parentPort?.on('message', async (job: Job) => {
  parentPort?.postMessage(await makeSizes(job))
})
