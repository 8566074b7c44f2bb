import { createHash, timingSafeEqual } from 'node:crypto'
import type { Caller, Session } from '../caller.ts'
import { epochSeconds } from '../dependencies.ts'
import type { HttpContext, HttpSettings, Managed } from './context.ts'
import { type Checked, failed, passed } from './problem.ts'
import { type RateVerdict, rateProblem } from './rate-limit.ts'
import { isOwnPage } from './same-origin.ts'
import { readSessionCookie } from './session-cookie.ts'

/** Who a request was found to come from. */
export interface Identity {
  readonly accountId: string
  readonly role: Caller['role']
  /** Whose idempotency keys it uses; secret-free. */
  readonly scopeOwner: string
  /** Set where it was let in by a sign-in. */
  readonly session?: Session
  /** Set where the caller's requests are limited: what is left of them. */
  readonly rateHeaders?: RateVerdict['headers']
}

/** What a request shows of its caller. */
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

const BEARER = /^Bearer +(\S+)$/i
const API_KEY = /^hf_[\x21-\x7e]{1,200}$/
const MANAGE_TOKEN = /^hm_[\x21-\x7e]{1,200}$/
const RAPIDAPI_USER = /^[\x21-\x7e]{1,128}$/

/**
 * Reads the credential of a request. A RapidAPI proxy secret wins over everything and never falls
 * through: a request that claims to come through RapidAPI has to prove it. `X-RapidAPI-User` alone
 * means nothing. A cookie counts where there is nothing else.
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
  const secret = authorization === null ? headers.get('x-api-key') : BEARER.exec(authorization)?.[1]
  if (secret == null) {
    const token = authorization === null && readSessionCookie(settings, headers.get('cookie'))
    if (!token) return undefined
    return { kind: 'session', token, isOwnPage: isOwnPage(settings, request) }
  }
  if (API_KEY.test(secret)) return { kind: 'api-key', secret }
  // A manage token is a bearer token only; as an API key it would be taken for one in logs.
  if (authorization !== null && MANAGE_TOKEN.test(secret)) {
    return { kind: 'manage-token', token: secret }
  }
  return undefined
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()

// Over digests, so that neither content nor length of the secret shows in the time it takes.
const secretsEqual = (a: string, b: string): boolean => timingSafeEqual(sha256(a), sha256(b))

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
    return refused('The X-RapidAPI-Proxy-Secret is not the right one.')
  }
  const { user, plan } = credential
  if (user === null || !RAPIDAPI_USER.test(user)) {
    return refused('X-RapidAPI-User does not name a caller.')
  }
  // Before the look-up of the account: a caller who is over the limit costs the store nothing.
  const verdict = context.callerLimits.ofRapidApiUser(user, plan)
  if (verdict && !verdict.allowed) return failed(rateProblem(verdict, 'under this plan'))
  return account(await context.callerAccounts.ofRapidApiUser(user), verdict)
}

async function identifySession(
  context: HttpContext,
  credential: Extract<Credential, { readonly kind: 'session' }>,
): Promise<Checked<Identity>> {
  if (!credential.isOwnPage) {
    return refused('The session cookie lets in pages of this server alone; the Origin is another.')
  }
  const session = await context.sessions.find(credential.token)
  const now = epochSeconds(context.deps.clock)
  if (session === undefined || session.expiresAtEpochSeconds <= now) {
    return refused('The session has ended. Sign in again.')
  }
  const { accountId } = session
  return passed({ accountId, role: 'account', scopeOwner: accountId, session })
}

/**
 * Finds out who sent a credential. `managed` is given on the calls that a booker may make with the
 * manage token of that booking or stay; on all others such a token is no credential.
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
    if (found === undefined) return refused('The API key is unknown or was revoked.')
    const verdict = context.callerLimits.ofAccount(found.accountId)
    return verdict && !verdict.allowed
      ? failed(rateProblem(verdict, 'of this account'))
      : account(found.accountId, verdict)
  }
  if (managed === undefined) return refused('A manage token is not valid for this call.')
  const accountId = await context.callerAccounts.ofManageToken(managed, credential.token)
  if (accountId === undefined) {
    const what = managed.stayId === undefined ? 'booking' : 'stay'
    return refused(`The manage token is not that of this ${what}.`)
  }
  return passed({
    accountId,
    role: 'manage',
    scopeOwner: `manage:${sha256(credential.token).toString('base64url')}`,
  })
}
