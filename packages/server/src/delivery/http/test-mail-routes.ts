import { KeptMailList, KeptMailQuery } from '@holdfast/contracts'
import { ok } from '@holdfast/engine'
import { noContent, page } from '../../kernel/http/answer.ts'
import { type AnyEndpoint, endpointOf } from '../../kernel/http/endpoint.ts'
import type { KeptMails } from '../ports/kept-mails.ts'

const endpoint = endpointOf('Test mode')
const path = '/v1/test/mails'

/** Endpoints for stored emails. Only in test mode. */
export const testMailEndpoints = (mails: KeptMails): readonly AnyEndpoint[] => [
  endpoint({
    method: 'get',
    path,
    operationId: 'listTestMails',
    summary: 'List stored emails, newest first',
    access: 'open',
    query: KeptMailQuery,
    answers: { 200: { description: 'The emails.', schema: KeptMailList } },
    perform: async ({ query }) => ok({ data: await mails.list(query.limit) }),
    answer: (listed) => page(listed, ({ accountId: _, ...mail }) => mail),
  }),
  endpoint({
    method: 'delete',
    path,
    operationId: 'clearTestMails',
    summary: 'Delete all stored emails',
    access: 'open',
    answers: { 204: { description: 'All emails are deleted.' } },
    perform: async () => ok(await mails.clear()),
    answer: noContent,
  }),
]
