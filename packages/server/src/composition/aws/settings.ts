import { CONSUMER_NAMES, type ConsumerName } from '../../kernel/queue/task.ts'
import { ConfigError } from '../config.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** The settings of a function, from its environment. The stacks set only what each function needs. */
export interface AwsSettings {
  readonly region: string
  readonly tableName: string
  readonly eventBusName: string | undefined
  /** The base URL of links. Absent in functions that create none. */
  readonly publicUrl: string | undefined
  readonly mailFrom: string
  /** The topic of Amazon SNS through which Amazon SES reports bounces and complaints. */
  readonly sesTopicArn: string | undefined
  /** ARNs of secrets. Their values are read when an instance starts. */
  readonly secrets: {
    readonly serverKey: string | undefined
    /** The keys that encrypt webhook secrets. */
    readonly vaultKeys: string | undefined
    readonly bootstrapApiKey: string | undefined
    readonly smtpUrl: string | undefined
    readonly rapidApiProxySecret: string | undefined
    readonly operatorKey: string | undefined
    readonly edge: string | undefined
    readonly googleClientSecret: string | undefined
    readonly outlookClientSecret: string | undefined
  }
  /**
   * The SQS queues of consumers that this function wakes for new tasks. Those of other consumers are left to the
   * timer.
   */
  readonly taskQueueUrls: Readonly<Partial<Record<ConsumerName, string>>>
  /** The SQS queue of due work. */
  readonly dueQueueUrl: string | undefined
  /** The SQS FIFO queue for events of accounts whose log has many publishers. If absent, they compete. */
  readonly logQueueUrl: string | undefined
  /** The prefix of the secret names of connected calendars, and the installation's name in data keys. */
  readonly vaultPrefix: string
  /** The key in KMS that encrypts credentials of connected calendars. Absent: they are in Secrets Manager. */
  readonly vaultKmsKey: string | undefined
  /** The folder of the built pages. If absent, the function serves no pages. */
  readonly pagesDir: string | undefined
  /** Whether an API key can open a session of the dashboard. */
  readonly keySignIn: boolean
  readonly logLevel: string
  /** For tests; no stack sets it. Allows requests over http and to private addresses. */
  readonly allowPrivateNetwork: boolean
  /** Endpoints that replace those of AWS, from the SDK's own variables. Tests set them. */
  readonly endpoints: Readonly<Record<AwsServiceName, string | undefined>>
}

/** The AWS services that functions use, spelled as in the SDK's endpoint variables. */
export type AwsServiceName = 'DYNAMODB' | 'EVENTBRIDGE' | 'KMS' | 'SQS' | 'SECRETS_MANAGER'

/** Reads a function's settings. Throws `ConfigError` if a setting that every function needs is missing. */
export function readAwsSettings(env: Environment): AwsSettings {
  const text = (name: string): string | undefined => env[name] || undefined
  const required = (name: string): string => {
    const value = text(name)
    if (value === undefined) {
      throw new ConfigError(`${name} is not set. Deploy the stack, which sets it.`)
    }
    return value
  }
  const endpoint = (service: AwsServiceName) => text(`AWS_ENDPOINT_URL_${service}`)
  return {
    region: required('AWS_REGION'),
    tableName: required('HOLDFAST_DYNAMODB_TABLE'),
    eventBusName: text('HOLDFAST_EVENT_BUS'),
    publicUrl: text('HOLDFAST_PUBLIC_URL')?.replace(/\/+$/, ''),
    mailFrom: text('HOLDFAST_MAIL_FROM') ?? 'no-reply@holdfast.invalid',
    sesTopicArn: text('HOLDFAST_SES_TOPIC_ARN'),
    secrets: {
      serverKey: text('HOLDFAST_SERVER_KEY_SECRET'),
      vaultKeys: text('HOLDFAST_VAULT_KEYS_SECRET'),
      bootstrapApiKey: text('HOLDFAST_BOOTSTRAP_API_KEY_SECRET'),
      smtpUrl: text('HOLDFAST_SMTP_URL_SECRET'),
      rapidApiProxySecret: text('HOLDFAST_RAPIDAPI_PROXY_SECRET_SECRET'),
      operatorKey: text('HOLDFAST_OPERATOR_KEY_SECRET'),
      edge: text('HOLDFAST_EDGE_SECRET'),
      googleClientSecret: text('HOLDFAST_GOOGLE_CLIENT_SECRET_SECRET'),
      outlookClientSecret: text('HOLDFAST_OUTLOOK_CLIENT_SECRET_SECRET'),
    },
    taskQueueUrls: Object.fromEntries(
      CONSUMER_NAMES.flatMap((name) => {
        const url = text(`HOLDFAST_${name.toUpperCase()}_QUEUE_URL`)
        return url === undefined ? [] : [[name, url]]
      }),
    ),
    dueQueueUrl: text('HOLDFAST_DUE_QUEUE_URL'),
    logQueueUrl: text('HOLDFAST_LOG_QUEUE_URL'),
    vaultPrefix: text('HOLDFAST_VAULT_PREFIX') ?? 'holdfast/credentials/',
    vaultKmsKey: text('HOLDFAST_VAULT_KMS_KEY'),
    pagesDir: text('HOLDFAST_PAGES_DIR'),
    keySignIn: text('HOLDFAST_KEY_SIGN_IN') !== 'off',
    logLevel: text('HOLDFAST_LOG_LEVEL') ?? 'info',
    allowPrivateNetwork: text('HOLDFAST_ALLOW_PRIVATE_NETWORK') === '1',
    endpoints: {
      DYNAMODB: endpoint('DYNAMODB'),
      EVENTBRIDGE: endpoint('EVENTBRIDGE'),
      KMS: endpoint('KMS'),
      SQS: endpoint('SQS'),
      SECRETS_MANAGER: endpoint('SECRETS_MANAGER'),
    },
  }
}

/** The base URL of links. Throws `ConfigError` if it is not set. */
export function publicUrlOf({ publicUrl }: AwsSettings): string {
  if (publicUrl !== undefined) return publicUrl
  throw new ConfigError('HOLDFAST_PUBLIC_URL is not set. This function needs it to create links.')
}
