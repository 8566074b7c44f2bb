import { z } from 'zod'
import { defineMappedEntity } from '../entity.ts'
import {
  type DomainEvent,
  EVENT_ATTRIBUTES,
  type EventAttributes,
  eventAttributes,
  eventFromAttributes,
} from '../events/event.ts'
import { keyTail, taskKey } from '../keys.ts'
import type { ItemKey } from '../ports/store.ts'

/** The consumers of events. Each has a queue of its own, so that a stuck consumer does not block the others. */
export const CONSUMER_NAMES = [
  'mails',
  'webhooks',
  'deliveries',
  'contacts',
  'schedule',
  'mirrors',
] as const

/** A consumer of events. */
export type ConsumerName = (typeof CONSUMER_NAMES)[number]

/** Whether a consumer needs a task for an event of one account. */
export type NeedsTask = (consumer: ConsumerName, event: DomainEvent) => boolean

/**
 * One event that waits for one consumer. An event has at most one task for each consumer and
 * `subject`, so enqueueing it twice has the effect of once.
 */
export interface Task {
  readonly consumer: ConsumerName
  /** The id of the event, followed by the subject if one event has several tasks. */
  readonly id: string
  readonly version: number
  readonly event: DomainEvent
  /** What the task is about beside the event, for example a webhook endpoint's id. */
  readonly subject?: string
  /** How many attempts have failed. */
  readonly failedAttempts: number
  readonly dueEpochMilliseconds: number
  /** Why the last attempt failed. */
  readonly lastError?: string
}

/** A task that was not attempted yet. */
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

/** The subject of the task with a key, as its id has it; empty if the event has one task. */
export const subjectOfTaskAt = ({ SK }: ItemKey): string => keyTail(SK).split('.', 2)[1] ?? ''

/** The attributes of a task, in its queue and among the dead letters. */
export interface TaskAttributes extends EventAttributes, Omit<Task, 'id' | 'event'> {
  readonly taskId: string
  readonly eventId: string
}

/** The schemas of `TaskAttributes`, to be part of the schema of an item. */
export const TASK_ATTRIBUTES = {
  ...EVENT_ATTRIBUTES,
  version: z.int(),
  // Any name: a queue of a later version of the server must not stop this one.
  consumer: z.custom<ConsumerName>((value) => typeof value === 'string'),
  taskId: z.string(),
  eventId: z.string(),
  subject: z.exactOptional(z.string()),
  failedAttempts: z.int(),
  dueEpochMilliseconds: z.number(),
  lastError: z.exactOptional(z.string()),
} as const

/** The attributes of a task. */
export const taskAttributes = ({ id: taskId, event, ...task }: Task): TaskAttributes => ({
  ...eventAttributes(event),
  ...task,
  taskId,
  eventId: event.id,
})

/** The task whose attributes lie in an item. */
export const taskFromAttributes = (attributes: TaskAttributes): Task => ({
  consumer: attributes.consumer,
  id: attributes.taskId,
  version: attributes.version,
  event: eventFromAttributes(attributes.eventId, attributes),
  ...(attributes.subject !== undefined && { subject: attributes.subject }),
  failedAttempts: attributes.failedAttempts,
  dueEpochMilliseconds: attributes.dueEpochMilliseconds,
  ...(attributes.lastError !== undefined && { lastError: attributes.lastError }),
})

/** The item of a task in its queue, by the time it is due. */
export const taskEntity = defineMappedEntity<Task, TaskAttributes>({
  name: 'task',
  key: (task) => taskKey(task.consumer, task.id, task.dueEpochMilliseconds),
  schema: z.object(TASK_ATTRIBUTES),
  toAttributes: taskAttributes,
  fromAttributes: taskFromAttributes,
})

/** Encodes and decodes the items of tasks. */
export const { encode: taskItem, decode: taskFromItem } = taskEntity
