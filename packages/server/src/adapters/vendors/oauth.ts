import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientError,
  ClientSecretPost,
  Configuration,
  type CustomFetch,
  customFetch,
  ResponseBodyError,
  refreshTokenGrant,
  type TokenEndpointResponse,
  tokenRevocation,
} from 'openid-client'
import type {
  CalendarVendor,
  TokenOutcome,
} from '../../external-calendars/ports/calendar-vendor.ts'
import type { OutboundHttp, OutboundRefusal } from '../../kernel/ports/outbound-http.ts'
import { retryAfterOf } from './json-call.ts'

/** A server's registration with a vendor, and the vendor's endpoints. */
export interface OAuthOptions {
  readonly outbound: OutboundHttp
  readonly clientId: string
  readonly clientSecret: string
  readonly issuer: string
  readonly authorizationEndpoint: string
  readonly tokenEndpoint: string
  /** Absent if the vendor has none. */
  readonly revocationEndpoint?: string
  /** Additional parameters of the authorization URL. */
  readonly parameters: Readonly<Record<string, string>>
  readonly scope: (writesBack: boolean) => readonly string[]
  /** The scope that each wider scope includes. A vendor may answer with the wider one only. */
  readonly covers?: Readonly<Record<string, string>>
}

/** The OAuth part of a vendor. */
export type OAuthPart = Pick<
  CalendarVendor,
  'authorizationUrl' | 'exchange' | 'refresh' | 'revoke' | 'missingScopes'
>

const TIMEOUT_MILLISECONDS = 10_000
const BODY_BYTES = 256 * 1024
/** The assumed lifetime of a token if the vendor gives none: shorter than that of any vendor. */
const DEFAULT_LIFETIME_SECONDS = 300

/** Errors after which the owner must grant access again (RFC 6749, 5.2; OpenID Connect, 3.1.2.6). */
const GRANT_REVOKED = new Set([
  'invalid_grant',
  'consent_required',
  'interaction_required',
  'login_required',
])

/** Thrown if the token endpoint did not answer. The error that openid-client wraps it in has no details. */
class TokenEndpointUnreachable extends Error {
  override readonly name = 'TokenEndpointUnreachable'
  readonly refusal: OutboundRefusal
  constructor(refusal: OutboundRefusal) {
    super(refusal.detail)
    this.refusal = refusal
  }
}

/** Implements the authorization code flow with PKCE, and refreshes, with openid-client over limited requests. */
export function createOAuth(options: OAuthOptions): OAuthPart {
  const { clientId, clientSecret, issuer, authorizationEndpoint, tokenEndpoint } = options
  const { revocationEndpoint } = options
  const config = new Configuration(
    {
      issuer,
      authorization_endpoint: authorizationEndpoint,
      token_endpoint: tokenEndpoint,
      ...(revocationEndpoint !== undefined && { revocation_endpoint: revocationEndpoint }),
    },
    clientId,
    undefined,
    ClientSecretPost(clientSecret),
  )
  config[customFetch] = fetchOver(options.outbound)
  if (tokenEndpoint.startsWith('http:')) allowInsecureRequests(config)

  return {
    authorizationUrl: ({ state, codeChallenge, redirectUri, writesBack }) =>
      buildAuthorizationUrl(config, {
        ...options.parameters,
        redirect_uri: redirectUri,
        scope: options.scope(writesBack).join(' '),
        state,
        code_challenge: codeChallenge,
        code_challenge_method: 'S256',
      }).href,
    async exchange({ code, codeVerifier, redirectUri, iss }) {
      // A code must not be sent to another issuer (RFC 9207, 2.4).
      if (iss !== undefined && iss !== issuer) return { kind: 'refused', error: 'another_issuer' }
      const callback = new URL(redirectUri)
      callback.searchParams.set('code', code)
      if (iss !== undefined) callback.searchParams.set('iss', iss)
      return await outcomeOf(() =>
        authorizationCodeGrant(config, callback, { pkceCodeVerifier: codeVerifier }),
      )
    },
    refresh: (refreshToken) => outcomeOf(() => refreshTokenGrant(config, refreshToken)),
    ...(revocationEndpoint !== undefined && {
      // A failure is ignored: the tokens are deleted, so nobody can use the grant.
      revoke: (refreshToken: string) => tokenRevocation(config, refreshToken).catch(() => {}),
    }),
    missingScopes(scope, writesBack) {
      const granted = new Set(scope.split(' ').map(scopeName))
      for (const [wide, narrow] of Object.entries(options.covers ?? {})) {
        if (granted.has(scopeName(wide))) granted.add(scopeName(narrow))
      }
      return options
        .scope(writesBack)
        .filter((wanted) => wanted !== 'offline_access' && !granted.has(scopeName(wanted)))
    },
  }
}

// Microsoft answers scopes with their resource, in any case.
const scopeName = (scope: string): string =>
  scope.replace(/^https:\/\/graph\.microsoft\.com\//i, '').toLowerCase()

async function outcomeOf(work: () => Promise<TokenEndpointResponse>): Promise<TokenOutcome> {
  try {
    const answer = await work()
    return {
      kind: 'granted',
      tokens: {
        accessToken: answer.access_token,
        ...(answer.refresh_token === undefined ? {} : { refreshToken: answer.refresh_token }),
        expiresInSeconds: answer.expires_in ?? DEFAULT_LIFETIME_SECONDS,
        ...(answer.scope === undefined ? {} : { scope: answer.scope }),
      },
    }
  } catch (error) {
    return failureOf(error)
  }
}

function failureOf(error: unknown): TokenOutcome {
  if (error instanceof ResponseBodyError) {
    if (GRANT_REVOKED.has(error.error)) return { kind: 'refused', error: error.error }
    const retryAfterSeconds = retryAfterOf(Object.fromEntries(error.response.headers))
    const detail = `the token endpoint answered ${error.status} ${error.error}`
    return {
      kind: 'failed',
      detail,
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    }
  }
  const cause = causeOf(error, TokenEndpointUnreachable)
  if (cause) return { kind: 'failed', detail: cause.refusal.detail }
  // openid-client throws this for an invalid answer. Its message has no secrets.
  if (error instanceof ClientError) {
    const { cause: response } = error
    const retryAfterSeconds =
      response instanceof Response ? retryAfterOf(Object.fromEntries(response.headers)) : undefined
    return {
      kind: 'failed',
      detail: `the token endpoint gave no usable answer (${error.code ?? 'unknown'})`,
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    }
  }
  return { kind: 'failed', detail: 'the token endpoint gave no usable answer' }
}

function causeOf<Kind>(
  error: unknown,
  kind: abstract new (...of: never[]) => Kind,
): Kind | undefined {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    if (at instanceof kind) return at
  }
  return undefined
}

const NO_BODY = new Set([204, 205, 304])

/** The `fetch` for openid-client, over requests with limits of time and size. */
const fetchOver =
  (outbound: OutboundHttp): CustomFetch =>
  async (url, { method, headers, body }) => {
    const sent = await outbound.send({
      method: method === 'POST' ? 'POST' : 'GET',
      url,
      headers: Object.fromEntries(new Headers(headers)),
      ...(body === undefined || body === null ? {} : { body: String(body) }),
      timeoutMilliseconds: TIMEOUT_MILLISECONDS,
      bodyBytes: BODY_BYTES,
      bodyTaken: 'whole',
    })
    if (!sent.ok) throw new TokenEndpointUnreachable(sent.refusal)
    const { status, headers: answered, body: bytes } = sent.value
    return new Response(NO_BODY.has(status) ? null : new Uint8Array(bytes), {
      status,
      headers: answered,
    })
  }
