import { resolve } from 'node:path'
import { parseServerKey } from '../adapters/system/server-key.ts'
import { parseVaultKeys, type VaultKey } from '../adapters/vault/keys.ts'
import type { Allowance, RapidApiPlans } from '../kernel/http/caller-limits.ts'
import { parseAllowance, parseRapidApiPlans } from './allowances.ts'
import { type Crash, parseCrash } from './crash-points.ts'

/** Everything that can be set from outside, read once at the start. */
export interface Config {
  readonly port: number
  readonly dataDir: string
  readonly store: 'sqlite' | 'dynamodb'
  /** Unset with `dynamodb`, and no AWS region given: the local engine is started on the data folder. */
  readonly dynamoDbEndpoint?: string
  readonly awsRegion?: string
  readonly dynamoDbTable: string
  readonly bootstrapApiKey?: string
  readonly publicUrl: string
  readonly rapidApiProxySecret?: string
  /** What each plan of RapidAPI allows one caller; unset: `RAPIDAPI_PLANS`. */
  readonly rapidApiPlans?: RapidApiPlans
  /** What one account may ask for with its keys; unset: as much as it likes. */
  readonly accountLimit?: Allowance
  /** Unset: a key is made in the data folder. Servers on several machines need the same. */
  readonly serverKey?: Uint8Array
  /** Where secrets of calendars are kept; unset keys: made in the data folder. */
  readonly vault: VaultSettings
  /** The calendars of each vendor that providers can connect; absent: of none. */
  readonly google?: VendorSettings
  readonly outlook?: VendorSettings & { readonly tenant: string }
  readonly testMode: boolean
  /** How many proxies in front of the server write `X-Forwarded-For`; 0: it is not read. */
  readonly trustedProxies: number
  /** `off` stops the sweeper; a lapsed hold is free all the same. */
  readonly sweeper: boolean
  /** Fills an empty store with a demo account; off when a bootstrap key says that it is not for a look. */
  readonly demo: boolean
  /** Unset: mails are kept in the data folder, and shown. */
  readonly smtpUrl?: string
  /** The address that mails come from. */
  readonly mailFrom: string
  /** Tests only: lets feeds and webhooks go to http and to addresses that are not public. */
  readonly allowPrivateNetwork: boolean
  /** `off` leaves events in the outbox for another process to publish. */
  readonly relay: boolean
  /** How long a webhook receiver may take to answer; unset: 20 s. */
  readonly webhookTimeoutSeconds?: number
  /** How long an SMTP server may be silent; unset: 30 s. */
  readonly smtpTimeoutSeconds?: number
  /** How long other servers wait for the background work of one that died; unset: 6 s. */
  readonly leaseMilliseconds?: number
  /** Test mode only: where the process ends itself as a power cut would. */
  readonly crash?: Crash
  readonly logLevel: string
}

/** Where secrets of calendars are kept. */
export type VaultSettings =
  | { readonly kind: 'file'; readonly keys?: readonly [VaultKey, ...VaultKey[]] }
  | { readonly kind: 'secrets-manager'; readonly prefix: string; readonly endpoint?: string }

/** How this server is known to a calendar vendor. */
export interface VendorSettings {
  readonly clientId: string
  readonly clientSecret: string
  /** Replaces the vendor's own hosts; tests only. */
  readonly endpoint?: string
}

