import { resolve } from 'node:path'
import { parseServerKeys, type ServerKeys } from '../adapters/system/server-key.ts'
import { parseVaultKeys, type VaultKey } from '../adapters/vault/keys.ts'
import type { PublicCaps, PublicGuard } from '../identity/limits/cap-sizes.ts'
import type { Allowance, RapidApiPlans } from '../kernel/http/caller-limits.ts'
import { parseAllowance, parsePublicCaps, parseRapidApiPlans } from './allowances.ts'
import { type Crash, parseCrash } from './crash-points.ts'
import {
  ConfigError,
  type Environment,
  flag,
  integer,
  limit,
  oneOf,
  optional,
  text,
  url,
} from './environment.ts'
import { type PaymentEndpoints, paymentEndpoints } from './payment-endpoints.ts'
import { type SmsSettings, sesTopicArn, smsSettings } from './sms-settings.ts'

export { ConfigError }

/** The engines that store the data. */
export const STORE_ENGINES = ['sqlite', 'dynamodb', 'postgres'] as const

/** An engine that stores the data. */
export type StoreEngine = (typeof STORE_ENGINES)[number]

/** The settings, read once at startup. */
export interface Config {
  readonly port: number
  /** The address to listen on. */
  readonly host: string
  /** Shows stored emails and metrics to anybody on this machine. */
  readonly development: boolean
  /** The bearer token for `/metrics`. Default: only development mode has `/metrics`. */
  readonly metricsToken?: string
  readonly dataDir: string
  readonly store: StoreEngine
  /** With `dynamodb`, if this and `awsRegion` are unset, the local engine runs on the data folder. */
  readonly dynamoDbEndpoint?: string
  readonly awsRegion?: string
  readonly dynamoDbTable: string
  /** Set with `postgres`. It may contain a password. */
  readonly postgresUrl?: string
  /** The connections of this server to PostgreSQL. Default: 16. */
  readonly postgresConnections?: number
  /** Whether the URL leads to a pooler that may give each transaction another connection. Default: false. */
  readonly isPostgresPooled?: boolean
  readonly bootstrapApiKey?: string
  /** The origin of links, such as `https://example.com`. */
  readonly publicUrl: string
  /** Whether an API key can open a session of the dashboard. */
  readonly keySignIn: boolean
  /** The operator's key for `/v1/accounts`. Default: these paths do not exist. */
  readonly operatorKey?: string
  readonly rapidApiProxySecret?: string
  /** The limit per caller of each RapidAPI plan. Default: `RAPIDAPI_PLANS`. */
  readonly rapidApiPlans?: RapidApiPlans
  /** The limit on requests with one account's keys. Default: no limit. */
  readonly accountLimit?: Allowance
  /** What callers without an API key may take. Default: `PUBLIC_CAPS`. */
  readonly publicCaps?: PublicCaps
  /** Absent: `off`. */
  readonly publicGuard?: PublicGuard
  /** Default: a key generated in the data folder. Servers on several machines need the same key. */
  readonly serverKey?: ServerKeys
  readonly vault: VaultSettings
  /** The OAuth clients at calendar vendors. Providers can connect the calendars of these vendors. */
  readonly google?: VendorSettings
  readonly outlook?: VendorSettings & { readonly tenant: string }
  /** For tests: servers on this machine that speak the protocols of payment vendors. Default: the vendors. */
  readonly paymentEndpoints: PaymentEndpoints
  readonly testMode: boolean
  /** How many proxies in front of the server write `X-Forwarded-For`. 0 ignores the header. */
  readonly trustedProxies: number
  /** `off` stops the sweeper. Lapsed holds are free without it. */
  readonly sweeper: boolean
  /** Fills an empty store with a demo account. Default: on, but off with a bootstrap key. */
  readonly demo: boolean
  /** Default: emails are stored in the data folder and shown in the mailbox. */
  readonly smtpUrl?: string
  /** How SMS are sent. Default: none are. */
  readonly sms?: SmsSettings
  /** The topic of Amazon SNS through which Amazon SES reports bounces and complaints. */
  readonly sesTopicArn?: string
  /** For benches: false composes no emails at all. Default: true. No setting has it. */
  readonly sendsMails?: boolean
  /** The sender address of emails. */
  readonly mailFrom: string
  /** For tests: allows feeds and webhooks over http and to private addresses. */
  readonly allowPrivateNetwork: boolean
  /** `off` leaves events in the outbox for another process to publish. */
  readonly relay: boolean
  /** The most requests that the process answers at once. Default: `MAX_REQUESTS`. */
  readonly maxRequests?: number
  /** How long a request may wait before it is refused. Default: `WAIT_MILLISECONDS`. */
  readonly maxWaitMilliseconds?: number
  /** How long a webhook receiver may take to answer. Default: 20 s. */
  readonly webhookTimeoutSeconds?: number
  /** How long an SMTP server may be silent. Default: 30 s. */
  readonly smtpTimeoutSeconds?: number
  /** How soon another server takes over the background work of a server that died. Default: 6 s. */
  readonly leaseMilliseconds?: number
  /** Test mode only: where the process kills itself, like a power cut. */
  readonly crash?: Crash
  readonly logLevel: string
  /** Writes the addresses of clients into the log. Default: false. */
  readonly logsAddresses?: true
}

