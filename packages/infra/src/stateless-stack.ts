import { TABLE } from '@holdfast/server/table'
import { CfnOutput, Duration, Stack, type StackProps } from 'aws-cdk-lib'
import { type EventPattern, Match, Rule, Schedule } from 'aws-cdk-lib/aws-events'
import { LambdaFunction as LambdaTarget } from 'aws-cdk-lib/aws-events-targets'
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda'
import type { ISource } from 'aws-cdk-lib/aws-s3-deployment'
import type { Construct } from 'constructs'
import { createAlarms } from './alarms.ts'
import { connectApi, createApi } from './api.ts'
import { createCanary } from './canary.ts'
import { createDistribution } from './distribution.ts'
import { createFilesBucket, deployFiles } from './files.ts'
import type { FunctionName } from './function-sizes.ts'
import {
  allow,
  type CodeOf,
  createFunction,
  type FunctionNeeds,
  type FunctionParts,
} from './functions.ts'
import {
  connectQueue,
  createFifoQueue,
  createQueue,
  type QueuePair,
  type QueuePairs,
  RECEIVES_OF_A_HAND_OVER,
  RECEIVES_OF_A_NUDGE,
  RECEIVES_OF_A_TASK,
  receiving,
  sendingTo,
  subscribe,
} from './queues.ts'
import type { Settings } from './settings.ts'
import type { StatefulStack } from './stateful-stack.ts'
import { createStreamFunction } from './stream.ts'
import { vaultNeeds } from './vault.ts'

/** The inputs of the stateless stack. */
export interface StatelessProps extends StackProps {
  readonly settings: Settings
  readonly stateful: StatefulStack
  readonly codeOf: CodeOf
  /** The built files of the pages. Absent if they are not built; the stack then has no pages. */
  readonly files?: ISource
}

/** The consumers with a queue, and the event pattern of each queue. */
const CONSUMERS = {
  mails: {
    detailType: Match.anyOf(
      Match.prefix('booking.'),
      Match.prefix('stay.'),
      'calendar.sync_failed',
      'member.invited',
      'payment.failed',
      'payment.refunded',
      'session.cancelled',
    ),
  },
  webhooks: {},
  contacts: { detailType: ['booking.confirmed', 'booking.updated'] },
  schedule: {
    detailType: [
      'booking.confirmed',
      'booking.rescheduled',
      'booking.reassigned',
      'stay.created',
      'stay.updated',
      'stay.deleted',
    ],
  },
  mirrors: {
    detailType: [
      'booking.confirmed',
      'booking.rescheduled',
      'booking.reassigned',
      'booking.updated',
      'booking.cancelled',
      'calendar.connected',
    ],
  },
} satisfies Partial<Record<FunctionName, EventPattern>>

/** What the summaries of nights follow besides the events that are scheduled. */
const OTHER_NIGHTS: EventPattern = {
  detailType: ['booking.created', 'booking.cancelled', 'booking.expired'],
  detail: { data: { booking: { grain: ['nights'] } } },
}

/** The stack without data, which can be recreated: functions, queues, API, pages and alarms. */
export class StatelessStack extends Stack {
  readonly #parts: FunctionParts
  readonly #functions = new Map<FunctionName, LambdaFunction>()
  readonly #queues: QueuePair[] = []

