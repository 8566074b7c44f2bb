import { SCOPES, Session, SessionCreate } from '@holdfast/contracts'
import { ok } from '@holdfast/engine'
import type { Session as SignedIn } from '../../kernel/caller.ts'
import { json } from '../../kernel/http/answer.ts'
import type { HttpContext } from '../../kernel/http/context.ts'
import { type AnyEndpoint, endpoint } from '../../kernel/http/endpoint.ts'
import { sessionCookie } from '../../kernel/http/session-cookie.ts'
import { instantText } from '../../kernel/representations.ts'
import { getAccount } from '../accounts/accounts.ts'
import { SESSION_SECONDS } from '../sessions/session-item.ts'
import { endSession, openSession } from '../sessions/sessions.ts'

const tag = 'Sign-in'
const path = '/v1/session'

/** What the operator of the server has set up, as the dashboard needs to know. */
export type ServerFeatures = Session['features']

const viewWith =
  (features: () => ServerFeatures) =>
  (account: { readonly id: string; readonly name: string }, session?: SignedIn) => ({
    account: { id: account.id, name: account.name },
    apiKeyId: session?.keyId ?? null,
    member: null,
    scopes: SCOPES,
    providerIds: null,
    signedInAt: null,
    expiresAt: session ? instantText(session.expiresAtEpochSeconds) : null,
    features: features(),
  })

/** Endpoints for dashboard sessions. Signing in exchanges an API key for a cookie. */
export const sessionEndpoints = (
  context: HttpContext,
  features: () => ServerFeatures,
): readonly AnyEndpoint[] => {
  const view = viewWith(features)
  const { deps, settings, sessions } = context
  return [
    endpoint({
      method: 'post',
      path,
      operationId: 'createSession',
      tag,
      summary: 'Sign in with an API key',
      description:
        'Sets a cookie that scripts cannot read. It gives pages of this server the access of the key until it expires or the key is revoked.',
      access: 'sign-in',
      body: SessionCreate,
      answers: { 200: { description: 'Signed in.', schema: Session } },
      perform: ({ caller, body }) => openSession(deps, caller, body.apiKey),
      answer: ({ session, token, account }) => {
        const answer = json(view(account, session))
        const cookie = sessionCookie(settings, token, SESSION_SECONDS)
        return { ...answer, headers: { ...answer.headers, 'set-cookie': cookie } }
      },
    }),
    endpoint({
      method: 'get',
      path,
      operationId: 'getSession',
      tag,
      summary: 'Read the current session',
      description: 'With an API key instead of a session, `apiKeyId` and `expiresAt` are null.',
      access: 'account',
      answers: {
        200: { description: 'The account of the caller and its session.', schema: Session },
      },
      perform: async ({ caller, session }) =>
        ok({ account: await getAccount(deps, caller.accountId), session }),
      answer: ({ account, session }) => json(view(account, session)),
    }),
    endpoint({
      method: 'delete',
      path,
      operationId: 'deleteSession',
      tag,
      summary: 'Sign out',
      description:
        'Ends the session of the cookie. A request with an API key has no session to end.',
      access: 'account',
      answers: { 204: { description: 'Signed out.' } },
      perform: async ({ session }) => {
        if (session) await endSession(deps, session)
        sessions.clear()
        return ok(undefined)
      },
      answer: () => ({
        status: 204,
        body: null,
        headers: { 'set-cookie': sessionCookie(settings, '', 0) },
      }),
    }),
  ]
}
