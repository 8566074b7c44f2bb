import type { ItemKey } from '../kernel/ports/store.ts'

/** The keys of operations. */

/** The progress of the retention of an account. */
export const retentionKey = (accountId: string): ItemKey => ({
  PK: `ACCOUNT#${accountId}`,
  SK: 'RETENTION',
})
