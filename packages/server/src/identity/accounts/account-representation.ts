import { instantText, timestamps } from '../../kernel/representations.ts'
import type { Account, Brand } from './account.ts'
import type { CreatedAccount } from './operator-accounts.ts'
import { linkPrefix } from './public-account.ts'

/** The representation of a brand. */
export const brandRepresentation = ({ name, color, logoUrl }: Brand) => ({
  name,
  color,
  logoUrl: logoUrl ?? null,
})

const settings = (account: Account) => ({
  slug: account.slug ?? null,
  locale: account.locale ?? null,
  brand: account.brand ? brandRepresentation(account.brand) : null,
  publicDirectory: account.publicDirectory,
  retentionDays: account.retentionDays ?? null,
  auditDays: account.auditDays,
})

/** The representation of an account with its settings, for its own people. */
export const accountRepresentation = (account: Account) => ({
  id: account.id,
  version: account.version,
  name: account.name,
  ...settings(account),
  linkPrefix: linkPrefix(account),
  requiresPasskeys: account.requiresPasskeys,
  completesBookings: account.completesBookings,
  reminderMinutes: account.reminderMinutes,
  publicLimitFactor: account.publicLimitFactor,
  ...timestamps(account),
})

/** The representation of an account for the operator of the server. */
export const operatorAccountRepresentation = (account: Account) => ({
  id: account.id,
  version: account.version,
  name: account.name,
  status: account.status,
  ...settings(account),
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
