import {
  InvitationAccept,
  SetupRequest,
  SignedIn,
  SignInRequest,
  SignInRequested,
  SignInVerify,
} from '@holdfast/contracts'
import { z } from '@hono/zod-openapi'
import { json } from '../../kernel/http/answer.ts'
import type { HttpContext, HttpSettings } from '../../kernel/http/context.ts'
import { type AnyEndpoint, endpointOf } from '../../kernel/http/endpoint.ts'
import { hostCookie, readHostCookie } from '../../kernel/http/host-cookie.ts'
import { forgetAccounts } from '../accounts/known-accounts.ts'
import { SIGN_IN_SECONDS } from '../people/sign-in-link.ts'
import { acceptInvitation, redeemSignInLink } from '../sign-in/redeem-link.ts'
import { requestSignInLink } from '../sign-in/request-link.ts'
import { setUpOwner } from '../sign-in/setup.ts'
import { deviceOf, userAgentHeader } from './device.ts'
import { type SessionAnswers, signedInAnswer } from './session-answer.ts'

const NAME = 'holdfast_sign_in'
const SECRET = /^[0-9A-Za-z]{43}$/

type Settings = Pick<HttpSettings, 'publicUrl'>

/** The header with the cookie of a browser that asked for a link. */
const cookieHeader = {
  Cookie: z.string().optional().openapi({
    description: 'The cookie that `POST /v1/sign-in` set. Browsers send it themselves.',
    example: 'holdfast_sign_in=…',
  }),
}

/** The `Set-Cookie` header that binds a link to the browser that asked for it. It lasts as long as the link. */
const browserCookie = (settings: Settings, secret: string): string =>
  hostCookie(settings, NAME, secret, SIGN_IN_SECONDS)

/** The secret of a browser that asked for a link. Undefined if it has none. */
const browserSecretOf = (settings: Settings, header: string | undefined): string | undefined =>
  readHostCookie(settings, NAME, header, SECRET)

const endpoint = endpointOf('Sign-in links')
const access = 'sign-in'
const SIGNED_IN = {
  200: { description: 'Signed in, or the accounts to choose from.', schema: SignedIn },
}

/** Endpoints to sign in with a link: a mailed one, an invitation, or that of the first start. */
export const signInEndpoints = (
  { deps, settings, sessions }: HttpContext,
  features: SessionAnswers['features'],
): readonly AnyEndpoint[] => {
  const answers = { settings, features }
  return [
    endpoint({
      method: 'post',
      path: '/v1/sign-in',
      operationId: 'requestSignIn',
      summary: 'Ask for a sign-in link by email',
      description:
        'Sends an email if a member has the address. The answer is the same for every address. The link works once, for 15 minutes, in the browser that asked for it.',
      access,
      headers: z.object(cookieHeader),
      body: SignInRequest,
      answers: {
        202: { description: 'Accepted.', schema: SignInRequested, isNowhere: true },
      },
      perform: ({ caller, body, headers }) =>
        requestSignInLink(deps, caller, {
          ...body,
          browserSecret: browserSecretOf(settings, headers.Cookie),
        }),
      answer: ({ browserSecret }) => {
        const answer = json({}, 202)
        const cookie = browserCookie(settings, browserSecret)
        return { ...answer, headers: { ...answer.headers, 'set-cookie': cookie } }
      },
    }),
    endpoint({
      method: 'post',
      path: '/v1/sign-in/verify',
      operationId: 'verifySignIn',
      summary: 'Sign in with a link',
      description:
        'Redeems the token in the fragment of a mailed link, `/sign-in#token=…`. Sets the cookie of a new session. If the person belongs to several accounts and chose none, the answer lists them and the token stays usable.',
      access,
      headers: z.object({ ...cookieHeader, ...userAgentHeader }),
      body: SignInVerify,
      answers: SIGNED_IN,
      problems: ['sign_in_invalid'],
      perform: ({ caller, body, headers }) =>
        redeemSignInLink(deps, caller, {
          ...body,
          browserSecret: browserSecretOf(settings, headers.Cookie),
          device: deviceOf(headers['User-Agent']),
        }),
      answer: (signedIn) => signedInAnswer(answers, signedIn),
    }),
    endpoint({
      method: 'post',
      path: '/v1/sign-in/invitations',
      operationId: 'acceptInvitation',
      summary: 'Accept an invitation',
      description:
        'Redeems the token in the fragment of an invitation, `/sign-in#invitation=…`, in any browser. The member becomes active and is signed in.',
      access,
      headers: z.object(userAgentHeader),
      body: InvitationAccept,
      answers: SIGNED_IN,
      problems: ['sign_in_invalid'],
      perform: ({ caller, body, headers }) => {
        const device = deviceOf(headers['User-Agent'])
        return acceptInvitation(deps, caller, { ...body, device })
      },
      answer: (signedIn) => signedInAnswer(answers, signedIn),
    }),
    endpoint({
      method: 'post',
      path: '/v1/sign-in/setup',
      operationId: 'setUpOwner',
      summary: 'Create the first owner',
      description:
        'Redeems the token in the fragment of the link that the first start of a server prints, `/sign-in#setup=…`, in any browser. It ends once there is an owner.',
      access,
      headers: z.object(userAgentHeader),
      body: SetupRequest,
      answers: SIGNED_IN,
      problems: ['sign_in_invalid'],
      perform: async ({ caller, body, headers }) => {
        const device = deviceOf(headers['User-Agent'])
        const signedIn = await setUpOwner(deps, caller, { ...body, device })
        // The account keeps an audit log from now on, and the owner may have been a member.
        forgetAccounts(deps)
        sessions.clear()
        return signedIn
      },
      answer: (signedIn) => signedInAnswer(answers, signedIn),
    }),
  ]
}
