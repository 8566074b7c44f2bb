import {
  PasskeyCreate,
  PasskeyList,
  PasskeyListQuery,
  PasskeyOptions,
  PasskeyPatch,
  Passkey as PasskeySchema,
  PasskeyVerify,
  SignedIn,
} from '@holdfast/contracts'
import { ok } from '@holdfast/engine'
import { z } from '@hono/zod-openapi'
import { json, noContent, page } from '../../kernel/http/answer.ts'
import type { HttpContext } from '../../kernel/http/context.ts'
import { type AnyEndpoint, endpointOf } from '../../kernel/http/endpoint.ts'
import { pageOf } from '../../kernel/http/paging.ts'
import { idParam } from '../../kernel/http/paths.ts'
import type { WebAuthn } from '../../kernel/ports/web-authn.ts'
import { instantOrNull, instantText } from '../../kernel/representations.ts'
import type { Passkey } from '../people/passkey.ts'
import {
  type BegunCeremony,
  beginPasskeySignIn,
  beginRegistration,
  deletePasskey,
  listPasskeys,
  type PasskeysContext,
  registerPasskey,
  renamePasskey,
  signInWithPasskey,
} from '../sign-in/passkeys.ts'
import { deviceOf, userAgentHeader } from './device.ts'
import { type SessionAnswers, signedInAnswer } from './session-answer.ts'

const endpoint = endpointOf('Passkeys')
const path = '/v1/sign-in/passkeys'

/** The representation of a passkey. */
const passkeyRepresentation = (passkey: Passkey) => ({
  id: passkey.id,
  name: passkey.name,
  createdAt: instantText(passkey.createdAtEpochSeconds),
  lastUsedAt: instantOrNull(passkey.lastUsedAtEpochSeconds),
})

const begunAnswer = ({ challengeId, options }: BegunCeremony) =>
  // The options are JSON already; their type does not say so.
  json({ challengeId, options: JSON.parse(JSON.stringify(options)) })

/** Endpoints to sign in with a passkey. */
const passkeySignInEndpoints = (
  passkeys: PasskeysContext,
  answers: SessionAnswers,
): readonly AnyEndpoint[] => [
  endpoint({
    method: 'post',
    path: `${path}/options`,
    operationId: 'beginPasskeySignIn',
    summary: 'Begin to sign in with a passkey',
    description: 'The browser offers the passkeys that it has for this server.',
    access: 'sign-in',
    answers: { 200: { description: 'The options.', schema: PasskeyOptions } },
    perform: ({ caller }) => beginPasskeySignIn(passkeys, caller),
    answer: begunAnswer,
  }),
  endpoint({
    method: 'post',
    path: `${path}/verify`,
    operationId: 'verifyPasskey',
    summary: 'Sign in with a passkey',
    description:
      'Sets the cookie of a new session. If the person belongs to several accounts and chose none, the answer lists them and the same response stays usable.',
    access: 'sign-in',
    headers: z.object(userAgentHeader),
    body: PasskeyVerify,
    answers: {
      200: { description: 'Signed in, or the accounts to choose from.', schema: SignedIn },
    },
    problems: ['sign_in_invalid'],
    perform: ({ caller, body, headers }) =>
      signInWithPasskey(passkeys, caller, {
        ...body,
        device: deviceOf(headers['User-Agent']),
      }),
    answer: (signedIn) => signedInAnswer(answers, signedIn),
  }),
]

/** Endpoints for the passkeys of the person who is signed in. */
const ownPasskeyEndpoints = (passkeys: PasskeysContext): readonly AnyEndpoint[] => [
  endpoint({
    method: 'post',
    path: `${path}/registration-options`,
    operationId: 'beginPasskeyRegistration',
    summary: 'Begin to register a passkey',
    description: 'For the person who is signed in.',
    access: 'account',
    answers: { 200: { description: 'The options.', schema: PasskeyOptions } },
    problems: ['invalid_transition'],
    perform: ({ caller, session }) => beginRegistration(passkeys, caller, session),
    answer: begunAnswer,
  }),
  endpoint({
    method: 'post',
    path,
    operationId: 'createPasskey',
    summary: 'Register a passkey',
    description:
      'For the person who is signed in. The passkey signs in to all of their accounts. A person has at most 20.',
    access: 'account',
    body: PasskeyCreate,
    answers: { 201: { description: 'The passkey.', schema: PasskeySchema } },
    problems: ['invalid_transition'],
    perform: ({ caller, session, body: { response, ...body } }) => {
      const { transports = [] } = response.response
      return registerPasskey(passkeys, caller, session, { ...body, response, transports })
    },
    answer: (passkey) => {
      const answer = json(passkeyRepresentation(passkey), 201)
      return { ...answer, headers: { ...answer.headers, location: `${path}/${passkey.id}` } }
    },
  }),
  endpoint({
    method: 'get',
    path,
    operationId: 'listPasskeys',
    summary: 'List passkeys',
    description: 'Those of the person who is signed in, the oldest first.',
    access: 'account',
    query: PasskeyListQuery,
    answers: { 200: { description: 'A page of passkeys.', schema: PasskeyList } },
    perform: async ({ session, query }) =>
      ok(await listPasskeys(passkeys.deps, session, pageOf(query))),
    answer: (listed) => page(listed, passkeyRepresentation),
  }),
  endpoint({
    method: 'patch',
    path: `${path}/{id}`,
    operationId: 'renamePasskey',
    summary: 'Rename a passkey',
    description: 'Only its person sees the name.',
    access: 'account',
    params: idParam('passkey'),
    body: PasskeyPatch,
    answers: { 200: { description: 'The passkey.', schema: PasskeySchema } },
    perform: ({ caller, session, params, body }) =>
      renamePasskey(passkeys.deps, caller, session, params.id, body.name),
    answer: (passkey) => json(passkeyRepresentation(passkey)),
  }),
  endpoint({
    method: 'delete',
    path: `${path}/{id}`,
    operationId: 'deletePasskey',
    summary: 'Delete a passkey',
    description: 'It signs in nobody from now on. Sessions that it opened stay.',
    access: 'account',
    params: idParam('passkey'),
    answers: { 204: { description: 'The passkey is deleted.' } },
    perform: ({ caller, session, params }) =>
      deletePasskey(passkeys.deps, caller, session, params.id),
    answer: noContent,
  }),
]

/** Endpoints for the passkeys of the person who is signed in, and to sign in with one. */
export const passkeyEndpoints = (
  { deps, settings }: HttpContext,
  { webAuthn, features }: { readonly webAuthn: WebAuthn } & Pick<SessionAnswers, 'features'>,
): readonly AnyEndpoint[] => [
  ...passkeySignInEndpoints({ deps, webAuthn }, { settings, features }),
  ...ownPasskeyEndpoints({ deps, webAuthn }),
]
