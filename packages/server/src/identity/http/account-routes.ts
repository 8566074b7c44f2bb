import { Account, AccountPatch, RedirectSecret } from '@holdfast/contracts'
import { ok } from '@holdfast/engine'
import { json, resource } from '../../kernel/http/answer.ts'
import type { HttpContext } from '../../kernel/http/context.ts'
import { type AnyEndpoint, accountEndpointOf } from '../../kernel/http/endpoint.ts'
import { accountRepresentation } from '../accounts/account-representation.ts'
import { getAccount, updateAccount } from '../accounts/accounts.ts'
import { forgetAccounts } from '../accounts/known-accounts.ts'

const endpoint = accountEndpointOf('Account')
const path = '/v1/account'

/**
 * Endpoints for the caller's account. `followDirectory` is called after its setting `publicDirectory` was
 * saved, also with the same value.
 */
export const accountEndpoints = (
  { deps, sessions }: HttpContext,
  followDirectory: (accountId: string) => Promise<unknown>,
): readonly AnyEndpoint[] => [
  endpoint({
    method: 'get',
    path,
    operationId: 'getAccount',
    summary: 'Read the account',
    description: 'The account of the API key or session.',
    answers: { 200: { description: 'The account.', schema: Account } },
    perform: async ({ caller }) => ok(await getAccount(deps, caller.accountId)),
    answer: (account) => resource(accountRepresentation(account)),
  }),
  endpoint({
    method: 'patch',
    path,
    operationId: 'updateAccount',
    summary: 'Update the account',
    description: 'Omitted fields keep their values.',
    body: AccountPatch,
    honoursIfMatch: true,
    answers: { 200: { description: 'The updated account.', schema: Account } },
    problems: ['slug_taken', 'invalid_transition'],
    perform: async ({ caller, body }) => {
      const updated = await updateAccount(deps, caller, body)
      forgetAccounts(deps)
      // What a session may do depends on `requiresPasskeys`.
      sessions.clear()
      if (updated.ok && body.publicDirectory !== undefined) await followDirectory(caller.accountId)
      return updated
    },
    answer: (account) => resource(accountRepresentation(account)),
  }),
  endpoint({
    method: 'get',
    path: `${path}/redirect-secret`,
    operationId: 'getRedirectSecret',
    summary: 'Read the secret that signs redirects',
    description:
      'Your site verifies with it that a visitor comes from the booking page. It changes if the server key is replaced.',
    answers: { 200: { description: 'The secret.', schema: RedirectSecret } },
    perform: async ({ caller }) => ok(deps.secrets.redirectSecret(caller.accountId)),
    answer: (redirectSecret) => json({ secret: redirectSecret }),
  }),
]
