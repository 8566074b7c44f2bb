import {
  OperatorAccount,
  OperatorAccountCreate,
  OperatorAccountCreated,
  OperatorAccountList,
  OperatorAccountPatch,
  pageQuery,
} from '@holdfast/contracts'
import { ok } from '@holdfast/engine'
import { z } from '@hono/zod-openapi'
import { created, page, resource } from '../../kernel/http/answer.ts'
import type { HttpContext } from '../../kernel/http/context.ts'
import { type AnyEndpoint, endpointOf } from '../../kernel/http/endpoint.ts'
import { pageOf } from '../../kernel/http/paging.ts'
import { idParam } from '../../kernel/http/paths.ts'
import { forgetAccounts } from '../accounts/known-accounts.ts'
import {
  createdAccountRepresentation,
  operatorAccountRepresentation,
} from '../operator/operator-account-representation.ts'
import {
  changeAnyAccount,
  createAccount,
  getAnyAccount,
  listAccounts,
  startAccountDeletion,
} from '../operator/operator-accounts.ts'

const endpoint = endpointOf('Accounts')
const access = 'operator'
const collection = '/v1/accounts'
const path = `${collection}/{id}`
const params = idParam('account')

/** Endpoints for all accounts of the server, with the operator's key. */
export const operatorAccountEndpoints = (context: HttpContext): readonly AnyEndpoint[] => [
  createEndpoint(context),
  listEndpoint(context),
  getEndpoint(context),
  updateEndpoint(context),
  deleteEndpoint(context),
]

const createEndpoint = ({ deps }: HttpContext): AnyEndpoint =>
  endpoint({
    method: 'post',
    path: collection,
    operationId: 'createAccount',
    summary: 'Create an account',
    description:
      'With its first API key, whose secret is shown only in this response. The slugs of its providers are unique within the account.',
    access,
    body: OperatorAccountCreate,
    answers: {
      201: {
        description: 'The account with its first API key.',
        schema: OperatorAccountCreated,
      },
    },
    problems: ['slug_taken'],
    perform: ({ caller, body }) => createAccount(deps, caller, body),
    answer: (value) =>
      created(createdAccountRepresentation(value), `${collection}/${value.account.id}`),
  })

const listEndpoint = ({ deps }: HttpContext): AnyEndpoint =>
  endpoint({
    method: 'get',
    path: collection,
    operationId: 'listAccounts',
    summary: 'List accounts',
    description:
      'The oldest first, including accounts that are being deleted. Accounts from before version 1.1 appear after their next change, or after `npm run doctor -- --repair`.',
    access,
    query: z.strictObject(pageQuery),
    answers: { 200: { description: 'A page of accounts.', schema: OperatorAccountList } },
    perform: async ({ query }) => ok(await listAccounts(deps, pageOf(query))),
    answer: (listed) => page(listed, operatorAccountRepresentation),
  })

const getEndpoint = ({ deps }: HttpContext): AnyEndpoint =>
  endpoint({
    method: 'get',
    path,
    operationId: 'getAnyAccount',
    summary: 'Read an account',
    description:
      'While the account is being deleted, `deletion` shows the progress. Returns 404 when the deletion is complete.',
    access,
    params,
    answers: { 200: { description: 'The account.', schema: OperatorAccount } },
    perform: ({ params: { id } }) => getAnyAccount(deps, id),
    answer: (account) => resource(operatorAccountRepresentation(account)),
  })

const updateEndpoint = (context: HttpContext): AnyEndpoint =>
  endpoint({
    method: 'patch',
    path,
    operationId: 'updateAnyAccount',
    summary: 'Rename, suspend or resume an account',
    description:
      'Omitted fields keep their values. A suspension takes up to five seconds on the other servers. Background work such as reminders and webhooks continues.',
    access,
    params,
    body: OperatorAccountPatch,
    honoursIfMatch: true,
    answers: { 200: { description: 'The updated account.', schema: OperatorAccount } },
    problems: ['slug_taken', 'invalid_transition'],
    perform: async ({ caller, params: { id }, body }) => {
      const updated = await changeAnyAccount(context.deps, caller, id, body)
      forgetAccounts(context.deps)
      return updated
    },
    answer: (account) => resource(operatorAccountRepresentation(account)),
  })

const deleteEndpoint = (context: HttpContext): AnyEndpoint =>
  endpoint({
    method: 'delete',
    path,
    operationId: 'deleteAccount',
    summary: 'Delete an account with all its data',
    description:
      'The account refuses all calls from now on, and its data is deleted in the background from 70 seconds later on. Nobody gets an email, and bookings are not cancelled one by one. It cannot be undone. Read the account to see the progress.',
    access,
    params,
    honoursIfMatch: true,
    answers: {
      202: {
        description: 'The account with the progress of its deletion.',
        schema: OperatorAccount,
      },
    },
    perform: async ({ caller, params: { id } }) => {
      const begun = await startAccountDeletion(context.deps, caller, id)
      forgetAccounts(context.deps)
      return begun
    },
    answer: (account) =>
      created(operatorAccountRepresentation(account), `${collection}/${account.id}`, 202),
  })
