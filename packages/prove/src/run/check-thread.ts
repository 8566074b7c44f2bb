import { parentPort } from 'node:worker_threads'
import { checkHistory, type History } from '../checker/check-history.ts'
import type { Checked } from './check-pool.ts'

/** A thread that checks histories, so that a long search does not keep the clients of a run waiting. */
parentPort?.on('message', ({ id, history }: { readonly id: number; readonly history: History }) => {
  const beganAt = performance.now()
  const verdict = checkHistory(history)
  const checked: Checked = { verdict, milliseconds: performance.now() - beganAt }
  parentPort?.postMessage({ id, checked })
})
