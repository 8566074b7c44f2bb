import { epochSeconds } from '../../kernel/dependencies.ts'
import type { DomainEvent } from '../../kernel/events/event.ts'
import { deadLetterEntity } from '../../kernel/queue/dead-letters.ts'
import {
  attemptTask,
  type Consumer,
  type Outcome,
  type QueueDependencies,
} from '../../kernel/queue/queue.ts'
import { newTask, type Task } from '../../kernel/queue/task.ts'
import { transact } from '../../kernel/transaction.ts'
import { eventFromMessage } from './envelope.ts'
import type { SqsBatch, SqsBatchResponse, SqsRecord } from './event.ts'
import type { MessageVisibility } from './visibility.ts'

/** A message that stays in the queue, with the reason. */
export interface FailedMessage {
  readonly messageId: string
  readonly error: string
}

/** How messages of a queue are handled. */
export interface SqsConsumerOptions {
  readonly deps: QueueDependencies
  readonly consumer: Consumer
  readonly visibility: Pick<MessageVisibility, 'hideFor'>
  /** Called with each message that stays in the queue. */
  readonly onFailure: (failure: FailedMessage) => void
  /** Called with each task that became a dead letter. */
  readonly onDeadLetter?: (task: Task) => void
}

/** Copies of one event. The queue may deliver a message twice, and the bus may have sent it twice. */
interface Copies {
  readonly event: DomainEvent
  readonly records: readonly SqsRecord[]
}

/**
 * Creates the handler for the messages of one consumer's queue. Each event gets the same attempts as in a
 * local queue, with the same schedule of retries:
 *
 * - done, or not wanted by the consumer: the message is acknowledged;
 * - failed with attempts left: it is reported as failed and hidden until its next attempt;
 * - failed without attempts left: it becomes a dead letter of its account and is acknowledged;
 * - malformed: it is reported as failed until the queue's redrive policy removes it. The policy must
 *   allow more receipts than a task has attempts, so that well-formed messages end as dead letters.
 *
 * An error of the handler, for example of the store, fails the message, and SQS delivers it again.
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
    for (const failure of failed) options.onFailure(failure)
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

/** The task of a message. Each earlier receipt was a failed attempt. */
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
  const diedAtEpochSeconds = epochSeconds(deps.clock)
  await transact(deps, { deadLetter: deadLetterEntity.create({ task, diedAtEpochSeconds }) })
}
