import { epochSeconds } from '../../kernel/dependencies.ts'
import type { DomainEvent } from '../../kernel/events/event.ts'
import { deadLetterItem } from '../../kernel/queue/dead-letters.ts'
import {
  attemptTask,
  type Consumer,
  type Outcome,
  type QueueDependencies,
} from '../../kernel/queue/queue.ts'
import { newTask, type Task } from '../../kernel/queue/task.ts'
import { eventFromMessage } from './envelope.ts'
import type { SqsBatch, SqsBatchResponse, SqsRecord } from './event.ts'
import type { MessageVisibility } from './visibility.ts'

/** A message that stays in the queue, and why. */
export interface FailedMessage {
  readonly messageId: string
  readonly error: string
}

/** What the handler of a queue needs. */
export interface SqsConsumerOptions {
  readonly deps: QueueDependencies
  readonly consumer: Consumer
  readonly visibility: Pick<MessageVisibility, 'hideFor'>
  /** Hears of each message that stays in the queue. */
  readonly tell: (failure: FailedMessage) => void
  /** Hears of each task that was given up, once it lies with the dead letters. */
  readonly onDeadLetter?: (task: Task) => void
}

/** Copies of one event: a queue may give a message twice, and the bus may have put it in twice. */
interface Copies {
  readonly event: DomainEvent
  readonly records: readonly SqsRecord[]
}

/**
 * Makes the function that Lambda calls with the messages of one consumer's queue. Each event goes
 * through the same attempt as in a local queue, under the same schedule of retries:
 *
 * - done, or not wanted: the message is acknowledged;
 * - to be tried again: it is reported as failed, and hidden until its time;
 * - given up: it becomes a dead letter of its account, and is acknowledged;
 * - unreadable: it is reported as failed, until the queue's redrive policy takes it away. That must
 *   allow more receipts than a task has attempts, so that readable ones end as dead letters.
 *
 * What throws here (the store is out of reach) fails the message: it comes again.
 */
export function createSqsConsumer(options: SqsConsumerOptions) {
  return async ({ Records }: SqsBatch): Promise<SqsBatchResponse> => {
    const failed: FailedMessage[] = []
    const groups = new Map<string, Copies>()
    for (const record of Records) {
      const event = eventFromMessage(record.body)
      if (!event.ok) failed.push({ messageId: record.messageId, error: event.refusal })
      else {
        const earlier = groups.get(event.value.id)?.records ?? []
        groups.set(event.value.id, { event: event.value, records: [...earlier, record] })
      }
    }
    const handled = await Promise.all([...groups.values()].map((copies) => handle(options, copies)))
    failed.push(...handled.flat())
    for (const failure of failed) options.tell(failure)
    return {
      batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })),
    }
  }
}

async function handle(
  { deps, consumer, visibility, onDeadLetter }: SqsConsumerOptions,
  { event, records }: Copies,
): Promise<readonly FailedMessage[]> {
  const allFailed = (error: string) => records.map(({ messageId }) => ({ messageId, error }))
  if (!consumer.wants(event)) return []
  const outcome = await attemptTask(deps, consumer, taskOf(deps, consumer, event, records))
  if (outcome.kind === 'done') return []
  const error = outcome.task.lastError as string
  try {
    if (outcome.kind === 'dead') {
      await keepDeadLetter(deps, outcome)
      onDeadLetter?.(outcome.task)
      return []
    }
    const pause = outcome.task.dueEpochMilliseconds - deps.clock.nowEpochMilliseconds()
    await Promise.all(records.map((record) => visibility.hideFor(record, pause / 1000)))
    return allFailed(error)
  } catch (cause) {
    return allFailed(`${error}; ${cause instanceof Error ? cause.message : String(cause)}`)
  }
}

/** The task that a message stands for: each receipt before this one was an attempt that failed. */
function taskOf(
  deps: QueueDependencies,
  consumer: Consumer,
  event: DomainEvent,
  records: readonly SqsRecord[],
): Task {
  const receipts = records.map(({ attributes }) => Number(attributes.ApproximateReceiveCount))
  const task = newTask(consumer.name, event, deps.clock.nowEpochMilliseconds())
  return { ...task, failedAttempts: Math.max(...receipts) - 1 }
}

/** Puts a task among the dead letters of its account; one that is there already stays as it is. */
async function keepDeadLetter(
  deps: QueueDependencies,
  { task }: Outcome & { readonly kind: 'dead' },
): Promise<void> {
  await deps.store.transact(
    [{ kind: 'put-if-absent', item: deadLetterItem(task, epochSeconds(deps.clock)) }],
    deps.ids.next('event', deps.clock.nowEpochMilliseconds()),
  )
}
