import {
  PersonSessionList,
  PersonSessionListQuery,
  Session,
  SessionSwitch,
  SignInAccountList,
} from '@holdfast/contracts'
import { ok } from '@holdfast/engine'
import { z } from '@hono/zod-openapi'
import { noContent, page } from '../../kernel/http/answer.ts'
import type { HttpContext } from '../../kernel/http/context.ts'
import { type AnyEndpoint, accountEndpointOf } from '../../kernel/http/endpoint.ts'
import { pageOf } from '../../kernel/http/paging.ts'
import { idParam } from '../../kernel/http/paths.ts'
import { instantText } from '../../kernel/representations.ts'
import {
  type ListedSession,
  listOwnAccounts,
  listSessions,
  revokeSession,
  switchAccount,
} from '../sessions/person-sessions.ts'
import { type SessionAnswers, sessionAnswer } from './session-answer.ts'

const endpoint = accountEndpointOf('Sessions of a person')
const path = '/v1/sign-in/sessions'

const listedRepresentation = (session: ListedSession, currentId: string | undefined) => ({
  id: session.sessionId,
  account: { id: session.accountId, name: session.accountName },
  device: session.device,
  method: session.method,
  current: session.sessionId === currentId,
  createdAt: instantText(session.signedInAtEpochSeconds),
  lastSeenAt: instantText(session.lastSeenAtEpochSeconds),
  expiresAt: instantText(session.expiresAtEpochSeconds),
})

/** Endpoints for the sessions of the person who is signed in. */
export const personSessionEndpoints = (
  { deps, settings, sessions }: HttpContext,
  features: SessionAnswers['features'],
): readonly AnyEndpoint[] => [
  endpoint({
    method: 'get',
    path,
    operationId: 'listSessions',
    summary: 'List sessions',
    description:
      'Those of the person who is signed in, in all of their accounts, the oldest first.',
    query: PersonSessionListQuery,
    answers: { 200: { description: 'A page of sessions.', schema: PersonSessionList } },
    perform: async ({ session, query }) => ok(await listSessions(deps, session, pageOf(query))),
    answer: (listed, { session }) =>
      page(listed, (each) => listedRepresentation(each, session?.id)),
  }),
  endpoint({
    method: 'delete',
    path: `${path}/{id}`,
    operationId: 'revokeSession',
    summary: 'End a session',
    description: 'Signs the person out on that device.',
    params: idParam('session'),
    answers: { 204: { description: 'The session has ended.' } },
    perform: async ({ caller, session, params }) => {
      const revoked = await revokeSession(deps, caller, session, params.id)
      sessions.clear()
      return revoked
    },
    answer: noContent,
  }),
  endpoint({
    method: 'get',
    path: '/v1/sign-in/accounts',
    operationId: 'listOwnAccounts',
    summary: 'List own accounts',
    description: 'All accounts of the person who is signed in, on one page.',
    query: z.strictObject({}),
    answers: { 200: { description: 'The accounts.', schema: SignInAccountList } },
    perform: async ({ session }) => ok(await listOwnAccounts(deps, session)),
    answer: (listed) => page(listed, ({ id, name }) => ({ id, name })),
  }),
  endpoint({
    method: 'post',
    path: '/v1/sign-in/switch',
    operationId: 'switchAccount',
    summary: 'Continue in another account',
    description:
      'Replaces the session with one in another account of the person, with the same end. Sets its cookie.',
    body: SessionSwitch,
    answers: { 200: { description: 'The new session.', schema: Session } },
    problems: ['not_found'],
    perform: async ({ caller, session, body }) => {
      const switched = await switchAccount(deps, caller, session, body.accountId)
      sessions.clear()
      return switched
    },
    answer: ({ issued, member }) => sessionAnswer({ settings, features }, issued, member),
  }),
]
