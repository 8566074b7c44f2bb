/** The thread of `ThreadStore`: commits the holds of a message together, and answers which of them it wrote. */
import { parentPort, workerData } from 'node:worker_threads'
import { FloorStore } from './floor-store.ts'
import type { SentHold } from './thread-store.ts'

const { file } = workerData as { readonly file: string }
// A message is a group, so the thread waits for no others.
const store = new FloorStore(file, { seesOthers: true, gatherMilliseconds: 0 })

const commit = async (holds: readonly SentHold[]): Promise<void> => {
  const written = await Promise.all(holds.map(({ rows, claim }) => store.writeHold(rows, claim)))
  parentPort?.postMessage(written)
}

parentPort?.on('message', (holds: readonly SentHold[] | 'close') => {
  if (holds === 'close') void store.close().then(() => parentPort?.close())
  else void commit(holds)
})
