import type { Call, Row } from './batch.ts'
import type { Database } from './database.ts'
import { isRejection, notApplied } from './failures.ts'
import { Gather, type Waiting } from './gather.ts'

interface WaitingRead extends Waiting {
  readonly call: Call
  readonly resolve: (rows: readonly Row[]) => void
  readonly reject: (error: unknown) => void
}

/** The most reads that one request sends. */
const READS_MAX = 100

/** Runs reads. Those that wait at the same time are sent in one request; each sees what was committed before it began. */
export class Reader {
  readonly #database: Database
  readonly #gather: Gather<WaitingRead>

  constructor(database: Database) {
    this.#database = database
    this.#gather = new Gather({
      tasks: 'reads',
      run: (group) => this.#run(group),
      sizeMax: READS_MAX,
      groupsFew: 1,
      groupsMax: database.connections,
      waitMilliseconds: database.waitMilliseconds,
      reject: ({ reject }, error) => reject(error),
    })
  }

  /** Runs one statement that only reads. */
  read(call: Call): Promise<readonly Row[]> {
    return new Promise((resolve, reject) => {
      this.#gather.add({ call, sinceMilliseconds: performance.now(), resolve, reject })
    })
  }

  /** Resolves when no read is left. */
  idle(): Promise<void> {
    return this.#gather.idle()
  }

  async #run(group: readonly WaitingRead[]): Promise<void> {
    try {
      const answers = await this.#send(group.map(({ call }) => call))
      for (const [index, { resolve }] of group.entries()) resolve(answers[index] ?? [])
    } catch (error) {
      // Only one of them may be what the server refuses.
      if (group.length > 1 && isRejection(error)) for (const each of group) await this.#run([each])
      else for (const { reject } of group) reject(notApplied(error))
    }
  }

  async #send(calls: readonly Call[]): Promise<readonly (readonly Row[])[]> {
    const session = await this.#database.connect()
    let isBroken = true
    try {
      const answers = await session.send(calls)
      isBroken = false
      return answers
    } finally {
      session.release(isBroken)
    }
  }
}
