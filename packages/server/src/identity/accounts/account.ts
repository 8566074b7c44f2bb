import { keyTail } from '../../kernel/keys.ts'
import type { Item } from '../../kernel/ports/store.ts'

/** Who owns keys and everything below, with the settings that hold for all of it. */
export interface Account {
  readonly id: string
  readonly version: number
  readonly name: string
  /** Marks confirmed bookings as completed once their end has passed. */
  readonly completesBookings: boolean
  /** A mail reminds the booker so many minutes before the start; 0: none does. */
  readonly reminderMinutes: number
  readonly createdAtEpochSeconds: number
  readonly updatedAtEpochSeconds: number
}

const DEFAULTS = { completesBookings: true, reminderMinutes: 24 * 60 } as const

/** Reads the item of an account; settings that were never set have their default. */
export const accountFromItem = (item: Item): Account => {
  const { PK, SK: _sk, ...attributes } = item
  return {
    ...DEFAULTS,
    ...(attributes as unknown as Omit<Account, 'id'>),
    id: keyTail(PK),
  }
}
