import { type OperationSettings, readOperationSettings } from './operation-settings.ts'

/** The settings of a deployment, from `-c name=value` or `cdk.json`. */
export interface Settings extends OperationSettings {
  /** Name of the installation, used in the names of stacks and secrets. */
  readonly stage: string
  /** Domain name of the pages and the API. Default: the domain of the distribution. */
  readonly domain?: string
  /** ARN of the certificate for `domain`. CloudFront requires us-east-1. */
  readonly certificateArn?: string
  /** Sender address of emails. Without it, no emails are sent. */
  readonly mailFrom?: string
  /** Complete ARN of the secret with the SMTP URL, `smtps://user:password@host:465`. */
  readonly smtpSecretArn?: string
  /** ARN of the topic through which Amazon SES reports bounces and complaints. Without it, none is taken. */
  readonly sesTopicArn?: string
  /** Complete ARN of RapidAPI's proxy secret. Without it, requests through RapidAPI are rejected. */
  readonly rapidApiSecretArn?: string
  /** Complete ARN of the operator's key, which opens `/v1/accounts`. Without it, these paths do not exist. */
  readonly operatorSecretArn?: string
  /** `off`: an API key opens no session of the dashboard. Default: `on`. */
  readonly keySignIn?: string
  /** OAuth client at Google, and the complete ARN of its secret. Without them, Google is unavailable. */
  readonly googleClientId?: string
  readonly googleSecretArn?: string
  /** The same for Microsoft, and the allowed tenant. Default tenant: any organization. */
  readonly outlookClientId?: string
  readonly outlookSecretArn?: string
  readonly outlookTenant?: string
  /** Email address for alarms. */
  readonly alarmEmail?: string
  /** Rate limit (requests per second) and burst limit of the API. */
  readonly requestsPerSecond: number
  readonly requestBurst: number
  /** Requests of one address within five minutes. Creates the firewall; without it, there is none. */
  readonly rateLimit?: number
  /** ARN of the firewall, the output of its stack. CloudFront requires us-east-1. */
  readonly webAclArn?: string
  readonly logLevel: string
  /** Enables source maps in Node: accurate stack traces, but cold starts take up to 80 ms longer. */
  readonly sourceMaps: boolean
  /** After a restore: the table to use instead of the stack's own table, and its stream. */
  readonly restoredTable?: string
  readonly restoredStreamArn?: string
  /** For trials only: deleting the stacks deletes all data. */
  readonly disposable: boolean
}

