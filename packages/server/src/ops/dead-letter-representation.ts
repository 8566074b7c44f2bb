import { eventRepresentation } from '../kernel/events/event.ts'
import { type DeadLetter, deadLetterId } from '../kernel/queue/dead-letters.ts'
import { instantText } from '../kernel/representations.ts'

/**
 * How each resource of this context is represented: over HTTP and, unchanged, inside events. Plain JSON
 * values; an absent optional value is `null`, so every resource always has all of its members.
 */

/** Work on an event that was given up; of the event only what tells it apart. */
export function deadLetterRepresentation({ task, diedAtEpochSeconds }: DeadLetter) {
  const { id, type, occurredAt, resource } = eventRepresentation(task.event)
  return {
    id: deadLetterId(task),
    consumer: task.consumer,
    event: { id, type, occurredAt, resource },
    subject: task.subject ?? null,
    failedAttempts: task.failedAttempts,
    lastError: task.lastError ?? null,
    diedAt: instantText(diedAtEpochSeconds),
  }
}
