import { setTimeout as sleep } from 'node:timers/promises'
import { request } from 'undici'
import type { PromiseLedger } from './ledger.ts'
import type { MigrationRecord } from './old-store.ts'

const PAUSE_MILLISECONDS = 10

/** Asks `/readyz` all the time. It may say that the server is ready only if the record in the store says that the migration is done. */
export class ReadyWatch {
  readonly #url: string
  readonly #record: MigrationRecord
  readonly #ledger: PromiseLedger
  readonly counts = { notReady: 0, ready: 0 }

  constructor(url: string, record: MigrationRecord, ledger: PromiseLedger) {
    this.#url = `${url}/readyz`
    this.#record = record
    this.#ledger = ledger
  }

  async run(stopping: AbortSignal): Promise<void> {
    while (!stopping.aborted) {
      const status = await this.#status()
      if (status === 200) {
        this.counts.ready += 1
        if (!this.#record.read().isDone) this.#ledger.report('/readyz said 200 while migrating.')
      } else if (status !== undefined) this.counts.notReady += 1
      await sleep(PAUSE_MILLISECONDS)
    }
  }

  async #status(): Promise<number | undefined> {
    try {
      const answer = await request(this.#url, { signal: AbortSignal.timeout(5_000) })
      await answer.body.dump()
      return answer.statusCode
    } catch {
      return undefined
    }
  }
}