/** Where the secrets of connected calendars are stored. Default keys: generated in the data folder. */
export type VaultSettings =
  | { readonly kind: 'file'; readonly keys?: readonly [VaultKey, ...VaultKey[]] }
  | {
      readonly kind: 'secrets-manager'
      readonly prefix: string
      readonly endpoint?: string
      /** The keys of webhook secrets. Default: they are not encrypted. */
      readonly keys?: readonly [VaultKey, ...VaultKey[]]
    }
  | {
      /** Encrypted items of the store. Credentials that are still in Secrets Manager stay readable. */
      readonly kind: 'kms'
      /** The ARN, id or alias of the key in KMS. */
      readonly kmsKey: string
      /** The prefix of secrets in Secrets Manager, and the name of the installation in keys. */
      readonly prefix: string
      readonly endpoint?: string
      /** The keys of webhook secrets. Default: they are not encrypted. */
      readonly keys?: readonly [VaultKey, ...VaultKey[]]
    }

/** The OAuth client of this server at a calendar vendor. */
export interface VendorSettings {
  readonly clientId: string
  readonly clientSecret: string
  /** For tests: replaces the vendor's own hosts. */
  readonly endpoint?: string
}

/** Whether the store is in the data folder, and not on another machine or in AWS. */
export const isInDataFolder = (
  config: Pick<Config, 'store' | 'dynamoDbEndpoint' | 'awsRegion'>,
): boolean =>
  config.store === 'sqlite' ||
  (config.store === 'dynamodb' &&
    config.dynamoDbEndpoint === undefined &&
    config.awsRegion === undefined)

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']

