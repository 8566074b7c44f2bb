import { TABLE } from '@holdfast/server/table'
import { at, list, put, textOf } from './json.ts'
import { FUNCTIONS, only, type Promised, QUEUES, wrong } from './promises.ts'
import { resources, resourcesOf, type Templates } from './templates.ts'

const ALARM = 'AWS::CloudWatch::Alarm'
const FILTER = 'AWS::Logs::MetricFilter'
const BUDGET = 'AWS::Budgets::Budget'
const OPERATIONS = [
  'GetItem',
  'BatchGetItem',
  'Query',
  'Scan',
  'TransactWriteItems',
  'PutItem',
  'UpdateItem',
  'DeleteItem',
]

/** The queues by due time, as the timer names them in its metrics. */
const DUE_QUEUES = [
  'due_actions',
  'connections',
  'payments',
  'waitlists',
  'holds',
  'mails',
  'webhooks',
  'deliveries',
  'contacts',
  'schedule',
  'mirrors',
]

/** Metrics as AWS documents them: namespace, name, statistic and dimensions. */
const onFunction = (name: string) => ['AWS/Lambda', name, 'Sum', ['FunctionName']] as const
const onRecords = (name: string) => ['AWS/Lambda', name, 'Sum', ['EventSourceMappingUUID']] as const
const onQueue = (name: string, statistic: string) =>
  ['AWS/SQS', name, statistic, ['QueueName']] as const
const onTable = (name: string, ...dimensions: string[]) =>
  ['AWS/DynamoDB', name, 'Sum', ['TableName', ...dimensions].sort()] as const
const ofLines = (id: string) => ['Holdfast', `${id}Lines-Holdfast-prod`, 'Sum', []] as const
const ofRequests = (id: string, statistic: string) =>
  ['Holdfast', `${id}-Holdfast-prod`, statistic, []] as const

/** Every alarm with its metric and its threshold: the value, the datapoints and the periods. */
const ALARMS: readonly (readonly [id: string, metric: readonly unknown[], limit: string])[] = [
  ...FUNCTIONS.flatMap((name) => [
    [`${name}Errors`, onFunction('Errors'), '> 0 in 1 of 1'] as const,
    [`${name}Throttles`, onFunction('Throttles'), '> 0 in 1 of 1'] as const,
  ]),
  ...QUEUES.flatMap((name) => [
    [
      `${name}DeadLetterQueue`,
      onQueue('ApproximateNumberOfMessagesVisible', 'Maximum'),
      '> 0 in 1 of 1',
    ] as const,
    [
      `${name}QueueAge`,
      onQueue('ApproximateAgeOfOldestMessage', 'Minimum'),
      '> 900 in 3 of 3',
    ] as const,
  ]),
  ['TimerStands', onFunction('Invocations'), '< 1 in 2 of 2'],
  ['StreamAge', ['AWS/Lambda', 'IteratorAge', 'Maximum', ['FunctionName']], '> 60000 in 1 of 1'],
  ['StreamFailures', onRecords('OnFailureDestinationDeliveredEventCount'), '> 0 in 1 of 1'],
  ['StreamDrops', onRecords('DroppedEventCount'), '> 0 in 1 of 1'],
  ['DeadLetters', ofLines('DeadLetter'), '> 0 in 1 of 1'],
  ['Retries', ofLines('Retry'), '> 0 in 2 of 3'],
  ['MissedReminders', ofLines('MissedReminder'), '> 0 in 1 of 1'],
  ...DUE_QUEUES.map(
    (queue) =>
      [
        `${queue.replace('due_', '')}Overdue`,
        ['Holdfast', `OldestDue_${queue}`, 'Maximum', ['FunctionName']],
        '> 600 in 2 of 2',
      ] as const,
  ),
  ['TableConflicts', onTable('TransactionConflict'), '> 1000 in 1 of 1'],
  ['TableReadThrottles', onTable('ReadThrottleEvents'), '> 0 in 2 of 2'],
  ['TableWriteThrottles', onTable('WriteThrottleEvents'), '> 0 in 2 of 2'],
  ...TABLE.indexes.map(
    ({ name }) =>
      [
        `${name}WriteThrottles`,
        onTable('WriteThrottleEvents', 'GlobalSecondaryIndexName'),
        '> 0 in 2 of 2',
      ] as const,
  ),
  ...OPERATIONS.map(
    (name) =>
      [`Table${name}Errors`, onTable('SystemErrors', 'Operation'), '> 5 in 1 of 1'] as const,
  ),
  ['ApiServerErrors', ['AWS/ApiGateway', '5xx', 'Sum', ['ApiId']], '> 5 in 1 of 1'],
  ['SlowRequests', ofRequests('RequestMilliseconds', 'p99'), '> 1000 in 3 of 3'],
  ['RefusedOutside', ofRequests('RefusedOutside', 'Sum'), '> 50 in 1 of 1'],
  ['Concurrency', ['AWS/Lambda', 'ClaimedAccountConcurrency', 'Maximum', []], '> 800 in 1 of 1'],
  ['CanaryErrors', ['AWS/Lambda', 'Errors', 'Sum', ['FunctionName', 'Resource']], '> 0 in 1 of 1'],
  ['CanaryServerErrors', ['AWS/ApiGateway', '5xx', 'Sum', ['ApiId']], '> 5 in 1 of 1'],
]
const EXPECTED = ALARMS.map((one) => textOf(one)).sort()

