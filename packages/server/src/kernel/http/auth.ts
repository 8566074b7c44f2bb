import { createHash, timingSafeEqual } from 'node:crypto'
import type { Caller, Session } from '../caller.ts'
import { epochSeconds } from '../dependencies.ts'
import { MANAGE_TOKEN_DAYS } from '../manage-tokens.ts'
import type { HttpContext, HttpSettings, Managed } from './context.ts'
import { type Checked, failed, passed } from './problem.ts'
import { type RateVerdict, rateProblem } from './rate-limit.ts'
import { isOwnPage } from './same-origin.ts'
import { readSessionCookie } from './session-cookie.ts'

/** The identity of a caller. */
export interface Identity {
  readonly accountId: string
  readonly role: Caller['role']
  /** The owner of its idempotency keys. Contains no secret. */
  readonly scopeOwner: string
  /** Set if the caller signed in. */
  readonly session?: Session
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
  request: Pick<Request, 'headers' | 'method' | 'url'>,
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

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Compares digests, so that the timing reveals neither the content nor the length of the secret. */
export const secretsEqual = (a: string, b: string): boolean => timingSafeEqual(sha256(a), sha256(b))

const refused = (detail: string) =>
  failed({
    code: 'unauthenticated',
    detail,
    headers: { 'www-authenticate': 'Bearer realm="holdfast"' },
  })

const account = (accountId: string, verdict?: RateVerdict): Checked<Identity> =>
  passed({
    accountId,
    role: 'account',
    scopeOwner: accountId,
    ...(verdict && { rateHeaders: verdict.headers }),
  })

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
  return account(await context.callerAccounts.ofRapidApiUser(user, plan ?? undefined), verdict)
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
  const { accountId } = session
  const limited = await withinPlan(context, accountId)
  if (!limited.ok) return limited
  return passed({
    accountId,
    role: 'account',
    scopeOwner: accountId,
    session,
    ...(limited.value && { rateHeaders: limited.value.headers }),
  })
}

/**
 * Counts a request with an account's own key or session against the plan of the RapidAPI user that the
 * account belongs to, together with the requests through RapidAPI. Undefined for any other account.
 */
async function withinPlan(
  context: HttpContext,
  accountId: string,
): Promise<Checked<RateVerdict | undefined>> {
  // Without RapidAPI, no account belongs to one of its users.
  if (context.settings.rapidApiProxySecret === undefined) return passed(undefined)
  const subscriber = await context.callerAccounts.subscriberOf(accountId)
  if (subscriber === undefined) return passed(undefined)
  const verdict = context.callerLimits.ofRapidApiUser(subscriber.user, subscriber.plan)
  if (verdict && !verdict.allowed) return failed(rateProblem(verdict, 'for this plan'))
  return passed(verdict)
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
    return refused('Send an API key as "Authorization: Bearer hf_…" or "x-api-key: hf_…".')
  }
  if (credential.kind === 'rapidapi') return identifyRapidApi(context, credential)
  if (credential.kind === 'session') return identifySession(context, credential)
  if (credential.kind === 'api-key') {
    const found = await context.keyring.find(credential.secret)
    if (found === undefined) return refused('The API key is unknown or revoked.')
    const limited = await withinPlan(context, found.accountId)
    if (!limited.ok) return limited
    const verdict = context.callerLimits.ofAccount(found.accountId)
    return verdict && !verdict.allowed
      ? failed(rateProblem(verdict, 'for this account'))
      : account(found.accountId, limited.value ?? verdict)
  }
  if (managed === undefined) return refused('This call does not accept manage tokens.')
  const owner = await context.callerAccounts.ofManageToken(managed, credential.token)
  const what = managed.stayId === undefined ? 'booking' : 'stay'
  if (owner === undefined) return refused(`The manage token does not belong to this ${what}.`)
  if (owner === 'expired') {
    return refused(
      `The manage token has expired. It ends ${MANAGE_TOKEN_DAYS} days after the ${what}, or when the server's key is replaced.`,
    )
  }
  return passed({
    accountId: owner.accountId,
    role: 'manage',
    scopeOwner: `manage:${sha256(credential.token).toString('base64url')}`,
  })
}
