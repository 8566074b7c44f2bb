import { ConfigError } from '../config.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** What a function finds in its environment; the stacks set what each one needs, and nothing else. */
export interface AwsSettings {
  readonly region: string
  readonly tableName: string
  readonly eventBusName: string | undefined
  /** How links begin; functions that write none are not given it. */
  readonly publicUrl: string | undefined
  readonly mailFrom: string
  /** ARNs of secrets; their values are read when the function's instance starts. */
  readonly secrets: {
    readonly serverKey: string | undefined
    readonly bootstrapApiKey: string | undefined
    readonly smtpUrl: string | undefined
    readonly rapidApiProxySecret: string | undefined
    readonly edge: string | undefined
    readonly googleClientSecret: string | undefined
    readonly outlookClientSecret: string | undefined
  }
  /** Where nudges for deliveries of webhooks go; absent: the timer alone finds them. */
  readonly deliveriesQueueUrl: string | undefined
  /** What the names of secrets of connected calendars begin with. */
  readonly vaultPrefix: string
  /** The folder of the built pages; absent: the function answers no pages. */
  readonly pagesDir: string | undefined
  readonly logLevel: string
  /** Tests only, and set by no stack: lets requests go to http and to addresses that are not public. */
  readonly allowPrivateNetwork: boolean
  /** Other endpoints than AWS's, by the SDK's own variables; a test has its servers there. */
  readonly endpoints: Readonly<Record<AwsServiceName, string | undefined>>
}

/** The services that functions speak to, as the SDK's variables for endpoints spell them. */
export type AwsServiceName = 'DYNAMODB' | 'EVENTBRIDGE' | 'SQS' | 'SECRETS_MANAGER'

/** Reads a function's settings; throws `ConfigError` where one that every function needs is missing. */
export function readAwsSettings(env: Environment): AwsSettings {
  const text = (name: string): string | undefined => env[name] || undefined
  const needed = (name: string): string => {
    const value = text(name)
    if (value === undefined) throw new ConfigError(`${name} must be set on AWS; the stack sets it`)
    return value
  }
  const endpoint = (service: AwsServiceName) => text(`AWS_ENDPOINT_URL_${service}`)
  return {
    region: needed('AWS_REGION'),
    tableName: needed('HOLDFAST_DYNAMODB_TABLE'),
    eventBusName: text('HOLDFAST_EVENT_BUS'),
    publicUrl: text('HOLDFAST_PUBLIC_URL')?.replace(/\/+$/, ''),
    mailFrom: text('HOLDFAST_MAIL_FROM') ?? 'no-reply@holdfast.invalid',
    secrets: {
      serverKey: text('HOLDFAST_SERVER_KEY_SECRET'),
      bootstrapApiKey: text('HOLDFAST_BOOTSTRAP_API_KEY_SECRET'),
      smtpUrl: text('HOLDFAST_SMTP_URL_SECRET'),
      rapidApiProxySecret: text('HOLDFAST_RAPIDAPI_PROXY_SECRET_SECRET'),
      edge: text('HOLDFAST_EDGE_SECRET'),
      googleClientSecret: text('HOLDFAST_GOOGLE_CLIENT_SECRET_SECRET'),
      outlookClientSecret: text('HOLDFAST_OUTLOOK_CLIENT_SECRET_SECRET'),
    },
    deliveriesQueueUrl: text('HOLDFAST_DELIVERIES_QUEUE_URL'),
    vaultPrefix: text('HOLDFAST_VAULT_PREFIX') ?? 'holdfast/credentials/',
    pagesDir: text('HOLDFAST_PAGES_DIR'),
    logLevel: text('HOLDFAST_LOG_LEVEL') ?? 'info',
    allowPrivateNetwork: text('HOLDFAST_ALLOW_PRIVATE_NETWORK') === '1',
    endpoints: {
      DYNAMODB: endpoint('DYNAMODB'),
      EVENTBRIDGE: endpoint('EVENTBRIDGE'),
      SQS: endpoint('SQS'),
      SECRETS_MANAGER: endpoint('SECRETS_MANAGER'),
    },
  }
}

/** The URL that links begin with; throws `ConfigError` where the function was given none. */
export function publicUrlOf({ publicUrl }: AwsSettings): string {
  if (publicUrl !== undefined) return publicUrl
  throw new ConfigError('HOLDFAST_PUBLIC_URL must be set for a function that writes links')
}