/** The id of a resource without the hash that the CDK appends. */
const givenId = (id: string): string => id.replace(/[0-9A-F]{8}$/, '')

const SIGNS: Readonly<Record<string, string>> = {
  'GreaterThanThreshold notBreaching': '>',
  'LessThanThreshold breaching': '<',
}

/** The alarms in the format of the table above. */
const watchedBy = (t: Templates): readonly string[] =>
  resources(t, ALARM)
    .map(({ id, properties: p }) => {
      const periods = Number(p.EvaluationPeriods)
      const sign = SIGNS[`${p.ComparisonOperator} ${p.TreatMissingData}`] ?? '?'
      const dimensions = list(p, 'Dimensions').map((one) => String(at(one, 'Name')))
      return textOf([
        givenId(id),
        [p.Namespace, p.MetricName, p.Statistic ?? p.ExtendedStatistic, dimensions.sort()],
        `${sign} ${p.Threshold} in ${p.DatapointsToAlarm ?? periods} of ${periods}`,
      ])
    })
    .sort()

const alarm = (t: Templates, id: RegExp) => only(t, ALARM, id)

/** The promises of the alarms. */
export const ALARMS_PROMISES: readonly Promised[] = [
  [
    'every alarm watches an existing metric with all its dimensions, and no alarm is missing',
    (t) => {
      const found = watchedBy(t)
      return [
        ...EXPECTED.filter((one) => !found.includes(one)),
        ...found.filter((one) => !EXPECTED.includes(one)),
      ]
    },
    (t) => put(alarm(t, /^TableQueryErrors/), 'Dimensions.0'),
  ],
  [
    'every alarm notifies the topic when it is raised and when it ends',
    (t) =>
      wrong(resources(t, ALARM), (p) =>
        [p.AlarmActions, p.OKActions].every((one) =>
          /^\[\{"Ref":"Alarms\w+"\}\]$/.test(textOf(one)),
        ),
      ),
    ({ app }) => {
      const ids = Object.keys(resourcesOf(app))
      const id = ids.find((one) => one.startsWith('TableConflicts')) ?? ''
      put(resourcesOf(app)[id], 'Properties.AlarmActions')
    },
  ],
  [
    'every alarm looks at five minutes, and those that end a deployment at one',
    (t) =>
      resources(t, ALARM)
        .filter(({ id, properties }) => properties.Period !== (id.startsWith('Canary') ? 60 : 300))
        .map(({ id }) => id),
    (t) => put(alarm(t, /^CanaryErrors/), 'Period', 300),
  ],
  [
    'only alarms of this account can publish to the topic',
    (t) =>
      wrong(resources(t, 'AWS::SNS::TopicPolicy'), (p) => {
        const allowed = list(p, 'PolicyDocument.Statement').filter(
          (one) => at(one, 'Effect') === 'Allow',
        )
        const [one] = allowed
        return (
          allowed.length === 1 &&
          at(one, 'Action') === 'sns:Publish' &&
          textOf(at(one, 'Principal')) === '{"Service":"cloudwatch.amazonaws.com"}' &&
          textOf(at(one, 'Condition.StringEquals.aws:SourceAccount')) ===
            '{"Ref":"AWS::AccountId"}' &&
          textOf(at(one, 'Condition.ArnLike.aws:SourceArn')).includes(':alarm:*')
        )
      }),
    (t) => put(only(t, 'AWS::SNS::TopicPolicy'), 'PolicyDocument.Statement.1'),
  ],
  [
    'alarms reach the configured email address',
    (t) =>
      wrong(resources(t, 'AWS::SNS::Subscription'), (p) => p.Endpoint === 'on-call@example.com'),
    (t) => put(only(t, 'AWS::SNS::Subscription'), 'Endpoint', 'nobody@example.com'),
  ],
  [
    'the response time is measured without streams of events, which wait',
    (t) =>
      wrong(
        resources(t, FILTER).filter(({ id }) => id.startsWith('RequestMilliseconds')),
        (p) =>
          p.FilterPattern === '{ ($.msg = "request") && ($.route != "/v1/events/stream") }' &&
          at(p, 'MetricTransformations.0.MetricValue') === '$.milliseconds' &&
          textOf(p.LogGroupName).includes('HttpLog'),
      ),
    (t) => put(only(t, FILTER, /^RequestMilliseconds/), 'FilterPattern', '{ $.msg = "request" }'),
  ],
  [
    'requests that the http function refuses because they went around the distribution are counted',
    (t) =>
      wrong(
        resources(t, FILTER).filter(({ id }) => id.startsWith('RefusedOutside')),
        (p) =>
          p.FilterPattern === '{ $.problem = "edge_required" }' &&
          textOf(p.LogGroupName).includes('HttpLog'),
      ),
    (t) => put(only(t, FILTER, /^RefusedOutside/), 'FilterPattern', '{ $.problem = "forbidden" }'),
  ],
  [
    'the budget sends an email at four fifths of it and when the month will exceed it',
    (t) =>
      wrong(resources(t, BUDGET), (p) => {
        const sent = list(p, 'NotificationsWithSubscribers').map((one) => [
          at(one, 'Notification.NotificationType'),
          at(one, 'Notification.Threshold'),
          at(one, 'Notification.ThresholdType'),
          at(one, 'Subscribers.0.SubscriptionType'),
          at(one, 'Subscribers.0.Address'),
        ])
        return (
          textOf(at(p, 'Budget.BudgetLimit')) === '{"Amount":500,"Unit":"USD"}' &&
          at(p, 'Budget.TimeUnit') === 'MONTHLY' &&
          textOf(sent) ===
            textOf([
              ['ACTUAL', 80, 'PERCENTAGE', 'EMAIL', 'on-call@example.com'],
              ['FORECASTED', 100, 'PERCENTAGE', 'EMAIL', 'on-call@example.com'],
            ])
        )
      }),
    (t) => put(only(t, BUDGET), 'NotificationsWithSubscribers.1'),
  ],
  [
    'log lines about dead letters and retries are counted',
    (t) =>
      FUNCTIONS.flatMap((name) =>
        [
          ['DeadLetter', 'dead letter'],
          ['Retry', 'message will be retried'],
          ['MissedReminder', 'reminder missed'],
        ].flatMap(([id, message]) => {
          const { FilterPattern: pattern, MetricTransformations: into } = only(
            t,
            'AWS::Logs::MetricFilter',
            new RegExp(`^${name}${id}Lines`),
          )
          const isCounted =
            pattern === `{ $.msg = "${message}" }` &&
            at(into, '0.MetricName') === `${id}Lines-Holdfast-prod`
          return isCounted ? [] : [`${name}${id}Lines`]
        }),
      ),
    (t) => put(only(t, 'AWS::Logs::MetricFilter', /^mailsRetryLines/), 'FilterPattern', 'x'),
  ],
]