/** A setting that is wrong: which, what it was, and what would be right. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly code = 'config_error'
}

type Environment = Readonly<Record<string, string | undefined>>

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']

/** Reads the settings; throws `ConfigError` at the first that is wrong. */
export function readConfig(env: Environment): Config {
  const port = integer(env, 'PORT', 3000, [0, 65_535])
  const endpoint = url(env, 'HOLDFAST_DYNAMODB_ENDPOINT')
  const awsRegion = env.AWS_REGION ?? env.AWS_DEFAULT_REGION
  const bootstrapApiKey = text(env, 'HOLDFAST_BOOTSTRAP_API_KEY')
  if (bootstrapApiKey !== undefined && !/^hf_[\x21-\x7e]+$/.test(bootstrapApiKey)) {
    throw new ConfigError(
      'HOLDFAST_BOOTSTRAP_API_KEY must begin with "hf_" and hold visible ASCII characters only',
    )
  }
  const smtpUrl = text(env, 'HOLDFAST_SMTP_URL')
  if (smtpUrl !== undefined && !/^smtps?:\/\/[^/]/.test(smtpUrl)) {
    // The value may hold a password: the message does not repeat it.
    throw new ConfigError('HOLDFAST_SMTP_URL must be an smtp:// or smtps:// URL')
  }
  const mailFrom = text(env, 'HOLDFAST_MAIL_FROM') ?? 'no-reply@holdfast.invalid'
  if (!/^[^\s@<>",;]+@[^\s@<>",;]+$/.test(mailFrom)) {
    throw new ConfigError(
      `HOLDFAST_MAIL_FROM is "${mailFrom}"; it must be an address alone, such as bookings@example.com: the name that mails come from is the provider's`,
    )
  }
  const rapidApiProxySecret = text(env, 'HOLDFAST_RAPIDAPI_PROXY_SECRET')
  return {
    port,
    dataDir: resolve(text(env, 'HOLDFAST_DATA_DIR') ?? './data'),
    store: oneOf(env, 'HOLDFAST_STORE', ['sqlite', 'dynamodb'], 'sqlite'),
    ...(endpoint === undefined ? {} : { dynamoDbEndpoint: endpoint }),
    ...(awsRegion === undefined ? {} : { awsRegion }),
    dynamoDbTable: text(env, 'HOLDFAST_DYNAMODB_TABLE') ?? 'holdfast',
    ...(bootstrapApiKey === undefined ? {} : { bootstrapApiKey }),
    publicUrl: url(env, 'HOLDFAST_PUBLIC_URL') ?? `http://localhost:${port}`,
    ...(rapidApiProxySecret === undefined ? {} : { rapidApiProxySecret }),
    ...callerLimits(env),
    ...serverKey(env),
    vault: vault(env),
    ...vendorClients(env),
    testMode: flag(env, 'HOLDFAST_TEST_MODE'),
    trustedProxies: integer(env, 'HOLDFAST_TRUSTED_PROXIES', 0, [0, 10]),
    sweeper: oneOf(env, 'HOLDFAST_SWEEPER', ['on', 'off'], 'on') === 'on',
    demo:
      oneOf(env, 'HOLDFAST_DEMO', ['on', 'off'], bootstrapApiKey === undefined ? 'on' : 'off') ===
      'on',
    ...(smtpUrl === undefined ? {} : { smtpUrl }),
    mailFrom,
    allowPrivateNetwork: flag(env, 'HOLDFAST_ALLOW_PRIVATE_NETWORK'),
    relay: oneOf(env, 'HOLDFAST_RELAY', ['on', 'off'], 'on') === 'on',
    ...optional('webhookTimeoutSeconds', limit(env, 'HOLDFAST_WEBHOOK_TIMEOUT_SECONDS', [1, 60])),
    ...optional('smtpTimeoutSeconds', limit(env, 'HOLDFAST_SMTP_TIMEOUT_SECONDS', [1, 600])),
    ...optional('leaseMilliseconds', limit(env, 'HOLDFAST_LEASE_MILLISECONDS', [100, 60_000])),
    ...optional('crash', crash(env)),
    logLevel: oneOf(env, 'HOLDFAST_LOG_LEVEL', LOG_LEVELS, 'info'),
  }
}

// A variable that is set to nothing counts as not set: that is how shells and compose files unset one.
const text = (env: Environment, name: string): string | undefined => env[name] || undefined

function integer(
  env: Environment,
  name: string,
  fallback: number,
  [least, most]: readonly [number, number],
): number {
  const given = text(env, name)
  if (given === undefined) return fallback
  const value = Number(given)
  if (!Number.isInteger(value) || value < least || value > most) {
    throw new ConfigError(`${name} is "${given}"; it must be a whole number, ${least} to ${most}`)
  }
  return value
}

const limit = (
  env: Environment,
  name: string,
  bounds: readonly [number, number],
): number | undefined =>
  text(env, name) === undefined ? undefined : integer(env, name, bounds[0], bounds)

const optional = <Name extends string, Value>(name: Name, value: Value | undefined) =>
  (value === undefined ? {} : { [name]: value }) as { readonly [name in Name]?: Value }

// Asked for without test mode it is refused, so that it can do nothing in production.
function crash(env: Environment): Crash | undefined {
  const given = text(env, 'HOLDFAST_CRASH_AT')
  if (given === undefined) return undefined
  if (!flag(env, 'HOLDFAST_TEST_MODE')) {
    throw new ConfigError('HOLDFAST_CRASH_AT works in test mode only (HOLDFAST_TEST_MODE=1)')
  }
  const parsed = parseCrash(given)
  if (parsed !== undefined) return parsed
  throw new ConfigError(
    `HOLDFAST_CRASH_AT is "${given}"; it must be a crash point such as relay.write.after, or relay.write.after:2`,
  )
}