  constructor(scope: Construct, id: string, props: StatelessProps) {
    super(scope, id, props)
    const { settings, stateful, codeOf, files } = props
    this.#parts = { stack: this, stateful, settings, codeOf }
    const api = createApi(this, settings)
    const bucket = createFilesBucket(this)
    const distribution = createDistribution(this, settings, { api, files: bucket, stateful })
    const publicUrl = `https://${settings.domain ?? distribution.distributionDomainName}`
    const links = { HOLDFAST_PUBLIC_URL: publicUrl }
    const queues = this.#addQueues()
    const http = this.#addHttp(queues, links, files !== undefined)
    if (files !== undefined) {
      // Deploys the files before the pages that load them.
      http.node.addDependency(...deployFiles(this, files, bucket))
    }
    const log = this.#addLog()
    const stream = createStreamFunction(this.#parts, log)
    this.#functions.set('stream', stream.fn)
    this.#addConsumers(queues, links)
    this.#addDeliveries(queues)
    this.#addTimer(queues)
    this.#addDue(queues, links)
    const functions = this.#functions
    const topic = createAlarms(this, settings, {
      stateful,
      api,
      functions,
      streamRecords: stream.records,
      queues: this.#queues,
    })
    const { canary } = settings
    connectApi(api, canary ? createCanary({ stack: this, canary, fn: http, api, topic }) : http)
    new CfnOutput(this, 'Url', { value: publicUrl })
    new CfnOutput(this, 'DistributionDomainName', { value: distribution.distributionDomainName })
    new CfnOutput(this, 'BootstrapApiKeySecret', {
      value: stateful.secrets.bootstrapApiKey.secretName,
    })
  }

  #addFunction(name: FunctionName, needs: FunctionNeeds): LambdaFunction {
    const fn = createFunction(this.#parts, name, needs)
    this.#functions.set(name, fn)
    return fn
  }

  #addQueue(name: FunctionName, receives: number): QueuePair {
    const pair = createQueue(this, name, receives)
    this.#queues.push(pair)
    return pair
  }

