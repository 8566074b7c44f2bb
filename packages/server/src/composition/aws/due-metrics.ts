import { ALL_DUE_QUEUES } from '../../ops/metrics/due-queues.ts'

/** The queues with a metric, and with an alarm in the stacks: all by due time. The age of the stream covers the outbox. */
const WATCHED_QUEUES: readonly string[] = ALL_DUE_QUEUES.map(([queue]) => queue)

/** The namespace of Holdfast's own metrics in CloudWatch. */
const NAMESPACE = 'Holdfast'

/**
 * A log line from which CloudWatch makes a metric for each queue (embedded metric format): how long its oldest work
 * has been due, in seconds. Their dimension is the name of the function that logs the line.
 */
export function oldestDueLine(
  { AWS_LAMBDA_FUNCTION_NAME: functionName }: Readonly<Record<string, string | undefined>>,
  oldestSeconds: ReadonlyMap<string, number>,
  nowEpochMilliseconds = Date.now(),
): object {
  const metrics = WATCHED_QUEUES.map(
    (queue) => [oldestDueMetric(queue), oldestSeconds.get(queue) ?? 0] as const,
  )
  return {
    _aws: {
      Timestamp: nowEpochMilliseconds,
      CloudWatchMetrics: [
        {
          Namespace: NAMESPACE,
          Dimensions: [['FunctionName']],
          Metrics: metrics.map(([Name]) => ({ Name, Unit: 'Seconds' })),
        },
      ],
    },
    FunctionName: functionName ?? 'timer',
    ...Object.fromEntries(metrics),
  }
}

/** The name of the metric of a queue. Its dimension is `FunctionName`, the timer. */
const oldestDueMetric = (queue: string): string => `OldestDue_${queue}`
