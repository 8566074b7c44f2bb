import { STREAM_FILTERS } from '@holdfast/server/stream-filters'
import { Duration } from 'aws-cdk-lib'
import {
  EventSourceMapping,
  type Function as LambdaFunction,
  MetricType,
  StartingPosition,
} from 'aws-cdk-lib/aws-lambda'
import { allow, createFunction, type FunctionParts } from './functions.ts'

/** Times that a batch is tried again before what is left of it goes to the bucket of failures. */
const RETRIES = 20
/** The stream keeps 24 hours: one event that cannot be read must not cost all others theirs. */
const OLDEST = Duration.hours(6)
const BATCH = 100

/** The function on the table's stream: it publishes events, and expires holds whose trigger TTL removed. */
export function createStreamFunction(parts: FunctionParts): {
  readonly fn: LambdaFunction
  readonly records: EventSourceMapping
} {
  const { stack, stateful } = parts
  const { table, bus, failures } = stateful
  const streamArn = table.tableStreamArn
  if (streamArn === undefined) throw new Error('the table has no stream')
  const fn = createFunction(parts, 'stream', {
    environment: { HOLDFAST_EVENT_BUS: bus.eventBusName },
    statements: [
      allow(
        ['dynamodb:GetRecords', 'dynamodb:GetShardIterator', 'dynamodb:DescribeStream'],
        [streamArn],
      ),
      // The one action here that takes no resource; it tells the names of streams.
      allow(['dynamodb:ListStreams'], ['*']),
      allow(['events:PutEvents'], [bus.eventBusArn]),
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
    // S3 keeps whole records; a queue would keep only where in the stream they once were.
    onFailure: { bind: () => ({ destination: failures.bucketArn }) },
    // How many were given up: Lambda counts it for those who ask.
    metricsConfig: { metrics: [MetricType.EVENT_COUNT] },
    filters: Object.values(STREAM_FILTERS).map((filter) => ({ pattern: JSON.stringify(filter) })),
  })
  if (fn.role) records.node.addDependency(fn.role)
  return { fn, records }
}