  /** The queues whose messages are about items of the table, and those of the consumers. */
  #addQueues(): QueuePairs {
    const { mailFrom, smtpSecretArn } = this.#parts.settings
    // No queue fills up with unsent emails.
    const isMailing = mailFrom !== undefined && smtpSecretArn !== undefined
    const hasVendors = this.#vendorNeeds().statements.length > 0
    return {
      deliveries: this.#addQueue('deliveries', RECEIVES_OF_A_NUDGE),
      due: this.#addQueue('due', RECEIVES_OF_A_NUDGE),
      webhooks: this.#addQueue('webhooks', RECEIVES_OF_A_TASK),
      contacts: this.#addQueue('contacts', RECEIVES_OF_A_TASK),
      schedule: this.#addQueue('schedule', RECEIVES_OF_A_TASK),
      ...(isMailing && { mails: this.#addQueue('mails', RECEIVES_OF_A_TASK) }),
      ...(hasVendors && { mirrors: this.#addQueue('mirrors', RECEIVES_OF_A_TASK) }),
    }
  }

  /** The function that publishes events of accounts with many publishers, with its queue. */
  #addLog(): QueuePair {
    const pair = createFifoQueue(this, 'log', RECEIVES_OF_A_HAND_OVER)
    this.#queues.push(pair)
    const fn = this.#addFunction('log', { statements: [receiving(pair)] })
    connectQueue(this.#parts, fn, pair)
    return pair
  }

  #addHttp(
    { deliveries, mails }: QueuePairs,
    links: Readonly<Record<string, string>>,
    hasPages: boolean,
  ): LambdaFunction {
    const { stateful, settings } = this.#parts
    const { serverKey, vaultKeys, edge } = stateful.secrets
    const { rapidApiSecretArn, operatorSecretArn, mailFrom, keySignIn, sesTopicArn, requireEdge } =
      settings
    const optional = [rapidApiSecretArn, operatorSecretArn].filter((arn) => arn !== undefined)
    const vendors = this.#vendorNeeds()
    const vault = vaultNeeds(this.#parts)
    const sending = sendingTo(deliveries, mails)
    return this.#addFunction('http', {
      indexes: TABLE.indexes.map((index) => index.name),
      environment: {
        ...links,
        ...sending.environment,
        ...(mailFrom && { HOLDFAST_MAIL_FROM: mailFrom }),
        ...(keySignIn && { HOLDFAST_KEY_SIGN_IN: keySignIn }),
        ...(sesTopicArn && { HOLDFAST_SES_TOPIC_ARN: sesTopicArn }),
        ...(hasPages && { HOLDFAST_PAGES_DIR: '/var/task/pages' }),
        HOLDFAST_SERVER_KEY_SECRET: serverKey.secretArn,
        HOLDFAST_VAULT_KEYS_SECRET: vaultKeys.secretArn,
        HOLDFAST_EDGE_SECRET: edge.secretArn,
        ...(requireEdge && { HOLDFAST_REQUIRE_EDGE: 'on' }),
        ...vault.environment,
        ...vendors.environment,
        ...(rapidApiSecretArn && { HOLDFAST_RAPIDAPI_PROXY_SECRET_SECRET: rapidApiSecretArn }),
        ...(operatorSecretArn && { HOLDFAST_OPERATOR_KEY_SECRET: operatorSecretArn }),
      },
      statements: [
        allow(READ_SECRET, [serverKey.secretArn, vaultKeys.secretArn, edge.secretArn, ...optional]),
        ...vendors.statements,
        ...vault.statements,
        ...sending.statements,
      ],
    })
  }

  #addConsumers(queues: QueuePairs, links: Readonly<Record<string, string>>): void {
    const needs: Readonly<Record<keyof typeof CONSUMERS, FunctionNeeds | undefined>> = {
      mails: this.#mailNeeds(links),
      webhooks: sendingTo(queues.deliveries),
      contacts: this.#contactNeeds(),
      schedule: {},
      mirrors: this.#mirrorNeeds(),
    }
    for (const name of Object.keys(CONSUMERS) as (keyof typeof CONSUMERS)[]) {
      const own = needs[name]
      const pair = queues[name]
      if (own === undefined || pair === undefined) continue
      const statements = [...(own.statements ?? []), receiving(pair)]
      connectQueue(this.#parts, this.#addFunction(name, { ...own, statements }), pair)
      subscribe(this, this.#parts.stateful, pair, CONSUMERS[name])
    }
    subscribe(this, this.#parts.stateful, { ...queues.schedule, name: 'nights' }, OTHER_NIGHTS)
  }

  /** The server key marks erased people, whom late events must not make contacts again. */
  #contactNeeds() {
    const { serverKey } = this.#parts.stateful.secrets
    return {
      environment: { HOLDFAST_SERVER_KEY_SECRET: serverKey.secretArn },
      statements: [allow(READ_SECRET, [serverKey.secretArn])],
    } satisfies FunctionNeeds
  }

  /** The configured OAuth clients of calendar vendors. */
  #vendorNeeds() {
    const { googleClientId, googleSecretArn, outlookClientId, outlookSecretArn, outlookTenant } =
      this.#parts.settings
    const secrets = [googleSecretArn, outlookSecretArn].filter((arn) => arn !== undefined)
    return {
      environment: {
        ...(googleClientId && { HOLDFAST_GOOGLE_CLIENT_ID: googleClientId }),
        ...(googleSecretArn && { HOLDFAST_GOOGLE_CLIENT_SECRET_SECRET: googleSecretArn }),
        ...(outlookClientId && { HOLDFAST_OUTLOOK_CLIENT_ID: outlookClientId }),
        ...(outlookSecretArn && { HOLDFAST_OUTLOOK_CLIENT_SECRET_SECRET: outlookSecretArn }),
        ...(outlookTenant && { HOLDFAST_OUTLOOK_TENANT: outlookTenant }),
      },
      statements: secrets.length === 0 ? [] : [allow(READ_SECRET, secrets)],
    }
  }

  /** Undefined if no vendor is configured, because no calendar can then be written to. */
  #mirrorNeeds(): FunctionNeeds | undefined {
    const { environment, statements } = this.#vendorNeeds()
    if (statements.length === 0) return undefined
    const vault = vaultNeeds(this.#parts)
    return {
      indexes: BY_PROVIDER,
      environment: { ...environment, ...vault.environment },
      statements: [...statements, ...vault.statements],
    }
  }

  /** Undefined if no sender is configured, so that no queue fills up with unsent emails. */
  #mailNeeds(links: Readonly<Record<string, string>>): FunctionNeeds | undefined {
    const { stateful, settings } = this.#parts
    const { mailFrom, smtpSecretArn } = settings
    if (mailFrom === undefined || smtpSecretArn === undefined) return undefined
    const { serverKey } = stateful.secrets
    return {
      environment: {
        ...links,
        HOLDFAST_MAIL_FROM: mailFrom,
        HOLDFAST_SMTP_URL_SECRET: smtpSecretArn,
        HOLDFAST_SERVER_KEY_SECRET: serverKey.secretArn,
      },
      statements: [allow(READ_SECRET, [serverKey.secretArn, smtpSecretArn])],
    }
  }