function oneOf<const Value extends string>(
  env: Environment,
  name: string,
  values: readonly Value[],
  fallback: Value,
): Value {
  const given = text(env, name)
  if (given === undefined) return fallback
  const value = values.find((candidate) => candidate === given)
  if (value === undefined) {
    throw new ConfigError(`${name} is "${given}"; it must be one of ${values.join(', ')}`)
  }
  return value
}

function serverKey(env: Environment): Pick<Config, 'serverKey'> {
  const given = text(env, 'HOLDFAST_SERVER_KEY')
  if (given === undefined) return {}
  const key = parseServerKey(given)
  // The value is a secret: the message does not repeat it.
  if (key === undefined) throw new ConfigError('HOLDFAST_SERVER_KEY must be 64 hexadecimal digits')
  return { serverKey: key }
}

function vault(env: Environment): VaultSettings {
  const given = text(env, 'HOLDFAST_VAULT_KEYS')
  const keys = given === undefined ? undefined : parseVaultKeys(given)
  if (given !== undefined && keys === undefined) {
    // The value is a secret: the message does not repeat it.
    throw new ConfigError(
      'HOLDFAST_VAULT_KEYS must be keys of 64 hexadecimal digits, the newest first, separated by commas',
    )
  }
  const kind = oneOf(env, 'HOLDFAST_VAULT', ['file', 'secrets-manager'], 'file')
  if (kind === 'file') return { kind, ...optional('keys', keys) }
  const prefix = text(env, 'HOLDFAST_VAULT_PREFIX') ?? 'holdfast/credentials/'
  return { kind, prefix, ...optional('endpoint', url(env, 'HOLDFAST_VAULT_ENDPOINT')) }
}

/** The clients of calendar vendors that the settings name. */
export const vendorClients = (env: Environment): Pick<Config, 'google' | 'outlook'> => ({
  ...optional('google', vendor(env, 'HOLDFAST_GOOGLE')),
  ...optional('outlook', outlook(env)),
})

function vendor(env: Environment, name: string): VendorSettings | undefined {
  const clientId = text(env, `${name}_CLIENT_ID`)
  const clientSecret = text(env, `${name}_CLIENT_SECRET`)
  if (clientId === undefined && clientSecret === undefined) return undefined
  if (clientId === undefined || clientSecret === undefined) {
    throw new ConfigError(`${name}_CLIENT_ID and ${name}_CLIENT_SECRET go together; one is missing`)
  }
  return { clientId, clientSecret, ...optional('endpoint', url(env, `${name}_ENDPOINT`)) }
}

function outlook(env: Environment): Config['outlook'] {
  const settings = vendor(env, 'HOLDFAST_OUTLOOK')
  const tenant = text(env, 'HOLDFAST_OUTLOOK_TENANT') ?? 'organizations'
  if (!/^[\w.-]+$/.test(tenant)) {
    throw new ConfigError(
      `HOLDFAST_OUTLOOK_TENANT is "${tenant}"; it must be organizations, or a tenant's id or domain`,
    )
  }
  return settings && { ...settings, tenant }
}

/** The limits of callers that the settings name. */
export function callerLimits(env: Environment): Pick<Config, 'rapidApiPlans' | 'accountLimit'> {
  const plans = text(env, 'HOLDFAST_RAPIDAPI_PLANS')
  const rapidApiPlans = plans === undefined ? undefined : parseRapidApiPlans(plans)
  if (plans !== undefined && rapidApiPlans === undefined) {
    throw new ConfigError(
      `HOLDFAST_RAPIDAPI_PLANS is "${plans}"; it must name requests and seconds of plans, such as BASIC=60/60,PRO=600/60,CUSTOM=unlimited`,
    )
  }
  const allowance = text(env, 'HOLDFAST_ACCOUNT_LIMIT')
  const accountLimit = allowance === undefined ? undefined : parseAllowance(allowance)
  if (allowance !== undefined && accountLimit === undefined) {
    throw new ConfigError(
      `HOLDFAST_ACCOUNT_LIMIT is "${allowance}"; it must be requests and seconds, such as 6000/60`,
    )
  }
  return { ...optional('rapidApiPlans', rapidApiPlans), ...optional('accountLimit', accountLimit) }
}

function flag(env: Environment, name: string): boolean {
  return oneOf(env, name, ['0', '1'], '0') === '1'
}

function url(env: Environment, name: string): string | undefined {
  const given = text(env, name)
  if (given === undefined) return undefined
  const parsed = URL.canParse(given) ? new URL(given) : undefined
  if (parsed?.protocol !== 'http:' && parsed?.protocol !== 'https:') {
    throw new ConfigError(`${name} is "${given}"; it must be an http or https URL`)
  }
  return given.replace(/\/+$/, '')
}
