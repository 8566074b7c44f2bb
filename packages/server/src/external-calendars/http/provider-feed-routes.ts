import { FeedQuery, ProviderFeedLink } from '@holdfast/contracts'
import { z } from '@hono/zod-openapi'
import { issueProviderFeed, revokeProviderFeed } from '../../booking/providers/feed-token.ts'
import { noContent, resource } from '../../kernel/http/answer.ts'
import type { HttpContext } from '../../kernel/http/context.ts'
import { type AnyEndpoint, endpointOf } from '../../kernel/http/endpoint.ts'
import { feedAnswer, IF_NONE_MATCH } from '../../kernel/http/feed-answer.ts'
import { idParam } from '../../kernel/http/paths.ts'
import { readProviderFeed } from '../provider-feed/read-feed.ts'

const endpoint = endpointOf('Provider feeds')
const path = '/v1/providers/{id}'
const params = idParam('provider')

/** Endpoints for the subscription feed of a provider's bookings and its link. */
export const providerFeedEndpoints = ({ deps, settings }: HttpContext): readonly AnyEndpoint[] => [
  endpoint({
    method: 'post',
    path: `${path}/feed-token`,
    operationId: 'issueProviderFeed',
    summary: 'Create a subscription link of a provider, replacing the current one',
    description:
      'Calendar programs that subscribe to the link show the bookings of the provider. Anyone with the link can read them, with the names and email addresses of bookers. The link is shown only in this response. The server stores only a hash of its token.',
    access: 'account',
    params,
    honoursIfMatch: true,
    answers: {
      200: {
        description: 'The link and the new version of the provider.',
        schema: ProviderFeedLink,
      },
    },
    perform: ({ caller, params: { id } }) => issueProviderFeed(deps, caller, id),
    answer: ({ provider, token }) =>
      resource({
        url: `${settings.publicUrl ?? ''}/v1/providers/${provider.id}/feed.ics?token=${token}`,
        version: provider.version,
      }),
  }),
  endpoint({
    method: 'delete',
    path: `${path}/feed-token`,
    operationId: 'revokeProviderFeed',
    summary: 'Revoke the subscription link of a provider',
    description: 'Subscribers get 404 from now on.',
    access: 'account',
    params,
    honoursIfMatch: true,
    answers: { 204: { description: 'The link is revoked.' } },
    perform: ({ caller, params: { id } }) => revokeProviderFeed(deps, caller, id),
    answer: noContent,
  }),
  endpoint({
    method: 'get',
    path: `${path}/feed.ics`,
    operationId: 'readProviderFeed',
    summary: 'Read the subscription feed of a provider (RFC 5545)',
    description:
      'The first 5,000 confirmed and past bookings that start between one month ago and one year ahead. A class is one event with the number of its taken seats.',
    access: 'public',
    params,
    query: FeedQuery,
    headers: z.object({ 'If-None-Match': IF_NONE_MATCH }),
    answers: {
      200: { description: 'The feed.', schema: z.string(), contentType: 'text/calendar' },
      304: { description: 'The feed has not changed.' },
    },
    problems: ['account_suspended'],
    perform: ({ params: { id }, query: { token } }) => readProviderFeed(deps, id, token),
    answer: (content, { headers }) => feedAnswer(content, headers['If-None-Match']),
  }),
]
