import { TABLE } from '@holdfast/server/table'
import { ArnFormat, type Stack } from 'aws-cdk-lib'
import {
  Alarm,
  ComparisonOperator,
  type IMetric,
  Metric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch'
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions'
import { Effect, PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { FilterPattern, type ILogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs'
import { Topic } from 'aws-cdk-lib/aws-sns'
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions'
import { createBudget } from './budget.ts'
import { createDashboard } from './dashboard.ts'
import { watchDueWork } from './due-alarms.ts'
import { createHttpMetrics, watchHttp } from './http-alarms.ts'
import {
  iteratorAge,
  type Limit,
  NAMESPACE,
  ofTable,
  PERIOD,
  type RaiseAlarm,
  type Watched,
} from './metrics.ts'
import type { Settings } from './settings.ts'

/** Transaction conflicts are retried. This many in five minutes mean a hot item. */
const CONFLICTS = 1_000
/** The DynamoDB operations that the functions use. A commit of one item is a lone write, not a transaction. */
const OPERATIONS = [
  'GetItem',
  'BatchGetItem',
  'Query',
  'Scan',
  'TransactWriteItems',
  'PutItem',
  'UpdateItem',
  'DeleteItem',
] as const

/** Creates the topic, the alarms that publish to it, and the dashboard. */
export function createAlarms(stack: Stack, settings: Settings, watched: Watched): Topic {
  const topic = new Topic(stack, 'Alarms', { enforceSSL: true })
  allowAlarmsToPublish(stack, topic)
  if (settings.alarmEmail) topic.addSubscription(new EmailSubscription(settings.alarmEmail))
  const action = new SnsAction(topic)
  const alarm = (id: string, metric: IMetric, description: string, limit: Limit): void => {
    const made = new Alarm(stack, id, {
      alarmDescription: description,
      metric,
      evaluationPeriods: limit.periods ?? 1,
      ...(limit.datapoints && { datapointsToAlarm: limit.datapoints }),
      ...comparison(limit),
    })
    made.addAlarmAction(action)
    made.addOkAction(action)
  }
  watchFunctions(stack, watched, alarm)
  watchStream(watched, alarm)
  watchQueues(watched, alarm)
  watchDueWork(watched, alarm)
  watchTable(watched, alarm)
  alarm(
    'ApiServerErrors',
    watched.api.metricServerError({ period: PERIOD, statistic: 'Sum' }),
    'The API returns 5xx responses. Find the request id in the log of the http function.',
    { above: 5 },
  )
  const httpMetrics = createHttpMetrics(stack, watched)
  watchHttp(settings, httpMetrics, alarm)
  const { monthlyBudgetUsd, alarmEmail } = settings
  if (monthlyBudgetUsd !== undefined && alarmEmail !== undefined) {
    createBudget(stack, monthlyBudgetUsd, alarmEmail)
  }
  createDashboard(stack, settings, watched, httpMetrics)
  return topic
}

/**
 * Allows CloudWatch to publish to the topic. The topic has its own policy, which requires TLS and replaces
 * the default policy of SNS, so it must grant this access explicitly.
 */
function allowAlarmsToPublish(stack: Stack, topic: Topic): void {
  const alarms = { service: 'cloudwatch', resource: 'alarm', resourceName: '*' }
  topic.addToResourcePolicy(
    new PolicyStatement({
      effect: Effect.ALLOW,
      principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
      actions: ['sns:Publish'],
      resources: [topic.topicArn],
      conditions: {
        StringEquals: { 'aws:SourceAccount': stack.account },
        ArnLike: {
          'aws:SourceArn': stack.formatArn({ ...alarms, arnFormat: ArnFormat.COLON_RESOURCE_NAME }),
        },
      },
    }),
  )
}

const comparison = (limit: Limit) =>
  'above' in limit
    ? {
        threshold: limit.above,
        comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
        treatMissingData: TreatMissingData.NOT_BREACHING,
      }
    : {
        threshold: limit.below,
        comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
        treatMissingData: TreatMissingData.BREACHING,
      }

function watchFunctions(stack: Stack, { functions }: Watched, alarm: RaiseAlarm): void {
  for (const [name, fn] of functions) {
    alarm(
      `${name}Errors`,
      fn.metricErrors({ period: PERIOD }),
      `The ${name} function fails. See its log.`,
      { above: 0 },
    )
    alarm(
      `${name}Throttles`,
      fn.metricThrottles({ period: PERIOD }),
      `The ${name} function is throttled. It exceeds the concurrency limit of the account.`,
      { above: 0 },
    )
  }
  const timer = functions.get('timer')
  if (timer)
    alarm(
      'TimerStands',
      timer.metricInvocations({ period: PERIOD }),
      'The timer is not running. Holds expire late and failed tasks are not retried.',
      { below: 1, periods: 2 },
    )
  alarm(
    'DeadLetters',
    linesOf(stack, functions, 'DeadLetter', 'dead letter'),
    'An email, webhook or other task failed too often. See GET /v1/dead-letters, then redrive it.',
    { above: 0 },
  )
  alarm(
    'MissedReminders',
    linesOf(stack, functions, 'MissedReminder', 'reminder missed'),
    'Reminders came after the start of their bookings and were not sent. The log lines have the bookings.',
    { above: 0 },
  )
  // The age metric of a queue ignores messages that were received three times, so it does not detect a
  // consumer that fails repeatedly.
  alarm(
    'Retries',
    linesOf(stack, functions, 'Retry', 'message will be retried'),
    'Emails, webhooks or other tasks fail and are retried. Search the logs for "message will be retried".',
    { above: 0, periods: 3, datapoints: 2 },
  )
}

function watchStream({ functions, streamRecords }: Watched, alarm: RaiseAlarm): void {
  const stream = functions.get('stream')
  if (stream)
    alarm('StreamAge', iteratorAge(stream), 'Events are delayed in the stream.', { above: 60_000 })
  const records = (metricName: string): Metric =>
    new Metric({
      namespace: 'AWS/Lambda',
      metricName,
      dimensionsMap: { EventSourceMappingUUID: streamRecords.eventSourceMappingId },
      period: PERIOD,
      statistic: 'Sum',
    })
  alarm(
    'StreamFailures',
    records('OnFailureDestinationDeliveredEventCount'),
    'Stream records failed too often and were moved to the failures bucket.',
    { above: 0 },
  )
  alarm(
    'StreamDrops',
    records('DroppedEventCount'),
    'Stream records failed too often and were lost: they could not be written to the failures bucket.',
    { above: 0 },
  )
}

/** Counts log lines with a message. The results of tasks appear only in the logs. */
function linesOf(
  stack: Stack,
  functions: Watched['functions'],
  id: string,
  message: string,
): Metric {
  const ofAll = { metricNamespace: NAMESPACE, metricName: `${id}Lines-${stack.stackName}` }
  for (const [name, fn] of functions) {
    new MetricFilter(stack, `${name}${id}Lines`, {
      ...ofAll,
      logGroup: fn.logGroup as ILogGroup,
      filterPattern: FilterPattern.stringValue('$.msg', '=', message),
      metricValue: '1',
    })
  }
  return new Metric({
    namespace: NAMESPACE,
    metricName: ofAll.metricName,
    period: PERIOD,
    statistic: 'Sum',
  })
}

function watchQueues({ queues }: Watched, alarm: RaiseAlarm): void {
  for (const { name, queue, deadLetters } of queues) {
    alarm(
      `${name}DeadLetterQueue`,
      deadLetters.metricApproximateNumberOfMessagesVisible({
        period: PERIOD,
        statistic: 'Maximum',
      }),
      `Messages for ${name} could not be read or crashed the function.`,
      { above: 0 },
    )
    alarm(
      `${name}QueueAge`,
      queue.metricApproximateAgeOfOldestMessage({ period: PERIOD, statistic: 'Minimum' }),
      `Messages for ${name} have been waiting for more than 15 minutes.`,
      { above: 900, periods: 3 },
    )
  }
}

function watchTable(watched: Watched, alarm: RaiseAlarm): void {
  alarm(
    'TableConflicts',
    ofTable(watched, 'TransactionConflict'),
    'Transactions conflict on one item. A provider or an account log is hot.',
    { above: CONFLICTS },
  )
  for (const kind of ['Read', 'Write'] as const) {
    alarm(
      `Table${kind}Throttles`,
      ofTable(watched, `${kind}ThrottleEvents`),
      `The table throttles ${kind.toLowerCase()}s. Find the hot key with Contributor Insights.`,
      { above: 0, periods: 2 },
    )
  }
  // The metric of the table excludes its indexes. A throttled index also throttles writes to the table.
  for (const { name } of TABLE.indexes) {
    alarm(
      `${name}WriteThrottles`,
      ofTable(watched, 'WriteThrottleEvents', { GlobalSecondaryIndexName: name }),
      `The index ${name} throttles writes. Find the hot key with Contributor Insights.`,
      { above: 0, periods: 2 },
    )
  }
  // DynamoDB reports these only per operation.
  for (const Operation of OPERATIONS) {
    alarm(
      `Table${Operation}Errors`,
      ofTable(watched, 'SystemErrors', { Operation }),
      `DynamoDB returns 5xx responses to ${Operation}.`,
      { above: 5 },
    )
  }
}
