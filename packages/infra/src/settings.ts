/** What a deployment is told with `-c name=value`, or in `cdk.json`. */
export interface Settings {
  /** The installation: it is in the names of stacks and secrets. */
  readonly stage: string
  /** The name that pages and API are under; absent: that of the distribution. */
  readonly domain?: string
  /** Complete ARN of the certificate for `domain`, in us-east-1, as CloudFront wants it. */
  readonly certificateArn?: string
  /** The address that mails come from; absent: no mails are sent. */
  readonly mailFrom?: string
  /** Complete ARN of the secret that holds the SMTP URL, `smtps://user:password@host:465`. */
  readonly smtpSecretArn?: string
  /** Complete ARN of the secret that RapidAPI sends along; absent: nobody comes through RapidAPI. */
  readonly rapidApiSecretArn?: string
  /** The OAuth client at Google, and the complete ARN of its secret; absent: none can be connected. */
  readonly googleClientId?: string
  readonly googleSecretArn?: string
  /** The same at Microsoft, and whose accounts may sign in; absent: those of any organisation. */
  readonly outlookClientId?: string
  readonly outlookSecretArn?: string
  readonly outlookTenant?: string
  /** Who is told of alarms by mail. */
  readonly alarmEmail?: string
  /** Requests a second that the API lets through, and at once. */
  readonly requestsPerSecond: number
  readonly requestBurst: number
  readonly logLevel: string
  /** Has Node read the source maps: lines in stacks, for up to 80 ms more at each cold start. */
  readonly sourceMaps: boolean
  /** After a restore: the table to work on instead of the stack's own, and its stream. */
  readonly restoredTable?: string
  readonly restoredStreamArn?: string
  /** For a trial: deleting the stacks deletes everything. Never for data that anybody needs. */
  readonly disposable: boolean
}

/** A context value that is wrong: which, what it was, and what would be right. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError'
}

/** Reads the context; throws `SettingsError` at the first value that is wrong. */
export function readSettings(context: (name: string) => unknown): Settings {
  const text = (name: string, pattern: RegExp, right: string): string | undefined => {
    const value = context(name)
    if (value === undefined || value === '') return undefined
    if (typeof value === 'string' && pattern.test(value)) return value
    throw new SettingsError(`context ${name} is "${String(value)}"; it must be ${right}`)
  }
  const count = (name: string, fallback: number): number =>
    Number(text(name, /^[1-9]\d{0,5}$/, 'a whole number from 1 to 999999') ?? fallback)
  const secretArn = (name: string) =>
    text(
      name,
      /^arn:aws[\w-]*:secretsmanager:[\w-]+:\d{12}:secret:.+-\w{6}$/,
      'the complete ARN of a secret, with the six characters at its end',
    )
  const domain = text('domain', /^(?:[a-z0-9-]+\.)+[a-z]{2,}$/, 'a domain name')
  const certificateArn = text(
    'certificateArn',
    /^arn:aws[\w-]*:acm:us-east-1:\d{12}:certificate\/.+$/,
    'the ARN of a certificate in us-east-1',
  )
  const mailFrom = text('mailFrom', /^[^@\s]+@[^@\s]+$/, 'a mail address')
  const smtpSecretArn = secretArn('smtpSecretArn')
  const clientId = (name: string) => text(name, /^[\w.-]+$/, 'the id of an OAuth client')
  const googleClientId = clientId('googleClientId')
  const googleSecretArn = secretArn('googleSecretArn')
  const outlookClientId = clientId('outlookClientId')
  const outlookSecretArn = secretArn('outlookSecretArn')
  const restoredTable = text('restoredTable', /^[\w.-]{3,255}$/, 'the name of a table')
  const restoredStreamArn = text(
    'restoredStreamArn',
    /^arn:aws[\w-]*:dynamodb:[\w-]+:\d{12}:table\/.+\/stream\/.+$/,
    'the ARN of the stream of that table',
  )
  together({ domain, certificateArn })
  together({ mailFrom, smtpSecretArn })
  together({ googleClientId, googleSecretArn })
  together({ outlookClientId, outlookSecretArn })
  together({ restoredTable, restoredStreamArn })
  return {
    stage: text('stage', /^[a-z][a-z0-9-]{0,19}$/, 'letters, digits and hyphens') ?? 'dev',
    ...given('domain', domain),
    ...given('certificateArn', certificateArn),
    ...given('mailFrom', mailFrom),
    ...given('smtpSecretArn', smtpSecretArn),
    ...given('rapidApiSecretArn', secretArn('rapidApiSecretArn')),
    ...given('googleClientId', googleClientId),
    ...given('googleSecretArn', googleSecretArn),
    ...given('outlookClientId', outlookClientId),
    ...given('outlookSecretArn', outlookSecretArn),
    ...given(
      'outlookTenant',
      text('outlookTenant', /^[\w.-]+$/, "organizations, or a tenant's id or domain"),
    ),
    ...given('restoredTable', restoredTable),
    ...given('restoredStreamArn', restoredStreamArn),
    ...given('alarmEmail', text('alarmEmail', /^[^@\s]+@[^@\s]+$/, 'a mail address')),
    requestsPerSecond: count('requestsPerSecond', 1_000),
    requestBurst: count('requestBurst', 2_000),
    logLevel:
      text('logLevel', /^(?:debug|info|warn|error)$/, 'debug, info, warn or error') ?? 'info',
    sourceMaps: text('sourceMaps', /^(?:true|false)$/, 'true or false') === 'true',
    disposable: text('disposable', /^(?:true|false)$/, 'true or false') === 'true',
  }
}

function together(pair: Readonly<Record<string, string | undefined>>): void {
  const missing = Object.values(pair).filter((value) => value === undefined)
  if (missing.length === 1) {
    throw new SettingsError(`context ${Object.keys(pair).join(' and ')} must be given together`)
  }
}

const given = <Name extends string, Value>(name: Name, value: Value | undefined) =>
  (value === undefined ? {} : { [name]: value }) as { readonly [name in Name]?: Value }
