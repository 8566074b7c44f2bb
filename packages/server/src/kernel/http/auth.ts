import { createHash, timingSafeEqual } from 'node:crypto'
import { isId } from '@holdfast/engine'
import { type AccountState, type Grant, wholeGrant } from '../access/grant.ts'
import { SCOPES } from '../access/scopes.ts'
import type { Caller, Session, SignedInBooker } from '../caller.ts'
import { epochSeconds } from '../dependencies.ts'
import { MANAGE_TOKEN_DAYS } from '../manage-tokens.ts'
import type { SentRequest } from './call.ts'
import type { HttpContext, HttpSettings, Managed } from './context.ts'
import { type Checked, failed, passed } from './problem.ts'
import { type RateVerdict, rateProblem } from './rate-limit.ts'
import { isOwnPage } from './same-origin.ts'
import { readSessionCookie } from './session-cookie.ts'

/** The identity of a caller. */
export interface Identity {
  readonly accountId: string
  readonly role: Caller['role']
  /** What it may do, and as whom. */
  readonly grant: Grant
  /** Set for callers with an API key or session, and for bookers with a manage token. */
  readonly account?: AccountState
  /** Set for the booker of a suspended account, who can still read and cancel. */
  readonly isSuspended?: boolean
  /** The owner of its idempotency keys. Contains no secret. */
  readonly scopeOwner: string
  /** Set if the caller signed in. */
  readonly session?: Session
  /** Set for a booker who signed in. */
  readonly booker?: SignedInBooker
  /** The rate limit headers. Set if the caller has a rate limit. */
  readonly rateHeaders?: RateVerdict['headers']
}

/** The credential in a request. */
export type Credential =
  | { readonly kind: 'api-key'; readonly secret: string }
  | { readonly kind: 'manage-token'; readonly token: string }
  | {
      readonly kind: 'rapidapi'
      readonly proxySecret: string
      readonly user: string | null
      readonly plan: string | null
    }
  | { readonly kind: 'session'; readonly token: string; readonly isOwnPage: boolean }

/** The bearer token of an Authorization header, if it has one. */
export const bearerOf = (authorization: string | null): string | undefined =>
  /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1]

const API_KEY = /^hf_[\x21-\x7e]{1,200}$/
const MANAGE_TOKEN = /^hm_[\x21-\x7e]{1,200}$/
const RAPIDAPI_USER = /^[\x21-\x7e]{1,128}$/
const RAPIDAPI_PLAN = /^[\x21-\x7e]{1,64}$/

/**
 * Reads the credential of a request. A RapidAPI proxy secret has priority and no fallback, because a
 * request that claims to come from RapidAPI must prove it. `X-RapidAPI-User` alone is ignored. The session
 * cookie is used only without any other credential.
 */
export function readCredential(
  request: Pick<SentRequest, 'headers' | 'method' | 'url'>,
  settings: Pick<HttpSettings, 'publicUrl'>,
): Credential | undefined {
  const { headers } = request
  const proxySecret = headers.get('x-rapidapi-proxy-secret')
  if (proxySecret !== null) {
    const user = headers.get('x-rapidapi-user')
    return { kind: 'rapidapi', proxySecret, user, plan: headers.get('x-rapidapi-subscription') }
  }
  const authorization = headers.get('authorization')
  const secret = authorization === null ? headers.get('x-api-key') : bearerOf(authorization)
  if (secret == null) {
    const token = authorization === null && readSessionCookie(settings, headers.get('cookie'))
    if (!token) return undefined
    return { kind: 'session', token, isOwnPage: isOwnPage(settings, request) }
  }
  if (API_KEY.test(secret)) return { kind: 'api-key', secret }
  // A manage token is accepted only as a bearer token, so that logs do not mistake it for an API key.
  if (authorization !== null && MANAGE_TOKEN.test(secret)) {
    return { kind: 'manage-token', token: secret }
  }
  return undefined
}

/** The grant of a booker: its manage token opens one booking, whatever the scopes. */
export const BOOKER: Grant = wholeGrant({ kind: 'booker' })

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Compares digests, so that the timing reveals neither the content nor the length of the secret. */
export const secretsEqual = (a: string, b: string): boolean => timingSafeEqual(sha256(a), sha256(b))

/** The answer to a caller who cannot be identified. */
export const refused = (detail: string) =>
  failed({
    code: 'unauthenticated',
    detail,
    headers: { 'www-authenticate': 'Bearer realm="holdfast"' },
  })

/** The answer for an account that answers no calls. */
export const SUSPENDED = failed({
  code: 'account_suspended',
  detail: 'The account is suspended. Ask the operator of this server.',
})

/** A request that was counted against a plan already; no verdict: the plan is unlimited. */
interface Counted {
  readonly verdict: RateVerdict | undefined
}

/** A caller of an account, unless the account answers no calls or its plan is used up. */
async function ofAccount(
  context: HttpContext,
  accountId: string,
  grant: Grant,
  { session, counted }: { readonly session?: Session; readonly counted?: Counted } = {},
): Promise<Checked<Identity>> {
  const state = await context.accountState(accountId)
  if (state === undefined) return refused('The account was deleted.')
  if (state.status !== 'active') return SUSPENDED
  const limited = counted ? passed(counted.verdict) : withinPlan(context, state)
  if (!limited.ok) return limited
  const headers = limited.value?.headers
  return passed({
    accountId,
    role: 'account',
    grant,
    account: state,
    scopeOwner: ownerOf(accountId, grant),
    ...(session && { session }),
    ...(headers && { rateHeaders: headers }),
  })
}

