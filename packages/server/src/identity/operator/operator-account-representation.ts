import { instantText, timestamps } from '../../kernel/representations.ts'
import type { Account } from '../accounts/account.ts'
import { settingsRepresentation } from '../accounts/account-representation.ts'
import type { CreatedAccount } from './operator-accounts.ts'

/** The representation of an account for the operator of the server. */
export const operatorAccountRepresentation = (account: Account) => ({
  id: account.id,
  version: account.version,
  name: account.name,
  status: account.status,
  ...settingsRepresentation(account),
  deletion: account.deletion
    ? {
        startedAt: instantText(account.deletion.startedAtEpochSeconds),
        deletedItemCount: account.deletion.deletedItemCount,
      }
    : null,
  ...timestamps(account),
})

/** The representation of a new account, with the secret of its first API key. */
export const createdAccountRepresentation = ({ account, apiKey, secret }: CreatedAccount) => ({
  ...operatorAccountRepresentation(account),
  apiKey: { id: apiKey.id, secret },
})
