import type { Registry } from 'prom-client'
import type { AccountState } from '../access/grant.ts'
import type { ProviderSubject } from '../access/policy.ts'
import type { Session, SignedInBooker } from '../caller.ts'
import type { Clock, Dependencies } from '../dependencies.ts'
import type { Publications } from '../events/publications.ts'
import type { ProofOfWork } from '../ports/proof-of-work.ts'
import type { RecordAccess } from './access-log.ts'
import type { Admission } from './admission.ts'
import type { Allowance, CallerLimits, RapidApiPlans } from './caller-limits.ts'
import type { NodeBindings } from './client-address.ts'
import type { Keyring } from './keyring.ts'
import type { RateLimiter } from './rate-limit.ts'
import type { ProblemOf } from './refusal-problem.ts'

/** The types of Hono's request environment. */
export type HttpEnv = { readonly Bindings: NodeBindings }

/** A clock that tests can set. */
export interface MovableClock extends Clock {
  /** True after the first move. */
  readonly frozen: boolean
  /** Sets the clock to an instant and stops it there. */
  moveTo(epochMilliseconds: number): void
}

/** The settings of the HTTP layer. A context adds its own (declaration merging). */
export interface HttpSettings {
  /** The version of the server, such as `2.1.0`. */
  readonly version: string
  /** The storage engine, such as `sqlite`. */
  readonly storeEngine: string
  /** Number of proxies in front of the server that write `X-Forwarded-For`. 0 ignores the header. */
  readonly trustedProxies: number
  /** Writes the client's address into the access log. Default: false. */
  readonly logsAddresses?: boolean
  /** The base of links, such as `https://example.com`. Without it, links are relative. */
  readonly publicUrl?: string
  /** Shows stored emails and metrics to anybody on this machine. Default: false. */
  readonly isDevelopment?: boolean
  /** The bearer token for `/metrics`. Without it, only development mode has this path. */
  readonly metricsToken?: string
  /** The sender address of emails. */
  readonly mailFrom: string
  /** RapidAPI's proxy secret. Without it, requests through RapidAPI are rejected. */
  readonly rapidApiProxySecret?: string
  /** Whether an API key can open a session. Default: true. */
  readonly keySignIn?: boolean
  /** The key of the operator, for the accounts of this server. Without it, those paths do not exist. */
  readonly operatorKey?: string
  /** The allowance of one caller per RapidAPI plan. Default: `RAPIDAPI_PLANS`. */
  readonly rapidApiPlans?: RapidApiPlans
  /** The allowance of one account with all its keys. Default: unlimited. */
  readonly accountLimit?: Allowance
  /** The most requests that the process answers at once. Default: `MAX_REQUESTS`. */
  readonly maxRequests?: number
  /** Maximum duration of an event stream on hosts that buffer responses. */
  readonly collectedStreamMilliseconds?: number
}

/** The owner of a manage token: the booking or the booking group `id`, or the stay `stayId` of the calendar `id`. */
export interface Managed {
  readonly id: string
  readonly stayId?: string
}

/** Finds the accounts of callers without an API key or session. The contexts provide the lookups. */
export interface CallerAccounts {
  /** Returns the account of a RapidAPI user. The first call creates it. A new plan is recorded. */
  ofRapidApiUser(user: string, plan: string | undefined): Promise<string>
  /**
   * Returns the account of the booking or stay if the manage token belongs to it, and `expired` if the token
   * has ended. Otherwise undefined.
   */
  ofManageToken(
    managed: Managed,
    token: string,
  ): Promise<{ readonly accountId: string } | 'expired' | undefined>
  /** Returns the booker who signed in with a token. Undefined if it is unknown, over or revoked. */
  ofBookerToken(token: string): Promise<SignedInBooker | undefined>
}

/**
 * Returns the providers that a resource of an account belongs to. Undefined if the account has no such
 * resource.
 */
export type ProvidersOf = (
  kind: ProviderSubject,
  id: string,
  accountId: string,
) => Promise<readonly string[] | undefined>

/**
 * The objects that all endpoints of an app share. `Deps` are the dependencies of a context's use cases.
 */
export interface HttpContext<Deps extends Dependencies = Dependencies> {
  readonly deps: Deps
  readonly callerAccounts: CallerAccounts
  /** Returns the state of an account, at most 5 s old. Undefined if it was deleted. */
  readonly accountState: (accountId: string) => Promise<AccountState | undefined>
  readonly providersOf: ProvidersOf
  /** Maps errors to HTTP, for all contexts at once. */
  readonly problemOf: ProblemOf
  readonly settings: HttpSettings
  readonly record: RecordAccess
  readonly metrics: Registry
  readonly keyring: Keyring
  /** A cache of sessions. Cleared together with the keyring when a key is revoked. */
  readonly sessions: Keyring<Session>
  /** Rate limits per client network for calls without an API key. */
  readonly limits: {
    readonly read: RateLimiter
    readonly write: RateLimiter
    readonly signIn: RateLimiter
  }
  /** Rate limits per caller with an account, for all its addresses together. */
  readonly callerLimits: CallerLimits
  /** Limits the requests that this process answers at once. */
  readonly admission: Admission
  /** Scopes of idempotency keys with a running request in this process. */
  readonly inFlight: Set<string>
  readonly proofOfWork: ProofOfWork
  readonly publications: Publications
  /** Aborted when the server stops, to end long-running responses. */
  readonly stopping: AbortSignal
}
