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
import { createDashboard } from './dashboard.ts'
import { iteratorAge, ofTable, PERIOD, type Watched } from './metrics.ts'
import type { Settings } from './settings.ts'

/** Conflicts of transactions are retried; so many in five minutes mean a hot item. */
const CONFLICTS = 1_000
const NAMESPACE = 'Holdfast'
/** The operations of DynamoDB that functions use. */
const OPERATIONS = ['GetItem', 'BatchGetItem', 'Query', 'TransactWriteItems'] as const

/** When an alarm is raised: above a value; or below one, and then also when nothing is told at all. */
type Limit = ({ readonly above: number } | { readonly below: number }) & {
  /** Periods of five minutes that are looked at; 1 unless set. */
  readonly periods?: number
  /** How many of them must be beyond the limit; all unless set. */
  readonly datapoints?: number
}

/** Makes the topic, the alarms that tell it, and the dashboard. */
export function createAlarms(stack: Stack, settings: Settings, watched: Watched): Topic {
  const topic = new Topic(stack, 'Alarms', { enforceSSL: true })
  letAlarmsPublish(stack, topic)
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
  watchTable(watched, alarm)
  alarm(
    'ApiServerErrors',
    watched.api.metricServerError({ period: PERIOD, statistic: 'Sum' }),
    'The API answers with 5xx: see the log of the http function by request id.',
    { above: 5 },
  )
  createDashboard(stack, settings, watched)
  return topic
}

/**
 * A policy of the topic's own, here that it is spoken to over TLS only, replaces the one that SNS gives
 * a topic without: without this statement CloudWatch could tell it of no alarm.
 */
function letAlarmsPublish(stack: Stack, topic: Topic): void {
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

type RaiseAlarm = (id: string, metric: IMetric, description: string, limit: Limit) => void

function watchFunctions(stack: Stack, { functions }: Watched, alarm: RaiseAlarm): void {
  for (const [name, fn] of functions) {
    alarm(
      `${name}Errors`,
      fn.metricErrors({ period: PERIOD }),
      `The function ${name} fails as a whole: see its log.`,
      { above: 0 },
    )
    alarm(
      `${name}Throttles`,
      fn.metricThrottles({ period: PERIOD }),
      `The function ${name} is called more often than the account's concurrency allows.`,
      { above: 0 },
    )
  }
  const timer = functions.get('timer')
  if (timer)
    alarm(
      'TimerStands',
      timer.metricInvocations({ period: PERIOD }),
      'The timer does not run: holds settle late, and nothing that failed is tried again.',
      { below: 1, periods: 2 },
    )
  alarm(
    'DeadLetters',
    linesOf(stack, functions, 'DeadLetter', 'dead letter'),
    'A mail, a webhook or another task was given up: GET /v1/dead-letters, then redrive.',
    { above: 0 },
  )
  // The age of a queue leaves out messages that were received three times, so it tells of no consumer
  // that fails again and again.
  alarm(
    'Retries',
    linesOf(stack, functions, 'Retry', 'message comes again'),
    'Mails, webhooks or other tasks fail and are tried again: see the log for "message comes again".',
    { above: 0, periods: 3, datapoints: 2 },
  )
}

function watchStream({ functions, streamRecords }: Watched, alarm: RaiseAlarm): void {
  const stream = functions.get('stream')
  if (stream)
    alarm('StreamAge', iteratorAge(stream), 'Events wait in the stream.', { above: 60_000 })
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
    'Records of the stream were given up, and lie in the bucket of failures.',
    { above: 0 },
  )
  alarm(
    'StreamDrops',
    records('DroppedEventCount'),
    'Records of the stream were given up, and could not be put into the bucket of failures.',
    { above: 0 },
  )
}

/** How many lines of functions say something: what becomes of tasks is told in their logs alone. */
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
      `Messages for ${name} could not be read, or killed its function.`,
      { above: 0 },
    )
    alarm(
      `${name}QueueAge`,
      queue.metricApproximateAgeOfOldestMessage({ period: PERIOD, statistic: 'Minimum' }),
      `Messages for ${name} wait for more than a quarter of an hour.`,
      { above: 900, periods: 3 },
    )
  }
}

function watchTable(watched: Watched, alarm: RaiseAlarm): void {
  alarm(
    'TableConflicts',
    ofTable(watched, 'TransactionConflict'),
    'Transactions collide on one item: a provider, or the log of an account, is hot.',
    { above: CONFLICTS },
  )
  for (const kind of ['Read', 'Write'] as const) {
    alarm(
      `Table${kind}Throttles`,
      ofTable(watched, `${kind}ThrottleEvents`),
      `The table throttles ${kind.toLowerCase()}s: see Contributor Insights for the hot key.`,
      { above: 0, periods: 2 },
    )
  }
  // What the table's own metric leaves out. An index that is throttled throttles writes of the table.
  for (const { name } of TABLE.indexes) {
    alarm(
      `${name}WriteThrottles`,
      ofTable(watched, 'WriteThrottleEvents', { GlobalSecondaryIndexName: name }),
      `The index ${name} throttles writes: see its Contributor Insights for the hot key.`,
      { above: 0, periods: 2 },
    )
  }
  // DynamoDB counts these by operation only.
  for (const Operation of OPERATIONS) {
    alarm(
      `Table${Operation}Errors`,
      ofTable(watched, 'SystemErrors', { Operation }),
      `DynamoDB answers ${Operation} with 5xx.`,
      { above: 5 },
    )
  }
}
