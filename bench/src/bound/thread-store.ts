import { once } from 'node:events'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import { connect } from '../../../packages/server/src/adapters/sqlite/connection.ts'
import type { Row } from './hold-sample.ts'
import type { Claim } from './made-hold.ts'

/** A hold as the thread gets it. */
export interface SentHold {
  readonly rows: readonly Row[]
  readonly claim: Claim
}

interface Waiting extends SentHold {
  resolve(isWritten: boolean): void
}

/**
 * Writes holds in a thread that has a connection of its own. While it commits a group, the next one gathers. It shows what a
 * second core could give: nothing replaces a thread that has died.
 */
export class ThreadStore {
  readonly #thread: Worker
  readonly #database: DatabaseSync
  readonly #dataVersion: StatementSync
  readonly #tokens = new Set<string>()
  #waiting: Waiting[] = []
  #sent: readonly Waiting[] = []
  #isScheduled = false

  constructor(file: string) {
    this.#database = connect(file)
    this.#dataVersion = this.#database.prepare('PRAGMA data_version')
    this.#thread = new Worker(new URL('./writer-thread.ts', import.meta.url), {
      workerData: { file },
    })
    this.#thread.on('message', (written: readonly boolean[]) => this.#end(written))
    this.#thread.on('error', (error) => {
      throw error
    })
  }

  /** Takes the time that a look for other processes takes. Which commits are the thread's own, a server would have to know. */
  haveOthersWritten(): boolean {
    this.#dataVersion.get()
    return false
  }

  /** Writes a hold once, however often it is called with the same token. Resolves with whether its time was free. */
  async writeOnce(rows: readonly Row[], claim: Claim, token: string): Promise<boolean> {
    if (this.#tokens.has(token)) return true
    const isWritten = await new Promise<boolean>((resolve) => {
      this.#waiting.push({ rows, claim, resolve })
      this.#schedule()
    })
    if (isWritten) this.#tokens.add(token)
    return isWritten
  }

  /** Ends the thread after everything that it was sent. */
  async close(): Promise<void> {
    const ended = once(this.#thread, 'exit')
    this.#thread.postMessage('close')
    await ended
    this.#database.close()
  }

  #schedule(): void {
    if (this.#isScheduled || this.#sent.length > 0 || this.#waiting.length === 0) return
    this.#isScheduled = true
    // At the end of a turn of the event loop, every request that arrived in it is in the group.
    setImmediate(() => {
      this.#isScheduled = false
      this.#sent = this.#waiting
      this.#waiting = []
      this.#thread.postMessage(this.#sent.map(({ rows, claim }): SentHold => ({ rows, claim })))
    })
  }

  #end(written: readonly boolean[]): void {
    const sent = this.#sent
    this.#sent = []
    for (const [place, { resolve }] of sent.entries()) resolve(written[place] === true)
    this.#schedule()
  }
}
