import type { DatabaseSync } from 'node:sqlite'
import type { WebhookEvent } from '@holdfast/client'
import { recordEvent } from './diary.ts'

/**
 * The events that arrived, each of them once. An event is on disk before the webhook is answered, and is handled after
 * that, so a slow handler delays no answer and a crash loses nothing.
 */
export class Inbox {
  readonly #database: DatabaseSync

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  /** Stores an event. False if it was stored before. */
  add(event: WebhookEvent): boolean {
    const { changes } = this.#database
      .prepare('INSERT INTO inbox (event_id, body) VALUES (?, ?) ON CONFLICT DO NOTHING')
      .run(event.id, JSON.stringify(event))
    return changes === 1
  }

  /**
   * Handles every event that has not been handled. Its effect and the mark that it was handled are one transaction, so
   * both survive a crash or neither does. An effect outside this database, such as an email, can only be made safe
   * if the other side recognizes `event.id`.
   */
  handleAll(): void {
    const left = this.#database.prepare('SELECT event_id, body FROM inbox WHERE handled = 0')
    for (const { event_id: id = null, body } of left.all()) {
      this.#database.exec('BEGIN IMMEDIATE')
      try {
        recordEvent(this.#database, JSON.parse(String(body)))
        this.#database.prepare('UPDATE inbox SET handled = 1 WHERE event_id = ?').run(id)
        this.#database.exec('COMMIT')
      } catch (error) {
        this.#database.exec('ROLLBACK')
        throw error
      }
    }
  }
}