/** Reads the settings. Throws `ConfigError` at the first invalid one. */
export function readConfig(env: Environment): Config {
  // Platforms set PORT for every program, so the setting that is only for Holdfast comes first.
  const portName = text(env, 'HOLDFAST_PORT') === undefined ? 'PORT' : 'HOLDFAST_PORT'
  const port = integer(env, portName, 3000, [0, 65_535])
  const endpoint = url(env, 'HOLDFAST_DYNAMODB_ENDPOINT')
  const awsRegion = env.AWS_REGION ?? env.AWS_DEFAULT_REGION
  const bootstrapApiKey = text(env, 'HOLDFAST_BOOTSTRAP_API_KEY')
  if (bootstrapApiKey !== undefined && !/^hf_[\x21-\x7e]{29,}$/.test(bootstrapApiKey)) {
    // The value is a secret, so the message does not repeat it.
    throw new ConfigError(
      'HOLDFAST_BOOTSTRAP_API_KEY is not a valid key. Use "hf_" followed by at least 29 visible ASCII characters, such as hf_ and the output of: openssl rand -hex 32',
    )
  }
  const smtpUrl = text(env, 'HOLDFAST_SMTP_URL')
  if (smtpUrl !== undefined && !/^smtps?:\/\/[^/]/.test(smtpUrl)) {
    // The value may contain a password, so the message does not repeat it.
    throw new ConfigError('HOLDFAST_SMTP_URL is not an SMTP URL. Use an smtp:// or smtps:// URL.')
  }
  const mailFrom = text(env, 'HOLDFAST_MAIL_FROM') ?? 'no-reply@holdfast.invalid'
  if (!/^[^\s@<>",;]+@[^\s@<>",;]+$/.test(mailFrom)) {
    throw new ConfigError(
      `HOLDFAST_MAIL_FROM is "${mailFrom}". Use only an address, such as bookings@example.com; emails show the provider's name.`,
    )
  }
  const rapidApiProxySecret = text(env, 'HOLDFAST_RAPIDAPI_PROXY_SECRET')
  return {
    port,
    host: host(env),
    development: flag(env, 'HOLDFAST_DEVELOPMENT'),
    ...optional('metricsToken', secret(env, 'HOLDFAST_METRICS_TOKEN', 'token', 16)),
    ...optional('operatorKey', secret(env, 'HOLDFAST_OPERATOR_KEY', 'key', 32)),
    keySignIn: oneOf(env, 'HOLDFAST_KEY_SIGN_IN', ['on', 'off'], 'on') === 'on',
    dataDir: resolve(text(env, 'HOLDFAST_DATA_DIR') ?? './data'),
    ...storeOf(env),
    ...(endpoint === undefined ? {} : { dynamoDbEndpoint: endpoint }),
    ...(awsRegion === undefined ? {} : { awsRegion }),
    dynamoDbTable: text(env, 'HOLDFAST_DYNAMODB_TABLE') ?? 'holdfast',
    ...(bootstrapApiKey === undefined ? {} : { bootstrapApiKey }),
    publicUrl: publicUrl(env) ?? `http://localhost:${port}`,
    ...(rapidApiProxySecret === undefined ? {} : { rapidApiProxySecret }),
    ...callerLimits(env),
    ...serverKey(env),
    vault: vault(env),
    ...vendorClients(env),
    paymentEndpoints: paymentEndpoints(env),
    testMode: flag(env, 'HOLDFAST_TEST_MODE'),
    trustedProxies: integer(env, 'HOLDFAST_TRUSTED_PROXIES', 0, [0, 10]),
    sweeper: oneOf(env, 'HOLDFAST_SWEEPER', ['on', 'off'], 'on') === 'on',
    demo:
      oneOf(env, 'HOLDFAST_DEMO', ['on', 'off'], bootstrapApiKey === undefined ? 'on' : 'off') ===
      'on',
    ...(smtpUrl === undefined ? {} : { smtpUrl }),
    mailFrom,
    ...optional('sms', smsSettings(env)),
    ...optional('sesTopicArn', sesTopicArn(env)),
    allowPrivateNetwork: flag(env, 'HOLDFAST_ALLOW_PRIVATE_NETWORK'),
    relay: oneOf(env, 'HOLDFAST_RELAY', ['on', 'off'], 'on') === 'on',
    ...optional('maxWaitMilliseconds', limit(env, 'HOLDFAST_MAX_WAIT_MILLISECONDS', [100, 60_000])),
    ...optional('maxRequests', limit(env, 'HOLDFAST_MAX_REQUESTS', [8, 100_000])),
    ...optional('webhookTimeoutSeconds', limit(env, 'HOLDFAST_WEBHOOK_TIMEOUT_SECONDS', [1, 60])),
    ...optional('smtpTimeoutSeconds', limit(env, 'HOLDFAST_SMTP_TIMEOUT_SECONDS', [1, 600])),
    ...optional('leaseMilliseconds', limit(env, 'HOLDFAST_LEASE_MILLISECONDS', [100, 60_000])),
    ...optional('crash', crash(env)),
    logLevel: oneOf(env, 'HOLDFAST_LOG_LEVEL', LOG_LEVELS, 'info'),
    ...(flag(env, 'HOLDFAST_LOG_ADDRESSES') && { logsAddresses: true }),
  }
}

// Rejected without test mode, so that it cannot act in production.
function crash(env: Environment): Crash | undefined {
  const given = text(env, 'HOLDFAST_CRASH_AT')
  if (given === undefined) return undefined
  if (!flag(env, 'HOLDFAST_TEST_MODE')) {
    throw new ConfigError(
      'HOLDFAST_CRASH_AT works only in test mode. Set HOLDFAST_TEST_MODE=1, or remove HOLDFAST_CRASH_AT.',
    )
  }
  const parsed = parseCrash(given)
  if (parsed !== undefined) return parsed
  throw new ConfigError(
    `HOLDFAST_CRASH_AT is "${given}". Use a crash point such as relay.write.after or relay.write.after:2.`,
  )
}

