import { timestamps } from '../../kernel/representations.ts'
import type { Account } from './account.ts'

/** The representation of an account with its settings. */
export const accountRepresentation = (account: Account) => ({
  id: account.id,
  version: account.version,
  name: account.name,
  completesBookings: account.completesBookings,
  reminderMinutes: account.reminderMinutes,
  publicLimitFactor: account.publicLimitFactor,
  ...timestamps(account),
})
