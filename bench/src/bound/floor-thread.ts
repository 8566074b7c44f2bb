/** The thread that writes what the second floor with a writer thread has made: one message a group. */
import { parentPort, workerData } from 'node:worker_threads'
import { FloorStore } from './floor-store.ts'
import type { Row } from './hold-sample.ts'
import type { Claim } from './made-hold.ts'

/** A hold that waits for its commit. */
export interface SentHold {
  readonly rows: readonly Row[]
  readonly claim: Claim
}

const { file } = workerData as { file: string }
const store = new FloorStore(file, { seesOthers: true, gatherMilliseconds: 0 })

parentPort?.on('message', (holds: readonly SentHold[]) => {
  void Promise.all(holds.map(({ rows, claim }) => store.writeHold(rows, claim))).then((written) =>
    parentPort?.postMessage(written),
  )
})
