import { ContactMessageList, MESSAGES_SHOWN } from '@holdfast/contracts'
import { json } from '../../kernel/http/answer.ts'
import type { HttpContext } from '../../kernel/http/context.ts'
import { type AnyEndpoint, endpoint } from '../../kernel/http/endpoint.ts'
import { idParam } from '../../kernel/http/paths.ts'
import { listMessages, messageRepresentation } from '../sent/list-messages.ts'

/** The endpoint for the emails and SMS to a person. */
export const sentMessagesEndpoint = ({ deps }: HttpContext): AnyEndpoint =>
  endpoint({
    method: 'get',
    path: '/v1/contacts/{id}/messages',
    operationId: 'listContactMessages',
    tag: 'Contacts',
    summary: 'List the emails and SMS to a person, the newest first',
    description:
      'The latest 100 to any of their addresses, also those of merged contacts, until 180 days after they were sent or as long as `retentionDays` of the account says. Without addresses and texts, which are not stored.',
    access: 'account',
    params: idParam('contact'),
    answers: { 200: { description: 'The messages.', schema: ContactMessageList } },
    perform: ({ caller, params }) => listMessages(deps, caller, params.id, MESSAGES_SHOWN),
    answer: (messages) => json({ data: messages.map(messageRepresentation) }),
  })