  #addDeliveries({ deliveries }: QueuePairs): void {
    const { vaultKeys } = this.#parts.stateful.secrets
    const sending = sendingTo(deliveries)
    const fn = this.#addFunction('deliveries', {
      environment: {
        ...sending.environment,
        HOLDFAST_VAULT_KEYS_SECRET: vaultKeys.secretArn,
      },
      statements: [
        receiving(deliveries),
        allow(READ_SECRET, [vaultKeys.secretArn]),
        ...sending.statements,
      ],
    })
    connectQueue(this.#parts, fn, deliveries)
  }

  /** It announces due work to the other functions. It deletes the credentials of deleted accounts itself. */
  #addTimer({ schedule: _, ...queues }: QueuePairs): void {
    const { bus, secrets, table } = this.#parts.stateful
    const vendors = this.#vendorNeeds()
    // It revokes the grants of deleted accounts, which needs their tokens.
    const vault = vaultNeeds(this.#parts, { storesNone: true })
    const sending = sendingTo(...Object.values(queues))
    const fn = this.#addFunction('timer', {
      indexes: [...BY_PROVIDER, ...BY_PERSON],
      environment: {
        ...sending.environment,
        HOLDFAST_SERVER_KEY_SECRET: secrets.serverKey.secretArn,
        HOLDFAST_EVENT_BUS: bus.eventBusName,
        HOLDFAST_BOOTSTRAP_API_KEY_SECRET: secrets.bootstrapApiKey.secretArn,
        ...vault.environment,
        ...vendors.environment,
      },
      statements: [
        ...vendors.statements,
        allow(READ_SECRET, [secrets.serverKey.secretArn, secrets.bootstrapApiKey.secretArn]),
        ...vault.statements,
        // The deletion of an account walks over the whole table.
        allow(['dynamodb:Scan'], [table.tableArn]),
        allow(['events:PutEvents'], [bus.eventBusArn]),
        ...sending.statements,
      ],
    })
    // A failed run is not retried, because the next run starts within a minute.
    fn.configureAsyncInvoke({ retryAttempts: 0, maxEventAge: Duration.minutes(1) })
    new Rule(this, 'EveryMinute', {
      schedule: Schedule.rate(Duration.minutes(1)),
      targets: [new LambdaTarget(fn, { retryAttempts: 0 })],
    })
  }

  /** It does the due work that the timer announces. Offers to people in line contain links and cause emails. */
  #addDue({ due, mails }: QueuePairs, links: Readonly<Record<string, string>>): void {
    const { serverKey, vaultKeys } = this.#parts.stateful.secrets
    const vendors = this.#vendorNeeds()
    const vault = vaultNeeds(this.#parts)
    const sending = sendingTo(mails)
    const fn = this.#addFunction('due', {
      indexes: OF_BOOKINGS,
      environment: {
        ...links,
        ...sending.environment,
        HOLDFAST_SERVER_KEY_SECRET: serverKey.secretArn,
        HOLDFAST_VAULT_KEYS_SECRET: vaultKeys.secretArn,
        ...vault.environment,
        ...vendors.environment,
      },
      statements: [
        ...vendors.statements,
        allow(READ_SECRET, [serverKey.secretArn, vaultKeys.secretArn]),
        ...vault.statements,
        ...sending.statements,
        receiving(due),
      ],
    })
    connectQueue(this.#parts, fn, due)
  }
}

/**
 * The index to find the bookings and event types of a provider, for reading and writing calendars, and
 * the connections of a vendor's account, before its grant is revoked.
 */
const BY_PROVIDER = ['GSI1']

/** The indexes to find accounts that erase people after a time, bookings of a person, and those of an account. */
const BY_PERSON = ['GSI2', 'GSI3', 'GSI5']

/** The indexes to find bookings of a provider, of an event type or a session, and how a team's bookings are balanced. */
const OF_BOOKINGS = ['GSI1', 'GSI2', 'GSI4']

const READ_SECRET = ['secretsmanager:GetSecretValue'] as const
