import { Account, AccountPatch } from '@holdfast/contracts'
import { ok } from '@holdfast/engine'
import { getAccount, updateAccount } from '../../../application/accounts/accounts.ts'
import { accountView } from '../../../application/views.ts'
import { resource } from '../answer.ts'
import type { HttpContext } from '../context.ts'
import { type AnyEndpoint, endpoint } from '../endpoint.ts'

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
    answer: (account) => resource(accountView(account)),
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
    answer: (account) => resource(accountView(account)),
  }),
]
