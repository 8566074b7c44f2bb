import { keyTail } from '../../kernel/keys.ts'
import type { Item } from '../../kernel/ports/store.ts'

/** An account: the owner of API keys, providers and everything below, with its settings. */
export interface Account {
  readonly id: string
  readonly version: number
  readonly name: string
  /** Completes confirmed bookings automatically after they end. Default: true. */
  readonly completesBookings: boolean
  /** Reminds the booker by email this many minutes before the start. 0: no reminder. Default: 1440. */
  readonly reminderMinutes: number
  readonly createdAtEpochSeconds: number
  readonly updatedAtEpochSeconds: number
}

const DEFAULTS = { completesBookings: true, reminderMinutes: 24 * 60 } as const

/** Reads the item of an account. A setting that was never set has its default. */
export const accountFromItem = (item: Item): Account => {
  const { PK, SK: _sk, ...attributes } = item
  return {
    ...DEFAULTS,
    ...(attributes as unknown as Omit<Account, 'id'>),
    id: keyTail(PK),
  }
}
