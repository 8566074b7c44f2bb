import { STREAM_FILTERS } from '@holdfast/server/stream-filters'
import { Duration } from 'aws-cdk-lib'
import {
  EventSourceMapping,
  type Function as LambdaFunction,
  MetricType,
  StartingPosition,
} from 'aws-cdk-lib/aws-lambda'
import { allow, createFunction, type FunctionParts } from './functions.ts'
import type { QueuePair } from './queues.ts'

/** Retries of a batch before its remaining records go to the failures bucket. */
const RETRIES = 20
/** Well below the stream's 24 hours, so that one unreadable event does not cause the loss of others. */
const OLDEST = Duration.hours(6)
const BATCH = 100

/**
 * Creates the stream function, which publishes events and expires holds whose trigger TTL deleted. It sends events
 * of accounts with many publishers to the queue `log`.
 */
export function createStreamFunction(
  parts: FunctionParts,
  log: QueuePair,
): {
  readonly fn: LambdaFunction
  readonly records: EventSourceMapping
} {
  const { stack, stateful } = parts
  const { table, bus, failures } = stateful
  const streamArn = table.tableStreamArn
  if (streamArn === undefined) throw new Error('the table has no stream')
  const fn = createFunction(parts, 'stream', {
    environment: {
      HOLDFAST_EVENT_BUS: bus.eventBusName,
      HOLDFAST_LOG_QUEUE_URL: log.queue.queueUrl,
    },
    statements: [
      allow(
        ['dynamodb:GetRecords', 'dynamodb:GetShardIterator', 'dynamodb:DescribeStream'],
        [streamArn],
      ),
      // This action does not support resources. It only lists the names of streams.
      allow(['dynamodb:ListStreams'], ['*']),
      allow(['events:PutEvents'], [bus.eventBusArn]),
      allow(['sqs:SendMessage'], [log.queue.queueArn]),
      allow(['s3:PutObject'], [failures.arnForObjects('*')]),
      allow(['s3:ListBucket'], [failures.bucketArn]),
    ],
  })
  const records = new EventSourceMapping(stack, 'StreamRecords', {
    target: fn,
    eventSourceArn: streamArn,
    startingPosition: StartingPosition.TRIM_HORIZON,
    batchSize: BATCH,
    reportBatchItemFailures: true,
    bisectBatchOnError: true,
    retryAttempts: RETRIES,
    maxRecordAge: OLDEST,
    // S3 stores complete records. A queue would only receive their position in the stream.
    onFailure: { bind: () => ({ destination: failures.bucketArn }) },
    // Enables the metrics of failed records, which are off by default.
    metricsConfig: { metrics: [MetricType.EVENT_COUNT] },
    filters: Object.values(STREAM_FILTERS).map((filter) => ({ pattern: JSON.stringify(filter) })),
  })
  if (fn.role) records.node.addDependency(fn.role)
  return { fn, records }
}
