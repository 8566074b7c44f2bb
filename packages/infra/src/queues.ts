import { Duration, type Stack } from 'aws-cdk-lib'
import { type EventPattern, Rule } from 'aws-cdk-lib/aws-events'
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets'
import { EventSourceMapping, type Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda'
import {
  DeduplicationScope,
  FifoThroughputLimit,
  Queue,
  QueueEncryption,
  type QueueProps,
} from 'aws-cdk-lib/aws-sqs'
import { type FunctionName, SIZES } from './function-sizes.ts'
import { allow, type FunctionNeeds, type FunctionParts } from './functions.ts'
import type { StatefulStack } from './stateful-stack.ts'

/** A queue and its dead-letter queue. */
export interface QueuePair {
  readonly name: FunctionName
  readonly queue: Queue
  readonly deadLetters: Queue
}

/** More than the 24 attempts of a task, so a failing task becomes a dead letter of its account first. */
export const RECEIVES_OF_A_TASK = 30
/** A nudge only announces a task. If it is lost, the timer finds the task. */
export const RECEIVES_OF_A_NUDGE = 5
/**
 * Four minutes with the pauses of the log function. Its account waits for a message that fails. The events are in
 * the outbox, where the timer finds them.
 */
export const RECEIVES_OF_A_HAND_OVER = 10
const RETENTION = Duration.days(14)
/** AWS recommends six times the function timeout, so that a throttled batch is not delivered twice. */
const VISIBILITY_FACTOR = 6
const BATCH = 10
/**
 * Maximum concurrency of a queue's function. Queued work can wait: without a limit, a burst of emails
 * would take the account's concurrency from API requests. Reserving concurrency for `http` would not
 * work in a new account, which has none to reserve.
 */
const MOST_AT_ONCE = 50

/**
 * A queue that passes the messages of a group in order, to one call at a time. The limits of throughput and the
 * search for duplicates apply to each group.
 */
const IN_ORDER: QueueProps = {
  fifo: true,
  deduplicationScope: DeduplicationScope.MESSAGE_GROUP,
  fifoThroughputLimit: FifoThroughputLimit.PER_MESSAGE_GROUP_ID,
}

/** Creates the queue of a function and its dead-letter queue. */
export const createQueue = (stack: Stack, name: FunctionName, receives: number): QueuePair =>
  createPair(stack, name, receives, {})

/** Creates the FIFO queue of a function and its dead-letter queue. */
export const createFifoQueue = (stack: Stack, name: FunctionName, receives: number): QueuePair =>
  createPair(stack, name, receives, IN_ORDER)

function createPair(
  stack: Stack,
  name: FunctionName,
  receives: number,
  props: QueueProps,
): QueuePair {
  const id = name.charAt(0).toUpperCase() + name.slice(1)
  const common = {
    ...props,
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    retentionPeriod: RETENTION,
  }
  const deadLetters = new Queue(stack, `${id}DeadLetters`, common)
  const queue = new Queue(stack, `${id}Queue`, {
    ...common,
    visibilityTimeout: Duration.seconds(SIZES[name].timeoutSeconds * VISIBILITY_FACTOR),
    deadLetterQueue: { queue: deadLetters, maxReceiveCount: receives },
  })
  return { name, queue, deadLetters }
}

/** Allows a function to receive messages from its queue and to hide one until its next attempt. */
export const receiving = ({ queue }: QueuePair) =>
  allow(
    [
      'sqs:ReceiveMessage',
      'sqs:DeleteMessage',
      'sqs:GetQueueAttributes',
      'sqs:ChangeMessageVisibility',
    ],
    [queue.queueArn],
  )

/** The queues by the names of their functions. Those of emails and vendor calendars can be missing. */
export interface QueuePairs
  extends Readonly<Record<'deliveries' | 'due' | 'webhooks' | 'contacts' | 'schedule', QueuePair>> {
  readonly mails?: QueuePair
  readonly mirrors?: QueuePair
}

/** What a function needs to send messages to queues. */
export function sendingTo(...pairs: readonly (QueuePair | undefined)[]) {
  const wanted = pairs.filter((pair) => pair !== undefined)
  return {
    environment: Object.fromEntries(
      wanted.map(({ name, queue }) => [`HOLDFAST_${name.toUpperCase()}_QUEUE_URL`, queue.queueUrl]),
    ),
    statements:
      wanted.length === 0
        ? []
        : [
            allow(
              ['sqs:SendMessage'],
              wanted.map(({ queue }) => queue.queueArn),
            ),
          ],
  } satisfies FunctionNeeds
}

/** Invokes the function with batches from the queue. Only failed messages are retried. */
export function connectQueue(
  { stack }: FunctionParts,
  target: LambdaFunction,
  { name, queue }: QueuePair,
): void {
  const mapping = new EventSourceMapping(stack, `${name}Messages`, {
    target,
    eventSourceArn: queue.queueArn,
    batchSize: BATCH,
    reportBatchItemFailures: true,
    maxConcurrency: MOST_AT_ONCE,
  })
  // Lambda checks the role's access to the queue when it creates the mapping.
  if (target.role) mapping.node.addDependency(target.role)
}

/** Routes the events that match `wanted` from the bus to a queue. */
export function subscribe(
  stack: Stack,
  { bus }: StatefulStack,
  { name, queue, deadLetters }: Omit<QueuePair, 'name'> & { readonly name: string },
  wanted: EventPattern = {},
): void {
  new Rule(stack, `${name}Events`, {
    eventBus: bus,
    eventPattern: { source: ['holdfast'], ...wanted },
    targets: [new SqsQueue(queue, { deadLetterQueue: deadLetters, retryAttempts: 185 })],
  })
}
