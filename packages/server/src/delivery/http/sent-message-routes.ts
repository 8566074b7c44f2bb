import {
  ContactMessageList,
  ContactMessageListQuery,
  ContactSuppressionList,
  MESSAGES_SHOWN,
  messageChannel,
  resourceId,
} from '@holdfast/contracts'
import { z } from '@hono/zod-openapi'
import { json, noContent } from '../../kernel/http/answer.ts'
import type { HttpContext } from '../../kernel/http/context.ts'
import { type AnyEndpoint, accountEndpointOf } from '../../kernel/http/endpoint.ts'
import { idParam } from '../../kernel/http/paths.ts'
import { listMessages, messageRepresentation } from '../sent/list-messages.ts'
import { liftSuppression, listSuppressions, suppressionRepresentation } from '../sent/suppress.ts'

const endpoint = accountEndpointOf('Contacts')
const params = idParam('contact')

/** Endpoints for the emails and SMS to a person, and for channels by which they get no further ones. */
export const sentMessageEndpoints = ({ deps }: HttpContext): readonly AnyEndpoint[] => [
  endpoint({
    method: 'get',
    path: '/v1/contacts/{id}/messages',
    operationId: 'listContactMessages',
    summary: 'List the emails and SMS to a person, the newest first',
    description:
      'The latest 100 to any of their addresses, also those of merged contacts, until 180 days after they were sent or as long as `retentionDays` of the account says. Without addresses and texts, which are not stored.',
    params,
    query: ContactMessageListQuery,
    answers: { 200: { description: 'The messages.', schema: ContactMessageList } },
    perform: ({ caller, params: { id } }) => listMessages(deps, caller, id, MESSAGES_SHOWN),
    answer: (messages) => json({ data: messages.map(messageRepresentation) }),
  }),
  endpoint({
    method: 'get',
    path: '/v1/contacts/{id}/suppressions',
    operationId: 'listContactSuppressions',
    summary: 'List by which channels a person gets no messages',
    description:
      'After an email came back for good or was marked as spam, or an SMS could not reach the number, no further ones are sent. Bookings are not affected.',
    params,
    query: ContactMessageListQuery,
    answers: { 200: { description: 'The channels.', schema: ContactSuppressionList } },
    perform: ({ caller, params: { id } }) => listSuppressions(deps, caller, id),
    answer: (found) => json({ data: found.map(suppressionRepresentation) }),
  }),
  endpoint({
    method: 'delete',
    path: '/v1/contacts/{id}/suppressions/{channel}',
    operationId: 'liftContactSuppression',
    summary: 'Send messages to a person by a channel again',
    description:
      'Without effect if nothing is suppressed. Messages from before are not sent again.',
    params: z.strictObject({ id: resourceId('contact'), channel: messageChannel() }),
    answers: { 204: { description: 'Further messages are sent.' } },
    perform: ({ caller, params: { id, channel } }) => liftSuppression(deps, caller, id, channel),
    answer: noContent,
  }),
]
