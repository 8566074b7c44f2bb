import type { DatabaseSync } from 'node:sqlite'
import { isDiskFailure } from './failures.ts'
import { SCHEMA_VERSION } from './schema.ts'

/** Whether the disk takes writes, as far as the last transaction showed. */
export class Writable {
  readonly #database: DatabaseSync
  readonly #onChange: (problem: string | undefined) => void
  #isFailing = false

  /** @param onChange called once per change: with SQLite's words, or undefined once a write was durable again. */
  constructor(database: DatabaseSync, onChange: (problem: string | undefined) => void) {
    this.#database = database
    this.#onChange = onChange
  }

  /** Whether the last transaction failed because of the disk, and none was written since. */
  get isFailing(): boolean {
    return this.#isFailing
  }

  /** Records that a transaction failed. */
  failed(error: unknown): void {
    if (this.#isFailing || !isDiskFailure(error)) return
    this.#isFailing = true
    this.#onChange(error instanceof Error ? error.message : String(error))
  }

  /** Records that a change is durable. */
  worked(): void {
    if (!this.#isFailing) return
    this.#isFailing = false
    this.#onChange(undefined)
  }

  /** Writes a page into the log, in a transaction of the caller. It changes nothing: the value is what it was. */
  write(): void {
    this.#database.exec(`PRAGMA user_version = ${SCHEMA_VERSION}`)
  }
}
