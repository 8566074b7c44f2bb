import { Duration, type Stack } from 'aws-cdk-lib'
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2'
import {
  Alarm,
  ComparisonOperator,
  Dashboard,
  GraphWidget,
  type IMetric,
  Metric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch'
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions'
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda'
import { FilterPattern, type ILogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs'
import { Topic } from 'aws-cdk-lib/aws-sns'
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions'
import type { FunctionName } from './functions.ts'
import type { QueuePair } from './queues.ts'
import type { Settings } from './settings.ts'
import type { StatefulStack } from './stateful-stack.ts'

/** What is watched. */
export interface Watched {
  readonly stateful: StatefulStack
  readonly api: HttpApi
  readonly functions: ReadonlyMap<FunctionName, LambdaFunction>
  readonly queues: readonly QueuePair[]
}

const PERIOD = Duration.minutes(5)
/** Conflicts of transactions are retried; so many in five minutes mean a hot item. */
const CONFLICTS = 1_000
const NAMESPACE = 'Holdfast'

interface Limit {
  /** The alarm is raised above it. */
  readonly above: number
  /** Periods of five minutes in a row; 1 unless set. */
  readonly periods?: number
}

/** Makes the topic, the alarms that tell it, and the dashboard. */
export function createAlarms(stack: Stack, settings: Settings, watched: Watched): Topic {
  const topic = new Topic(stack, 'Alarms', { enforceSSL: true })
  if (settings.alarmEmail) topic.addSubscription(new EmailSubscription(settings.alarmEmail))
  const action = new SnsAction(topic)
  const alarm = (id: string, metric: IMetric, description: string, limit: Limit): void => {
    const made = new Alarm(stack, id, {
      alarmDescription: description,
      metric,
      threshold: limit.above,
      evaluationPeriods: limit.periods ?? 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    })
    made.addAlarmAction(action)
    made.addOkAction(action)
  }
  watchFunctions(stack, watched, alarm)
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
  const stream = functions.get('stream')
  if (stream)
    alarm('StreamAge', iteratorAge(stream), 'Events wait in the stream.', { above: 60_000 })
  alarm(
    'DeadLetters',
    deadLetters(stack, functions),
    'A mail, a webhook or another task was given up: GET /v1/dead-letters, then redrive.',
    { above: 0 },
  )
}

const iteratorAge = (fn: LambdaFunction): Metric =>
  fn.metric('IteratorAge', { period: PERIOD, statistic: 'Maximum' })

/** Dead letters of accounts lie in the table; the functions say so in their logs. */
function deadLetters(stack: Stack, functions: Watched['functions']): Metric {
  const ofAll = { metricNamespace: NAMESPACE, metricName: `DeadLetters-${stack.stackName}` }
  for (const [name, fn] of functions) {
    new MetricFilter(stack, `${name}DeadLetterLines`, {
      ...ofAll,
      logGroup: fn.logGroup as ILogGroup,
      filterPattern: FilterPattern.stringValue('$.msg', '=', 'dead letter'),
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

const ofTable = ({ stateful }: Watched, metricName: string): Metric =>
  new Metric({
    namespace: 'AWS/DynamoDB',
    metricName,
    dimensionsMap: { TableName: stateful.table.tableName },
    period: PERIOD,
    statistic: 'Sum',
  })

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
  alarm('TableErrors', ofTable(watched, 'SystemErrors'), 'DynamoDB answers with 5xx.', { above: 5 })
}

function createDashboard(stack: Stack, { stage }: Settings, watched: Watched): void {
  const { api, functions, queues } = watched
  const graph = (title: string, left: IMetric[], right: IMetric[] = []) =>
    new GraphWidget({ title, left, right, width: 12 })
  const each = (metric: (fn: LambdaFunction) => IMetric) => [...functions.values()].map(metric)
  const stream = functions.get('stream')
  new Dashboard(stack, 'Dashboard', {
    dashboardName: `holdfast-${stage}`,
    widgets: [
      [
        graph(
          'Requests, and their errors',
          [api.metricCount()],
          [api.metricClientError(), api.metricServerError()],
        ),
        graph('Time of an answer', [
          api.metricLatency({ statistic: 'p50' }),
          api.metricLatency({ statistic: 'p99' }),
        ]),
      ],
      [
        graph(
          'Errors of functions',
          each((fn) => fn.metricErrors()),
        ),
        graph(
          'Throttled calls of functions',
          each((fn) => fn.metricThrottles()),
        ),
      ],
      [
        graph(
          'Units of the table',
          [ofTable(watched, 'ConsumedWriteCapacityUnits')],
          [ofTable(watched, 'ConsumedReadCapacityUnits')],
        ),
        graph(
          'Conflicts and throttling of the table',
          [ofTable(watched, 'TransactionConflict')],
          [ofTable(watched, 'WriteThrottleEvents'), ofTable(watched, 'ReadThrottleEvents')],
        ),
      ],
      [
        graph('Age of the stream', stream ? [iteratorAge(stream)] : []),
        graph(
          'Messages waiting, and dead',
          queues.map(({ queue }) => queue.metricApproximateNumberOfMessagesVisible()),
          queues.map(({ deadLetters }) => deadLetters.metricApproximateNumberOfMessagesVisible()),
        ),
      ],
    ],
  })
}
