import { at, list, put, textOf } from './json.ts'
import { only, type Promised, QUEUES, wrong } from './promises.ts'
import { functionsOf, resources, statementsOf, type Templates } from './templates.ts'

const MAPPING = 'AWS::Lambda::EventSourceMapping'
const RULE = 'AWS::Events::Rule'
const QUEUE = 'AWS::SQS::Queue'
const stream = (t: Templates) => only(t, MAPPING, /^StreamRecords/)
const rules = (t: Templates, has: string) =>
  resources(t, RULE).filter(({ properties }) => properties[has] !== undefined)
const unless = (isKept: boolean, name: string): readonly string[] => (isKept ? [] : [name])

const FILTERS = [
  { eventName: ['INSERT'], dynamodb: { Keys: { PK: { S: [{ prefix: 'OUTBOX#' }] } } } },
  {
    eventName: ['REMOVE'],
    userIdentity: { type: ['Service'], principalId: ['dynamodb.amazonaws.com'] },
    dynamodb: { Keys: { PK: { S: [{ prefix: 'EXPIRATION_TRIGGER#' }] } } },
  },
].map(textOf)

/** The queue of each rule, and the event types that it receives. */
const WANTED = textOf([
  ['contacts', '["booking.confirmed","booking.updated"]'],
  [
    'mails',
    '[{"prefix":"booking."},{"prefix":"stay."},"calendar.sync_failed","member.invited","payment.failed","payment.refunded","session.cancelled"]',
  ],
  [
    'mirrors',
    '["booking.confirmed","booking.rescheduled","booking.reassigned","booking.updated","booking.cancelled","calendar.connected"]',
  ],
  [
    'nights',
    '["booking.created","booking.cancelled","booking.expired"]{"data":{"booking":{"grain":["nights"]}}}',
  ],
  [
    'schedule',
    '["booking.confirmed","booking.rescheduled","booking.reassigned","stay.created","stay.updated","stay.deleted"]',
  ],
  ['webhooks', ''],
])

/** The queues whose messages only announce what is in the table, and how often each is received. */
const RECEIVES = [
  ['DeliveriesQueue', 5],
  ['DueQueue', 5],
  ['LogQueue', 10],
] as const

/** The queues that each function sends messages to. Other functions send to none. */
const SENDS: Readonly<Record<string, readonly string[]>> = {
  http: ['Deliveries', 'Mails'],
  stream: ['Log'],
  webhooks: ['Deliveries'],
  deliveries: ['Deliveries'],
  timer: ['Contacts', 'Deliveries', 'Due', 'Mails', 'Mirrors', 'Webhooks'],
  due: ['Mails'],
}