function storeOf(
  env: Environment,
): Pick<Config, 'store' | 'postgresUrl' | 'postgresConnections' | 'isPostgresPooled'> {
  const store = oneOf(env, 'HOLDFAST_STORE', STORE_ENGINES, 'sqlite')
  const postgresUrl = text(env, 'HOLDFAST_POSTGRES_URL')
  if (store !== 'postgres') return { store }
  const isUrl = /^postgres(ql)?:\/\/[^/]/.test(postgresUrl ?? '') && URL.canParse(postgresUrl ?? '')
  if (postgresUrl === undefined || !isUrl) {
    // The value may contain a password, so the message does not repeat it.
    throw new ConfigError(
      'HOLDFAST_POSTGRES_URL is not a PostgreSQL URL. Use postgres://user:password@host:5432/database.',
    )
  }
  const connections = limit(env, 'HOLDFAST_POSTGRES_CONNECTIONS', [2, 1000])
  const isPooled = flag(env, 'HOLDFAST_POSTGRES_POOLER')
  return {
    store,
    postgresUrl,
    ...optional('postgresConnections', connections),
    ...(isPooled && { isPostgresPooled: true }),
  }
}

const DEFAULT_HOST = '127.0.0.1'

function host(env: Environment): string {
  const given = text(env, 'HOLDFAST_HOST') ?? DEFAULT_HOST
  if (/^[\w.:-]+$/.test(given)) return given
  throw new ConfigError(
    `HOLDFAST_HOST is "${given}". Use an address of this machine, such as 127.0.0.1, 0.0.0.0 or ::.`,
  )
}

function secret(
  env: Environment,
  name: string,
  noun: 'key' | 'token',
  lengthMin: number,
): string | undefined {
  const given = text(env, name)
  if (given === undefined) return undefined
  if (given.length >= lengthMin && /^[\x21-\x7e]+$/.test(given)) return given
  // The value is a secret, so the message does not repeat it.
  throw new ConfigError(
    `${name} is not a valid ${noun}. Use at least ${lengthMin} visible ASCII characters.`,
  )
}

function serverKey(env: Environment): Pick<Config, 'serverKey'> {
  const given = text(env, 'HOLDFAST_SERVER_KEY')
  if (given === undefined) return {}
  const key = parseServerKeys(given)
  if (key !== undefined) return { serverKey: key }
  // The value is a secret, so the message does not repeat it.
  throw new ConfigError('HOLDFAST_SERVER_KEY is not a valid key. Use 64 hexadecimal digits.')
}

function vault(env: Environment): VaultSettings {
  const given = text(env, 'HOLDFAST_VAULT_KEYS')
  const keys = given === undefined ? undefined : parseVaultKeys(given)
  if (given !== undefined && keys === undefined) {
    // The value is a secret, so the message does not repeat it.
    throw new ConfigError(
      'HOLDFAST_VAULT_KEYS is not a valid list of keys. Use keys of 64 hexadecimal digits, newest first, separated by commas.',
    )
  }
  const kind = oneOf(env, 'HOLDFAST_VAULT', ['file', 'kms', 'secrets-manager'], 'file')
  if (kind === 'file') return { kind, ...optional('keys', keys) }
  const prefix = text(env, 'HOLDFAST_VAULT_PREFIX') ?? 'holdfast/credentials/'
  const common = {
    prefix,
    ...optional('endpoint', url(env, 'HOLDFAST_VAULT_ENDPOINT')),
    ...optional('keys', keys),
  }
  if (kind === 'secrets-manager') return { kind, ...common }
  const kmsKey = text(env, 'HOLDFAST_VAULT_KMS_KEY')
  if (kmsKey !== undefined) return { kind, kmsKey, ...common }
  throw new ConfigError(
    'HOLDFAST_VAULT_KMS_KEY is not set. HOLDFAST_VAULT=kms needs the ARN, the id or the alias of a key in AWS KMS.',
  )
}

