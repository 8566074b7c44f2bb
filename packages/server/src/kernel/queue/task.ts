import { type DomainEvent, eventAttributes, eventFromAttributes } from '../events/event.ts'
import { taskKey } from '../keys.ts'
import type { Item } from '../ports/store.ts'

/** Who reacts to events. Each has a queue of its own, so that one that is stuck holds up no other. */
export type ConsumerName = 'mails' | 'webhooks' | 'deliveries' | 'contacts' | 'schedule' | 'mirrors'

/** All consumers. */
export const CONSUMER_NAMES: readonly ConsumerName[] = [
  'mails',
  'webhooks',
  'deliveries',
  'contacts',
  'schedule',
  'mirrors',
]

/**
 * One event that waits for one consumer. The same event makes at most one task of a consumer and
 * `subject`, so whoever enqueues twice enqueues once.
 */
export interface Task {
  readonly consumer: ConsumerName
  /** The id of the event, and what it is about where one event makes several tasks. */
  readonly id: string
  readonly version: number
  readonly event: DomainEvent
  /** What the consumer needs beside the event, for example the webhook endpoint. */
  readonly subject?: string
  /** How many attempts have failed. */
  readonly failedAttempts: number
  readonly dueEpochMilliseconds: number
  /** Why the last attempt failed. */
  readonly lastError?: string
}

/** A task that was never tried, due at once. */
export function newTask(
  consumer: ConsumerName,
  event: DomainEvent,
  dueEpochMilliseconds: number,
  subject?: string,
): Task {
  return {
    consumer,
    id: subject === undefined ? event.id : `${event.id}.${subject}`,
    version: 1,
    event,
    ...(subject === undefined ? {} : { subject }),
    failedAttempts: 0,
    dueEpochMilliseconds,
  }
}

/** The attributes of a task, as they lie in a queue and among the dead letters. */
export const taskAttributes = (task: Task) => ({
  ...eventAttributes(task.event),
  version: task.version,
  consumer: task.consumer,
  taskId: task.id,
  eventId: task.event.id,
  subject: task.subject,
  failedAttempts: task.failedAttempts,
  dueEpochMilliseconds: task.dueEpochMilliseconds,
  lastError: task.lastError,
})

/** The item of a task in its queue. */
export const taskItem = (task: Task): Item => ({
  ...taskKey(task.consumer, task.id, task.dueEpochMilliseconds),
  ...taskAttributes(task),
})

/** Reads a task, from its queue or from among the dead letters. */
export const taskFromItem = (item: Item): Task => ({
  consumer: item.consumer as ConsumerName,
  id: item.taskId as string,
  version: item.version as number,
  event: eventFromAttributes(item.eventId as string, item),
  ...(item.subject === undefined ? {} : { subject: item.subject as string }),
  failedAttempts: item.failedAttempts as number,
  dueEpochMilliseconds: item.dueEpochMilliseconds as number,
  ...(item.lastError === undefined ? {} : { lastError: item.lastError as string }),
})
