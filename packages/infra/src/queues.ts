import { Duration, type Stack } from 'aws-cdk-lib'
import { type EventPattern, Rule } from 'aws-cdk-lib/aws-events'
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets'
import { EventSourceMapping, type Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda'
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs'
import { allow, type FunctionName, type FunctionParts, SIZES } from './functions.ts'
import type { StatefulStack } from './stateful-stack.ts'

/** A queue, and where its messages go that are given up. */
export interface QueuePair {
  readonly name: FunctionName
  readonly queue: Queue
  readonly deadLetters: Queue
}

/** The attempts of a task (24) end as a dead letter of its account; only beyond is SQS's own. */
export const RECEIVES_OF_A_TASK = 30
/** A nudge only says that there is a task: the timer finds it all the same. */
export const RECEIVES_OF_A_NUDGE = 5
const RETENTION = Duration.days(14)
/** AWS's advice: six times the time of the function, so that a throttled batch is not given twice. */
const VISIBILITY_FACTOR = 6
const BATCH = 10
/**
 * Instances that a queue's function has at most at once. What waits in a queue can wait longer: without
 * a bound a crowd of mails would take the account's concurrency from those who ask for slots. Concurrency
 * is not reserved for `http` instead, since an account that is new has none to reserve from.
 */
const MOST_AT_ONCE = 50

/** Makes the queue of a function, with its dead-letter queue. */
export function createQueue(stack: Stack, name: FunctionName, receives: number): QueuePair {
  const id = name.charAt(0).toUpperCase() + name.slice(1)
  const common = {
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

/** What a function needs to take messages from its queue, and to hide one until its next attempt. */
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

/** Has Lambda call the function with batches of the queue; a message that failed comes again alone. */
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
  // Lambda looks whether the role may read the queue when the mapping is made.
  if (target.role) mapping.node.addDependency(target.role)
}

/** Has the bus put into a queue what its consumer wants. */
export function subscribe(
  stack: Stack,
  { bus }: StatefulStack,
  { name, queue, deadLetters }: QueuePair,
  wanted: EventPattern = {},
): void {
  new Rule(stack, `${name}Events`, {
    eventBus: bus,
    eventPattern: { source: ['holdfast'], ...wanted },
    targets: [new SqsQueue(queue, { deadLetterQueue: deadLetters, retryAttempts: 185 })],
  })
}