/** Reads the OAuth clients at calendar vendors. */
export const vendorClients = (env: Environment): Pick<Config, 'google' | 'outlook'> => ({
  ...optional('google', vendor(env, 'HOLDFAST_GOOGLE')),
  ...optional('outlook', outlook(env)),
})

function vendor(env: Environment, name: string): VendorSettings | undefined {
  const clientId = text(env, `${name}_CLIENT_ID`)
  const clientSecret = text(env, `${name}_CLIENT_SECRET`)
  if (clientId === undefined && clientSecret === undefined) return undefined
  if (clientId === undefined || clientSecret === undefined) {
    const missing = clientId === undefined ? 'CLIENT_ID' : 'CLIENT_SECRET'
    throw new ConfigError(
      `${name}_${missing} is not set. Set both ${name}_CLIENT_ID and ${name}_CLIENT_SECRET, or neither.`,
    )
  }
  return { clientId, clientSecret, ...optional('endpoint', url(env, `${name}_ENDPOINT`)) }
}

function outlook(env: Environment): Config['outlook'] {
  const settings = vendor(env, 'HOLDFAST_OUTLOOK')
  const tenant = text(env, 'HOLDFAST_OUTLOOK_TENANT') ?? 'organizations'
  if (!/^[\w.-]+$/.test(tenant)) {
    throw new ConfigError(
      `HOLDFAST_OUTLOOK_TENANT is "${tenant}". Use organizations, a tenant ID, or a tenant domain.`,
    )
  }
  return settings && { ...settings, tenant }
}

/** Reads the limits of callers. */
export function callerLimits(
  env: Environment,
): Pick<Config, 'rapidApiPlans' | 'accountLimit' | 'publicCaps' | 'publicGuard'> {
  const plans = text(env, 'HOLDFAST_RAPIDAPI_PLANS')
  const rapidApiPlans = plans === undefined ? undefined : parseRapidApiPlans(plans)
  if (plans !== undefined && rapidApiPlans === undefined) {
    throw new ConfigError(
      `HOLDFAST_RAPIDAPI_PLANS is "${plans}". Use plan=requests/seconds, such as BASIC=60/60,PRO=600/60,CUSTOM=unlimited.`,
    )
  }
  const allowance = text(env, 'HOLDFAST_ACCOUNT_LIMIT')
  const accountLimit = allowance === undefined ? undefined : parseAllowance(allowance)
  if (allowance !== undefined && accountLimit === undefined) {
    throw new ConfigError(
      `HOLDFAST_ACCOUNT_LIMIT is "${allowance}". Use requests/seconds, such as 6000/60.`,
    )
  }
  const guard = oneOf(env, 'HOLDFAST_PUBLIC_GUARD', ['off', 'email', 'pow'], 'off')
  const caps = text(env, 'HOLDFAST_PUBLIC_CAPS')
  const publicCaps = caps === undefined ? undefined : parsePublicCaps(caps)
  if (caps !== undefined && publicCaps === undefined) {
    throw new ConfigError(
      `HOLDFAST_PUBLIC_CAPS is "${caps}". Use name=tenMinutes/day, such as bookings=10/50,nights=62/62,dayShare=50.`,
    )
  }
  return {
    ...optional('rapidApiPlans', rapidApiPlans),
    ...optional('accountLimit', accountLimit),
    ...optional('publicCaps', publicCaps),
    ...(guard !== 'off' && { publicGuard: guard }),
  }
}

/** Segments of plain characters, which need no escapes in links and headers. */
const BASE_PATH = /^(?:\/|(?:\/[\w.~-]+)+)$/

/** Where browsers reach the server: an origin, or a path of one. */
function publicUrl(env: Environment): string | undefined {
  const given = url(env, 'HOLDFAST_PUBLIC_URL')
  if (given === undefined) return undefined
  const { origin, pathname, search, hash, username } = new URL(given)
  if (BASE_PATH.test(pathname) && !search && !hash && !username) return given
  throw new ConfigError(
    `HOLDFAST_PUBLIC_URL is "${given}". Use an origin, such as ${origin}, or a path of one, such as ${origin}/booking.`,
  )
}