/** The promises of the event pipeline. */
export const EVENTS_PROMISES: readonly Promised[] = [
  [
    'only failed messages and records are retried, not their whole batch',
    (t) =>
      wrong(
        resources(t, MAPPING),
        (p) => at(p, 'FunctionResponseTypes.0') === 'ReportBatchItemFailures',
      ),
    (t) => put(only(t, MAPPING), 'FunctionResponseTypes'),
  ],
  [
    'the stream limits the number and the age of retries',
    (t) => {
      const { MaximumRetryAttempts: retries, MaximumRecordAgeInSeconds: age } = stream(t)
      return unless(retries === 20 && age === 21_600, 'StreamRecords')
    },
    (t) => put(stream(t), 'MaximumRetryAttempts'),
  ],
  [
    'the stream splits a failing batch in two',
    (t) => unless(stream(t).BisectBatchOnFunctionError === true, 'StreamRecords'),
    (t) => put(stream(t), 'BisectBatchOnFunctionError'),
  ],
  [
    'complete stream records that failed too often go to the failures bucket',
    (t) => {
      const destination = textOf(at(stream(t), 'DestinationConfig.OnFailure.Destination'))
      return unless(destination.includes('Failures'), 'StreamRecords')
    },
    (t) => put(stream(t), 'DestinationConfig'),
  ],
  [
    'stream records that failed too often are counted',
    (t) =>
      unless(
        textOf(at(stream(t), 'MetricsConfig')) === '{"Metrics":["EventCount"]}',
        'StreamRecords',
      ),
    (t) => put(stream(t), 'MetricsConfig'),
  ],
  [
    'every queue limits its share of the concurrency of the account',
    (t) =>
      resources(t, MAPPING)
        .filter(({ id }) => !id.startsWith('StreamRecords'))
        .filter(({ properties }) => at(properties, 'ScalingConfig.MaximumConcurrency') !== 50)
        .map(({ id }) => id),
    (t) => put(only(t, MAPPING, /^mailsMessages/), 'ScalingConfig'),
  ],
  [
    'the stream function receives outbox inserts and triggers that TTL deleted',
    (t) => {
      const patterns = list(stream(t), 'FilterCriteria.Filters').map((one) => at(one, 'Pattern'))
      return unless(textOf(patterns) === textOf(FILTERS), 'StreamRecords')
    },
    (t) => put(stream(t), 'FilterCriteria.Filters.1'),
  ],
  [
    'every queue is encrypted and retains messages longer than all retries',
    (t) =>
      wrong(
        resources(t, QUEUE),
        (p) => p.SqsManagedSseEnabled === true && p.MessageRetentionPeriod === 1_209_600,
      ),
    (t) => put(only(t, QUEUE), 'SqsManagedSseEnabled'),
  ],
  [
    'every queue has a dead-letter queue, and receives a message more often than a task is attempted',
    (t) =>
      resources(t, QUEUE)
        .filter(({ id }) => id.includes('Queue'))
        .filter(({ id, properties }) => {
          const receives = RECEIVES.find(([queue]) => id.startsWith(queue))?.[1] ?? 30
          return at(properties, 'RedrivePolicy.maxReceiveCount') !== receives
        })
        .map(({ id }) => id),
    (t) => put(only(t, QUEUE, /^ContactsQueue/), 'RedrivePolicy'),
  ],
  [
    'events of one account reach the log function in order and one batch at a time, each account by itself',
    (t) =>
      wrong(
        resources(t, QUEUE).filter(({ id }) => id.startsWith('Log')),
        (p) =>
          p.FifoQueue === true &&
          p.DeduplicationScope === 'messageGroup' &&
          p.FifoThroughputLimit === 'perMessageGroupId',
      ),
    (t) => put(only(t, QUEUE, /^LogQueue/), 'FifoQueue'),
  ],
  [
    'the stream function can send events to the queue of the log, and no other function can',
    (t) =>
      [...functionsOf(t)]
        .filter(([name, properties]) => {
          const sends = statementsOf(t, properties).some(
            ({ actions, resources: on }) =>
              actions.join() === 'sqs:SendMessage' && on.some((one) => one.includes('LogQueue')),
          )
          return sends !== (name === 'stream')
        })
        .map(([name]) => name),
    (t) => put(only(t, 'AWS::IAM::Policy', /^StreamRole/), 'PolicyDocument.Statement', []),
  ],
  [
    'the stream function knows the queue of the log',
    (t) =>
      unless(
        textOf(
          at(functionsOf(t).get('stream'), 'Environment.Variables.HOLDFAST_LOG_QUEUE_URL'),
        ).includes('LogQueue'),
        'stream',
      ),
    (t) => put(functionsOf(t).get('stream'), 'Environment.Variables.HOLDFAST_LOG_QUEUE_URL'),
  ],
  [
    'every function can send messages only to the queues that it wakes: only the timer to that of due work',
    (t) =>
      [...functionsOf(t)]
        .filter(([name, properties]) => {
          const sends = statementsOf(t, properties)
            .filter(({ actions }) => actions.includes('sqs:SendMessage'))
            .flatMap(({ resources: on }) => on)
            .flatMap((one) => /(\w+?)Queue/.exec(one)?.[1] ?? one)
          return sends.sort().join() !== (SENDS[name] ?? []).join()
        })
        .map(([name]) => name),
    (t) =>
      put(only(t, 'AWS::IAM::Policy', /^TimerRole/), 'PolicyDocument.Statement', [
        { Action: 'sqs:SendMessage', Resource: { 'Fn::GetAtt': ['LogQueue', 'Arn'] } },
      ]),
  ],
  [
    'every function knows the URLs of exactly the queues that it sends messages to',
    (t) =>
      [...functionsOf(t)]
        .filter(([name, properties]) => {
          const variables = (at(properties, 'Environment.Variables') ?? {}) as object
          const urls = Object.keys(variables).filter((key) => key.endsWith('_QUEUE_URL'))
          const expected = (SENDS[name] ?? []).map((q) => `HOLDFAST_${q.toUpperCase()}_QUEUE_URL`)
          return urls.sort().join() !== expected.join()
        })
        .map(([name]) => name),
    (t) => put(functionsOf(t).get('timer'), 'Environment.Variables.HOLDFAST_DUE_QUEUE_URL'),
  ],
  [
    'the visibility timeout of a queue is six times the timeout of its function',
    (t) =>
      QUEUES.filter((name) => {
        const id = new RegExp(`^${name.charAt(0).toUpperCase()}${name.slice(1)}Queue`)
        const timeoutSeconds = Number(functionsOf(t).get(name)?.Timeout)
        return only(t, QUEUE, id).VisibilityTimeout !== timeoutSeconds * 6
      }),
    (t) => put(only(t, QUEUE, /^MailsQueue/), 'VisibilityTimeout'),
  ],
  [
    'the bus routes the right event types to each consumer',
    (t) => {
      const wanted = rules(t, 'EventPattern').map(({ id, properties }) => [
        /^[a-z]+/.exec(id)?.[0],
        ['detail-type', 'detail']
          .map((part) => textOf(at(properties, `EventPattern.${part}`)))
          .join(''),
      ])
      return unless(textOf(wanted.sort()) === WANTED, textOf(wanted))
    },
    (t) => put(only(t, RULE, /^mails/), 'EventPattern.detail-type'),
  ],
  [
    'the bus routes only our events and keeps undeliverable ones as dead letters',
    (t) =>
      wrong(
        rules(t, 'EventPattern'),
        (p) =>
          at(p, 'Targets.0.DeadLetterConfig') !== undefined &&
          at(p, 'EventPattern.source.0') === 'holdfast',
      ),
    (t) => put(only(t, RULE, /^mails/), 'Targets.0.DeadLetterConfig'),
  ],
  [
    'the timer runs every minute and is not retried',
    (t) =>
      wrong(
        rules(t, 'ScheduleExpression'),
        (p) =>
          p.ScheduleExpression === 'rate(1 minute)' &&
          at(p, 'Targets.0.RetryPolicy.MaximumRetryAttempts') === 0,
      ),
    (t) => put(only(t, RULE, /^EveryMinute/), 'ScheduleExpression', 'rate(1 hour)'),
  ],
]
