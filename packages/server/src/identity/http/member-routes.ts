import { Member, MemberCreate, MemberList, MemberListQuery, MemberPatch } from '@holdfast/contracts'
import { ok } from '@holdfast/engine'
import { created, noContent, page, resource } from '../../kernel/http/answer.ts'
import type { HttpContext } from '../../kernel/http/context.ts'
import { type AnyEndpoint, accountEndpointOf } from '../../kernel/http/endpoint.ts'
import { pageOf } from '../../kernel/http/paging.ts'
import { idParam } from '../../kernel/http/paths.ts'
import { forgetAccounts } from '../accounts/known-accounts.ts'
import { memberRepresentation } from '../members/member-representation.ts'
import {
  createMember,
  getMember,
  listMembers,
  removeMember,
  resendInvitation,
  updateMember,
} from '../members/members.ts'
import { restrictingContext } from './restricting-context.ts'

const endpoint = accountEndpointOf('Members')
const path = '/v1/members'
const params = idParam('member')

/** Endpoints to invite members and to read them. */
const invitationEndpoints = (http: HttpContext): readonly AnyEndpoint[] => {
  const context = restrictingContext(http)
  const { deps } = http
  return [
    endpoint({
      method: 'post',
      path,
      operationId: 'createMember',
      summary: 'Invite a member',
      description:
        'Sends an invitation by email. Its link works once, for 7 days. The first member turns on the audit log. Only owners invite owners; an API key can invite the first one.',
      body: MemberCreate,
      answers: { 201: { description: 'The invited member.', schema: Member } },
      problems: ['member_exists'],
      perform: async ({ caller, body }) => {
        const member = await createMember(context, caller, body)
        forgetAccounts(deps)
        return member
      },
      answer: (member) => created(memberRepresentation(member), `${path}/${member.id}`),
    }),
    endpoint({
      method: 'get',
      path,
      operationId: 'listMembers',
      summary: 'List members',
      description: 'The oldest first.',
      query: MemberListQuery,
      answers: { 200: { description: 'A page of members.', schema: MemberList } },
      perform: async ({ caller, query }) => ok(await listMembers(deps, caller, pageOf(query))),
      answer: (listed) => page(listed, memberRepresentation),
    }),
    endpoint({
      method: 'get',
      path: `${path}/{id}`,
      operationId: 'getMember',
      summary: 'Read a member',
      description: 'With the role and the providers that it is restricted to.',
      params,
      answers: { 200: { description: 'The member.', schema: Member } },
      perform: ({ caller, params: { id } }) => getMember(deps, caller, id),
      answer: (member) => resource(memberRepresentation(member)),
    }),
    endpoint({
      method: 'post',
      path: `${path}/{id}/resend-invitation`,
      operationId: 'resendInvitation',
      summary: 'Send the invitation again',
      description: 'With a new link, for 7 days. The link of the one before ends.',
      params,
      honoursIfMatch: true,
      answers: {
        202: { description: 'The invited member.', schema: Member, isNowhere: true },
      },
      problems: ['invalid_transition'],
      perform: ({ caller, params: { id } }) => resendInvitation(deps, caller, id),
      answer: (member) => resource(memberRepresentation(member), 202),
    }),
  ]
}

/** Endpoints to change and to remove members. */
const memberChangeEndpoints = (http: HttpContext): readonly AnyEndpoint[] => {
  const context = restrictingContext(http)
  const { deps, sessions } = http
  return [
    endpoint({
      method: 'patch',
      path: `${path}/{id}`,
      operationId: 'updateMember',
      summary: 'Change a member',
      description:
        'Takes effect on open sessions at once, on other servers within 5 seconds. Only owners change owners, and the last owner who can sign in stays one.',
      params,
      body: MemberPatch,
      honoursIfMatch: true,
      answers: { 200: { description: 'The changed member.', schema: Member } },
      problems: ['last_owner'],
      perform: async ({ caller, params: { id }, body }) => {
        const updated = await updateMember(context, caller, id, body)
        sessions.clear()
        return updated
      },
      answer: (member) => resource(memberRepresentation(member)),
    }),
    endpoint({
      method: 'delete',
      path: `${path}/{id}`,
      operationId: 'removeMember',
      summary: 'Remove a member',
      description:
        'Ends their sessions in the account at once, on other servers within 5 seconds. Only owners remove owners, and the last owner who can sign in stays.',
      params,
      honoursIfMatch: true,
      answers: { 204: { description: 'The member is removed.' } },
      problems: ['last_owner'],
      perform: async ({ caller, params: { id } }) => {
        const removed = await removeMember(deps, caller, id)
        sessions.clear()
        return removed
      },
      answer: noContent,
    }),
  ]
}

/** Endpoints for the people who can sign in to the caller's account. */
export const memberEndpoints = (context: HttpContext): readonly AnyEndpoint[] => [
  ...invitationEndpoints(context),
  ...memberChangeEndpoints(context),
]
