import { eventRepresentation } from '../kernel/events/event.ts'
import { type DeadLetter, deadLetterId } from '../kernel/queue/dead-letters.ts'
import { instantText } from '../kernel/representations.ts'

/**
 * The representation of a dead letter: plain JSON values, with `null` for absent ones. Of the event it
 * contains only what identifies it.
 */
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
