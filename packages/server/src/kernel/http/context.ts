import type { Registry } from 'prom-client'
import type { Session } from '../caller.ts'
import type { Clock, Dependencies } from '../dependencies.ts'
import type { Publications } from '../events/publications.ts'
import type { RecordAccess } from './access-log.ts'
import type { Allowance, CallerLimits, RapidApiPlans } from './caller-limits.ts'
import type { NodeBindings } from './client-address.ts'
import type { Keyring } from './keyring.ts'
import type { RateLimiter } from './rate-limit.ts'

/** What the environment of a request has beside the request. */
export type HttpEnv = { readonly Bindings: NodeBindings }

/** A clock that can be set; test mode only. */
export interface MovableClock extends Clock {
  /** True from the first move on. */
  readonly frozen: boolean
  /** Sets the clock to an instant and stops it there. */
  moveTo(epochMilliseconds: number): void
}

/** What the HTTP adapter is told about its surroundings, beside what the use cases need. */
export interface HttpSettings {
  /** The version of the server, for example `0.1.0`. */
  readonly version: string
  /** The storage engine, for example `sqlite`. */
  readonly storeEngine: string
  /** How many proxies in front of the server write `X-Forwarded-For`; 0: it is not read. */
  readonly trustedProxies: number
  /** How links begin, for example `https://example.com`; absent: with their path. */
  readonly publicUrl?: string
  /** The address that mails come from. */
  readonly mailFrom: string
  /** The secret that RapidAPI sends along; absent: nobody is let in through it. */
  readonly rapidApiProxySecret?: string
  /** What each plan of RapidAPI allows one caller; absent: `RAPIDAPI_PLANS`. */
  readonly rapidApiPlans?: RapidApiPlans
  /** What one account may ask for with its keys; absent: as much as it likes. */
  readonly accountLimit?: Allowance
  /** Set where answers are collected before they are passed on: how long a stream of events lasts. */
  readonly collectedStreamMilliseconds?: number
}

/** What a manage token may belong to: the booking `id`, or the stay `stayId` of the calendar `id`. */
export interface Managed {
  readonly id: string
  readonly stayId?: string
}

/** Finds the accounts of callers without an API key or a session; contexts provide the look-ups. */
export interface CallerAccounts {
  /** The account of a caller through RapidAPI; created at the first call. */
  ofRapidApiUser(user: string): Promise<string>
  /** The account of the booking or stay that a manage token belongs to; undefined for any other token. */
  ofManageToken(managed: Managed, token: string): Promise<string | undefined>
}

/**
 * Everything that endpoints share; made once for an app. `Deps` is what the use cases of a context
 * need.
 */
export interface HttpContext<Deps extends Dependencies = Dependencies> {
  readonly deps: Deps
  readonly callerAccounts: CallerAccounts
  readonly settings: HttpSettings
  readonly record: RecordAccess
  readonly metrics: Registry
  readonly keyring: Keyring
  /** The sign-ins that were seen lately; forgotten with the keys when one is revoked. */
  readonly sessions: Keyring<Session>
  /** Limits for each client network on calls without an account's key. */
  readonly limits: {
    readonly read: RateLimiter
    readonly write: RateLimiter
    readonly signIn: RateLimiter
  }
  /** Limits for each caller that has an account, from wherever it calls. */
  readonly callerLimits: CallerLimits
  /** Scopes of idempotency keys whose request is running in this process. */
  readonly inFlight: Set<string>
  readonly publications: Publications
  /** Aborted when the server stops: what would go on for ever ends. */
  readonly stopping: AbortSignal
}