/** An invalid context value. The message has its name, its value and the expected format. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError'
}

/** Reads the context. Throws `SettingsError` at the first invalid value. */
export function readSettings(context: (name: string) => unknown): Settings {
  const text = (name: string, pattern: RegExp, expected: string): string | undefined => {
    const value = context(name)
    if (value === undefined || value === '') return undefined
    if (typeof value === 'string' && pattern.test(value)) return value
    throw new SettingsError(`context ${name} is "${String(value)}"; it must be ${expected}`)
  }
  const isTrue = (name: string) => text(name, /^(?:true|false)$/, 'true or false') === 'true'
  const count = (name: string, fallback: number): number =>
    Number(text(name, /^[1-9]\d{0,5}$/, 'a whole number from 1 to 999999') ?? fallback)
  const sesTopicArn = text(
    'sesTopicArn',
    /^arn:aws[\w-]*:sns:[a-z0-9-]+:\d{12}:[\w-]{1,256}$/,
    'the ARN of a topic of Amazon SNS',
  )
  const secretArn = (name: string) =>
    text(
      name,
      /^arn:aws[\w-]*:secretsmanager:[\w-]+:\d{12}:secret:.+-\w{6}$/,
      'the complete ARN of a secret, including the six random characters at the end',
    )
  const email = (name: string) => text(name, /^[^@\s]+@[^@\s]+$/, 'an email address')
  const domain = text('domain', /^(?:[a-z0-9-]+\.)+[a-z]{2,}$/, 'a domain name')
  const certificateArn = text(
    'certificateArn',
    /^arn:aws[\w-]*:acm:us-east-1:\d{12}:certificate\/.+$/,
    'the ARN of a certificate in us-east-1',
  )
  const mailFrom = email('mailFrom')
  const smtpSecretArn = secretArn('smtpSecretArn')
  const clientId = (name: string) => text(name, /^[\w.-]+$/, 'the id of an OAuth client')
  const googleClientId = clientId('googleClientId')
  const googleSecretArn = secretArn('googleSecretArn')
  const outlookClientId = clientId('outlookClientId')
  const outlookSecretArn = secretArn('outlookSecretArn')
  const rateLimit = text('rateLimit', /^[1-9]\d{1,6}$/, 'a whole number from 10 to 9999999')
  const webAclArn = text(
    'webAclArn',
    /^arn:aws[\w-]*:wafv2:us-east-1:\d{12}:global\/webacl\/.+$/,
    'the ARN of a firewall for CloudFront, in us-east-1',
  )
  const alarmEmail = email('alarmEmail')
  const hasFirewall = rateLimit !== undefined || webAclArn !== undefined
  const operation = readOperationSettings({ text, count }, { hasFirewall })
  needs('managedRules', operation.managedRules, { rateLimit })
  needs('monthlyBudgetUsd', operation.monthlyBudgetUsd, { alarmEmail })
  together({ domain, certificateArn })
  together({ mailFrom, smtpSecretArn })
  together({ googleClientId, googleSecretArn })
  together({ outlookClientId, outlookSecretArn })
  return {
    stage: text('stage', /^[a-z][a-z0-9-]{0,19}$/, 'letters, digits and hyphens') ?? 'dev',
    ...given('domain', domain),
    ...given('certificateArn', certificateArn),
    ...given('mailFrom', mailFrom),
    ...given('smtpSecretArn', smtpSecretArn),
    ...given('rapidApiSecretArn', secretArn('rapidApiSecretArn')),
    ...given('operatorSecretArn', secretArn('operatorSecretArn')),
    ...given('sesTopicArn', sesTopicArn),
    ...given('keySignIn', text('keySignIn', /^(?:on|off)$/, 'on or off')),
    ...given('googleClientId', googleClientId),
    ...given('googleSecretArn', googleSecretArn),
    ...given('outlookClientId', outlookClientId),
    ...given('outlookSecretArn', outlookSecretArn),
    ...given(
      'outlookTenant',
      text('outlookTenant', /^[\w.-]+$/, "organizations, or a tenant's id or domain"),
    ),
    ...given('rateLimit', rateLimit === undefined ? undefined : Number(rateLimit)),
    ...given('webAclArn', webAclArn),
    ...readRestored(text),
    ...given('alarmEmail', alarmEmail),
    ...operation,
    requestsPerSecond: count('requestsPerSecond', 1_000),
    requestBurst: count('requestBurst', 2_000),
    logLevel:
      text('logLevel', /^(?:debug|info|warn|error)$/, 'debug, info, warn or error') ?? 'info',
    sourceMaps: isTrue('sourceMaps'),
    disposable: isTrue('disposable'),
  }
}

type ReadText = (name: string, pattern: RegExp, expected: string) => string | undefined

/** The table that was restored from a backup, and its stream. */
function readRestored(text: ReadText) {
  const restoredTable = text('restoredTable', /^[\w.-]{3,255}$/, 'the name of a table')
  const restoredStreamArn = text(
    'restoredStreamArn',
    /^arn:aws[\w-]*:dynamodb:[\w-]+:\d{12}:table\/.+\/stream\/.+$/,
    'the ARN of the stream of that table',
  )
  together({ restoredTable, restoredStreamArn })
  return {
    ...given('restoredTable', restoredTable),
    ...given('restoredStreamArn', restoredStreamArn),
  }
}

function together(pair: Readonly<Record<string, string | undefined>>): void {
  const missing = Object.values(pair).filter((value) => value === undefined)
  if (missing.length === 1) {
    throw new SettingsError(`context ${Object.keys(pair).join(' and ')} must be given together`)
  }
}

/** Throws if a setting is given without the one that it needs. */
function needs(
  name: string,
  value: unknown,
  needed: Readonly<Record<string, string | undefined>>,
): void {
  const missing = Object.keys(needed).filter((one) => needed[one] === undefined)
  if (value !== undefined && missing.length > 0) {
    throw new SettingsError(`context ${name} needs ${missing.join()}`)
  }
}

const given = <Name extends string, Value>(name: Name, value: Value | undefined) =>
  (value === undefined ? {} : { [name]: value }) as { readonly [name in Name]?: Value }
