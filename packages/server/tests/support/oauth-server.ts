import { createHash, randomBytes } from 'node:crypto'
import type { VendorCallReceived, VendorReply } from './vendor-server.ts'

/** The settings of an authorization server. */
export interface OAuthServerOptions {
  readonly clientId: string
  readonly clientSecret: string
  /** The issuer in callbacks (RFC 9207). Default: none. */
  readonly issuer?: () => string
  /** Whether an authorization request yields a refresh token. */
  readonly givesRefreshToken: (request: URLSearchParams) => boolean
  /** The refresh token of a refresh: none, a new one, or a new one that revokes the used one. */
  readonly rotation: 'none' | 'new' | 'single-use'
}

/** An owner's consent. */
export interface Grant {
  readonly scope: string
}

/** The owner's action on the consent page. */
export type Consent = 'agree' | 'deny' | { readonly onlyScopes: readonly string[] }

interface Code {
  readonly grant: Grant
  readonly challenge: string
  readonly redirectUri: string
  readonly hasRefreshToken: boolean
}

const random = () => randomBytes(24).toString('base64url')

const refused = (status: number, error: string): VendorReply => ({
  status,
  body: { error, error_description: `${error}, says the test server.` },
  headers: { 'cache-control': 'no-store' },
})

/** Authorization code flow with PKCE, and refreshes (RFC 6749, 7636 and 9207). */
export class OAuthServer {
  readonly #options: OAuthServerOptions
  readonly #codes = new Map<string, Code>()
  readonly #refresh = new Map<string, Grant>()
  readonly #access = new Map<string, { readonly grant: Grant; readonly expiresAt: number }>()
  consent: Consent = 'agree'
  accessLifeSeconds = 3599
  rotation: OAuthServerOptions['rotation']
  clientSecret: string

  constructor(options: OAuthServerOptions) {
    this.#options = options
    this.rotation = options.rotation
    this.clientSecret = options.clientSecret
  }

  /** The consent page; it redirects at once. */
  authorize({ query }: VendorCallReceived): VendorReply {
    const wanted = { client_id: this.#options.clientId, response_type: 'code' }
    for (const [name, value] of Object.entries(wanted)) {
      if (query.get(name) !== value) return { status: 400, body: `bad ${name}` }
    }
    const redirectUri = query.get('redirect_uri') ?? ''
    const callback = new URL(redirectUri)
    callback.searchParams.set('state', query.get('state') ?? '')
    const issuer = this.#options.issuer?.()
    if (issuer) callback.searchParams.set('iss', issuer)
    const challenge = query.get('code_challenge') ?? ''
    const hasProof = challenge !== '' && query.get('code_challenge_method') === 'S256'
    if (this.consent === 'deny' || !hasProof) {
      callback.searchParams.set('error', hasProof ? 'access_denied' : 'invalid_request')
    } else {
      const scopes = (query.get('scope') ?? '').split(' ')
      const only = this.consent === 'agree' ? scopes : this.consent.onlyScopes
      const scope = scopes.filter((one) => only.includes(one)).join(' ')
      const code = random()
      const hasRefreshToken = this.#options.givesRefreshToken(query)
      this.#codes.set(code, { grant: { scope }, challenge, redirectUri, hasRefreshToken })
      callback.searchParams.set('code', code)
    }
    return { status: 302, headers: { location: callback.href } }
  }

  /** The token endpoint. */
  token({ text }: VendorCallReceived): VendorReply {
    const form = new URLSearchParams(text)
    const isKnown =
      form.get('client_id') === this.#options.clientId &&
      form.get('client_secret') === this.clientSecret
    if (!isKnown) return refused(401, 'invalid_client')
    if (form.get('grant_type') === 'authorization_code') return this.#redeem(form)
    if (form.get('grant_type') === 'refresh_token') return this.#renew(form)
    return refused(400, 'unsupported_grant_type')
  }

  /** The revocation endpoint (RFC 7009). As at Google, one token revokes all tokens of the account. */
  revocation({ text }: VendorCallReceived): VendorReply {
    const token = new URLSearchParams(text).get('token') ?? ''
    if (!this.#refresh.has(token) && !this.#access.has(token)) return refused(400, 'invalid_token')
    this.revoke()
    return { status: 200, body: {} }
  }

  #redeem(form: URLSearchParams): VendorReply {
    const code = form.get('code') ?? ''
    const kept = this.#codes.get(code)
    this.#codes.delete(code)
    const verifier = form.get('code_verifier') ?? ''
    const proof = createHash('sha256').update(verifier).digest('base64url')
    if (proof !== kept?.challenge || form.get('redirect_uri') !== kept.redirectUri) {
      return refused(400, 'invalid_grant')
    }
    return this.#tokens(kept.grant, kept.hasRefreshToken ? this.#newRefreshToken(kept.grant) : '')
  }

  #renew(form: URLSearchParams): VendorReply {
    const used = form.get('refresh_token') ?? ''
    const grant = this.#refresh.get(used)
    if (!grant) return refused(400, 'invalid_grant')
    if (this.rotation === 'single-use') this.#refresh.delete(used)
    return this.#tokens(grant, this.rotation === 'none' ? '' : this.#newRefreshToken(grant))
  }

