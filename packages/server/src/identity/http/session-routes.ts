import { Session, SessionCreate } from '@holdfast/contracts'
import { ok, refuse } from '@holdfast/engine'
import { json } from '../../kernel/http/answer.ts'
import type { HttpContext } from '../../kernel/http/context.ts'
import { type AnyEndpoint, endpointOf } from '../../kernel/http/endpoint.ts'
import { sessionCookie } from '../../kernel/http/session-cookie.ts'
import { getAccount } from '../accounts/accounts.ts'
import { personOf } from '../sessions/person-sessions.ts'
import { endSession, openSession } from '../sessions/sessions.ts'
import { type SessionAnswers, sessionAnswer, sessionRepresentation } from './session-answer.ts'

const endpoint = endpointOf('Sign-in')
const path = '/v1/session'

const KEYS_OFF = refuse({
  code: 'forbidden',
  reason:
    'This server accepts no sign-in with an API key (HOLDFAST_KEY_SIGN_IN is "off"). Sign in with a link by email or a passkey.',
})

/** Endpoints for the session of the caller. Signing in with an API key exchanges it for a cookie. */
export const sessionEndpoints = (
  context: HttpContext,
  features: SessionAnswers['features'],
): readonly AnyEndpoint[] => {
  const { deps, settings, sessions } = context
  const answers = { settings, features }
  return [
    endpoint({
      method: 'post',
      path,
      operationId: 'createSession',
      summary: 'Sign in with an API key',
      description:
        'Sets a cookie that scripts cannot read. It gives pages of this server the access of the key until it expires or the key is revoked.',
      access: 'sign-in',
      body: SessionCreate,
      answers: { 200: { description: 'Signed in.', schema: Session } },
      problems: ['forbidden'],
      perform: async ({ caller, body }) =>
        settings.keySignIn === false ? KEYS_OFF : await openSession(deps, caller, body.apiKey),
      answer: (issued) => sessionAnswer(answers, issued),
    }),
    endpoint({
      method: 'get',
      path,
      operationId: 'getSession',
      summary: 'Read the current session',
      description:
        'With an API key instead of a session, `apiKeyId`, `member`, `signedInAt` and `expiresAt` are null.',
      access: 'account',
      answers: {
        200: { description: 'The account of the caller and its session.', schema: Session },
      },
      perform: async ({ caller, session }) => {
        const account = await getAccount(deps, caller.accountId)
        const { scopes = [], providerIds } = caller
        const grant = { scopes, ...(providerIds && { providerIds }) }
        const member = await personOf(deps, session)
        return ok({ account, session, grant, member })
      },
      answer: (facts) => json(sessionRepresentation(answers, facts)),
    }),
    endpoint({
      method: 'delete',
      path,
      operationId: 'deleteSession',
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
