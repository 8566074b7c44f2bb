import { timestamps } from '../../kernel/representations.ts'
import type { Account } from './account.ts'

/** An account with the settings that hold for all that it has. */
export const accountRepresentation = (account: Account) => ({
  id: account.id,
  version: account.version,
  name: account.name,
  completesBookings: account.completesBookings,
  reminderMinutes: account.reminderMinutes,
  ...timestamps(account),
})