/**
 * The owner of a caller's idempotency keys: the account, since a retry may come with another key of it. A
 * caller who may not do everything has keys of its own, so that it cannot replay what others were answered.
 */
const ownerOf = (accountId: string, { actor, scopes, providerIds }: Grant): string =>
  providerIds === undefined && scopes.length === SCOPES.length
    ? accountId
    : `${accountId} ${actor.kind} ${actor.id ?? ''}`

async function identifyRapidApi(
  context: HttpContext,
  credential: Extract<Credential, { readonly kind: 'rapidapi' }>,
): Promise<Checked<Identity>> {
  const expected = context.settings.rapidApiProxySecret
  if (expected === undefined || !secretsEqual(credential.proxySecret, expected)) {
    return refused('Wrong X-RapidAPI-Proxy-Secret.')
  }
  const { user } = credential
  const plan = RAPIDAPI_PLAN.test(credential.plan ?? '') ? credential.plan : null
  if (user === null || !RAPIDAPI_USER.test(user)) {
    return refused('X-RapidAPI-User is missing or invalid.')
  }
  // Check the limit before looking up the account, so that rejected requests cause no reads.
  const verdict = context.callerLimits.ofRapidApiUser(user, plan)
  if (verdict && !verdict.allowed) return failed(rateProblem(verdict, 'for this plan'))
  const accountId = await context.callerAccounts.ofRapidApiUser(user, plan ?? undefined)
  return await ofAccount(context, accountId, wholeGrant({ kind: 'key' }), {
    counted: { verdict },
  })
}

async function identifySession(
  context: HttpContext,
  credential: Extract<Credential, { readonly kind: 'session' }>,
): Promise<Checked<Identity>> {
  if (!credential.isOwnPage) {
    return refused(
      'The session cookie is valid only for pages of this server. The Origin is a different one.',
    )
  }
  const session = await context.sessions.find(credential.token)
  const now = epochSeconds(context.deps.clock)
  if (session === undefined || session.expiresAtEpochSeconds <= now) {
    return refused('The session has expired. Sign in again.')
  }
  return await ofAccount(context, session.accountId, session.grant, { session })
}

/**
 * Counts a request with an account's own key or session against the plan of the RapidAPI user that the
 * account belongs to, together with the requests through RapidAPI. Undefined for any other account.
 */
function withinPlan(
  { settings, callerLimits }: HttpContext,
  { rapidApi }: AccountState,
): Checked<RateVerdict | undefined> {
  if (settings.rapidApiProxySecret === undefined || rapidApi === undefined) return passed(undefined)
  const verdict = callerLimits.ofRapidApiUser(rapidApi.user, rapidApi.plan)
  if (verdict && !verdict.allowed) return failed(rateProblem(verdict, 'for this plan'))
  return passed(verdict)
}

/** What a manage token belongs to, for a sentence. */
const managedThing = ({ id, stayId }: Managed): string => {
  if (stayId !== undefined) return 'stay'
  if (isId('waitlistEntry', id)) return 'entry'
  return isId('bookingGroup', id) ? 'booking group' : 'booking'
}

/**
 * Identifies the sender of a credential. `managed` is set for calls that accept the manage token of that
 * booking or stay. All other calls reject manage tokens.
 */
export async function identify(
  context: HttpContext,
  credential: Credential | undefined,
  managed: Managed | undefined,
): Promise<Checked<Identity>> {
  if (credential === undefined) {
    const key = 'Send an API key as "Authorization: Bearer hf_…" or "x-api-key: hf_…"'
    return refused(
      managed === undefined
        ? `${key}.`
        : `${key}, or the manage token of the ${managedThing(managed)} as "Authorization: Bearer hm_…".`,
    )
  }
  if (credential.kind === 'rapidapi') return identifyRapidApi(context, credential)
  if (credential.kind === 'session') return identifySession(context, credential)
  if (credential.kind === 'api-key') {
    const found = await context.keyring.find(credential.secret)
    if (found === undefined) return refused('The API key is unknown or revoked.')
    const { accountId, grant, expiresAtEpochSeconds = Number.POSITIVE_INFINITY } = found
    if (expiresAtEpochSeconds <= epochSeconds(context.deps.clock)) {
      return refused('The API key has expired.')
    }
    const identity = await ofAccount(context, accountId, grant)
    if (!identity.ok) return identity
    const verdict = context.callerLimits.ofAccount(accountId)
    if (verdict && !verdict.allowed) return failed(rateProblem(verdict, 'for this account'))
    const headers = identity.value.rateHeaders ?? verdict?.headers
    return headers ? passed({ ...identity.value, rateHeaders: headers }) : identity
  }
  if (managed === undefined) return refused('This call does not accept manage tokens.')
  const owner = await context.callerAccounts.ofManageToken(managed, credential.token)
  const what = managedThing(managed)
  if (owner === undefined) return refused(`The manage token does not belong to this ${what}.`)
  if (owner === 'expired') {
    return refused(
      `The manage token has expired. It ends ${MANAGE_TOKEN_DAYS} days after the ${what}, or when the server's key is replaced.`,
    )
  }
  const state = await context.accountState(owner.accountId)
  if (state?.status === 'deleting') return SUSPENDED
  return passed({
    accountId: owner.accountId,
    role: 'manage',
    ...(state?.status === 'suspended' && { isSuspended: true }),
    grant: BOOKER,
    scopeOwner: `manage:${sha256(credential.token).toString('base64url')}`,
  })
}
