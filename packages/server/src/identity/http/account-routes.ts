import { Account, AccountPatch } from '@holdfast/contracts'
import { ok } from '@holdfast/engine'
import { resource } from '../../kernel/http/answer.ts'
import type { HttpContext } from '../../kernel/http/context.ts'
import { type AnyEndpoint, endpoint } from '../../kernel/http/endpoint.ts'
import { accountRepresentation } from '../accounts/account-representation.ts'
import { getAccount, updateAccount } from '../accounts/accounts.ts'

const tag = 'Account'
const access = 'account'
const path = '/v1/account'

/** The caller's account and its settings. */
export const accountEndpoints = ({ deps }: HttpContext): readonly AnyEndpoint[] => [
  endpoint({
    method: 'get',
    path,
    operationId: 'getAccount',
    tag,
    summary: 'Read the account',
    access,
    answers: { 200: { description: 'The account.', schema: Account } },
    perform: async ({ caller }) => ok(await getAccount(deps, caller.accountId)),
    answer: (account) => resource(accountRepresentation(account)),
  }),
  endpoint({
    method: 'patch',
    path,
    operationId: 'updateAccount',
    tag,
    summary: 'Change settings of the account',
    access,
    body: AccountPatch,
    honoursIfMatch: true,
    answers: { 200: { description: 'The account as it is now.', schema: Account } },
    perform: ({ caller, body }) => updateAccount(deps, caller, body),
    answer: (account) => resource(accountRepresentation(account)),
  }),
]