  #newRefreshToken(grant: Grant): string {
    const token = random()
    this.#refresh.set(token, grant)
    return token
  }

  #tokens(grant: Grant, refreshToken: string): VendorReply {
    return {
      status: 200,
      body: {
        access_token: this.#newAccessToken(grant),
        token_type: 'Bearer',
        expires_in: this.accessLifeSeconds,
        scope: grant.scope,
        ...(refreshToken && { refresh_token: refreshToken }),
      },
      headers: { 'cache-control': 'no-store' },
    }
  }

  #newAccessToken(grant: Grant): string {
    const token = random()
    this.#access.set(token, { grant, expiresAt: Date.now() + this.accessLifeSeconds * 1000 })
    return token
  }

  /** The consent of a call's bearer token; undefined if the token is not valid. */
  grantOf({ headers }: VendorCallReceived): Grant | undefined {
    const [, token = ''] = /^Bearer (.+)$/.exec(headers.authorization ?? '') ?? []
    const kept = this.#access.get(token)
    return kept && kept.expiresAt > Date.now() ? kept.grant : undefined
  }

  /** Issues tokens without the consent page. */
  issue(scope: string): { readonly accessToken: string; readonly refreshToken: string } {
    const grant = { scope }
    return { accessToken: this.#newAccessToken(grant), refreshToken: this.#newRefreshToken(grant) }
  }

  /** Expires all access tokens; refresh tokens stay valid. */
  expireAccessTokens(): void {
    this.#access.clear()
  }

  /** Revokes all grants, as an owner does in the account settings. */
  revoke(): void {
    this.#access.clear()
    this.#refresh.clear()
  }
}

/** Follows an authorization URL like the owner's browser; resolves with the callback URL. */
export async function visit(authorizationUrl: string): Promise<URL> {
  const answer = await fetch(authorizationUrl, { redirect: 'manual' })
  const location = answer.headers.get('location')
  if (location === null) throw new Error(`${answer.status}: ${await answer.text()}`)
  return new URL(location)
}

/** Sends a request of the owner's browser to the server under test. */
export type BrowserRequest = (path: string, init: RequestInit) => Promise<Response>

/** What a browser has from a confirmation page: its form, and the cookie that came with it. */
export interface ConfirmationPage {
  readonly status: number
  readonly text: string
  readonly action: string
  readonly form: string
  readonly cookie: string
}

/** Returns from a vendor like the owner's browser; resolves with the confirmation page. */
export async function comeBack(
  request: BrowserRequest,
  { pathname, search }: URL,
): Promise<ConfirmationPage> {
  const answer = await request(`${pathname}${search}`, {})
  const text = await answer.text()
  const [, action = ''] = /<form method="post" action="([^"]*)"/.exec(text) ?? []
  const [, secret = ''] = /name="confirmation" value="([^"]*)"/.exec(text) ?? []
  const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
  return { status: answer.status, text, action, form: `confirmation=${secret}`, cookie }
}

/** Presses the button of a confirmation page. */
export const confirm = (
  request: BrowserRequest,
  { action, form, cookie }: ConfirmationPage,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> =>
  request(action, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', cookie, ...headers },
    body: form,
  })

/** Returns from a vendor and confirms the connection; rejects unless it is connected. */
export async function comeBackAndConfirm(request: BrowserRequest, callback: URL): Promise<void> {
  const page = await comeBack(request, callback)
  const answer = page.action === '' ? undefined : await confirm(request, page)
  if (answer?.status !== 200) throw new Error(`${page.status}: ${page.text}`)
}
